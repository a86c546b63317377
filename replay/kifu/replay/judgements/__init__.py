"""What an engine said of a match, as a record holds it: read, written, cleared, shown."""
