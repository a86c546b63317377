"""Data sets: an archive's matches as a folder that other people's programs read and can trust."""
