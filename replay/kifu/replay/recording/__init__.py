"""Matches written down while they are played."""
