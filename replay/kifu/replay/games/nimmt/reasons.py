"""Why a move of 6 nimmt! is worse than another: which rows are taken, now or by a card that is kept
(see `kifu.replay.game.Reasons`).

This module is compiled (see `kifu.notation.native`).
"""

from __future__ import annotations

from kifu.notation.words import Words
from kifu.replay.game import EVENT, KEPT, Happening, Reasons
from kifu.replay.games.nimmt.position import DRAFT, LARGEST, ROWS, Position

_HEADS = Words("{n} heads on average", "平均で牛{n}頭")


def outcome(before: Position, after: Position, seat: int) -> dict[str, int]:
    """How many heads were taken after `before`, by happening, as a new dict. It counts what
    `after.noted` has, a list that must have begun at `before` (see `Coded.noted`). A happening
    without heads is left out.

    - "take": by `seat` in the turn of `before`; "take.ROW": the same from one row (from 1).
    - "others": by all other seats together in that turn.
    - "card:N": by `seat` with its card N, in that turn or later.

    {} if `before` is in the draft phase, or if `after.noted` is None.
    """
    noted, found = after.noted, dict[str, int]()
    if before.stage == DRAFT or noted is None:
        return found
    for at in range(0, len(noted), 5):
        turn, who, row, card, heads = noted[at : at + 5]
        names = []
        if turn == before.turn:
            names = ["take", f"take.{row + 1}"] if who == seat else ["others"]
        if who == seat:
            names.append(f"card:{card}")
        for name in names:
            found[name] = found.get(name, 0) + heads
    return found


def _heads(stage: int, good: int, said: Words | None, amount: Words, who: str = "I") -> Happening:
    """A happening in which heads are taken, counted in points. `said` is its text (None: only the
    number of heads is said); `amount` is a text with `{n}` for the mean number of heads. The other
    arguments are those of `Happening`.
    """
    return Happening(stage, good, said, amount, who=who, each=_HEADS, is_points=True)


REASONS = Reasons(
    happenings={
        "take": _heads(
            EVENT,
            -1,
            Words("you take a row this turn", "この番に列を引き取り"),
            Words("you take {n} heads on average this turn", "この番に平均で牛{n}頭を引き取り"),
        ),
        **{
            f"take.{row}": _heads(
                EVENT,
                -1,
                Words(f"you take row {row} this turn", f"この番に{row}列目を引き取り"),
                Words(
                    f"you take row {row} this turn, {{n}} heads on average",
                    f"この番に{row}列目で平均{{n}}頭を引き取り",
                ),
            )
            for row in range(1, ROWS + 1)
        },
        "others": _heads(
            EVENT,
            1,
            Words("somebody else takes a row this turn", "この番にほかの人が列を引き取り"),
            Words(
                "the others take {n} heads on average this turn",
                "この番にほかの人が平均で牛{n}頭を引き取り",
            ),
            "they",
        ),
        "card": _heads(
            KEPT,
            -1,
            None,
            Words(
                "{move} and {best} together take {n} heads on average",
                "{move}と{best}は合わせて平均で牛{n}頭を引き取り",
            ),
        ),
        **{
            f"card:{card}": _heads(
                KEPT,
                -1,
                Words(f"your {card} takes a row later", f"残した{card}があとで列を引き取り"),
                Words(
                    f"your {card} takes {{n}} heads on average later",
                    f"残した{card}があとで平均で牛{{n}}頭を引き取り",
                ),
            )
            for card in range(1, LARGEST + 1)
        },
    },
    outcome=outcome,
)
