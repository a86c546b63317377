"""Scoring of Atarayo: section 7 of its page (docs/rules/atarayo.md), and what ends the game (8).

Points are an array by seat, place 0 unused; each function gives the new ones. A set of seats is a
mask, one bit a seat.

This module is compiled (see `kifu.notation.native`).
"""

from __future__ import annotations

from typing import Final

from kifu.notation.native import i64, vec

#: Where a marker is on Standby, where it goes back to, and what shows who has won.
STANDBY: Final[i64] = 8
SENT_BACK: Final[i64] = 7
WON: Final[i64] = 9
#: So many markers win the duel.
MARKERS: Final[i64] = 3


def of_call(points: vec[i64], upon: i64, spoke: i64, winners: i64, bonus: i64) -> vec[i64]:
    """The points of all seats after a call, which ends the round. `upon` is the seat that was
    called on, `spoke` the seats that called or countered, `winners` those who win by it (both
    masks); `bonus` is 1 if the point card is out.

    >>> list(of_call(vec[i64]([0, 8, 7, 3, 6]), 1, 0b01100, 0b01100, 0))
    [0, 7, 8, 5, 7]
    >>> list(of_call(vec[i64]([0, 8, 7, 3, 6]), 1, 0b01110, 0b00010, 0))
    [0, 9, 7, 3, 7]
    """
    after = points[:]
    for seat in range(1, len(points)):
        before = points[seat]
        if winners >> seat & 1:
            after[seat] = WON if before == STANDBY else min(before + 2 + bonus, STANDBY)
        elif seat == upon:
            after[seat] = SENT_BACK if before == STANDBY else before
        elif not spoke >> seat & 1:
            after[seat] = min(before + 1, STANDBY)
    return after


def of_burst(points: vec[i64], burst: i64) -> vec[i64]:
    """The points of all seats after a hand of seat `burst` had too many cards: every other seat
    gets one, but none beyond STANDBY; the seat `burst` goes back from STANDBY to SENT_BACK.

    >>> list(of_burst(vec[i64]([0, 8, 8, 3]), 2))
    [0, 8, 7, 4]
    """
    after = points[:]
    for seat in range(1, len(points)):
        before = points[seat]
        if seat != burst:
            after[seat] = min(before + 1, STANDBY)
        elif before == STANDBY:
            after[seat] = SENT_BACK
    return after


def of_marker(points: vec[i64], seat: i64, change: i64) -> vec[i64]:
    """The points of a duel after `seat` wins a marker (`change` 1), or loses one if it has any
    (-1).

    >>> list(of_marker(vec[i64]([0, 2, 0]), 1, 1)), list(of_marker(vec[i64]([0, 2, 0]), 2, -1))
    ([0, 3, 0], [0, 2, 0])
    """
    after = points[:]
    after[seat] = max(0, points[seat] + change)
    return after
