"""Cross-fitting: what a decision lost, without the flattery of choosing by the same luck.

The option that looks best in some worlds is partly the one that was lucky there, so its value in
the same worlds is too large. Here the best option is chosen in one half of the worlds and valued in
the other, and the other way round (Chernozhukov et al., "Double/debiased machine learning", 2018).
Every other world is of the other half, and each half has worlds of all ways of playing on (see
`ways`).

The error is that of batches of worlds, because worlds of a walk resemble their neighbours. A batch
has worlds of all ways, so what these have apart is no error. Where the halves prefer different
rivals, other worlds could too: a part of what these differ is added, as large as makes the errors
true (`python -m benchmarks.judged_again errors`).
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from math import fsum, sqrt

from msgspec import Struct

from kifu.replay.analysis.sums import crossed, first_best, gaps, totals
from kifu.replay.analysis.ways import WAYS
from kifu.replay.elements.native import i64, vec

#: Worlds until each half has had one of each way.
CYCLE = 2 * WAYS
#: So many batches of worlds say how large the error is; fewer where there are fewer cycles.
BATCHES = 16
#: This part of what the rivals of the halves differ, squared, is of the error.
RIVALS = 0.25
#: Of fewer worlds no half has two.
_FEWEST = 4
#: With fewer nothing is said of ways: their errors would be guesses.
_FEWEST_OF_WAYS = BATCHES * CYCLE
#: An option this many standard errors below the best one is not looked at any further. Should it be
#: the best one after all, the loss is too small by less than a hundredth of its standard error on
#: average: nobody has more than max(x P(Z > FAR + x)) to lose.
FAR = 2.0
#: The ways part where two losses differ by more than so many standard errors of the difference.
APART = 3.5


class Loss(Struct, frozen=True):
    """What the played option lost against the best one, and its standard error."""

    loss: float
    se: float


def means(values: vec[i64], options: int, unit: int) -> list[float]:
    """The mean of each option over all worlds, divided by `unit`. `values` has a value for each of
    `options` options, world after world (see `sums`).

    >>> from kifu.replay.analysis.sums import filled
    >>> means(filled([0, 4, 2, 0]), 2, 4)
    [0.25, 0.5]
    """
    worlds: int = len(values) // options
    return [int(total) / (worlds * unit) for total in totals(values, options)]


def cross_fitted(values: vec[i64], options: int, played: int, unit: int) -> Loss:
    """How much the option with the index `played` lost against the best one, as the mean over
    worlds divided by `unit`; 0 or more but for errors of estimation. `values` and `options` are as
    in `means`. O(worlds x options).

    >>> from kifu.replay.analysis.sums import filled
    >>> cross_fitted(filled([0, 4, 0, 2, 0, 0, 0, 2]), 2, 0, 4)
    Loss(loss=0.5, se=0.25)
    """
    worlds: int = len(values) // options
    if worlds < _FEWEST:
        lost, _ = gaps(values, options, first_best(totals(values, options)), played)
        return Loss(int(lost) / (worlds * unit), 0.0)
    if worlds < _FEWEST * CYCLE:
        return _fitted(values, options, played, unit, 2, [0])
    return _fitted(values, options, played, unit, CYCLE, [*range(WAYS)])


def losses_by_way(values: vec[i64], options: int, option: int, unit: int) -> list[Loss]:
    """The loss of an option in the worlds of each way alone; none where these are too few.
    O(worlds x options).
    """
    if len(values) // options < _FEWEST_OF_WAYS:
        return []
    return [_fitted(values, options, option, unit, CYCLE, [way]) for way in range(WAYS)]


def they_part(losses: Sequence[Loss]) -> bool:
    """Whether two of some losses differ by more than their errors.

    >>> they_part([Loss(0.5, 0.1), Loss(0.1, 0.1)]), they_part([Loss(0.7, 0.1), Loss(0.1, 0.1)])
    (False, True)
    """
    return any(
        abs(one.loss - other.loss) > APART * sqrt(one.se * one.se + other.se * other.se)
        for one, other in combinations(losses, 2)
    )


def _fitted(
    values: vec[i64], options: int, played: int, unit: int, cycle: int, ways: list[int]
) -> Loss:
    """The loss in the worlds of these ways, of which each cycle has two."""
    worlds: int = len(values) // options
    cycles = worlds // cycle
    batches = min(BATCHES, cycles)
    *sums, one, other = map(int, crossed(values, options, played, cycle, ways, batches))
    counts = [0] * batches
    for world in range(worlds):
        if world % cycle // 2 in ways:
            counts[min(world // cycle, cycles - 1) * batches // cycles] += 1
    seen = sum(counts)
    mean = sum(sums) / seen
    spread = fsum([(lost - count * mean) ** 2 for lost, count in zip(sums, counts, strict=True)])
    choice = RIVALS * (one * one + other * other)
    variance = (batches / (batches - 1) * spread + choice) / (seen * seen)
    return Loss(mean / unit, sqrt(variance) / unit)


def in_the_running(values: vec[i64], options: int, played: int) -> list[int]:
    """The indices of the options that may still turn out to be the best one, and of the one that
    was `played`, ascending. `values` and `options` are as in `means`.

    >>> from kifu.replay.analysis.sums import filled
    >>> in_the_running(filled([9, 1, 8, 9, 2, 9, 9, 1, 9, 9, 2, 9]), 3, 0)
    [0, 2]
    """
    worlds: int = len(values) // options
    best = int(first_best(totals(values, options)))
    kept = []
    for option in range(options):
        lost, squares = gaps(values, options, best, option)
        mean = int(lost) / worlds
        spread = max(0.0, int(squares) - int(lost) * mean) / (worlds - 1)
        if option in (best, played) or mean <= FAR * sqrt(spread / worlds):
            kept.append(option)
    return kept
