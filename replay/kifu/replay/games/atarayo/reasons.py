"""Why a move of Atarayo is worse than another (see `kifu.replay.game.Reasons`)."""

from __future__ import annotations

from typing import Any

from kifu.notation.words import Words
from kifu.replay.authoring import SOON
from kifu.replay.game import ENDS, LATER, Happening, Reasons
from kifu.replay.games.atarayo.position import STANDBY

#: The name of a call, who calls, the steps that are one, whether it is good, and what it is called.
_CALLS = [
    (
        "call",
        "I",
        "call counter",
        1,
        Words("you call or counter Akimahen", "『あきまへん』の宣言か仕返しをし"),
    ),
    (
        "call-they",
        "they",
        "call",
        -1,
        Words("somebody else calls Akimahen", "ほかの人が『あきまへん』を宣言し"),
    ),
]
#: When: how the name ends, the stage, and what is said: before the seat's next turn, or later.
_WHEN = [
    ("", ENDS, SOON),
    ("-later", LATER, Words("{0} in the rest of the round", "ラウンドが終わるまでに{0}")),
]


def outcome(before: Any, after: Any, seat: int) -> dict[str, int]:
    """A new dict {"upon": bool} that says whether `seat` got less in the round than somebody who
    neither calls nor is called upon, who gets a point but has no more than STANDBY. True for a seat
    that was called upon and did not win by a counter, for one whose call or counter was countered
    (but not if it was on Standby, where it stays), and for one that burst.

    `before` is a position in the round, `after` the position when the round is scored. {} with
    `goal=first3`, where nobody gets such a point.
    """
    if after.first3:
        return {}
    own, then = before.scores()[seat - 1], after.scores()[seat - 1]
    return {"upon": then < min(own + 1, STANDBY)}


REASONS = Reasons(
    happenings={
        **{
            name + suffix: Happening(stage, good, text.filled(words), None, kinds, who)
            for name, who, kinds, good, words in _CALLS
            for suffix, stage, text in _WHEN
        },
        "upon": Happening(
            LATER,
            -1,
            Words(
                "the round ends with you called upon, countered or burst",
                "宣言されるか、仕返しされるか、バーストしてラウンドを終え",
            ),
        ),
    },
    outcome=outcome,
)
