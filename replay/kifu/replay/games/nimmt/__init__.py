"""6 nimmt! (ニムト), rules revision 1: docs/rules/nimmt.md.

`rules` plays a move and what follows from it (sections 6 to 10). It builds on `cards` (section 2)
and `position` (options, seats, what a position is and what is legal in it). `steps` are what a
watcher sees, `display` is how a position is shown, named and digested, `greedy` a simple player.
"""
