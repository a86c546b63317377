"""6つ子7組 (Mutsugo), rules revision 1, as the rest of kifu knows it.

Read in the order of its page (docs/rules/mutsugo.md): `options` (sections 3 and 4), `position`
(which cards are a set, moves as codes, what a position is and what is legal in it, by numbered
rules; 2 and 6 to 8), `rules` (the deal, a move and what follows from it; 5 to 10), `display` and
`sentences` (what people see; 9). Then `players` (also what matches are compared by), `reasons` (why
a move is worse), and this module.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from kifu.notation.words import Words
from kifu.replay.codes.coded import greedy, reference
from kifu.replay.game import Analysing, Archiving, Game, Ranking, Wording
from kifu.replay.games.mutsugo import display, players, reasons, rules, sentences
from kifu.replay.games.mutsugo.options import Options, seats, settle
from kifu.replay.judgements.judgement import Marks


def question(options: Options, seats: int, label: str, places: Sequence[int]) -> Words | None:
    """The question to the person who types in the deal. If `places` (indices of cards that must be
    known) are given, it asks which card a Start Open turns up; otherwise whether anybody saw any of
    the cards dealt. Never None. The other arguments aren't used.

    >>> question(Options(), 2, "deal", [8]).en
    'Which card does the Start Open turn up?'
    """
    if places:
        return Words(
            "Which card does the Start Open turn up?", "スタートオープンで公開されたカードは?"
        )
    return Words(
        "The hands are dealt, four cards each. Did anybody see any cards?",
        "手札を4枚ずつ配ります。見えたカードはありますか?",
    )


_CARD = "[csptxa][1-7]"
# Also what can't be a set, so that its refusal names the rule and is not only "no move".
_SET = rf"{_CARD}(?:[+<]{_CARD})+"


GAME = Game(
    name="mutsugo",
    title=Words("Mutsugo", "6つ子7組"),
    rules=1,
    options=Options,
    seats=seats,
    settle=settle,
    token=re.compile(rf"{_SET}|-?{_CARD}|d|/|~(?:[1-9]|[1-3][0-9]|4[0-2])"),
    start=rules.start,
    layout=display.layout,
    greedy=greedy,
    option_sets=[{}, {"target": "42"}, {"target": "6"}],
    ranking=Ranking(draws=True, needs_winner=lambda state: True),
    words=Wording(
        question=question,
        consequences=sentences.consequences,
        headline=sentences.headline,
        # No token of this game names a hidden card, so all may read all of it.
        veil=lambda state, move, seat: move,
    ),
    archive=Archiving(
        events={
            "rob": Words("a card is robbed from a set", "セットのカードが奪われる"),
            "dissolve": Words("a set is dissolved", "セットが解散する"),
            "target": Words("the target is reached", "規定の得点枚数に達する"),
            "pile": Words("the pile runs out", "山札がなくなる"),
        },
        highlights=("rob", "target", "pile"),
        classes=players.CLASSES,
        card=re.compile(f"({_CARD})"),
    ),
    analysis=Analysing(redeal=players.redeal, reference=reference, marks=Marks(any_order=True)),
    reasons=reasons.REASONS,
)
