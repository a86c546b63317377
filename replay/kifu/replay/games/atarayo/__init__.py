"""Atarayo (可惜夜), rules revision 1: docs/rules/atarayo.md.

`rules` deals, plays a move and what follows from it (sections 6 to 10). It stands on `cards`
(section 2), `position` (options, seats, what a position is and what may be played in it), `calls`
(who may call, and the tokens for it), `scoring` (section 7) and `refusals` (what a refused move is
told). `steps` are what a watcher is told, `table` is how a position is shown and digested, `words`
how it is told, `greedy` a simple player.
"""
