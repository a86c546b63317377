"""`kifu play`: a match at this terminal."""
