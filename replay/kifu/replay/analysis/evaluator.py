"""Evaluators: what plays a world on only to the next position that its game can evaluate, and then
says what each seat can expect (a rollout that is truncated: Tesauro and Galperin 1996).

A game may have one, in its module `evaluation`. The evaluation is linear: the points that a seat
can expect are a weighted sum of what the position looks like to it. The weights were fitted to
matches of reference players (see `fit_evaluation`).

This module is compiled (see `kifu.notation.native`).
"""

from __future__ import annotations

from typing import Final

from kifu.notation.native import i64, vec
from kifu.replay.analysis.kernel import NO_MOVE, Kernel
from kifu.replay.analysis.rollouts import MOST, play_next
from kifu.replay.analysis.ways import policy_of
from kifu.replay.elements.lots import Lots
from kifu.replay.states.coded import Coded
from kifu.replay.states.playout import PASS

#: A point as the weights and scores of an evaluator count it.
POINT: Final[i64] = 64


class Evaluator(Kernel):
    """Plays positions on to the next one that can be evaluated, or to the end of the match.
    Afterwards `scores` are the points that each seat has or can expect at the end, times POINT, and
    `rounds` is the number of turns played. A game derives its own class.
    """

    def __init__(self, weights: list[int]) -> None:
        super().__init__()
        self.weights = vec[i64](weights)
        self._world: Coded | None = None

    def is_due(self, state: Coded) -> bool:
        """Whether this position can be evaluated."""
        raise NotImplementedError

    def looks(self, state: Coded, seat: i64) -> vec[i64]:
        """What the evaluation looks at for `seat`: a number for each of the weights."""
        raise NotImplementedError

    def load(self, world: Coded) -> bool:
        self._world = world
        return True

    def play(self, code: i64, seat: i64, way: i64, lots: Lots) -> None:
        assert self._world is not None
        state, policy = self._world.copy(), policy_of(way, lots)
        if code == PASS:
            play_next(state, seat, policy)
        elif code != NO_MOVE:
            state.play_code(code, seat)
        # A loop over `_` would make an object of each number.
        for _ply in range(MOST):
            if self.is_due(state) or (state.next_seat == 0 and state.acting() == 0):
                break
            play_next(state, 0, policy)
        self.read(state)

    def read(self, state: Coded) -> None:
        super().read(state)
        if self.is_over:
            for at in range(len(self.scores)):
                self.scores[at] *= POINT
            return
        self.rounds = state.facts()["turns"]
        for at in range(len(self.scores)):
            looks = self.looks(state, at + 1)
            expected: i64 = 0
            for place in range(len(looks)):
                expected += self.weights[place] * looks[place]
            self.scores[at] = expected
