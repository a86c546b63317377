"""Kernels: what plays a world on much quicker than the rules of its game do.

A game may have one, in its module `rollouts`. It plays the rest of a stretch with the players of
the three ways (see `ways`), draws the same lots, and ends with the same scores as the rules with
the policies of these ways would; a law of the tests holds it to that.

This module is compiled (see `kifu.notation.native`).
"""

from __future__ import annotations

from typing import Final

from kifu.notation.native import i64
from kifu.replay.elements.arrays import NONE, zeros
from kifu.replay.elements.lots import Lots
from kifu.replay.states.coded import Coded

#: Instead of the code of a move: the first move is left to the players.
NO_MOVE: Final[i64] = -1


class Kernel:
    """Plays positions on; then it has how the stretch ended: `scores` (that of seat s at index
    s - 1), whether the match `is_over`, and with these `winners`, or how many `rounds` were. A
    game derives its own class; this one, which can play nothing, is for games that have none. Where
    it `is_watched`, it also notes what the `reasons` of its game count.
    """

    def __init__(self) -> None:
        self.scores = NONE
        self.rounds: i64 = 0
        self.is_over = False
        self.winners: list[int] = []
        self.is_watched = False
        self._state: Coded | None = None

    def load(self, world: Coded) -> bool:
        """Take `world` as the position from which each `play` begins; it is not changed. False if
        this kernel can't play it on: then the rules must.
        """
        return False

    def play(self, code: i64, seat: i64, way: i64, lots: Lots) -> None:
        """Play on from the position that was loaded, to the end of the stretch: first `seat` plays
        `code` (PASS: it leaves the move to others; NO_MOVE: there is no such first move), then all
        seats play in this `way` (see `ways`), drawing by `lots`.
        """
        raise NotImplementedError

    def following(self) -> Coded:
        """The position in which the next stretch begins; only if the match is not over. The kernel
        goes on using it: copy it to keep it.
        """
        assert self._state is not None
        return self._state

    def read(self, state: Coded) -> None:
        """Set `scores`, `is_over` and `winners`, or `rounds`, to those of `state`, in which a
        stretch has ended by the rules; `following` then returns this state.
        """
        self._state = state
        scores = state.scores()
        # One by one: `vec` first asks a list for a buffer, and the error that it gets takes time.
        self.scores = zeros(len(scores))
        for at in range(len(scores)):
            self.scores[at] = scores[at]
        self.is_over = state.is_over
        if self.is_over:
            self.winners = state.winners()
        else:
            self.rounds = state.facts()["rounds"]
