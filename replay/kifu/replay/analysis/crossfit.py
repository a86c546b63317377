"""Cross-fitting: what a decision lost, without the flattery of choosing by the same luck.

The option that looks best in some worlds is partly the one that was lucky there, so its value in
the same worlds is too large. Here the best option is chosen in one half of the worlds and valued in
the other, and the other way round (Chernozhukov et al., "Double/debiased machine learning", 2018).
Every other world is of the other half.
"""

from __future__ import annotations

from math import sqrt

from msgspec import Struct

from kifu.replay.analysis.sums import first_best, gaps, totals
from kifu.replay.elements.native import i64, vec

#: Of fewer worlds no half has two.
_FEWEST = 4
#: An option this many standard errors below the best one is not looked at any further. Should it be
#: the best one after all, the loss is too small by less than a hundredth of its standard error on
#: average: nobody has more than max(x P(Z > FAR + x)) to lose.
FAR = 2.0


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
    worlds divided by `unit`; 0 or more but for errors of estimation. `values` has a value for each
    of `options` options, world after world. O(worlds x options).

    >>> from kifu.replay.analysis.sums import filled
    >>> cross_fitted(filled([0, 4, 0, 2, 0, 0, 0, 2]), 2, 0, 4)
    Loss(loss=0.5, se=0.25)
    """
    worlds: int = len(values) // options
    if worlds < _FEWEST:
        lost, _ = gaps(values, options, first_best(totals(values, options)), played)
        return Loss(int(lost) / (worlds * unit), 0.0)
    loss = 0
    spread = 0.0
    for half in (0, 1):
        rival = first_best(totals(values, options, 1 - half, 2))
        lost, squares = gaps(values, options, rival, played, half, 2)
        count: int = (worlds + 1 - half) // 2
        spread += int(squares) - int(lost) * int(lost) / count
        loss += int(lost)
    variance = max(0.0, spread / (worlds - 2)) / worlds
    return Loss(loss / (worlds * unit), sqrt(variance) / unit)


def in_the_running(values: vec[i64], options: int, played: int) -> list[int]:
    """The indices of the options that may still turn out to be the best one, and of the one that
    was `played`, ascending. `values` has a value for each of `options` options, world after world.

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
