"""6つ子7組 (Mutsugo), rules revision 1, as the rest of kifu knows it.

Read in the order of its page (docs/rules/mutsugo.md): `options` (sections 3 and 4), `position`
(which cards are a set, moves as codes, what a position is and what is legal in it, by numbered
rules; 2 and 6 to 8), `rules` (the deal, a move and what follows from it; 5 to 10), `display` and
`sentences` (what people see; 9). Then `players` (also what matches are compared by), and this
module, which says also why a move is worse.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from kifu.notation.words import Words
from kifu.replay.game import (
    ENDS,
    EVENT,
    GAINED,
    LATER,
    POINTS,
    Analysing,
    Archiving,
    Game,
    Happening,
    Ranking,
    Reasons,
    Wording,
)
from kifu.replay.games.mutsugo import display, players, rules, sentences
from kifu.replay.games.mutsugo.options import Options, seats, settle
from kifu.replay.judgements.judgement import Marks
from kifu.replay.states.coded import greedy, reference


def outcome(before: Any, after: Any, seat: int) -> dict[str, int]:
    """{} unless the pile has run out by `after`, with the target not reached. Then one key with 1:
    "out" if that was before the next turn of `seat`, otherwise "pile", if `seat` alone has won by
    it; the same with "-they" if only others have. {} also if `seat` shares the win.
    """
    if not after.is_over or max(after.scores()) >= after.target:
        return {}
    when = "out" if after.turn < before.turn + after.n else "pile"
    if after.winners() == [seat]:
        return {when: 1}
    return {} if seat in after.winners() else {f"{when}-they": 1}


REASONS = Reasons(
    happenings={
        "wins": Happening(
            ENDS,
            1,
            Words("you win before your next turn", "次の自分の番までに勝ち"),
            kinds="target",
        ),
        "loses": Happening(
            ENDS,
            -1,
            Words("somebody else wins before your next turn", "次の自分の番までにほかの人が勝ち"),
            kinds="target",
            who="they",
        ),
        "out": Happening(
            ENDS,
            1,
            Words(
                "the pile runs out before your next turn and you win",
                "次の自分の番までに山札がなくなって勝ち",
            ),
        ),
        "out-they": Happening(
            ENDS,
            -1,
            Words(
                "the pile runs out before your next turn and somebody else wins",
                "次の自分の番までに山札がなくなってほかの人が勝ち",
            ),
        ),
        "set": Happening(
            EVENT,
            1,
            Words("you make a set later this turn", "この番のこのあとセットを作り"),
            Words(
                "you make {n} sets on average later this turn", "この番のこのあと平均{n}組を作り"
            ),
            kinds="set rob",
        ),
        "sets": Happening(
            EVENT,
            -1,
            Words(
                "somebody else makes a set before your next turn",
                "次の自分の番までにほかの人がセットを作り",
            ),
            Words(
                "the others make {n} sets on average before your next turn",
                "次の自分の番までにほかの人が平均{n}組を作り",
            ),
            kinds="set rob",
            who="they",
        ),
        GAINED: Happening(
            POINTS,
            1,
            amount=Words(
                "you score {n} cards on average before your next turn",
                "次の自分の番までに平均{n}枚を得点化し",
            ),
        ),
        "given": Happening(
            POINTS,
            -1,
            amount=Words(
                "the others together score {n} cards on average before your next turn",
                "次の自分の番までにほかの人は合わせて平均{n}枚を得点化し",
            ),
            who="they",
        ),
        "pile": Happening(
            LATER,
            1,
            Words("the pile runs out and you win", "山札がなくなって勝ち"),
        ),
        "pile-they": Happening(
            LATER,
            -1,
            Words("the pile runs out and somebody else wins", "山札がなくなってほかの人が勝ち"),
        ),
    },
    outcome=outcome,
)


def question(options: Options, seats: int, label: str, places: Sequence[int]) -> Words | None:
    """The question to the person who types in the outcome of the deal: which card a Start Open
    turns up, if `places` (indices of unknown cards) are given; otherwise what was dealt. Never
    None.

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
    ranking=Ranking(
        draws=True,
        needs_winner=lambda state: True,
    ),
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
    analysis=Analysing(
        redeal=players.redeal,
        reference=reference,
        marks=Marks(any_order=True, goes_on=True),
    ),
    reasons=REASONS,
)
