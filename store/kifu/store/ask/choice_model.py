"""The choice model: how surely a player finds the better option, by judged decisions.

A player takes an option with a chance in proportion to exp(b * its value in points): with b = 0 all
options are equally likely, and the larger b is, the rarer are costly ones (McFadden 1974; Regan and
Haworth 2011 rate chess players like this). One b is fitted for each player, over all decisions at
once, with half a decision more for the better and half a one for the worse of two options, so that
b is finite for a player who always took the best.

A b says what the player would lose on average if facing all decisions that anybody faced: so
players are compared who met easy and hard ones.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[Any]
    Ints = NDArray[Any]

#: Decisions that stand for all, when it is said what a b loses.
_EXAMPLES = 4000
#: Values of b for which that is said; it is interpolated between them.
_STEPS = 200
#: The largest b times the mean distance of two options: the worse one is never taken then.
_FARTHEST = 40.0


class Choices(NamedTuple):
    """Decisions as arrays: who decided (numbers from 0), and by how many points each other option
    was better than the chosen one: those of decision i are `ahead[starts[i]:starts[i + 1]]`.
    """

    player: Ints
    ahead: Floats
    starts: Ints


class Sureness(NamedTuple):
    """The b of each player and its standard error."""

    values: Floats
    errors: Floats


def choices(decisions: Iterable[tuple[int, Sequence[float] | Floats]]) -> Choices:
    """The decisions as arrays. Each is given as (player, ahead): the player's number, from 0, and
    for every option that was not chosen, at least one, by how many points it was better than the
    chosen one (below 0: worse).
    """
    import numpy as np

    player, ahead, starts = array("q"), array("d"), array("q", [0])
    for who, others in decisions:
        player.append(who)
        ahead.extend(others)
        starts.append(len(ahead))
    return Choices(np.array(player), np.array(ahead), np.array(starts))


def until(decided: Choices, count: int) -> Choices:
    """The first `count` of the decisions."""
    end = int(decided.starts[count])
    return Choices(decided.player[:count], decided.ahead[:end], decided.starts[: count + 1])


def typical(decided: Choices) -> float:
    """The mean distance in points between the chosen option and another one, or 1.0 if all options
    are equally good: the `scale` for `fit`.
    """
    return float(abs(decided.ahead).mean()) or 1.0


def fit(decided: Choices, players: int, scale: float) -> Sureness:
    """How surely each of the players 0 to `players` - 1 takes the better option: the b under which
    their choices are most likely, and its standard error. Each player's choices are taken together
    with an invented decision between two options that are `scale` points apart, half a time for the
    better and half a time for the worse, so that b is finite.

    The error is the larger of two: by the curvature of the likelihood, and by how much decisions
    differ.

    >>> always_right = [(0, [-1.0])] * 3
    >>> often_right = [(1, [-1.0])] * 3 + [(1, [1.0])]
    >>> values, errors = fit(choices(always_right + often_right), players=2, scale=1.0)
    >>> [round(float(value), 2) for value in (*values, *errors)]
    [1.95, 0.85, 1.51, 0.98]
    """
    import numpy as np

    values = np.zeros(players)
    for _ in range(200):
        slope, bend, _ = _curvature(decided, values, scale)
        # Far from the maximum the likelihood is straighter than a parabola.
        step = np.clip(slope / bend, -2 / scale, 2 / scale)
        values = values + step
        if np.abs(step).max() < 1e-8 / scale:
            break
    _, bend, spread = _curvature(decided, values, scale)
    return Sureness(values, np.sqrt(np.maximum(1 / bend, spread / bend**2)))


def lost(decided: Choices, values: Floats) -> Floats:
    """For each b in `values`: the points that a player with that b would lose per choice if facing
    the decisions of all players (the mean over a sample of them).
    """
    import numpy as np

    step = -(-len(decided.player) // _EXAMPLES)
    own = [
        decided.ahead[decided.starts[at] : decided.starts[at + 1]]
        for at in range(0, len(decided.player), step)
    ]
    examples = choices((0, each) for each in own)
    # Further out the loss changes no more, and the grid is the same whoever is asked about.
    grid = _FARTHEST / typical(decided) * np.linspace(-1, 1, _STEPS) ** 3
    best = np.maximum(np.maximum.reduceat(examples.ahead, examples.starts[:-1]), 0)
    means = [(best - _expected(examples, np.array([b]))[0]).mean() for b in grid]
    found_lost: Floats = np.interp(values, grid, means)
    return found_lost


def _curvature(decided: Choices, values: Floats, scale: float) -> tuple[Floats, Floats, Floats]:
    """For each player, at the player's b in `values`: the slope of the log likelihood, its negative
    second derivative, and the sum of the squared slopes of single decisions. `scale` is as in
    `fit`.
    """
    import numpy as np

    mean, square = _expected(decided, values)
    size = len(values)
    drawn = np.tanh(values * scale / 2)
    slope = np.bincount(decided.player, -mean, size) - scale / 2 * drawn
    bend = np.bincount(decided.player, square - mean * mean, size) + scale**2 / 4 * (1 - drawn**2)
    spread = np.bincount(decided.player, mean * mean, size)
    return slope, np.maximum(bend, 1e-12 * scale**2), spread


def _expected(decided: Choices, values: Floats) -> tuple[Floats, Floats]:
    """For each decision: by how many points an option that the model draws is better than the one
    chosen, its mean and its mean square. `values` has the b of each player.
    """
    import numpy as np

    firsts = decided.starts[:-1]
    of = np.repeat(np.arange(len(firsts)), np.diff(decided.starts))
    power = values[decided.player][of] * decided.ahead
    top = np.maximum(np.maximum.reduceat(power, firsts), 0)
    weights = np.exp(power - top[of])
    total = np.add.reduceat(weights, firsts) + np.exp(-top)
    mean = np.add.reduceat(weights * decided.ahead, firsts) / total
    square = np.add.reduceat(weights * decided.ahead**2, firsts) / total
    return mean, square
