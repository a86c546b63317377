"""yuhodo (遊宝洞 item 02), rules revision 1: docs/rules/yuhodo.md.

`rules` deals (section 5), plays a move and what follows from it (6 to 10). It builds on `cards` and
`shapes` (goal shapes; both section 2), `options` (sections 3 and 4), `tokens` (moves as numbers),
`position` (what a position is), `legal` (what is legal in it), `scoring` (section 7) and `refusals`
(why a move is refused). `steps` are what a watcher sees, `display` is how a position is
shown and named, `canonical` what it is digested from, `situation` what a seat faces, `greedy` a
simple player, and `game` puts everything together.
"""
