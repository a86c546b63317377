"""The loss of a decision: the value of its best option, less that of the played one.

Nobody knows which option is the best one. The one that looks best in some worlds is partly the one
that was lucky there, so its value in the same worlds is too large. One chosen in other worlds is
mostly worth less than the best. So rivals are drawn: each is the option that looks best with as
much noise again, and is valued as it was seen. By their luck in these worlds they are worth too
much, by not being the best one too little, and over many decisions the two are equal (the weighted
estimator: D'Eramo, Restelli & Nuara 2016). A mean loss doesn't depend then on how many worlds were
tried.

Options that differ hardly more than by noise are closer to each other than they look. They are
drawn together by the part of their spread that is noise (empirical Bayes: Efron & Morris 1973), or,
which is the same, the noise that is added is that much louder.

The noise is that of batches of worlds, because worlds of a walk resemble their neighbours: the
deviations of the batches, with signs by lot (wild bootstrap: Wu 1986). A batch has worlds of all
ways of playing on (see `ways`), so what these have apart is no noise. The error of a loss has two
parts: the spread over batches of the mean over rivals, and the spread of the rivals' values. That
of how far two options are apart is the spread over batches of their difference.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain, combinations
from math import fsum, sqrt
from operator import mul

from msgspec import Struct

from kifu.notation.native import i64, vec
from kifu.replay.analysis.sums import (
    DRAWS,
    LOUD,
    batch_sums,
    deviations,
    filled,
    first_best,
    gaps,
    preferred,
    totals,
)
from kifu.replay.analysis.ways import WAYS

#: Worlds until there were two of each way, one of each walk.
CYCLE = 2 * WAYS
#: So many batches of worlds say how large the error is; fewer where there are fewer cycles.
BATCHES = 16
#: Options are drawn together to no less than this part of their distance.
CLOSEST = 1 / 9
#: With fewer there are no two batches of two.
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
    """The loss of the played option against the best one, and its standard error."""

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


def loss_of(values: vec[i64], options: int, played: int, unit: int) -> Loss:
    """How much the option with the index `played` lost against the best one, as the mean over
    worlds divided by `unit`; 0 or more but for errors of estimation. `values` has a value for each
    of `options` options, world after world. With fewer than four worlds the best option is the one
    that is best in them, and the error is said to be 0. O(worlds x options).

    >>> from kifu.replay.analysis.sums import filled
    >>> loss_of(filled([0, 4, 0, 2, 0, 2, 0, 4]), 2, 0, 4)
    Loss(loss=0.75, se=0.0)
    """
    worlds: int = len(values) // options
    if worlds < _FEWEST:
        lost, _ = gaps(values, options, first_best(totals(values, options)), played)
        return Loss(int(lost) / (worlds * unit), 0.0)
    return _loss_from_sums(_batched(values, options), options, played, unit)


def errors(values: vec[i64], options: int, other: int, unit: int) -> list[float]:
    """The standard error of the difference between the mean of each option and that of the option
    with the index `other`, over the same worlds, divided by `unit`; exactly 0 if it is the same in
    all worlds. `values` has a value for each of `options` options, world after world; two worlds at
    least. O(worlds x options).

    >>> from kifu.replay.analysis.sums import filled
    >>> errors(filled([0, 4, 9, 2, 6, 7]), 3, 1, 1)
    [0.0, 0.0, 2.0]
    """
    sums = _batched(values, options)
    *whole, seen = map(int, totals(sums, options + 1))
    squares = [0] * options
    for at in range(0, len(sums), options + 1):
        *batch, worlds = map(int, sums[at : at + options + 1])
        for option in range(options):
            gap, mean = batch[option] - batch[other], whole[option] - whole[other]
            squares[option] += (seen * gap - worlds * mean) ** 2
    batches: int = len(sums) // (options + 1)
    louder = batches / (batches - 1)
    return [sqrt(louder * each) / (seen * seen * unit) for each in squares]


def means_by_way(values: vec[i64], options: int, unit: int) -> list[list[float]]:
    """The mean of each option, divided by `unit`, over the worlds of each way of playing on (see
    `ways`), way by way. `values` has a value for each of `options` options, world after world;
    CYCLE worlds at least.

    >>> from kifu.replay.analysis.sums import filled
    >>> means_by_way(filled([3, 0, 5, 0, 1, 2, 1, 2, 7, 9, 7, 9]), 2, 1)
    [[4.0, 0.0], [1.0, 2.0], [7.0, 9.0]]
    """
    found = []
    for way in range(WAYS):
        *sums, worlds = map(int, batch_sums(values, options, CYCLE, [way], 1))
        found.append([each / (worlds * unit) for each in sums])
    return found


def losses_by_way(values: vec[i64], options: int, option: int, unit: int) -> list[Loss]:
    """The loss of the option with the index `option`, divided by `unit` (see `loss_of`), by each
    way of playing on (see `ways`), in the worlds played on in that way; an empty list if the worlds
    are too few. O(worlds x options).
    """
    if len(values) // options < _FEWEST_OF_WAYS:
        return []
    batches = min(BATCHES, len(values) // options // CYCLE)
    sums = [batch_sums(values, options, CYCLE, [way], batches) for way in range(WAYS)]
    return [_loss_from_sums(each, options, option, unit) for each in sums]


def they_part(losses: Sequence[Loss]) -> bool:
    """Whether any two of these losses differ by more than APART standard errors of their
    difference.

    >>> they_part([Loss(0.5, 0.1), Loss(0.1, 0.1)]), they_part([Loss(0.7, 0.1), Loss(0.1, 0.1)])
    (False, True)
    """
    return any(
        abs(one.loss - other.loss) > APART * sqrt(one.se * one.se + other.se * other.se)
        for one, other in combinations(losses, 2)
    )


def _batched(values: vec[i64], options: int) -> vec[i64]:
    """The worlds summed up in batches, as `batch_sums` does. A batch has worlds of all ways, or,
    with few worlds, two worlds, or, with fewer than _FEWEST, one.
    """
    worlds: int = len(values) // options
    if worlds < _FEWEST:
        each = [[*values[at : at + options], 1] for at in range(0, len(values), options)]
        return filled(chain.from_iterable(each))
    if worlds < _FEWEST * CYCLE:
        return batch_sums(values, options, 2, [0], min(BATCHES, worlds // 2))
    return batch_sums(values, options, CYCLE, [*range(WAYS)], min(BATCHES, worlds // CYCLE))


def _loss_from_sums(sums: vec[i64], options: int, played: int, unit: int) -> Loss:
    """The loss of the option with the index `played`, and its error, both divided by `unit`, from
    the sums of batches (see `batch_sums`).
    """
    batches: int = len(sums) // (options + 1)
    apart = deviations(sums, options)
    *whole, seen = map(int, totals(sums, options + 1))
    noise = _noise_factor([*map(int, apart)], whole, batches)
    often = [int(count) for count in preferred(sums, apart, options, round(int(LOUD) * noise))]
    rival = sum(map(mul, often, whole)) / DRAWS
    mean = (rival - whole[played]) / seen
    spread = []
    for at in range(0, len(sums), options + 1):
        *batch, worlds = map(int, sums[at : at + options + 1])
        lost = sum(map(mul, often, batch)) / DRAWS - batch[played]
        spread.append((lost - worlds * mean) ** 2)
    rivals = [count / DRAWS * (one - rival) ** 2 for count, one in zip(often, whole, strict=True)]
    variance = batches / (batches - 1) * fsum(spread) + fsum(rivals)
    return Loss(mean / unit, sqrt(variance) / (seen * unit))


def _noise_factor(apart: list[int], whole: list[int], batches: int) -> float:
    """By what factor the deviations `apart` (of each batch, one an option; see `deviations`) must
    be multiplied before they are added to the totals `whole`, one an option: 1 or more, larger for
    fewer batches, and the more of the options' spread is noise.
    """
    options = len(whole)
    noise = fsum(_spread(apart[at : at + options]) for at in range(0, len(apart), options))
    noise *= batches / (batches - 1)
    seen = _spread(whole)
    close = CLOSEST if seen <= 0 else max(CLOSEST, 1 - noise / seen)
    return sqrt(batches / (batches - 1) / close)


def _spread(numbers: Sequence[int]) -> float:
    """The sum of the squared distances of some numbers from their mean."""
    return sum(each * each for each in numbers) - sum(numbers) ** 2 / len(numbers)


def in_the_running(values: vec[i64], options: int, played: int) -> list[int]:
    """The indices of the options that may still turn out to be the best one, and the index
    `played`, ascending. `values` has a value for each of `options` options, world after world; two
    worlds at least.

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
