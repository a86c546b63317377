"""Plackett-Luce: the strengths that explain best in which order sides finished, of all matches at
once.

A match is a sequence of choices: the best side is chosen among all, the next among those that are
left, each with a chance in proportion to exp(strength) (Plackett 1975). Level sides count as the
mean over the orders in which they may have finished, as Efron (1977) approximates it. The strength
of a side is the mean of its players'. A weak normal prior gives a finite strength to a player who
never lost, and compares players whom no chain of opponents connects. What is left to choose is the
scale: the mean strength of all players is 0.

The maximum is found by Newton's method, each of whose steps is solved by conjugate gradients; the
errors come from the inverse of the Hessian.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from math import log
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[Any]
    Ints = NDArray[Any]

#: The prior's standard deviation: odds of 10 to 1 against the mean player.
_SPREAD = log(10)
#: The players, those with the most matches, whose errors count how exactly the others are known.
#: The errors of further ones take their opponents' strengths as known, so memory stays bounded.
_EXACT = 1000
#: Rows that are worked on together.
_CHUNK = 1 << 15


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
    """Orders as arrays, a row for each; -1 where a row has fewer sides, or a side fewer players.

    `sides` has the players of each side, `order` the sides of each row by place, `first` the column
    where those begin that are level with this one, and `level` how many these are. `pairs` has a
    number for every two columns of a row, in the order of `_columns`: that of the two sides, which
    are in `left` and `right`.
    """

    players: int
    sides: Ints
    order: Ints
    first: Ints
    level: Ints
    times: Floats
    pairs: Ints
    left: Ints
    right: Ints


def matches(orders: Iterable[Order]) -> Matches:
    """The results as arrays; at least one, each of at least two sides."""
    import numpy as np

    numbers: dict[tuple[int, ...], int] = {}
    flat, firsts, levels = array("q"), array("q"), array("q")
    sizes, times = array("q"), array("d")
    for sides, places, count in orders:
        flat.extend([numbers.setdefault(side, len(numbers)) for side in sides])
        firsts.extend(map(places.index, places))
        levels.extend(map(places.count, places))
        sizes.append(len(sides))
        times.append(count)
    order = _padded(flat, sizes)
    members = _padded(
        array("q", [player for side in numbers for player in side]),
        array("q", map(len, numbers)),
    )
    two = [order[:, list(columns)] for columns in _columns(order.shape[1])]
    ends = np.sort(np.stack(two, 1), 2)
    keys = np.where(ends[..., 0] < 0, 0, ends[..., 0] * len(numbers) + ends[..., 1])
    known, pairs = np.unique(keys, return_inverse=True)
    return Matches(
        players=int(members.max()) + 1,
        sides=members,
        order=order,
        first=_padded(firsts, sizes),
        level=_padded(levels, sizes),
        times=np.array(times),
        pairs=pairs.reshape(keys.shape),
        left=known // len(numbers),
        right=known % len(numbers),
    )


def part(matches: Matches, rows: slice | Ints) -> Matches:
    """The matches of some rows; players and sides keep their numbers."""
    return matches._replace(
        order=matches.order[rows],
        first=matches.first[rows],
        level=matches.level[rows],
        times=matches.times[rows],
        pairs=matches.pairs[rows],
    )


def played(matches: Matches) -> Ints:
    """How many matches each player has."""
    import numpy as np

    times = np.broadcast_to(matches.times[:, None], matches.order.shape)
    flat = np.maximum(matches.order, 0).ravel()
    by_side = np.bincount(flat, (times * (matches.order >= 0)).ravel(), len(matches.sides))
    return np.rint(_player_sums(matches, by_side, 0)).astype(int)


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
    known = _curvature(matches, values)
    for _ in range(100):
        step = _newton_step(matches, known)
        part = 1.0
        after = _curvature(matches, values + step)
        while after.likelihood < known.likelihood - 1e-9 * abs(known.likelihood) and part > 1e-6:
            part /= 2
            after = _curvature(matches, values + part * step)
        values, known = values + part * step, after
        if np.abs(step).max() < 1e-4:
            break
    return Strengths(values - values.mean(), _errors(matches, known))


def slope(matches: Matches, scores: Floats) -> tuple[float, float]:
    """The factor, and its standard error, with which `factor * (score - mean score)` as the
    strengths of the players explain best in which order they finished, with the prior (see above).
    `scores` has one for each player. A match counts only if every player in it has a score that is
    a number; (0, 0) if no match does, or if all scores are equal.
    """
    import numpy as np

    is_known = np.isfinite(np.append(scores, 0))[matches.sides].all(1)
    own = part(matches, np.logical_and.reduce(np.append(is_known, True)[matches.order], axis=1))
    if not len(own.order):
        return 0.0, 0.0
    about = np.where(np.isfinite(scores), scores - np.nanmean(scores), 0.0)
    factor = bend = 0.0
    for _ in range(100):
        known = _curvature(own, factor * about)
        bend = float(about @ _hessian_product(own, known, about))
        if not bend:
            return 0.0, 0.0
        # With strengths so far apart, a straight line is no good approximation.
        most = 2 / float(np.abs(about).max())
        step = min(max(float(about @ known.gradient) / bend, -most), most)
        factor += step
        if abs(step) < 1e-6 * most:
            break
    return factor, bend**-0.5


class _Curvature(NamedTuple):
    """The penalised log likelihood at a point, its gradient by players, and the negative Hessian of
    the likelihood by sides: its diagonal, and a number for each pair of `Matches.left` and `right`.
    """

    likelihood: float
    gradient: Floats
    diagonal: Floats
    pairs: Floats


def _curvature(found: Matches, values: Floats) -> _Curvature:
    import numpy as np

    strengths = _side_means(found, values)
    likelihood = -float(values @ values) / (2 * _SPREAD**2)
    slope, diagonal = np.zeros(len(found.sides)), np.zeros(len(found.sides))
    pairs = np.zeros(len(found.left))
    for begin in range(0, len(found.order), _CHUNK):
        rows = slice(begin, begin + _CHUNK)
        order, times = found.order[rows], found.times[rows, None]
        theirs = np.where(order < 0, -np.inf, strengths[order])
        theirs -= theirs.max(1, keepdims=True)
        weights = np.exp(theirs)
        slopes, bends = np.zeros(order.shape), np.zeros(order.shape)
        between = np.zeros(found.pairs[rows].shape)
        columns = np.arange(order.shape[1])
        for place in columns:
            is_there = order[:, place] >= 0
            first, level = found.first[rows, place, None], found.level[rows, place, None]
            part = np.where(columns < first + level, 1 - (place - first) / level, 1.0)
            left = np.where((columns >= first) & is_there[:, None], part * weights, 0.0)
            sums = np.where(is_there, left.sum(1), 1.0)
            chances = left / sums[:, None]
            chosen = np.where(is_there, theirs[:, place] - np.log(sums), 0.0)
            likelihood += float(times[:, 0] @ chosen)
            slopes -= chances
            slopes[:, place] += is_there
            bends += chances * (1 - chances)
            for number, (x, y) in enumerate(_columns(len(columns))):
                between[:, number] -= chances[:, x] * chances[:, y]
        flat = np.maximum(order, 0).ravel()  # nothing is counted where no side is
        slope += np.bincount(flat, (times * slopes).ravel(), len(slope))
        diagonal += np.bincount(flat, (times * bends).ravel(), len(diagonal))
        flat = found.pairs[rows].ravel()
        pairs += np.bincount(flat, (times * between).ravel(), len(pairs))
    gradient = _player_sums(found, slope) - values / _SPREAD**2
    return _Curvature(likelihood, gradient, diagonal, pairs)


def _side_means(matches: Matches, values: Floats) -> Floats:
    """For each side, the mean of its players' `values`."""
    import numpy as np

    is_there = matches.sides >= 0
    mean: Floats = np.where(is_there, values[matches.sides], 0).sum(1) / is_there.sum(1)
    return mean


