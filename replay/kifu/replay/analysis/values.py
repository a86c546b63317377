"""What options are worth, from what each of them brought in every world: means, losses, errors.

A loss is measured against the best option, and nobody knows which one that is. The option that
looks best in these worlds was partly lucky in them, so its value there is too high; one that is
chosen in other worlds is mostly not the best, so its value is too low. Therefore rivals are drawn
many times: each draw adds as much noise again to the totals, and takes the option that then looks
best, at the value that was seen. Over many decisions the two errors cancel out (the weighted
estimator: D'Eramo, Restelli & Nuara 2016), so a mean loss doesn't depend on how many worlds were
tried.

Options that differ hardly more than by noise are closer to each other than they look. So their
distances are shrunk by the part of their spread that is noise (empirical Bayes: Efron & Morris
1973); in effect, the noise that is added is louder.

The noise is taken from batches of worlds: their deviations from the mean, each batch with a random
sign (wild bootstrap: Wu 1986). A batch has worlds of all ways of playing on (see `ways`), so
differences between these don't count as noise. The error of a loss has two parts: the spread over
batches of the mean over rivals, and the spread of the rivals' values.

Values are whole numbers below 2**21 in size, of at most a million worlds, so their sums are exact.
Sums of other numbers are taken in the same order on every machine.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations
from math import sqrt
from typing import Any

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from kifu.replay.analysis.ways import WAYS
from kifu.replay.lots import QuickLots

#: By world and option.
Values = NDArray[np.int64]

#: So many batches of worlds say how large the error is; fewer where there are fewer worlds.
BATCHES = 16
#: Draws of a rival: half of them by lot, and each of these again with the opposite signs.
DRAWS = 128
#: Options are drawn together to no less than this part of their distance.
CLOSEST = 1 / 9
#: With fewer worlds nothing is said of ways: their errors would be guesses.
_FEWEST_OF_WAYS = BATCHES * WAYS
#: With fewer there are no batches with worlds of all ways: each world is one.
_FEWEST = 4 * WAYS
#: The ways part where two losses differ by more than so many standard errors of the difference.
APART = 3.5
#: Noise is in this part of the noise that there is.
_LOUD = 64

_LOTS = QuickLots("kifu/signs")
_SIGNS = np.array(
    [[2 * (word >> batch & 1) - 1 for batch in range(BATCHES)]
     for word in [int(_LOTS.below(1 << 16)) for _ in range(DRAWS // 2)]],
    dtype=np.int64,
)  # fmt: skip


class Loss(Struct, frozen=True):
    """The loss of an option against the best one, and its standard error `se`, both in the same
    unit.
    """

    loss: float
    se: float


def losses(values: Values, unit: int, cycle: int = WAYS) -> list[Loss]:
    """How much each option loses against the best one, as a mean over worlds, divided by `unit`:
    one Loss for each option, in their order. `values` are whole numbers by world and option, higher
    is better; it isn't changed and must have two worlds or more.

    Which option is the best is not certain, so what an option loses against is a mean of the
    options that may be the best (see the top of this module). Therefore a loss may be below 0. The
    option with the highest mean loses exactly 0 if it is clearly the best, otherwise 0 or a little
    less; a single option loses 0.

    The ways of playing on take turns every `cycle` worlds, so that a batch of worlds has all of
    them; 1 if all worlds are of one way.

    >>> losses(np.array([[0, 4], [0, 2], [0, 2], [0, 4]]), 4)
    [Loss(loss=0.75, se=0.14...), Loss(loss=0.0, se=0.0)]
    """
    sums, sizes = _batched(values, cycle)
    whole, worlds, few = sums.sum(0), len(values), len(sums) / (len(sums) - 1)
    apart = sums - sizes * whole // worlds
    often = _preferred(whole, apart, few)
    rival = int(often @ whole) / DRAWS
    mean = (rival - whole) / worlds
    spread = (sums @ often)[:, None] / DRAWS - sums - sizes * mean
    rivals = float((often * (whole - rival) ** 2).sum()) / DRAWS
    se = np.sqrt(few * (spread * spread).sum(0) + rivals) / worlds
    return [
        Loss(one / unit, error / unit)
        for one, error in zip(mean.tolist(), se.tolist(), strict=True)
    ]


def losses_by_way(values: Values, unit: int) -> list[list[Loss]]:
    """For each way of playing on (see `ways`), in order, the losses of all options in the worlds of
    that way alone, divided by `unit`: new lists, `found[way][option]` (see `losses`). In each way
    the losses are against what is best in the worlds of that way. [] if there are fewer than 48
    worlds.

    `values`, by world and option, isn't changed. It must begin with world 0, so that row k is
    played on in the way `way_of(k)`.
    """
    if len(values) < _FEWEST_OF_WAYS:
        return []
    return [losses(values[way::WAYS], unit, 1) for way in range(WAYS)]


def they_differ(found: list[Loss]) -> bool:
    """Whether any two of these losses differ by more than APART standard errors of their
    difference. False for fewer than two.

    >>> they_differ([Loss(0.5, 0.1), Loss(0.1, 0.1)]), they_differ([Loss(0.7, 0.1), Loss(0.1, 0.1)])
    (False, True)
    """
    return any(
        abs(one.loss - other.loss) > APART * sqrt(one.se * one.se + other.se * other.se)
        for one, other in combinations(found, 2)
    )


def errors(values: Values, other: int, unit: int) -> list[float]:
    """The standard error (by batches of worlds) of the difference between the mean of each option
    and that of the option with the index `other` (from 0), over the same worlds, divided by `unit`:
    a new list in the order of the options. It is exactly 0 if the difference is the same in all
    worlds, so for `other` itself. `values`, by world and option, isn't changed and must have two
    worlds or more.

    >>> errors(np.array([[0, 4, 9], [2, 6, 7]]), 1, 1)
    [0.0, 0.0, 2.0]
    """
    sums, sizes = _batched(values, WAYS)
    sums = sums - sums[:, [other]]
    apart = sums - sizes * (sums.sum(0) / len(values))
    few = len(sums) / (len(sums) - 1)
    found: list[float] = (np.sqrt(few * (apart * apart).sum(0)) / (len(values) * unit)).tolist()
    return found


def is_decided(values: Values, ahead: float, exact: float) -> bool:
    """Whether the option with the highest mean (of equal ones the first) is settled as the best:
    against each other option, it is ahead by `ahead` standard errors of the difference or more, or
    that error is at most `exact`, in the unit of `values`. True for a single option. `values`, by
    world and option, isn't changed and must have two worlds or more.

    >>> values = np.array([[9, 4, 9], [8, 2, 8], [9, 2, 9], [8, 4, 7]])
    >>> is_decided(values[:, :2], 3.0, 0.0), is_decided(values, 3.0, 0.0)
    (True, False)
    >>> is_decided(values, 3.0, 0.25)
    True
    """
    whole = values.sum(0)
    best = int(whole.argmax())
    gaps = ((whole[best] - whole) / len(values)).tolist()
    return all(
        error <= exact or gap >= ahead * error
        for gap, error in zip(gaps, errors(values, best, 1), strict=True)
    )


def _batched(values: Values, cycle: int) -> tuple[Values, Values]:
    """The values summed over batches of consecutive worlds (see `_batches`): an array [batch,
    option] of the sums, and an array [batch, 1] of how many worlds each batch has, which must not
    be changed. `values`, by world and option, isn't changed and must have one world or more.
    """
    starts, sizes = _batches(len(values), cycle)
    return np.add.reduceat(values, starts), sizes


@cache
def _batches(worlds: int, cycle: int) -> tuple[Values, Values]:
    """The batches of so many worlds: an array of the first world of each, and an array [batch, 1]
    of how many worlds each has. Cached: the arrays are shared, so they must not be changed.

    Batches are made of whole cycles: `cycle` worlds or, with fewer than _FEWEST worlds in all,
    single worlds. There are BATCHES batches, or as many as cycles if these are fewer. Worlds that
    remain after the last whole cycle belong to the last batch.
    """
    cycles = worlds // cycle if worlds >= _FEWEST else worlds
    batches = min(BATCHES, cycles)
    starts = -(-np.arange(batches) * cycles // batches) * (worlds // cycles)
    return starts, np.diff(starts, append=worlds)[:, None]


def _preferred(whole: Any, apart: Values, few: float) -> Any:
    """In how many of DRAWS noisy repetitions each option has the highest total: a new array by
    option; its numbers add up to DRAWS. Of equal options the first one counts. The same arguments
    always give the same numbers.

    `whole` are the totals by option (one or more). `apart`, by batch and option, is by how much the
    sum of a batch is more than its part of the totals; there are BATCHES batches at most. Neither
    is changed. `few` is n / (n - 1) for n batches.

    A repetition adds noise to the totals: the deviations of all batches, each batch with a random
    sign, times sqrt(few / close). For each repetition there is one with the opposite signs. `close`
    is the part of the spread of the totals that is not noise, CLOSEST at least (also where all
    totals are equal). So the noise is louder, up to three times, where the options differ hardly
    more than by noise.
    """
    seen, noise = _spread(whole.tolist()), few * sum(map(_spread, apart.tolist()))
    close = CLOSEST if seen <= 0 else max(CLOSEST, 1 - noise / seen)
    lots = round(_LOUD * sqrt(few / close)) * (_SIGNS[:, : len(apart)] @ apart)
    best = np.concatenate([_LOUD * whole + lots, _LOUD * whole - lots]).argmax(1)
    return np.bincount(best, minlength=len(whole))


def _spread(numbers: list[int]) -> float:
    """The sum of the squared distances of these numbers, one or more, from their mean."""
    return sum([each * each for each in numbers]) - sum(numbers) ** 2 / len(numbers)
