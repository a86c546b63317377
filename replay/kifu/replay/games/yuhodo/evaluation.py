"""What a position in a short game of Yuhodo is worth: the points that each seat has so far, and
those that it may get in this short game, by how near it is to a goal.

This module is compiled (see `kifu.notation.native`).
"""

from __future__ import annotations

from typing import Final, final

from kifu.notation.native import i64, vec
from kifu.replay.analysis.evaluator import Evaluator
from kifu.replay.elements.arrays import zeros
from kifu.replay.games.yuhodo.cards import WIDE
from kifu.replay.games.yuhodo.position import ACT, OPENER, Position
from kifu.replay.games.yuhodo.shapes import ALL_FIRST, ALL_SECOND, distance, helpful, tally_of
from kifu.replay.states.coded import Coded

#: Worlds are played on for so many turns of each seat.
TURNS_EACH: Final[i64] = 2

# What an evaluation looks at for a seat.

#: The points that it has.
SO_FAR: Final[i64] = 0
#: Whether it has declared Ready.
READY: Final[i64] = 1
#: How many turns of others come before its own.
WAITS: Final[i64] = 2
#: The red cards in its hand and its opened sets.
REDS: Final[i64] = 3
#: How many cards that it doesn't see would bring its hand nearer to a goal shape; and the same if
#: it has an opened set and lacks one card.
HELP: Final[i64] = 4
LAST_HELP: Final[i64] = 5
#: From here on, whether its hand lacks so many cards of a goal shape: without an opened set, and
#: from FARTHEST + 1 places further on, with one.
LACKS: Final[i64] = 6
FARTHEST: Final[i64] = 4
LOOKS: Final[i64] = 16


@final
class TurnEvaluator(Evaluator):
    """Plays worlds on for some turns, until a seat has taken a card."""

    def is_due(self, state: Coded) -> bool:
        world = self.world
        assert isinstance(state, Position) and isinstance(world, Position)
        return state.stage == ACT and state.turn >= world.turn + TURNS_EACH * state.n

    def progress(self, state: Coded) -> i64:
        return state.facts()["rounds"]

    def looks(self, state: Coded, seat: i64) -> vec[i64]:
        assert isinstance(state, Position)
        looks, shape, melded = zeros(LOOKS), state.shapes[seat], state.melds[seat] > 0
        one, other = tally_of(shape)
        unseen = ALL_FIRST - state.shown - one, ALL_SECOND - state.shown_too - other
        away, useful = min(distance(shape), FARTHEST), helpful(shape, unseen)
        looks[SO_FAR] = state.totals[seat]
        looks[READY] = state.ready >> seat & 1
        looks[WAITS] = (seat - state.next_seat + state.n) % state.n
        looks[REDS] = self._reds(state, seat)
        looks[HELP] = useful
        if melded and away == 1:
            looks[LAST_HELP] = useful
        place = LACKS + away
        if melded:
            place += FARTHEST + 1
        looks[place] = 1
        return looks

    def _reds(self, state: Position, seat: i64) -> i64:
        """How many red cards the hand and the opened sets of `seat` have."""
        reds: i64 = 0
        for card in range(3, WIDE, 2):
            reds += state.held[WIDE * seat + card]
        for at in range(state.opened):
            cards = state.sets[at]
            if cards >> OPENER == seat:
                reds += (cards & 1) + (cards >> 6 & 1) + (cards >> 12 & 1)
        return reds
