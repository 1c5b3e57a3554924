"""What Sapwood does; one file a word of the command line. None signs."""
