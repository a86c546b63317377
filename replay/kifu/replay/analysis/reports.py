"""A seat's match in numbers: accuracy with its interval, and what was luck."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import fsum

from kifu.replay.analysis.decisions import Course
from kifu.replay.analysis.judgement import SeatReport
from kifu.replay.analysis.outcome import shares_of
from kifu.replay.analysis.valuing import Judged
from kifu.replay.elements.lots import QuickLots

#: Resamplings of the decisions for the interval of an accuracy.
RESAMPLINGS = 500
#: The part of resamplings that is left out at either end.
TAIL = 0.025


def reports(
    course: Course, seed: str, seats: frozenset[int], judged: Sequence[Judged]
) -> list[SeatReport]:
    """A report of each seat, ascending."""
    result: list[float] | None = None
    if course.state.is_over:
        result = shares_of(course.state.winners(), course.seats)
    return [
        _report(
            seat,
            [each for each in judged if each.judgement.seat == seat],
            None if result is None else result[seat - 1],
            course.seats,
            f"{seed}:{seat}",
        )
        for seat in sorted(seats)
    ]


def _report(
    seat: int, judged: list[Judged], result: float | None, seats: int, text: str
) -> SeatReport:
    losses = [each.judgement.loss for each in judged]
    stakes = [each.stake for each in judged]
    low, high = interval(losses, stakes, text)
    deal = others = skill = None
    if result is not None:
        deal, others = luck(judged, result, seats)
        skill = fsum([each.played - each.base for each in judged])
    return SeatReport(
        seat,
        len(judged),
        fsum(losses),
        fsum([each.judgement.points for each in judged]),
        accuracy(losses, stakes),
        low,
        high,
        deal,
        others,
        skill,
    )


def accuracy(losses: Sequence[float], stakes: Sequence[float]) -> float | None:
    """100 (1 - losses / stakes) from 0 to 100: 100 is always the best option, 0 no better than
    drawing lots. None where nothing was at stake.

    >>> accuracy([0.0, 0.01], [0.02, 0.02])
    75.0
    """
    stake = fsum(stakes)
    if stake <= 0:
        return None
    return min(100.0, max(0.0, 100 * (1 - fsum(losses) / stake)))


def interval(
    losses: Sequence[float], stakes: Sequence[float], text: str
) -> tuple[float | None, float | None]:
    """The range that holds 95 of 100 accuracies when decisions are drawn from these with
    replacement (the bootstrap of Efron 1979). `text` determines the draws.

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


def luck(judged: Sequence[Judged], result: float, seats: int) -> tuple[float, float]:
    """What was luck of the deal, and luck with what others held and did, in win share.

    The result less an even share is the value of the first decision's position less an even share,
    plus what each choice gained over the reference policy's, plus how the value changed between
    each choice and the next decision, or the result. The first and the last of these are luck. Of
    the deal is what a stretch began with; where one begins between two decisions, that change can't
    be parted in two, and counts as luck of the deal.
    """
    even = 1 / seats
    if not judged:
        return 0.0, result - even
    deal = [judged[0].base - even]
    others: list[float] = []
    for before, after in pairwise(judged):
        change = after.base - before.played
        (deal if after.begun != before.begun else others).append(change)
    others.append(result - judged[-1].played)
    return fsum(deal), fsum(others)
