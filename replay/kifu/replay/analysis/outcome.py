"""What the end of a match is worth to each seat, as win share and in points."""

from __future__ import annotations


def shares_of(winners: list[int], seats: int) -> list[float]:
    """1/k for each of the k seats that win; an even share where nobody does.

    >>> shares_of([1, 3], 3)
    [0.5, 0.0, 0.5]
    """
    if not winners:
        return [1 / seats] * seats
    return [1 / len(winners) if seat in winners else 0.0 for seat in range(1, seats + 1)]
