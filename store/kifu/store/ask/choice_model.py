"""The choice model: how surely a player finds the better option, by judged decisions.

A player takes an option with a chance in proportion to exp(b * its value in points): with b = 0 all
options are equally likely, and the larger b is, the rarer are costly ones (McFadden 1974; Regan and
Haworth 2011 rate chess players like this). One b is fitted for each player, over all decisions at
once, with half a decision more for the better and half a one for the worse of two options, so that
b is finite for a player who always took the best.

Values in few worlds are noisy. They are shrunk first (see `shrinking`), and what they may still be
off counts as a part of the whim of the choice: the exponential is the law of a value plus an error
with the variance pi² / (6 b²) (Gumbel's: McFadden 1974), so with the variance w on top, b becomes
b / sqrt(1 + 6 b² w / pi²), where w is the mean of the two options compared. Where w alone is more
than that variance, the true b may be missed.

A b says what the player would lose on average if facing all decisions that anybody faced: so
players are compared who met easy and hard ones.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from kifu.store.ask.intervals import student
from kifu.store.ask.ratings import WIDE
from kifu.store.ask.shrinking import shrunk

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
    """Decisions as arrays: who decided and in which match (numbers from 0), and by how many points
    each other option was better than the chosen one: those of decision i are
    `ahead[starts[i]:starts[i + 1]]`. These are means; `variance` is that of what they may be, and
    `like` are values that are spread as the true ones.
    """

    player: Ints
    match: Ints
    ahead: Floats
    variance: Floats
    like: Floats
    starts: Ints


class Sureness(NamedTuple):
    """The b of each player, and half the width of its interval of 95 %."""

    values: Floats
    margins: Floats


def choices(decisions: Iterable[tuple[int, int, Sequence[float], Sequence[float]]]) -> Choices:
    """The decisions as arrays. Each is given as (player, match, ahead, noise): the numbers of the
    player and of the match, from 0; for every option that was not chosen, at least one, by how many
    points it was seen to be better than the chosen one (below 0: worse); and the standard errors of
    the values, of the chosen option and then of the others.
    """
    import numpy as np

    player, match, counts = array("q"), array("q"), array("q", [0])
    seen, errors = array("d"), array("d")
    for who, where, others, noise in decisions:
        player.append(who)
        match.append(where)
        seen.append(0.0)
        seen.extend(others)
        errors.extend(noise)
        counts.append(len(seen))
    starts = np.array(counts)
    means, variances, like = shrunk(np.array(seen), np.array(errors), starts)
    chosen = np.repeat(starts[:-1], np.diff(starts))
    rest = np.arange(len(chosen)) != chosen
    return Choices(
        np.array(player),
        np.array(match),
        (means - means[chosen])[rest],
        (variances + variances[chosen])[rest],
        (like - like[chosen])[rest],
        starts - np.arange(len(starts)),
    )


def until(decided: Choices, count: int) -> Choices:
    """The first `count` of the decisions."""
    end = int(decided.starts[count])
    return Choices(
        decided.player[:count],
        decided.match[:count],
        decided.ahead[:end],
        decided.variance[:end],
        decided.like[:end],
        decided.starts[: count + 1],
    )


def typical(decided: Choices) -> float:
    """The mean distance in points between the chosen option and another one, or 1.0 if all options
    are (as good as) equal: the `scale` for `fit`. There must be a decision.
    """
    mean = float(abs(decided.like).mean())
    return mean if mean > 1e-9 else 1.0


def fit(decided: Choices, players: int, scale: float) -> Sureness:
    """How surely each of the players 0 to `players` - 1 takes the better option: the b under which
    their choices are most likely, with its interval. Each player's choices are taken together
    with an invented decision between two options that are `scale` points apart, half a time for the
    better and half a time for the worse, so that b is finite.

    The interval is the wider of two: by the curvature of the likelihood, and by how much the
    matches of the player differ (clustered sandwich: Liang and Zeger 1986; Student's t), since
    decisions of one match resemble each other. Of one match only the first is known.

    >>> always_right = [(0, match, [-1.0], [0, 0]) for match in range(3)]
    >>> often_right = [(1, at, [1.0 if at == 3 else -1.0], [0, 0]) for at in range(4)]
    >>> values, margins = fit(choices(always_right + often_right), players=2, scale=1.0)
    >>> [round(float(value), 2) for value in (*values, *margins)]
    [1.95, 0.85, 2.96, 3.05]
    """
    import numpy as np

    values = np.zeros(players)
    for _ in range(200):
        slope, bend = _curvature(decided, values, scale)
        # Far from the maximum the likelihood is straighter than a parabola.
        step = np.clip(slope / bend, -2 / scale, 2 / scale)
        values = values + step
        if np.abs(step).max() < 1e-8 / scale:
            break
    _, bend = _curvature(decided, values, scale)
    return Sureness(values, np.maximum(WIDE / np.sqrt(bend), _between(decided, values) / bend))


def lost(decided: Choices, values: Floats) -> Floats:
    """For each b in `values`: the points that a player with that b would lose per choice if facing
    the decisions of all players (the mean over a sample of them).
    """
    import numpy as np

    step = -(-len(decided.player) // _EXAMPLES)
    ranges = [
        (decided.starts[at], decided.starts[at + 1]) for at in range(0, len(decided.player), step)
    ]
    ahead = np.concatenate([decided.like[start:end] for start, end in ranges])
    starts = np.cumsum([0] + [end - start for start, end in ranges])
    nobody = np.zeros(len(ranges), int)
    examples = Choices(nobody, nobody, ahead, np.zeros(len(ahead)), ahead, starts)
    # Further out the loss changes no more, and the grid is the same whoever is asked about.
    grid = _FARTHEST / typical(decided) * np.linspace(-1, 1, _STEPS) ** 3
    best = np.maximum(np.maximum.reduceat(examples.ahead, examples.starts[:-1]), 0)
    means = [(best - _expected(examples, np.array([b]))[0]).mean() for b in grid]
    found_lost: Floats = np.interp(values, grid, means)
    return found_lost


def _curvature(decided: Choices, values: Floats, scale: float) -> tuple[Floats, Floats]:
    """For each player, at the player's b in `values`: the slope of the log likelihood and its
    negative second derivative. `scale` is as in `fit`.
    """
    import numpy as np

    mean, square = _expected(decided, values)
    size = len(values)
    drawn = np.tanh(values * scale / 2)
    slope = np.bincount(decided.player, -mean, size) - scale / 2 * drawn
    bend = np.bincount(decided.player, square - mean * mean, size) + scale**2 / 4 * (1 - drawn**2)
    return slope, np.maximum(bend, 1e-12 * scale**2)


def _between(decided: Choices, values: Floats) -> Floats:
    """For each player, at the player's b in `values`: half the width of the interval of 95 % of the
    slope of the log likelihood, by how much the slopes of the player's matches differ; 0 for a
    player with one match.
    """
    import numpy as np

    size = len(values)
    mean, _ = _expected(decided, values)
    matches = int(decided.match.max()) + 1
    pairs, of = np.unique(decided.player * matches + decided.match, return_inverse=True)
    players = pairs // matches
    squares = np.bincount(players, np.bincount(of, mean) ** 2, size)
    counts = np.bincount(players, minlength=size)
    wide = np.array([student(int(n)) * (n / (n - 1)) ** 0.5 if n > 1 else 0.0 for n in counts])
    return wide * np.sqrt(squares)


def _expected(decided: Choices, values: Floats) -> tuple[Floats, Floats]:
    """For each decision: by how many points an option that the model draws is better than the one
    chosen, its mean and its mean square, where points count less the more they may be off (by how
    much its logarithm of a chance changes with b). `values` has the b of each player.
    """
    import numpy as np

    firsts = decided.starts[:-1]
    of = np.repeat(np.arange(len(firsts)), np.diff(decided.starts))
    sure = values[decided.player][of]
    root = np.sqrt(1 + 3 / np.pi**2 * sure**2 * decided.variance)
    power, ahead = sure * decided.ahead / root, decided.ahead / root**3
    top = np.maximum(np.maximum.reduceat(power, firsts), 0)
    weights = np.exp(power - top[of])
    total = np.add.reduceat(weights, firsts) + np.exp(-top)
    mean = np.add.reduceat(weights * ahead, firsts) / total
    square = np.add.reduceat(weights * ahead**2, firsts) / total
    return mean, square
