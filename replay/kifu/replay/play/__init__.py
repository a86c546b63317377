"""`kifu play` and `kifu record`: a match at this terminal, played or typed in."""
