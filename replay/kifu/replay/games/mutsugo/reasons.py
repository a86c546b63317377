"""Why a move of 6つ子7組 is worse than another (see `kifu.replay.game.Reasons`)."""

from __future__ import annotations

from typing import Any

from kifu.notation.words import Words
from kifu.replay.game import ENDS, EVENT, GAINED, LATER, POINTS, STATE, Happening, Reasons
from kifu.replay.games.mutsugo.cards import largest_set


def outlook(state: Any, seat: int) -> dict[str, int]:
    """How many cards the largest set has that `seat` could make at once, and whether there is one,
    and it would win.
    """
    largest = largest_set(state.hands[seat], state.takable(seat))
    return {
        "largest": largest,
        "can set": largest > 0,
        "can win": state.score(seat) + largest >= state.target,
    }


def outcome(before: Any, after: Any, seat: int) -> dict[str, int]:
    """Whether the pile has run out, before the next turn of `seat` ("out") or later, and `seat` has
    won by that or not.
    """
    if not after.is_over or max(after.scores()) >= after.target:
        return {}
    when = "out" if after.turn < before.turn + after.n else "pile"
    return {when if seat in after.winners() else f"{when}-they": 1}


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
        "robbed": Happening(
            EVENT,
            -1,
            Words(
                "you are robbed of a card before your next turn",
                "次の自分の番までにセットのカードを奪われ",
            ),
            kinds="rob",
            who="me",
        ),
        "set": Happening(
            EVENT,
            1,
            Words("you make a set later this turn", "この番のこのあとセットを作り"),
            kinds="set rob",
        ),
        "sets": Happening(
            EVENT,
            -1,
            Words(
                "somebody else makes a set before your next turn",
                "次の自分の番までにほかの人がセットを作り",
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
        "can win": Happening(
            STATE,
            1,
            Words(
                "your hand and the table allow a winning set at your next turn",
                "次の自分の番に手札と場で勝ちになるセットを作れ",
            ),
        ),
        "can set": Happening(
            STATE,
            1,
            Words(
                "your hand and the table allow a set at your next turn",
                "次の自分の番に手札と場でセットを作れ",
            ),
        ),
        "largest": Happening(
            STATE,
            1,
            amount=Words(
                "your hand and the table allow a set of {n} cards on average at your next turn",
                "次の自分の番に手札と場で作れるセットは平均{n}枚になり",
            ),
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
    outlook=outlook,
    outcome=outcome,
)
