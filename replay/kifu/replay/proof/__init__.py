"""Proof: many matches of a game are played, and the laws that a game keeps are tried at every ply.

`prove` is the way in; `faults` has what is found, `trial` plays one match. The laws of a position
are in `position` and `layout`, those of a move in `moving`.
"""
