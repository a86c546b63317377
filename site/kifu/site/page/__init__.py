"""The replay page: one match as one HTML file."""
