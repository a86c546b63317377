"""The commands of the archive: each parses its arguments, calls one function and prints."""