def _player_sums(matches: Matches, by_side: Floats, power: int = 1) -> Floats:
    """For each player, the sum over the player's sides of the side's value in `by_side`, divided by
    the number of its players to the `power`.
    """
    import numpy as np

    is_there = matches.sides >= 0
    parts = np.where(is_there, (by_side / is_there.sum(1) ** power)[:, None], 0)
    return np.bincount(np.maximum(matches.sides, 0).ravel(), parts.ravel(), matches.players)


def _newton_step(matches: Matches, curvature: _Curvature) -> Floats:
    """How to change each player's strength: the negative Hessian's inverse times the gradient, by
    conjugate gradients (Hestenes and Stiefel 1952).
    """
    import numpy as np

    own = _player_sums(matches, curvature.diagonal, 2) + _SPREAD**-2
    step, left = np.zeros(matches.players), curvature.gradient.copy()
    direction = scaled = left / own
    size = float(left @ scaled)
    enough = 1e-20 * size
    for _ in range(10 * matches.players):
        if size <= enough:
            break
        bent = _hessian_product(matches, curvature, direction)
        length = size / float(direction @ bent)
        step, left = step + length * direction, left - length * bent
        scaled = left / own
        before, size = size, float(left @ scaled)
        direction = scaled + size / before * direction
    return step


