"""Why a move of Atarayo is worse than another (see `kifu.replay.game.Reasons`)."""

from __future__ import annotations

from typing import Any

from kifu.notation.words import Words
from kifu.replay.game import ENDS, LATER, Happening, Reasons
from kifu.replay.games.atarayo.position import STANDBY
from kifu.replay.states.authoring import SOON

#: What ends a round, by the kind of its step: whether it is good to do, and what it is called if
#: one does it oneself, and if others do.
_KINDS = {
    "call": (
        1,
        Words("you call Akimahen", "『あきまへん』を宣言し"),
        Words("somebody else calls Akimahen", "ほかの人が『あきまへん』を宣言し"),
    ),
    "counter": (
        1,
        Words("you counter a call", "『あきまへん』を仕返し"),
        Words("somebody else counters a call", "ほかの人が『あきまへん』を仕返し"),
    ),
    "burst": (
        -1,
        Words("you burst", "バーストし"),
        Words("somebody else bursts", "ほかの人がバーストし"),
    ),
}
_LATER = Words("{0} in the rest of the round", "ラウンドが終わるまでに{0}")


def outcome(before: Any, after: Any, seat: int) -> dict[str, int]:
    """{"upon": whether `seat` has less at the end of the round `after` than who only looks on}: it
    is called upon and has not countered, it was countered, or it has burst. {} for `goal=first3`,
    where who looks on gets nothing.
    """
    if after.first3:
        return {}
    own, then = before.scores()[seat - 1], after.scores()[seat - 1]
    return {"upon": then < min(own + 1, STANDBY)}


def _happenings() -> dict[str, Happening]:
    """What may happen, by name: each kind in _KINDS, done by oneself or (`-they`) by others, before
    one's next turn; a call also later (`-later`); and "upon".
    """
    found: dict[str, Happening] = {}
    for kind, (good, *both) in _KINDS.items():
        for who, sign, words in zip(("I", "they"), (good, -good), both, strict=True):
            name = kind if who == "I" else f"{kind}-they"
            times = [("", ENDS, SOON), ("-later", LATER, _LATER)]
            for suffix, when, text in times[: 2 if kind == "call" else 1]:
                clause = text.filled(words)
                found[name + suffix] = Happening(when, sign, clause, kinds=kind, who=who)
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
