"""The result of playing a world on to the end of a stretch or of the match.

This module is compiled (see `kifu.notation.native`).
"""

from __future__ import annotations

from kifu.notation.native import i64
from kifu.replay.codes.arrays import NONE, filled
from kifu.replay.codes.coded import Coded


class Reached:
    """Where the last line that was played on has ended, usually at the end of the match or of a
    stretch (usually a round, see `Analysing.stretch`): `scores` (that of seat s at index s - 1) and
    whether the match `is_over`. If it is, `winners` are its winners, and `rounds` means nothing;
    otherwise `rounds` is how many rounds are over, and `winners` means nothing (both may still be
    of an earlier line). A new one has no scores. Each `read` replaces the last result.
    """

    def __init__(self) -> None:
        self.scores = NONE
        self.rounds: i64 = 0
        self.is_over = False
        self.winners: list[int] = []

    def read(self, state: Coded) -> None:
        """Take the result from `state`, which was played on: set `scores` (a new array) and
        `is_over`, then `winners` if the match is over, else `rounds`. The other one of these two
        stays as it was. `state` is not changed; that it is at the end of a stretch is not checked.
        """
        self.scores = filled(state.scores())
        self.is_over = state.is_over
        if self.is_over:
            self.winners = state.winners()
        else:
            self.rounds = state.facts()["rounds"]
