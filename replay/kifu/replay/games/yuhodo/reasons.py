"""Why a move of yuhodo is worse than another (see `kifu.replay.game.Reasons`)."""

from __future__ import annotations

from typing import Any

from kifu.notation.words import Words
from kifu.replay.game import ENDS, LATER, STATE, Happening, Reasons
from kifu.replay.games.yuhodo.position import TAKE, unseen_by
from kifu.replay.games.yuhodo.shapes import UNIT, distance, helpful
from kifu.replay.states.authoring import SOON


def outlook(state: Any, seat: int) -> dict[str, int]:
    """Of the hand of `seat`, as a new dict: "lacks", how many cards it lacks for a goal shape;
    "market", whether a card of the market would bring it nearer (False unless a card is to be
    taken); "helpful", how many unseen cards would. If the seat has gone out, it is the hand before
    its last card. Unknown cards of the hand aren't counted in. `state` isn't changed.
    """
    shape, on_offer = state.shapes[seat], state.market if state.stage == TAKE else []
    if state.out == seat:  # before it got the card with which it has gone out
        shape -= UNIT[state.taken or state.thrown[state.discards] & 63]
    lacks = distance(shape)
    return {
        "lacks": lacks,
        "market": any(distance(shape + UNIT[card]) < lacks for card in on_offer),
        "helpful": helpful(shape, unseen_by(state, seat)),
    }


def outcome(before: Any, after: Any, seat: int) -> dict[str, int]:
    """What `seat` has won from the position `before` to `after`, as a new dict: "goal-later", how
    many points, at least 0; and "leads", whether with these it has more points than anybody else in
    `after`, and had fewer than somebody else in `before` (True or False, 0 if it has won none).

    If another seat is Ready in `before`, the keys "=lacks", "=market" and "=helpful" are added,
    each with the value 1, by which an analysis says nothing of the hand: it may be broken up for
    fear of what is discarded.
    """
    was, scores, at = before.scores(), after.scores(), seat - 1
    won = max(0, scores[at] - was[at])
    found = {
        "goal-later": won,
        "leads": won and was[at] < max(was) and scores[at] > sorted(scores)[-2],
    }
    if before.ready & ~(1 << seat):
        found |= {f"={name}": 1 for name in _HAND}
    return found


#: What a hand is like, the plainest first.
_HAND = ("lacks", "market", "helpful")

REASONS = Reasons(
    happenings={
        "goal": Happening(
            ENDS, 1, SOON.filled(Words("you go out", "ゴールし")), kinds="goal", causes=_HAND
        ),
        "goal-they": Happening(
            ENDS,
            -1,
            SOON.filled(Words("somebody else goes out", "ほかの人がゴールし")),
            kinds="goal",
            who="they",
        ),
        "goal-later": Happening(
            LATER,
            1,
            Words("you go out in this short game", "このショート・ゲームでゴールし"),
            each=Words("{n} points on average", "平均{n}点"),
            is_points=True,
            causes=_HAND,
        ),
        "lacks": Happening(
            STATE,
            -1,
            amount=Words(
                "your hand lacks {n} cards for a goal on average at your next turn",
                "次の自分の番に、手札はゴールまであと平均{n}枚になり",
            ),
        ),
        "market": Happening(
            STATE,
            1,
            Words(
                "the market has a card at your next turn that brings your hand nearer to a goal",
                "次の自分の番に、手札をゴールに近づけるカードが場札にあり",
            ),
        ),
        "helpful": Happening(
            STATE,
            1,
            amount=Words(
                "{n} unseen cards on average would bring your hand nearer to a goal at your next"
                " turn",
                "次の自分の番に、引けば手が進む見えていない札は平均{n}枚になり",
            ),
        ),
        "leads": Happening(
            LATER,
            1,
            Words(
                "you go out in this short game with enough points to lead alone",
                "このショート・ゲームのゴールで得点が単独トップになり",
            ),
        ),
    },
    outlook=outlook,
    outcome=outcome,
)
