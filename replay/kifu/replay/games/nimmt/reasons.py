"""Why a move of 6 nimmt! is worse than another: which rows are taken, now or by a card that is kept
(see `kifu.replay.game.Reasons`).

This module is compiled (see `kifu.notation.native`).
"""

from __future__ import annotations

from kifu.notation.words import Words
from kifu.replay.game import EVENT, KEPT, LATER, Happening, Reasons
from kifu.replay.games.nimmt.position import DRAFT, ROWS, Position

_HEADS = Words("{n} heads on average", "平均で牛{n}頭")
#: With which of its cards the seat takes what, in this turn or later: name, stage, cards.
_WITH = [
    ("card", KEPT, "{cards} this round", "このラウンドに{cards}"),
    ("later", LATER, "the rest of your hand later", "あとで残りの手札"),
]
#: How that begins: where the move takes fewer heads this turn than the best one, it says so.
_THOUGH = [
    ("", "", ""),
    (".though", "you take fewer heads this turn, but ", "この番に引き取る牛は少なくても、"),
]


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
        names = ["others"] if turn == before.turn else []
        if who == seat:
            when = ["take", f"take.{row + 1}"] if turn == before.turn else ["later"]
            names = [*when, f"card:{card}"]
        for name in names:
            found[name] = found.get(name, 0) + heads
    return found


REASONS = Reasons(
    happenings={
        **{
            name: Happening(
                EVENT,
                -1,
                Words(f"you take {row} this turn", f"この番に{ja}を引き取り"),
                each=_HEADS,
                is_points=True,
            )
            for name, row, ja in [
                ("take", "a row", "列"),
                *((f"take.{row}", f"row {row}", f"{row}列目") for row in range(1, ROWS + 1)),
            ]
        },
        "others": Happening(
            EVENT,
            1,
            Words("somebody else takes a row this turn", "この番にほかの人が列を引き取り"),
            who="they",
            each=_HEADS,
            is_points=True,
        ),
        **{
            f"{name}{detail}": Happening(
                stage,
                -1,
                amount=Words(
                    f"{but}you take {{n}} heads on average with {cards}",
                    f"{ja_but}{ja_cards}で平均牛{{n}}頭を引き取り",
                ),
                each=_HEADS,
                is_points=True,
            )
            for name, stage, cards, ja_cards in _WITH
            for detail, but, ja_but in _THOUGH
        },
    },
    outcome=outcome,
)
