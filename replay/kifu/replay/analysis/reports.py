"""A seat's match in numbers: accuracy with its interval."""

from __future__ import annotations

from collections.abc import Sequence
from math import fsum, sqrt

from kifu.replay.analysis.judgement import SeatReport
from kifu.replay.analysis.valuing import ValuedDecision
from kifu.replay.elements.lots import QuickLots

#: Resamplings of the decisions for the interval of an accuracy.
RESAMPLINGS = 500
#: The part of resamplings that is left out at either end.
TAIL = 0.025


def reports(seed: str, seats: frozenset[int], judged: Sequence[ValuedDecision]) -> list[SeatReport]:
    """The report of each of `seats`, ascending. `judged` are the decisions of all seats, in order;
    `seed` determines the random draws of the intervals.
    """
    return [
        _report(seat, [each for each in judged if each.judgement.seat == seat], f"{seed}:{seat}")
        for seat in sorted(seats)
    ]


def _report(seat: int, judged: list[ValuedDecision], text: str) -> SeatReport:
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
        gain=fsum(gains),
        gain_se=error * len(gains) if (error := error_of_mean(gains)) is not None else None,
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
