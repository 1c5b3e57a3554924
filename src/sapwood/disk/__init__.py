"""The only room that opens a person's files."""
