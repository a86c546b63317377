"""Asking: what is found in an archive, counted, and written back."""
