"""Scoring of Atarayo: section 7 of its page (docs/rules/atarayo.md), and what ends the game (8).

Points are a list by seat, place 0 unused; each function gives the new ones.
"""

from __future__ import annotations

#: Where a marker stands on Standby, where it goes back to, and what shows who has won.
STANDBY = 8
SENT_BACK = 7
WON = 9
#: So many markers win the duel.
MARKERS = 3


def of_call(points: list[int], called_upon: int, spoke: list[int], winners: list[int],
            bonus: int) -> list[int]:  # fmt: skip
    """A call has ended the round. `spoke` are all seats that called or countered, `bonus` is 1
    with the point card out.

    >>> of_call([0, 8, 7, 3, 6], 1, [2, 3], [2, 3], 0)
    [0, 7, 8, 5, 7]
    >>> of_call([0, 8, 7, 3, 6], 1, [1, 2, 3], [1], 0)
    [0, 9, 7, 3, 7]
    """
    after = [0]
    for seat, before in enumerate(points[1:], 1):
        if seat in winners:
            after.append(WON if before == STANDBY else min(before + 2 + bonus, STANDBY))
        elif seat == called_upon:
            after.append(SENT_BACK if before == STANDBY else before)
        elif seat in spoke:
            after.append(before)
        else:
            after.append(min(before + 1, STANDBY))
    return after


def of_burst(points: list[int], burst: int) -> list[int]:
    """The hand of seat `burst` has burst.

    >>> of_burst([0, 8, 8, 3], 2)
    [0, 8, 7, 4]
    """
    after = [min(before + 1, STANDBY) for before in points]
    after[0] = 0
    after[burst] = SENT_BACK if points[burst] == STANDBY else points[burst]
    return after


def of_marker(points: list[int], seat: int, change: int) -> list[int]:
    """In the duel `seat` wins a marker (1), or loses one if it has any (-1).

    >>> of_marker([0, 2, 0], 1, 1), of_marker([0, 2, 0], 2, -1)
    ([0, 3, 0], [0, 2, 0])
    """
    after = points.copy()
    after[seat] = max(0, after[seat] + change)
    return after
