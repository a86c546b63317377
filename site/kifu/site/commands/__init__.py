"""The commands that make pages and pictures: each parses its arguments and calls one function."""
