"""Why a move of yuhodo is worse than another (see `kifu.replay.game.Reasons`)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kifu.notation.words import Words
from kifu.replay.game import ENDS, EVENT, LATER, STATE, Happening, Reasons
from kifu.replay.games.yuhodo.position import unseen_by
from kifu.replay.games.yuhodo.shapes import UNIT, distance, helpful
from kifu.replay.states.game_words import SOON, said

#: (kind, whose, good, stage, words) of what happens; one's own goal has a second one for the rest
#: of the short game.
_SAID = [
    ("goal", "I", 1, ENDS, Words("you go out", "ゴールし")),
    ("goal", "they", -1, ENDS, Words("somebody else goes out", "ほかの人がゴールし")),
    ("ready", "I", 1, EVENT, Words("you become Ready", "レディになり")),
    ("ready", "they", -1, EVENT, Words("somebody else becomes Ready", "ほかの人がレディになり")),
    ("gain", "they", -1, EVENT, Words("somebody else gains a discard", "ほかの人が捨札をゲインし")),
]
_LATER = Words("{0} in the rest of the short game", "このショート・ゲームの終わりまでに{0}")


def outlook(state: Any, seat: int) -> Mapping[str, int]:
    """How many cards the hand of `seat` lacks for a goal shape, and how many cards that it has not
    seen would bring it nearer.
    """
    shape = state.shapes[seat]
    if state.out == seat:  # before it got the card with which it has gone out
        shape -= UNIT[state.taken or state.thrown[state.discards] & 63]
    return {"lacks": int(distance(shape)), "helpful": int(helpful(shape, unseen_by(state, seat)))}


def outcome(before: Any, after: Any, seat: int) -> Mapping[str, int]:
    """What the opened sets of `seat` score at the end of the short game if it goes out."""
    return {"sets": after.melds[seat]}


def _happenings() -> dict[str, Happening]:
    found: dict[str, Happening] = {}
    for kind, who, good, stage, words in _SAID:
        name = kind if who == "I" else f"{kind}-they"
        times = [("", stage, SOON), ("-later", LATER, _LATER)]
        for suffix, when, text in times[: 2 if who == "I" and stage == ENDS else 1]:
            causes, clause = ("lacks", "helpful") if who == "I" else (), said(text, words)
            found[name + suffix] = Happening(when, good, clause, None, kind, who, causes=causes)
    found["lacks"] = Happening(
        STATE,
        -1,
        amount=Words(
            "your hand lacks {n} cards for a goal on average at your next turn",
            "次の自分の番に、手札はゴールまであと平均{n}枚になり",
        ),
    )
    found["helpful"] = Happening(
        STATE,
        1,
        amount=Words(
            "{n} unseen cards on average would help your hand at your next turn",
            "次の自分の番に、引けば手が進む見えていない札は平均{n}枚になり",
        ),
    )
    found["sets"] = Happening(
        LATER,
        1,
        amount=Words(
            "your opened sets score {n} points on average if you go out",
            "ゴールしたときのオープンしたセットの得点は平均{n}点になり",
        ),
    )
    return found


REASONS = Reasons(happenings=_happenings(), outlook=outlook, outcome=outcome)
