"""Why a move of 6つ子7組 is worse than another (see `kifu.replay.game.Reasons`)."""

from __future__ import annotations

from typing import Any

from kifu.notation.words import Words
from kifu.replay.game import ENDS, GAINED, LATER, POINTS, Happening, Reasons


def outcome(before: Any, after: Any, seat: int) -> dict[str, int]:
    """How an empty pile has ended the match for `seat`, as a new dict with one key and the value 1.
    `before` must be a position in a turn of `seat`.

    - "out": `seat` alone has won, before its next turn after `before` began; "pile": the same,
      later.
    - "out-they", "pile-they": the same, if `seat` isn't among the winners.

    {} if the match isn't over in `after`, if the target was reached, or if `seat` shares the win.
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
            Words(
                "you have all cards to win before your next turn",
                "次の自分の番までに規定の枚数を得点化し",
            ),
            kinds="target",
        ),
        "loses": Happening(
            ENDS,
            -1,
            Words(
                "somebody else has all cards to win before your next turn",
                "次の自分の番までにほかの人が規定の枚数を得点化し",
            ),
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
