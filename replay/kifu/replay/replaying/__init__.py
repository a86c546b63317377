"""A line of play while it is replayed, and what is found in it."""
