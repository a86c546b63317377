"""Why a move of MAGiMiLES is worse than another (see `kifu.replay.game.Reasons`)."""

from __future__ import annotations

from typing import Any

from kifu.notation.words import Words
from kifu.replay.game import FLOW, GAINED, POINTS, Happening, Reasons


def standing(state: Any) -> list[int]:
    """The points of all seats, in seat order, with those of the cards that they have won in this
    round; without them while a card that was declared is not known.
    """
    points = list(state.scores())
    if state.is_over or state.missing is not None:
        return points
    for seat in range(1, state.n + 1):
        card = state.declared[seat]
        if card:
            score = state.worth(state.kept[state.holder(seat)], card)
            points[seat - 1] += score
            if state.n == 4:
                points[state.partner(seat) - 1] += score
    return points


REASONS = Reasons(
    happenings={
        "trick": Happening(
            FLOW,
            1,
            Words("your side wins the trick", "自分の側がトリックに勝ち"),
            kinds="trick take",
        ),
        "trump": Happening(
            FLOW,
            1,
            Words("your side matches the trump", "自分の側の数値が切札と同じになり"),
            kinds="trumped",
        ),
        "trumped": Happening(
            FLOW,
            -1,
            Words("somebody else matches the trump", "ほかの人の数値が切札と同じになり"),
            kinds="trumped",
            who="they",
        ),
        GAINED: Happening(
            POINTS,
            1,
            amount=Words(
                "you get {n} points on average in this trick",
                "このトリックで平均{n}点を得",
            ),
        ),
        "given": Happening(
            POINTS,
            -1,
            amount=Words(
                "the others together get {n} points on average in this trick",
                "このトリックでほかの人は合わせて平均{n}点を得",
            ),
            who="they",
        ),
    },
    standing=standing,
    common_turn=True,
)