def _hessian_product(matches: Matches, curvature: _Curvature, direction: Floats) -> Floats:
    """The product of the negative Hessian and the vector `direction` (a number for each player)."""
    import numpy as np

    sides = _side_means(matches, direction)
    bent = curvature.diagonal * sides
    bent += np.bincount(matches.left, curvature.pairs * sides[matches.right], len(bent))
    bent += np.bincount(matches.right, curvature.pairs * sides[matches.left], len(bent))
    return _player_sums(matches, bent) + direction / _SPREAD**2


def _errors(matches: Matches, curvature: _Curvature) -> Floats:
    """The standard error of each player's strength; only approximate for players beyond the
    `_EXACT` with most matches.
    """
    import numpy as np

    own = _player_sums(matches, curvature.diagonal, 2) + _SPREAD**-2
    most = np.argsort(-own, kind="stable")[:_EXACT]
    numbers = np.full(matches.players + 1, -1)  # of nobody, too
    numbers[most] = np.arange(len(most))
    block = np.zeros((len(most), len(most)))
    every, sizes = np.arange(len(matches.sides)), (matches.sides >= 0).sum(1)
    for left, right, bend in (
        (every, every, curvature.diagonal),
        (matches.left, matches.right, curvature.pairs),
        (matches.right, matches.left, curvature.pairs),
    ):
        parts = bend / (sizes[left] * sizes[right])
        _add_pairs(block, numbers[matches.sides[left]], numbers[matches.sides[right]], parts)
    block[np.diag_indices(len(most))] += _SPREAD**-2
    variances = 1 / own
    variances[most] = np.diagonal(np.linalg.inv(block))
    present = int(np.count_nonzero(played(matches)))
    if present <= _EXACT:
        # The mean of all is 0, however exactly it is known.
        variances -= _SPREAD**2 / present
    errors: Floats = np.sqrt(np.maximum(variances, 0))
    return errors


def _add_pairs(block: Floats, left: Ints, right: Ints, parts: Floats) -> None:
    """Add the numbers `parts` to `block`, a matrix of players by players: parts[i] to the entries
    of each player in the row left[i] with each in the row right[i]. Players of -1 are none.
    """
    import numpy as np

    for x in range(left.shape[1]):
        for y in range(right.shape[1]):
            both = (left[:, x] >= 0) & (right[:, y] >= 0)
            np.add.at(block, (left[both, x], right[both, y]), parts[both])


def _columns(number: int) -> list[tuple[int, int]]:
    return [(x, y) for y in range(number) for x in range(y)]


def _padded(flat: array[int], sizes: array[int]) -> Ints:
    """A matrix whose row i has the next `sizes[i]` numbers of `flat`, then -1 up to the longest
    row.
    """
    import numpy as np

    lengths = np.array(sizes)
    padded = np.full((len(lengths), lengths.max()), -1)
    padded[np.arange(padded.shape[1]) < lengths[:, None]] = flat
    return padded
