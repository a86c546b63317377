"""Kernels: what plays a world on much quicker than the rules of its game do.

A game may have one, in its module `rollouts`. It plays the rest of a stretch with the players of
the three ways (see `ways`), draws the same lots, and ends with the same scores as the rules with
the policies of these ways would; a test checks that.

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
    """Plays positions on to the end of the stretch (usually a round, see `Analysing.stretch`), much
    quicker than the rules. Afterwards it has the result: `scores` (that of seat s at index s - 1),
    `is_over` for the match, and then the `winners`, otherwise how many `rounds` were played.

    A game derives its own class; this base class can't play, only `read`. Set `is_watched` to have
    it also note what the `reasons` of its game count.
    """

    def __init__(self) -> None:
        self.scores = NONE
        self.rounds: i64 = 0
        self.is_over = False
        self.winners: list[int] = []
        self.is_watched = False
        self._state: Coded | None = None

    def load(self, world: Coded) -> bool:
        """Take `world` as the position from which each `play` begins; `world` is not changed. False
        if this kernel can't play it on: then use the rules. The base class always returns False.
        """
        return False

    def play(self, code: i64, seat: i64, way: i64, lots: Lots) -> None:
        """Play on from the loaded position to the end of the stretch (usually a round), and set the
        result. First `seat` plays `code` (PASS: it leaves the move to others; NO_MOVE: there is no
        such first move), then all seats play in this `way` (see `ways`), drawing by `lots`. Each
        call begins at the loaded position again.
        """
        raise NotImplementedError

    def following(self) -> Coded:
        """The position in which the next stretch begins; only if the match is not over. The kernel
        keeps using this object: copy it to keep it.
        """
        assert self._state is not None
        return self._state

    def read(self, state: Coded) -> None:
        """Take the result from `state`, which the rules have played to the end of a stretch or
        match: set `scores` and `is_over`, then `winners` if the match is over, else `rounds`.
        `following` then returns this very state.
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
