"""Why a move of yuhodo is worse than another (see `kifu.replay.game.Reasons`)."""

from __future__ import annotations

from typing import Any

from kifu.notation.words import Words
from kifu.replay.authoring import SOON
from kifu.replay.game import ENDS, LATER, STATE, Happening, Reasons
from kifu.replay.games.yuhodo.position import TAKE
from kifu.replay.games.yuhodo.shapes import UNIT, distance, helpful


def outlook(state: Any, seat: int) -> dict[str, int]:
    """How near the hand of `seat` is to a goal shape, as a new dict:

    - "lacks": how many cards its known hand lacks for one;
    - "helpful": how many of the cards that the seat doesn't see would bring it nearer.

    If the seat has gone out, that is said of the hand before its last card. `state` isn't changed.
    """
    shape = state.shapes[seat]
    if state.out == seat:  # before it got the card with which it has gone out
        shape -= UNIT[state.taken or state.thrown[state.discards] & 63]
    return {"lacks": distance(shape), "helpful": state.unseen(seat, helpful(shape))}


def outcome(before: Any, after: Any, seat: int) -> dict[str, int]:
    """What `seat` has won from the position `before` to `after`, as a new dict:

    - "goal-later": how many points, at least 0;
    - "leads": whether by them, in the last short game, it has come to lead alone: somebody had more
      points in `before`, and nobody else has as many in `after`. True or False; 0 if it has won
      none.

    If a card is to be taken in `before`, if `seat` has no opened set there, or another seat is
    Ready, "=lacks" and "=helpful" are added, each with the value 1. They make an analysis say
    nothing of the hand: the seat may break it up, for its first set, for a better goal or because
    it fears for its discards.
    """
    was, scores, at = before.scores(), after.scores(), seat - 1
    won = max(0, scores[at] - was[at])
    found = {
        "goal-later": won,
        "leads": won
        and before.round == before.games
        and was[at] < max(was)
        and scores[at] > sorted(scores)[-2],
    }
    if before.stage == TAKE or not before.melds[seat] or before.ready & ~(1 << seat):
        found |= {f"={name}": 1 for name in _HAND}
    return found


#: What a hand is like, the plainest first.
_HAND = ("lacks", "helpful")

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
