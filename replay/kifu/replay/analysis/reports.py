"""A seat's match in numbers: accuracy with its interval, and what was luck."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import fsum, sqrt
from typing import NamedTuple

from kifu.replay.analysis.decisions import Playback
from kifu.replay.analysis.judgement import SeatReport
from kifu.replay.analysis.outcome import even_share
from kifu.replay.analysis.valuing import ValuedDecision
from kifu.replay.elements.lots import QuickLots
from kifu.replay.elements.placing import sides

#: Resamplings of the decisions for the interval of an accuracy.
RESAMPLINGS = 500
#: The part of resamplings that is left out at either end.
TAIL = 0.025


def reports(
    course: Playback, seed: str, seats: frozenset[int], judged: Sequence[ValuedDecision]
) -> list[SeatReport]:
    """The report of each of `seats`, ascending. `judged` are the decisions of all seats, in order;
    `seed` determines the random draws of the intervals.
    """
    own = [[each for each in judged if each.judgement.seat == seat] for seat in sorted(seats)]
    parts = [ResultParts()] * len(own)
    if course.state.is_over:
        if len(own) == course.seats:
            parts = parts_of(own, course.results(), course.teams)
        else:
            even = even_share(course.seats, course.teams)
            parts = [ResultParts(luck(found, 0.0, even)[0]) for found in own]
    return [
        _report(seat, found, part, f"{seed}:{seat}")
        for seat, found, part in zip(sorted(seats), own, parts, strict=True)
    ]


class ResultParts(NamedTuple):
    """Parts of a seat's result; None for what is not known. See `SeatReport`."""

    deal: float | None = None
    others: float | None = None
    skill: float | None = None


def parts_of(
    judged: Sequence[Sequence[ValuedDecision]],
    results: Sequence[float],
    teams: Sequence[Sequence[int]],
) -> list[ResultParts]:
    """What each seat's result is made of (deal, skill, other luck), in seat order. `judged` has the
    decisions of each seat, seat 1 first. For each seat the parts add up to its result less an even
    share, and partners have those of their side; over all sides, luck adds up to 0, and skill too.
    """
    even = even_share(len(results), teams)
    gains = [fsum([each.played - each.base for each in found]) for found in judged]
    found = []
    for own, result, gain, skill in zip(judged, results, gains, skills(gains, teams), strict=True):
        deal, others = luck(own, result, even)
        found.append(ResultParts(deal, others + (gain - skill), skill))
    return found


def _report(seat: int, judged: list[ValuedDecision], parts: ResultParts, text: str) -> SeatReport:
    points = [each.judgement.points for each in judged]
    stakes = [each.points_stake for each in judged]
    gains = [each.gain for each in judged]
    low, high = interval(points, stakes, text)
    return SeatReport(
        seat,
        len(judged),
        fsum(points),
        error_of_mean(points),
        fsum(stakes),
        accuracy(points, stakes),
        low,
        high,
        fsum([each.judgement.loss for each in judged]),
        fsum([each.stake for each in judged]),
        *parts,
        fsum(gains),
        error * len(gains) if (error := error_of_mean(gains)) is not None else None,
    )


def error_of_mean(values: Sequence[float]) -> float | None:
    """The standard error of the mean of some values; None of fewer than two.

    >>> error_of_mean([1.0, 3.0]), error_of_mean([1.0])
    (1.0, None)
    """
    count = len(values)
    if count < 2:
        return None
    mean = fsum(values) / count
    return sqrt(fsum([(value - mean) ** 2 for value in values]) / (count - 1) / count)


def accuracy(losses: Sequence[float], stakes: Sequence[float]) -> float | None:
    """100 (1 - losses / stakes): 100 is always the best option, 0 no better than drawing lots, and
    less is worse than that. More than 100 is an error of estimation. None where nothing was at
    stake.

    >>> accuracy([0.0, 0.01], [0.02, 0.02])
    75.0
    """
    stake = fsum(stakes)
    if stake <= 0:
        return None
    return 100 * (1 - fsum(losses) / stake)


def interval(
    losses: Sequence[float], stakes: Sequence[float], text: str
) -> tuple[float | None, float | None]:
    """The lower and the upper end of the 95 % interval of `accuracy`, by drawing from these
    decisions with replacement (the bootstrap of Efron 1979); (None, None) if there is no accuracy.
    `text` determines the draws.

    >>> interval([0.0, 0.0], [0.1, 0.2], "doc")
    (100.0, 100.0)
    """
    lots = QuickLots(f"kifu/interval:{text}")
    count = len(losses)
    found: list[float] = []
    for _ in range(RESAMPLINGS if count else 0):
        drawn = [lots.below(count) for _ in range(count)]
        value = accuracy([losses[place] for place in drawn], [stakes[place] for place in drawn])
        if value is not None:
            found.append(value)
    if not found:
        return None, None
    found.sort()
    left_out = int(TAIL * len(found))
    return found[left_out], found[-1 - left_out]


def luck(judged: Sequence[ValuedDecision], result: float, even: float) -> tuple[float, float]:
    """How much of a seat's `result` was luck of the deal, and how much luck with what others held
    and did, in win share. `judged` are its decisions in order.

    The result less an `even` share is the value of the first decision's position less an even
    share, plus what each choice gained over its position, plus how the value changed between each
    choice and the next decision, or the result. The first and the last are luck, if all others play
    like the players of the worlds: what they gain over these is to be added (see `parts_of`). Luck
    of the deal is what a stretch began with; where one begins between two decisions, that change
    can't be parted in two, and counts as luck of the deal.
    """
    if not judged:
        return 0.0, result - even
    deal = [judged[0].base - even]
    others: list[float] = []
    for before, after in pairwise(judged):
        change = after.base - before.played
        (deal if after.begun != before.begun else others).append(change)
    others.append(result - judged[-1].played)
    return fsum(deal), fsum(others)


def skills(gains: Sequence[float], teams: Sequence[Sequence[int]]) -> list[float]:
    """What each seat's side (its team, or the seat) gained by choosing well, less what it lost
    because others did. `gains` are what each seat gained, in seat order. Each side's gain is lost
    by the other sides in equal parts, so that the skills of all sides add up to 0.

    >>> skills([0.3, 0.0, 0.0], []), skills([0.25, 0.0, 0.0, 0.0], [[1, 3], [2, 4]])
    ([0.3, -0.15, -0.15], [0.25, -0.25, 0.25, -0.25])
    """
    count = len(gains)
    found = [0.0] * count
    every = sides(range(1, count + 1), teams)
    for side in every:
        own = fsum([gains[seat - 1] for seat in side])
        lost = own / (len(every) - 1) if len(every) > 1 else 0.0
        for seat in range(1, count + 1):
            found[seat - 1] += own if seat in side else -lost
    return found
