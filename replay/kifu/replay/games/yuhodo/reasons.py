"""Why a move of yuhodo is worse than another (see `kifu.replay.game.Reasons`)."""

from __future__ import annotations

from typing import Any

from kifu.notation.words import Words
from kifu.replay.game import ENDS, EVENT, LATER, STATE, Happening, Reasons
from kifu.replay.games.yuhodo.position import TAKE, unseen_by
from kifu.replay.games.yuhodo.shapes import UNIT, distance, helpful
from kifu.replay.states.authoring import SOON

#: (kind, whose, good, stage, words) of what happens by the seat's next turn.
_SAID = [
    ("goal", "I", 1, ENDS, Words("you go out", "ゴールし")),
    ("goal", "they", -1, ENDS, Words("somebody else goes out", "ほかの人がゴールし")),
    ("ready", "I", 1, EVENT, Words("you become Ready", "レディになり")),
    ("ready", "they", -1, EVENT, Words("somebody else becomes Ready", "ほかの人がレディになり")),
]


def outlook(state: Any, seat: int) -> dict[str, int]:
    """Of the hand of `seat`: "lacks", how many cards it lacks for a goal shape; "market", whether a
    card of the market would bring it nearer (False unless a card is to be taken); "helpful", how
    many unseen cards would. If the seat has gone out, it is the hand before its last card.
    """
    shape, on_offer = state.shapes[seat], state.market_cards() if state.stage == TAKE else []
    if state.out == seat:  # before it got the card with which it has gone out
        shape -= UNIT[state.taken or state.thrown[state.discards] & 63]
    lacks = distance(shape)
    return {
        "lacks": lacks,
        "market": any(distance(shape + UNIT[card]) < lacks for card in on_offer),
        "helpful": helpful(shape, unseen_by(state, seat)),
    }


def outcome(before: Any, after: Any, seat: int) -> dict[str, int]:
    """{"leads": whether `seat` has gained points between `before` and `after`, and then has the
    most (or as many as another)}.
    """
    scores = after.scores()
    own = scores[seat - 1]
    return {"leads": own > before.scores()[seat - 1] and own == max(scores)}


def _happenings() -> dict[str, Happening]:
    """What may happen, by name: goals and Ready by one's next turn (`-they` for others'),
    "goal-later", what the hand is like ("lacks", "market", "helpful"), and "leads".
    """
    found: dict[str, Happening] = {}
    for kind, who, good, stage, words in _SAID:
        causes, clause = _HAND if who == "I" else (), SOON.filled(words)
        name = kind if who == "I" else f"{kind}-they"
        found[name] = Happening(stage, good, clause, None, kind, who, causes=causes)
    found["goal-later"] = Happening(LATER, 1, kinds="goal", causes=_HAND)
    found["lacks"] = Happening(
        STATE,
        -1,
        amount=Words(
            "your hand lacks {n} cards for a goal on average at your next turn",
            "次の自分の番に、手札はゴールまであと平均{n}枚になり",
        ),
    )
    found["market"] = Happening(
        STATE,
        1,
        Words(
            "the market has a card at your next turn that brings your hand nearer to a goal",
            "次の自分の番に、手札をゴールに近づけるカードが場札にあり",
        ),
    )
    found["helpful"] = Happening(
        STATE,
        1,
        amount=Words(
            "{n} unseen cards on average would bring your hand nearer to a goal at your next turn",
            "次の自分の番に、引けば手が進む見えていない札は平均{n}枚になり",
        ),
    )
    found["leads"] = Happening(
        LATER,
        1,
        Words(
            "you go out in this short game with enough points to lead",
            "このショート・ゲームのゴールで得点がトップになり",
        ),
    )
    return found


#: What a hand is like, the plainest first.
_HAND = ("lacks", "market", "helpful")
REASONS = Reasons(happenings=_happenings(), outlook=outlook, outcome=outcome)
