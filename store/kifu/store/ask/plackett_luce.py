"""Plackett-Luce: the strengths that explain best in which order sides finished, of all matches at
once.

A match is a sequence of choices: the best side is chosen among all, the next among those that are
left, each with a chance in proportion to exp(strength) (Plackett 1975). Level sides count as the
mean over the orders in which they may have finished, as Efron (1977) approximates it. The strength
of a side is the mean of its players'. A weak normal prior gives a finite strength to a player who
never lost, and compares players whom no chain of opponents connects. What is left to choose is the
scale: the mean strength of all players is 0.

The maximum is found by Newton's method, with the whole matrix of second derivatives for the players
with the most matches. For all others only its diagonal is used: conjugate gradients (Polak and
Ribière 1969) make up for the rest.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import log
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[Any]
    Ints = NDArray[Any]

Item = TypeVar("Item")

#: The prior's standard deviation: odds of 10 to 1 against the mean player.
_SPREAD = log(10)
#: The players, those with the most matches, whose errors count how exactly the others are known.
#: The errors of further ones take their opponents' strengths as known, so memory stays bounded.
_EXACT = 1000
#: Rows that are worked on together.
_CHUNK = 1 << 13


class Order(NamedTuple):
    """How a match ended: its sides, the best first, each with its players (numbers from 0); the
    place of each; and how many matches ended so.
    """

    sides: tuple[tuple[int, ...], ...]
    places: tuple[int, ...]
    times: int = 1


class Strengths(NamedTuple):
    """The strength of each player and its standard error, both about the mean of all players."""

    values: Floats
    errors: Floats


class Matches(NamedTuple):
    """Orders as arrays, a row for each. `sides` has the players of each side, by place; the number
    `players`, which nobody has, fills up a row with fewer sides and a side with fewer players.
    `first` is the column where those sides begin that are level with this one, and `level` how many
    these are.
    """

    players: int
    sides: Ints
    first: Ints
    level: Ints
    times: Ints


def matches(orders: Iterable[Order]) -> Matches:
    """The results as arrays; at least one, each of at least two sides."""
    import numpy as np

    rows = list(orders)
    every = {side for row in rows for side in row.sides}
    players = 1 + max(map(max, every))
    most, size = max(len(row.sides) for row in rows), max(map(len, every))
    return Matches(
        players,
        np.array(
            [
                [_filled(side, size, players) for side in _filled(row.sides, most, ())]
                for row in rows
            ]
        ),
        np.array([[*map(p.index, p), *range(len(p), most)] for _, p, _ in rows]),
        np.array([_filled([*map(p.count, p)], most, 1) for _, p, _ in rows]),
        np.array([row.times for row in rows]),
    )


def _filled(items: Sequence[Item], length: int, filling: Item) -> list[Item]:
    return [*items, *[filling] * (length - len(items))]


def part(matches: Matches, rows: slice | Ints) -> Matches:
    """The matches of some rows; players keep their numbers."""
    return Matches(matches.players, *(each[rows] for each in matches[1:]))


def played(matches: Matches) -> Ints:
    """How many matches each player has."""
    times: Ints = _sums(matches, matches.times[:, None]).astype(int)
    return times


def fit(matches: Matches, start: Floats | None = None) -> Strengths:
    """The strength of each player, on average 0, and its standard error, that explain the results
    of the matches best, with a weak prior (see above): unbeaten players have a finite strength,
    too. The search begins at the strengths `start` (None: all 0).

    >>> aki_beats_ben = Order(((0,), (1,)), (1, 2), times=64)
    >>> ben_beats_aki = Order(((1,), (0,)), (1, 2), times=36)
    >>> values, errors = fit(matches([aki_beats_ben, ben_beats_aki]))
    >>> [round(float(value), 2) for value in (*values, *errors)]
    [0.29, -0.29, 0.1, 0.1]
    """
    import numpy as np

    values = np.zeros(matches.players) if start is None else start
    counts = played(matches)
    exact = np.argsort(-counts, kind="stable")[:_EXACT]
    known = _curvature(matches, values, exact)
    before, size, direction = known.gradient, 1.0, np.zeros(matches.players)
    for _ in range(100):
        step = known.gradient / known.own
        step[exact] = np.linalg.solve(known.block, known.gradient[exact])
        direction = step + max(0.0, float(step @ (known.gradient - before)) / size) * direction
        before, size = known.gradient, float(step @ known.gradient)
        length, rise = 1.0, float(before @ direction)
        after = _curvature(matches, values + direction, exact)
        left = float(after.gradient @ direction)
        if abs(left) > 0.1 * rise:
            length = rise / (rise - left)
            after = _curvature(matches, values + length * direction, exact)
        values, known = values + length * direction, after
        if np.abs(step).max() < 1e-7:
            break
    variances = 1 / known.own
    variances[exact] = np.diagonal(np.linalg.inv(known.block))
    present = int(np.count_nonzero(counts))
    if present <= _EXACT:
        # The mean of all is 0, however exactly it is known.
        variances -= _SPREAD**2 / present
    return Strengths(values - values.mean(), np.sqrt(np.maximum(variances, 0)))


def slope(matches: Matches, scores: Floats) -> tuple[float, float]:
    """The factor, and its standard error, with which `factor * (score - mean score)` as the
    strengths of the players explain best in which order they finished, with the prior (see above).
    `scores` has one for each player. A match counts only if every player in it has a score that is
    a number; (0, 0) if no match does, or if all scores are equal.
    """
    import numpy as np

    is_known = np.isfinite(np.append(scores, 0))
    own = part(matches, is_known[matches.sides].all((1, 2)))
    about = np.where(is_known[:-1], scores - np.nanmean(scores), 0.0) if len(own.sides) else scores
    if not len(own.sides) or not about.any():
        return 0.0, 0.0

    def gradient(factor: float) -> float:
        return float(about @ _curvature(own, factor * about, np.arange(0)).gradient)

    # With strengths so far apart, a straight line is no good approximation.
    most = 2 / float(np.abs(about).max())
    factor, width = 0.0, 1e-4 * most
    for _ in range(100):
        low, high = gradient(factor - width), gradient(factor + width)
        bend = (low - high) / (2 * width)
        step = min(max((low + high) / 2 / bend, -most), most)
        factor += step
        if abs(step) < 1e-6 * most:
            break
    return factor, bend**-0.5


class _Curvature(NamedTuple):
    """The penalised log likelihood at a point, its gradient by players, and its second derivatives,
    negated: those of some players in a `block`, and for every player by the `own` strength alone.
    """

    likelihood: float
    gradient: Floats
    block: Floats
    own: Floats


def _curvature(matches: Matches, values: Floats, exact: Ints) -> _Curvature:
    """The curvature at the strengths `values`, with a block of the players `exact`."""
    import numpy as np

    most = len(exact)
    numbers = np.full(matches.players + 1, most)
    numbers[exact] = np.arange(most)
    likelihood = -float(values @ values) / (2 * _SPREAD**2)
    gradient, own = -values / _SPREAD**2, np.full(matches.players, _SPREAD**-2)
    block = np.zeros((most + 1) ** 2)  # with a row and a column of all others
    for begin in range(0, len(matches.sides), _CHUNK):
        some = part(matches, slice(begin, begin + _CHUNK))
        times, columns = some.times[:, None], np.arange(some.first.shape[1])
        size = (some.sides < matches.players).sum(2)
        is_there, size = size > 0, np.maximum(size, 1)
        strengths = np.append(values, 0)[some.sides].sum(2) / size
        strengths = np.where(is_there, strengths, -np.inf)
        strengths -= strengths.max(1, keepdims=True)
        # In each choice, how much each side counts: nothing where it was chosen before.
        shares = (1 - (columns - some.first) / some.level)[..., None]
        shares = np.where(columns < (some.first + some.level)[..., None], shares, 1)
        left = np.exp(strengths)[:, None] * shares * (columns >= some.first[..., None])
        sums = np.where(is_there, left.sum(2), 1)
        chances = left / sums[..., None]
        expected = chances.sum(1)
        chosen = np.where(is_there, strengths - np.log(sums), 0)
        likelihood += float((times * chosen).sum())
        gradient += _sums(some, times * (is_there - expected) / size)
        bends = -(times[..., None] * chances).swapaxes(1, 2) @ chances
        bends[:, columns, columns] += times * expected
        bends /= size[:, None] * size[..., None]
        own += _sums(some, bends[:, columns, columns])
        near = numbers[some.sides]
        pairs = near[:, :, None, :, None] * (most + 1) + near[:, None, :, None]
        bends = np.broadcast_to(bends[..., None, None], pairs.shape)
        block += np.bincount(pairs.ravel(), bends.ravel(), len(block))
    block = block.reshape(most + 1, most + 1)[:-1, :-1] + np.eye(most) / _SPREAD**2
    return _Curvature(likelihood, gradient, block, own)


def _sums(matches: Matches, by_side: Floats) -> Floats:
    """For each player, the sum of the numbers of the player's sides, one for each side of a row."""
    import numpy as np

    each = np.broadcast_to(by_side[..., None], matches.sides.shape)
    return np.bincount(matches.sides.ravel(), each.ravel(), matches.players + 1)[:-1]
