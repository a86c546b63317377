"""Ranking: who came in before whom, and what a win is worth that several share.

It follows from the scores and the winners alone, which a record says itself: an archive that took
the record's word counts as one that has replayed it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

#: The place of each seat, 1 the best, by the scores in seat order and the winning seats.
Places = Callable[[Sequence[int], Sequence[int]], list[int]]


def most_first(scores: Sequence[int], winners: Sequence[int]) -> list[int]:
    """The place of each seat (1 is first), in seat order: all winners are first, then the higher
    score comes first. Equal scores share a place; the next place counts all seats before it.
    `scores` are in seat order.

    >>> most_first([5, 9, 7, 7], winners=[1])
    [1, 2, 3, 3]
    """
    return fewest_first([-score for score in scores], winners)


def fewest_first(scores: Sequence[int], winners: Sequence[int]) -> list[int]:
    """The place of each seat (1 is first), in seat order: all winners are first, then the lower
    score comes first. Equal scores share a place; the next place counts all seats before it.
    `scores` are in seat order.

    >>> fewest_first([5, 9, 7, 7], winners=[1])
    [1, 4, 2, 2]
    """
    order = [(1, score) if seat not in winners else (0, 0) for seat, score in enumerate(scores, 1)]
    ascending = sorted(order)
    return [1 + ascending.index(key) for key in order]


def sides(winners: Sequence[int], teams: Sequence[Sequence[int]]) -> list[list[int]]:
    """The winning seats grouped by side: those of one team together, every other seat by itself.
    Sides and seats are in the order of `winners`; a seat that is there twice counts once.

    >>> sides([1, 3], [[1, 3], [2, 4]]), sides([1, 3], [])
    ([[1, 3]], [[1], [3]])
    """
    of = {seat: min(team) for team in teams for seat in team}
    found: dict[int, list[int]] = {}
    for seat in dict.fromkeys(winners):
        found.setdefault(of.get(seat, seat), []).append(seat)
    return [*found.values()]


def first_of_sides(seats: int, teams: Sequence[Sequence[int]]) -> list[int]:
    """For each seat, in seat order, the lowest seat of its side, by which the side is known. A side
    is a team, or a seat without one.

    >>> first_of_sides(4, [[1, 3], [2, 4]]), first_of_sides(3, [])
    ([1, 2, 1, 2], [1, 2, 3])
    """
    of = {seat: min(team) for team in teams for seat in team}
    return [of.get(seat, seat) for seat in range(1, seats + 1)]


def shares(seats: int, winners: Sequence[int], teams: Sequence[Sequence[int]]) -> list[float]:
    """Each seat's part of the win, in seat order: if k sides won, 1/k for each seat in `winners`
    and 0 for all others. Without winners all have 0. `winners` must have all partners of a winning
    side.

    >>> shares(3, [1, 3], []), shares(4, [1, 3], [[1, 3], [2, 4]])
    ([0.5, 0.0, 0.5], [1.0, 0.0, 1.0, 0.0])
    """
    part = 1 / max(1, len(sides(winners, teams)))
    return [part if seat in winners else 0.0 for seat in range(1, seats + 1)]
