"""`kifu record`: a match played at a table, typed in."""
