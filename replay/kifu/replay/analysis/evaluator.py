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
    """Plays positions on to the next one that can be evaluated, or to the end of the stretch (see
    `Analysing.stretch`). Afterwards `scores` are the points that each seat has or can expect at the
    end of the stretch, times POINT. A game derives its own class. `world` is the position that was
    loaded.
    """

    def __init__(self, weights: list[int]) -> None:
        super().__init__()
        self.weights = vec[i64](weights)
        self.world: Coded | None = None

    def is_due(self, state: Coded) -> bool:
        """Whether `state` can be evaluated. It is in the same stretch as `world`."""
        raise NotImplementedError

    def progress(self, state: Coded) -> i64:
        """How far the match has come; the slope of chances depends on it (see `odds.features`)."""
        raise NotImplementedError

    def looks(self, state: Coded, seat: i64) -> vec[i64]:
        """What the position looks like to `seat`: a number for each weight."""
        raise NotImplementedError

    def load(self, world: Coded) -> bool:
        self.world = world
        return True

    def play(self, code: i64, seat: i64, way: i64, lots: Lots) -> None:
        assert self.world is not None
        state, here, policy = self.world.copy(), self.world.stretch(), policy_of(way, lots)
        if code == PASS:
            play_next(state, seat, policy)
        elif code != NO_MOVE:
            state.play_code(code, seat)
        # A loop over `_` would make an object of each number.
        for _ply in range(MOST):
            if state.stretch() != here or (state.next_seat == 0 and state.acting() == 0):
                self.read(state)
                return
            if self.is_due(state):
                break
            play_next(state, 0, policy)
        self._evaluate(state)

    def read(self, state: Coded) -> None:
        super().read(state)
        self.rounds = self.progress(state)
        for at in range(len(self.scores)):
            self.scores[at] *= POINT

    def _evaluate(self, state: Coded) -> None:
        self.read(state)
        for at in range(len(self.scores)):
            looks = self.looks(state, at + 1)
            expected: i64 = 0
            for place in range(len(looks)):
                expected += self.weights[place] * looks[place]
            self.scores[at] = expected
