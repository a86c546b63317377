"""Proof: many matches of a game are played, and the laws that a game keeps are tried at every ply.

`prove` is the way in, `trial` plays one match, and `laws` has the laws.
"""
