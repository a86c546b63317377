"""Atarayo (可惜夜), rules revision 1: docs/rules/atarayo.md.

`rules` deals, plays a move and what follows from it (sections 5 to 10). It builds on `cards`
(section 2), `options` (3 and 4), `tokens` (moves as codes), `position` (what a position is and who
acts), `plays` (what may be played), `calls` (who may call), `scoring` (section 7) and `refusals`
(why a move is refused, with `exchanges` for calls as they are written). `steps` are what a
watcher sees, `display` is how a position is shown and digested, `sentences` the texts,
`situation` what a seat faces, `greedy` a simple player.
"""
