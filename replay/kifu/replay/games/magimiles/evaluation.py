"""What a position of MAGiMiLES between two tricks is worth: the points that each side has so far,
and some part of those that are still in the hands.

This module is compiled (see `kifu.notation.native`).
"""

from __future__ import annotations

from typing import Final, final

from kifu.notation.native import i64, vec
from kifu.replay.analysis.evaluator import Evaluator
from kifu.replay.elements.arrays import zeros
from kifu.replay.games.magimiles.cards import BIT, PLACES, lowest
from kifu.replay.games.magimiles.position import MAIN, Position
from kifu.replay.states.coded import Coded

# What an evaluation looks at for a seat, or for its team; all points are by its declared cards.

#: The points of the cards that it has won and declared.
SO_FAR: Final[i64] = 0
#: Whether it leads the trick.
LEADS: Final[i64] = 1
#: The sum of the numbers on the cards in its hands.
NUMBERS: Final[i64] = 2
#: What the cards in its hands would score.
OWN: Final[i64] = 3
#: What those cards in the hands of others would score that are good for it, and that are bad.
GOOD: Final[i64] = 4
BAD: Final[i64] = 5
LOOKS: Final[i64] = 6


@final
class TrickEvaluator(Evaluator):
    """Plays worlds on to the next beginning of a trick."""

    def is_due(self, state: Coded) -> bool:
        assert isinstance(state, Position)
        return state.stage == MAIN and state.played == 0

    def progress(self, state: Coded) -> i64:
        return state.facts()["turns"]

    def looks(self, state: Coded, seat: i64) -> vec[i64]:
        assert isinstance(state, Position)
        looks, side = zeros(LOOKS), state.holder(seat)
        own: i64 = 0
        others: i64 = 0
        for each in range(1, state.n + 1):
            if state.holder(each) == side:
                own |= state.hands[each]
            else:
                others |= state.hands[each]
        for each in range(1, state.n + 1):
            card = state.declared[each]
            if state.holder(each) == side and card != 0:
                looks[SO_FAR] += state.worth(state.kept[side] | BIT[card], card)
                looks[OWN] += state.worth(own, card)
                self._add_others(looks, state, others, card)
        if state.holder(state.leader) == side:
            looks[LEADS] = 1
        while own:
            looks[NUMBERS] += state.tables.number[lowest(own)]
            own &= own - 1
        return looks

    def _add_others(self, looks: vec[i64], state: Position, cards: i64, declared: i64) -> None:
        """Add what the `cards` in the hands of others would score by the card `declared`."""
        points, row = state.tables.points, PLACES * declared
        while cards:
            score = points[row + lowest(cards)]
            cards &= cards - 1
            if score > 0:
                looks[GOOD] += score
            else:
                looks[BAD] += score
