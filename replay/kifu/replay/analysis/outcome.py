"""What the end of a match is worth to each seat, as win share and in points."""

from __future__ import annotations

from collections.abc import Sequence

from kifu.replay.ranking import shares, sides


def shares_of(
    winners: Sequence[int], seats: int, teams: Sequence[Sequence[int]] = ()
) -> list[float]:
    """Each seat's share of the win, in seat order, as a new list. If k sides won, each seat of them
    has 1/k, all others have 0. Without winners every seat has an even share, 1 divided by the
    number of sides: 0.5 for four seats in two teams.

    `winners` are seats (from 1), with all partners of a winning side. `teams` are the seats that
    win together; a seat in none of them is a side by itself.

    >>> shares_of([1, 3], 3), shares_of([1, 3], 4, [[1, 3], [2, 4]])
    ([0.5, 0.0, 0.5], [1.0, 0.0, 1.0, 0.0])
    """
    if not winners:
        return [even_share(seats, teams)] * seats
    return shares(seats, winners, teams)


def even_share(seats: int, teams: Sequence[Sequence[int]]) -> float:
    """The share of each seat if all sides have the same chance to win: 1 divided by the number of
    sides. A side is a team, or a seat that is in none of `teams`. `seats`, the number of seats, is
    at least 1.

    >>> even_share(4, [[1, 3], [2, 4]])
    0.5
    """
    return 1 / len(sides(range(1, seats + 1), teams))
