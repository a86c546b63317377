"""Why a move of Atarayo is worse than another (see `kifu.replay.game.Reasons`)."""

from __future__ import annotations

from typing import Any

from kifu.notation.words import Words
from kifu.replay.game import ENDS, LATER, Happening, Reasons
from kifu.replay.games.atarayo.position import STANDBY
from kifu.replay.states.authoring import SOON

#: Who calls, the steps that are a call, whether it is good, and what it is called.
_CALLS = [
    (
        "I",
        "call counter",
        1,
        Words("you call or counter Akimahen", "『あきまへん』の宣言か仕返しをし"),
    ),
    (
        "they",
        "call",
        -1,
        Words("somebody else calls Akimahen", "ほかの人が『あきまへん』を宣言し"),
    ),
]
_LATER = Words("{0} in the rest of the round", "ラウンドが終わるまでに{0}")


def outcome(before: Any, after: Any, seat: int) -> dict[str, int]:
    """{"upon": whether `seat` has fewer points at the end of the round, in `after`, than it would
    have as somebody who neither called nor was called upon}: it is called upon and has not
    countered, it was countered, or it has burst. `before` is a position of that round. {} for
    `goal=first3`, where others get nothing.
    """
    if after.first3:
        return {}
    own, then = before.scores()[seat - 1], after.scores()[seat - 1]
    return {"upon": then < min(own + 1, STANDBY)}


def _happenings() -> dict[str, Happening]:
    """What may happen, by name, as a new dict: "call" and (by others) "call-they" before the seat's
    next turn, both also later (`-later`), and "upon" (see `outcome`).
    """
    found: dict[str, Happening] = {}
    for who, kinds, good, words in _CALLS:
        name = "call" if who == "I" else "call-they"
        for suffix, stage, text in (("", ENDS, SOON), ("-later", LATER, _LATER)):
            found[name + suffix] = Happening(stage, good, text.filled(words), None, kinds, who)
    found["upon"] = Happening(
        LATER,
        -1,
        Words(
            "the round ends with you called upon, countered or burst",
            "宣言されるか、仕返しされるか、バーストしてラウンドを終え",
        ),
    )
    return found


REASONS = Reasons(happenings=_happenings(), outcome=outcome)
