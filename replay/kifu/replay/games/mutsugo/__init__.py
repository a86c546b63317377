"""6つ子7組 (Mutsugo), rules revision 1: docs/rules/mutsugo.md.

`rules` deals (section 5), plays a move and what follows from it (6 to 10). It builds on `cards`
(section 2), `sets` (what a set is), `position` (options, seats, what a position is and what is
legal in it) and `refusals` (why a move is refused). `steps` are what a watcher sees,
`display` is how a position is shown, described and digested, `greedy` a simple player.
"""
