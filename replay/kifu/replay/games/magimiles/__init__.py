"""MAGiMiLES (マギマイルズ), rules revision 1: docs/rules/magimiles.md.

`rules` plays the tricks, from section 7 to the end of the page, `setup` what comes before the first
(section 6). They stand on `cards` (the rule data: cards, support table, cycle) and `position`
(options, seats, what a position is, what is legal in it, what cards are worth). `steps` are what a
watcher is told, `table` is how a position is shown and digested, `words` are its sentences,
`greedy` is a simple player.
"""
