"""Where memory lives; the first line of each file says who may write."""
