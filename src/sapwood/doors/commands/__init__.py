"""The commands, one function each, grouped by what they do to a home."""
