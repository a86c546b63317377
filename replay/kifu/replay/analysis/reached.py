"""The result of playing a world on to the end of a stretch or of the match.

This module is compiled (see `kifu.notation.native`).
"""

from __future__ import annotations

from kifu.notation.native import i64
from kifu.replay.elements.arrays import NONE, filled
from kifu.replay.states.coded import Coded


class Reached:
    """Where the last line that was played on has ended: `scores` (that of seat s at index s - 1),
    whether the match `is_over`, and its `winners` if it is, else how many `rounds` were played.
    """

    def __init__(self) -> None:
        self.scores = NONE
        self.rounds: i64 = 0
        self.is_over = False
        self.winners: list[int] = []

    def read(self, state: Coded) -> None:
        """Take the result from `state`, which the rules have played to the end of a stretch or
        match: set `scores` and `is_over`, then `winners` if the match is over, else `rounds`.
        """
        self.scores = filled(state.scores())
        self.is_over = state.is_over
        if self.is_over:
            self.winners = state.winners()
        else:
            self.rounds = state.facts()["rounds"]
