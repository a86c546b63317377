"""Placing: who came in before whom, and what a win is worth that several share.

It follows from the scores and the winners alone, which a record says itself: an archive that took
the record's word counts as one that has replayed it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

#: The place of each seat, 1 the best, by the scores in seat order and the winning seats.
Places = Callable[[Sequence[int], Sequence[int]], list[int]]


def most_first(scores: Sequence[int], winners: Sequence[int]) -> list[int]:
    """The place of each seat (1 is first): winners come first, then the higher score; equal scores
    share a place. `scores` are in seat order.

    >>> most_first([5, 9, 7, 7], winners=[1])
    [1, 2, 3, 3]
    """
    return _placed([-score for score in scores], winners)


def fewest_first(scores: Sequence[int], winners: Sequence[int]) -> list[int]:
    """The place of each seat (1 is first): winners come first, then the lower score; equal scores
    share a place. `scores` are in seat order.

    >>> fewest_first([5, 9, 7, 7], winners=[1])
    [1, 4, 2, 2]
    """
    return _placed(scores, winners)


def sides(winners: Sequence[int], teams: Sequence[Sequence[int]]) -> list[list[int]]:
    """The winning seats by side: those of one team together, every other seat by itself.

    >>> sides([1, 3], [[1, 3], [2, 4]]), sides([1, 3], [])
    ([[1, 3]], [[1], [3]])
    """
    of = {seat: min(team) for team in teams for seat in team}
    found: dict[int, list[int]] = {}
    for seat in dict.fromkeys(winners):
        found.setdefault(of.get(seat, seat), []).append(seat)
    return [*found.values()]


def first_of_sides(seats: int, teams: Sequence[Sequence[int]]) -> list[int]:
    """For each seat from 1 on, the lowest seat of its side, which stands for the side. A side is a
    team or a single seat.

    >>> first_of_sides(4, [[1, 3], [2, 4]]), first_of_sides(3, [])
    ([1, 2, 1, 2], [1, 2, 3])
    """
    of = {seat: min(team) for team in teams for seat in team}
    return [of.get(seat, seat) for seat in range(1, seats + 1)]


def shares(seats: int, winners: Sequence[int], teams: Sequence[Sequence[int]]) -> list[float]:
    """Each seat's part of the win, in seat order: 1/k if the seat, or its team, is one of k winners
    (1 if the only one), else 0.

    >>> shares(3, [1, 3], []), shares(4, [1, 3], [[1, 3], [2, 4]])
    ([0.5, 0.0, 0.5], [1.0, 0.0, 1.0, 0.0])
    """
    count = len(sides(winners, teams)) if teams else len(set(winners))
    part = 1 / max(1, count)
    return [part if seat in winners else 0.0 for seat in range(1, seats + 1)]


def _placed(ranks: Sequence[int], winners: Sequence[int]) -> list[int]:
    """The place of each seat (1 is first), from a rank for each: winners come first, then the
    lowest rank; equal ranks share a place.
    """
    order = [(1, rank) if seat not in winners else (0, 0) for seat, rank in enumerate(ranks, 1)]
    ascending = sorted(order)
    return [1 + ascending.index(key) for key in order]
