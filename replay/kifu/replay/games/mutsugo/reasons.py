"""Why a move of 6つ子7組 is worse than another (see `kifu.replay.game.Reasons`)."""

from __future__ import annotations

from typing import Any

from kifu.notation.words import Words
from kifu.replay.game import ENDS, GAINED, LATER, POINTS, Happening, Reasons


def outcome(before: Any, after: Any, seat: int) -> dict[str, int]:
    """How the match has ended for `seat`, as a new dict with the value 1 under each key; `before`
    must be a position in a turn of `seat`.

    - "wins": `seat` alone has won before its next turn after `before` began; "loses": others have.
      Each with one detail, named after a dot: "target", that is by the cards scored; otherwise by
      an empty pile, "now" in the same turn, or "pile".
    - "pile", "pile-they": the same by an empty pile, later.

    {} if the match isn't over in `after`, if the target was reached later, or if `seat` shares the
    win.
    """
    winners = after.winners()
    if not winners or {seat} < {*winners}:
        return {}
    name, they = ("wins", "") if seat in winners else ("loses", "-they")
    by_target = max(after.scores()) >= after.target
    if after.turn >= before.turn + after.n:
        return {} if by_target else {f"pile{they}": 1}
    way = "target" if by_target else "now" if after.turn == before.turn else "pile"
    return {name: 1, f"{name}.{way}": 1}


#: Name, whether it is good (1) or bad (-1) for the seat, and what it is.
_ENDS = [
    ("wins", 1, "you win before your next turn", "次の自分の番までに勝ち"),
    (
        "wins.target",
        1,
        "you have scored enough cards to win before your next turn",
        "次の自分の番までに得点化した札が勝ちの枚数に届き",
    ),
    ("wins.now", 1, "the pile runs out this turn and you win", "この番に山札がなくなって勝ち"),
    (
        "wins.pile",
        1,
        "the pile runs out before your next turn and you win",
        "次の自分の番までに山札がなくなって勝ち",
    ),
    ("loses", -1, "somebody else wins before your next turn", "次の自分の番までにほかの人が勝ち"),
    (
        "loses.target",
        -1,
        "somebody else has scored enough cards to win before your next turn",
        "次の自分の番までにほかの人の得点化した札が勝ちの枚数に届き",
    ),
    (
        "loses.now",
        -1,
        "the pile runs out this turn and somebody else wins",
        "この番に山札がなくなってほかの人が勝ち",
    ),
    (
        "loses.pile",
        -1,
        "the pile runs out before your next turn and somebody else wins",
        "次の自分の番までに山札がなくなってほかの人が勝ち",
    ),
    ("pile", 1, "the pile runs out and you win", "山札がなくなって勝ち"),
    ("pile-they", -1, "the pile runs out and somebody else wins", "山札がなくなってほかの人が勝ち"),
]

REASONS = Reasons(
    happenings={
        **{
            name: Happening(LATER if name.startswith("pile") else ENDS, good, Words(en, ja))
            for name, good, en, ja in _ENDS
        },
        GAINED: Happening(
            POINTS,
            1,
            amount=Words(
                "you score {n} cards net on average before your next turn",
                "次の自分の番までに差し引き平均{n}枚を得点化し",
            ),
        ),
        "given": Happening(
            POINTS,
            -1,
            amount=Words(
                "the others together score {n} cards net on average before your next turn",
                "次の自分の番までにほかの人は合わせて差し引き平均{n}枚を得点化し",
            ),
            who="they",
        ),
    },
    outcome=outcome,
)
