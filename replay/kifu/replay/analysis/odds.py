"""Odds: win shares as whole numbers, so that they are the same wherever they are worked out.

This module is compiled (see `kifu.notation.native`).
"""

from __future__ import annotations

from math import exp
from typing import Final

from kifu.notation.native import i64, vec
from kifu.replay.analysis.reached import Reached
from kifu.replay.codes.arrays import highest, zeros

#: A whole match as win share.
ONE: Final[i64] = 1 << 20

#: Slopes are in units of 2**-36, chances in proportion to 2**-30.
_SLOPE_BITS: Final[i64] = 36
#: exp(-x) is looked up at every 1024th, to x = 16, and between two of them drawn as a line.
_STEP_BITS: Final[i64] = 26
_STEPS: Final[i64] = 16 * 1024
_REST: Final[i64] = (1 << 26) - 1
#: No slope is larger, so that no product is beyond 63 bits.
_STEEPEST: Final[i64] = 1 << 42
_WIDEST: Final[i64] = 1 << 20

_FALLING: Final = vec[i64]([round(2.0**30 * exp(-step / 1024)) for step in range(16 * 1024 + 1)])


class Odds:
    """How win shares follow from scores. A seat's chance is in proportion to exp(score * slope);
    the slope is the sum of `weights` (none, or FEATURES of them, each below 1000 in size), each
    times the feature of the match at the same index (see `features`). Without weights the slope is
    0: every seat has an even share. As an attribute, `weights` are whole numbers in units of
    2**-36.

    `sides[s - 1]` is the first seat of the side of seat s. A side has the sum of its seats'
    chances, and each partner is given that whole sum.

    >>> odds = Odds([0.1, 0, 0, 0, 0, 0], [1, 2])
    >>> [share / ONE for share in odds.shares([66, 56], 1)]
    [0.731..., 0.268...]
    >>> teams = Odds([], [1, 2, 1, 2])
    >>> [share / ONE for share in teams.won([2, 4])], teams.ahead([5, 2, 5, 2], 1)
    ([0.0, 1.0, 0.0, 1.0], 6)
    """

    def __init__(self, weights: list[float], sides: list[int]) -> None:
        numbers = [round(weight * 2**_SLOPE_BITS) for weight in weights]
        self.weights = vec[i64](numbers)
        self.sides = vec[i64](sides)

    def shares(self, scores: vec[i64], rounds: i64) -> vec[i64]:
        """Each seat's chance to win, times ONE, with these scores after `rounds` rounds, as a new
        array; seat s is at index s - 1, in `scores` too. A side has the sum of its seats' chances,
        and each of its seats shows that sum. Rounded down, so all sides together may be slightly
        below ONE.
        """
        seats: i64 = len(scores)
        shares = zeros(seats)
        slope = self.slope(scores, rounds)
        most = highest(scores)
        total: i64 = 0
        for seat in range(seats):
            shares[seat] = falling(min(most - scores[seat], _WIDEST) * slope)
            total += shares[seat]
        for seat in range(seats):
            shares[seat] = shares[seat] * ONE // total
        for seat in range(seats):
            side = self.sides[seat] - 1
            if side != seat:
                shares[side] += shares[seat]
        for seat in range(seats):
            shares[seat] = shares[self.sides[seat] - 1]
        return shares

    def won(self, winners: list[int]) -> vec[i64]:
        """Each seat's share of the win, times ONE, at the end of a match, as a new array; seat s is
        at index s - 1. `winners` are the seats that won, with all partners of a winning side. If k
        sides won, each of their seats has ONE // k; all others have 0, and so have all without
        winners.
        """
        shares = zeros(len(self.sides))
        count: i64 = 0
        for seat in winners:
            if self.sides[seat - 1] == seat:
                count += 1
        for seat in winners:
            shares[seat - 1] = ONE // count
        return shares

    def ahead(self, scores: vec[i64], seat: i64) -> i64:
        """The sum, over all seats of other sides, of the points of `seat` less those of that rival.
        It is a sum, not a mean: divide it by the number of rivals for points. The score of seat s
        is `scores[s - 1]`.
        """
        own = scores[seat - 1]
        ahead: i64 = 0
        for other in range(len(self.sides)):
            if self.sides[other] != self.sides[seat - 1]:
                ahead += own - scores[other]
        return ahead

    def slope(self, scores: vec[i64], rounds: i64) -> i64:
        """The slope by which chances follow from scores (see `Odds`), in units of 2**-36: of two
        seats, one that is a point ahead has exp(slope) times the chance to win of the other. It is
        the sum of `weights`, each times its feature (see `features`) of these scores after `rounds`
        rounds, limited to 0 to 2**42. Without weights it is 0: all seats have the same chance. The
        score of seat s is `scores[s - 1]`; with weights, there must be a score.
        """
        if len(self.weights) == 0:
            return 0
        looks = features(scores, rounds)
        slope: i64 = 0
        for place in range(len(looks)):
            slope += self.weights[place] * looks[place]
        return min(max(slope, 0), _STEEPEST)

    def of(self, end: Reached) -> vec[i64]:
        """Each seat's chance to win, times ONE, at the end that was reached, as a new array; seat s
        is at index s - 1. If the match is over, this is what `won` gives (0 for all without
        winners), otherwise what `shares` gives. Each partner has the whole chance of the side, so
        with teams the seats add up to more than ONE.
        """
        if not end.is_over:
            return self.shares(end.scores, end.rounds)
        return self.won(end.winners)


def features(scores: vec[i64], rounds: i64) -> vec[i64]:
    """The six numbers that a slope is a weighted sum of, as a new array in this order: 1, the
    rounds played, the highest and the lowest score, and the squares of these two. `scores` must not
    be empty.
    """
    most, least, looks = highest(scores), scores[0], zeros(FEATURES)
    for score in scores:
        least = min(least, score)
    looks[0] = 1
    looks[1] = rounds
    looks[2] = most
    looks[3] = least
    looks[4] = most * most
    looks[5] = least * least
    return looks


FEATURES: Final[i64] = 6


def falling(x: i64) -> i64:
    """exp(-x) times 2**30, from a table with straight lines between its points. x is 0 or more, in
    units of 2**-36; from x = 16 on the result stays that at 16, which is 121.

    >>> falling(0) == 2**30, falling(2**36) / 2**30, falling(2**42)
    (True, 0.367..., 121)
    """
    place = x >> _STEP_BITS
    if place >= _STEPS:
        return _FALLING[_STEPS]
    here = _FALLING[place]
    return here - ((here - _FALLING[place + 1]) * (x & _REST) >> _STEP_BITS)
