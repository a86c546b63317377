"""What the end of a match is worth to each seat, as win share and in points."""

from __future__ import annotations

from collections.abc import Sequence

from kifu.replay.elements.placing import shares, sides


def shares_of(
    winners: Sequence[int], seats: int, teams: Sequence[Sequence[int]] = ()
) -> list[float]:
    """Each seat's share of a match, in seat order: 1/k if the seat, or its team, is one of k
    winners, otherwise 0. Without winners every side has an even share, which each of its seats
    gets: 0.5 for four seats in two teams.

    >>> shares_of([1, 3], 3), shares_of([1, 3], 4, [[1, 3], [2, 4]])
    ([0.5, 0.0, 0.5], [1.0, 0.0, 1.0, 0.0])
    """
    if not winners:
        return [even_share(seats, teams)] * seats
    return shares(seats, winners, teams)


def even_share(seats: int, teams: Sequence[Sequence[int]]) -> float:
    """The share of each seat if all teams, or all seats without teams, have the same chance to win.

    >>> even_share(4, [[1, 3], [2, 4]])
    0.5
    """
    return 1 / len(sides(range(1, seats + 1), teams))
