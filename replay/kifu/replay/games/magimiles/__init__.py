"""MAGiMiLES (マギマイルズ), rules revision 1: docs/rules/magimiles.md.

`rules` plays the tricks, from section 7 to the end of the page, `setup` what comes before the first
(section 6). They build on `options` (sections 3 and 4), `data` (the rule data: card list, support
table, cycle), `cards` (these as play wants them, and the tokens), `position` (what a position is,
what is legal in it, what cards are worth) and `refusals` (why a move is refused). `steps` are
what a watcher sees, `display` is how a position is shown and digested, `sentences` the texts,
`situation` is what a seat faces, `greedy` is a simple player.
"""
