"""Shrinking: what options are worth, as far as noisy values of them say.

A value in few worlds is its true one plus noise of a known size. The true values of the options of
a decision are taken as spread normally about their mean, some decisions more and some less: how
many are spread how much is fitted to all of them at once, as a mixture over a grid of spreads, by
EM (adaptive shrinkage: Stephens 2017). With the spread t² and the noise s², an option that was seen
x above the mean is worth t² / (t² + s²) x, give or take the root of t² s² / (t² + s²) (empirical
Bayes: Efron and Morris 1973), and both are averaged over the grid.

These values are closer together than the true ones. Those that are spread as the true ones are have
t / sqrt(t² + s²) x (constrained empirical Bayes: Louis 1984).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[Any]
    Ints = NDArray[Any]

#: The spreads of the grid, as powers of 4, as parts of the mean square distance of seen values.
_POWERS = range(3, -8, -1)
_STEPS = 100


class Shrunk(NamedTuple):
    """Of each option: the `mean` of what it may be worth, the `variance` of that, and a value that
    is spread `like` the true ones.
    """

    mean: Floats
    variance: Floats
    like: Floats


def shrunk(values: Floats, noise: Floats, starts: Ints) -> Shrunk:
    """What the options are worth whose `values` have errors with the standard deviation `noise`.
    Those of decision i, two at least, are `values[starts[i]:starts[i + 1]]`.

    >>> import numpy as np
    >>> values, starts = np.array([9.0, 1.0, 0.0, 0.0]), np.array([0, 2, 4])
    >>> shrunk(values, np.zeros(4), starts).mean.round(6).tolist()
    [9.0, 1.0, 0.0, 0.0]
    >>> shrunk(values, np.ones(4), starts).mean.round(1).tolist()
    [8.8, 1.2, 0.0, 0.0]
    """
    import numpy as np

    firsts, counts = starts[:-1], np.diff(starts)
    of = np.repeat(np.arange(len(counts)), counts)
    variance = noise**2
    center = (np.add.reduceat(values, firsts) / counts)[of]
    seen = float(((values - center) ** 2).sum() / (counts - 1).sum())
    if seen <= 0:
        return Shrunk(values, np.zeros(len(values)), values)
    grid = [seen * 4.0**power for power in _POWERS]
    means, logs = [], []
    for spread in grid:
        weights = 1 / (spread + variance)
        total = np.add.reduceat(weights, firsts)
        mean = np.add.reduceat(weights * values, firsts) / total
        far = np.add.reduceat(np.log(weights) - weights * (values - mean[of]) ** 2, firsts)
        means.append(mean)
        logs.append((far - np.log(total)) / 2)
    chances = _mixed(np.array(logs))
    own, square, like = np.zeros((3, len(values)))
    for spread, mean, chance in zip(grid, means, chances, strict=True):
        part = spread / (spread + variance)
        apart, often = values - mean[of], chance[of]
        drawn = mean[of] + part * apart
        own += often * drawn
        square += often * (drawn**2 + part * variance)
        like += often * (mean[of] + part**0.5 * apart)
    return Shrunk(own, np.maximum(square - own**2, 0) * (variance > 0), like)


def _mixed(logs: Floats) -> Floats:
    """How likely each spread is for each decision, from `logs` with the log likelihood of the
    decisions (columns) by spreads (rows).
    """
    import numpy as np

    likely = np.exp(logs - logs.max(0))
    chances: Floats = likely / likely.sum(0)
    for _ in range(_STEPS):
        chances = likely * chances.mean(1)[:, None]
        chances /= chances.sum(0)
    return chances
