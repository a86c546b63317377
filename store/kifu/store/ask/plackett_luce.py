"""Plackett-Luce: the strengths that explain best in which order sides finished, of all matches at
once.

A match is a sequence of choices: the best side is chosen among all, the next among those that are
left, each with a chance in proportion to exp(strength) (Plackett 1975). Level sides count as the
mean over the orders in which they may have finished, as Efron (1977) approximates it. The strength
of a side is the mean of its players'. A weak normal prior gives a finite strength to a player who
never lost, and compares players whom no chain of opponents connects. What is left to choose is the
scale: the mean strength of all players is 0.

The maximum is found by Newton's method; the errors come from the inverse of the Hessian.
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
#: Rows that are worked on together.
_CHUNK = 1 << 13


class Order(NamedTuple):
    """How `times` matches ended: their `sides`, the best first, each with its players (numbers from
    0); and the place of each side in `places`, from 1, equal for level sides.
    """

    sides: tuple[tuple[int, ...], ...]
    places: tuple[int, ...]
    times: int = 1


class Strengths(NamedTuple):
    """Two arrays by player number: `values`, each player's strength (a natural logarithm of odds;
    their mean is 0), and `errors`, its standard error.
    """

    values: Floats
    errors: Floats


class Matches(NamedTuple):
    """Orders as arrays with a row for each, and the number of `players`. `sides[row, column]` are
    the players of a side, the best side first; the number `players`, which nobody has, fills up a
    row with fewer sides and a side with fewer players. `first[row, column]` is the column where the
    sides that are level with this one begin, `level[row, column]` how many these are. `times[row]`
    is how many matches ended so.
    """

    players: int
    sides: Ints
    first: Ints
    level: Ints
    times: Ints


def matches(orders: Iterable[Order]) -> Matches:
    """The results as arrays (a `Matches`), a row for each of `orders` in their order. `players` is
    the highest number that occurs, plus 1; it fills up the array of sides. Each order must have at
    least two sides, sorted by place, and each side at least one player; none of this is checked.
    Raises ValueError if there are no orders.
    """
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
    """A new list: the items, followed by `filling` up to this `length`. If there are more items
    than that, all of them.
    """
    return [*items, *[filling] * (length - len(items))]


def part(matches: Matches, rows: slice | Ints) -> Matches:
    """The matches of the `rows` (a slice, or row numbers or a mask). Players keep their numbers,
    and `players` stays, even if some have no match left. The arrays of a slice are views of those
    of `matches`; others are copies.
    """
    return Matches(matches.players, *(each[rows] for each in matches[1:]))


def played(matches: Matches) -> Ints:
    """How many matches each player has, as an array by player number: the sum of `times` of the
    player's rows, 0 for a player in none.
    """
    times: Ints = _sums(matches, matches.times[:, None]).astype(int)
    return times


def fit(matches: Matches) -> Strengths:
    """The strengths of the players, on average 0, with their standard errors, that explain the
    results of the matches best, with a weak prior: unbeaten players have a finite strength, too.
    Both are natural logarithms of odds, in arrays by player number. A player without a match has a
    strength of 0 with a large error. There must be at least one match; `matches` is not changed.
    O(players^3).

    >>> aki_beats_ben = Order(((0,), (1,)), (1, 2), times=64)
    >>> ben_beats_aki = Order(((1,), (0,)), (1, 2), times=36)
    >>> values, errors = fit(matches([aki_beats_ben, ben_beats_aki]))
    >>> [round(float(value), 2) for value in (*values, *errors)]
    [0.29, -0.29, 0.1, 0.1]
    """
    import numpy as np

    values = np.zeros(matches.players)
    known = _curvature(matches, values)
    for _ in range(100):
        step, length = np.linalg.solve(known.bends, known.gradient), 1.0
        after = _curvature(matches, values + step)
        while after.likelihood < known.likelihood - 1e-9 * abs(known.likelihood):
            length /= 2
            after = _curvature(matches, values + length * step)
        values, known = values + length * step, after
        if np.abs(step).max() < 1e-5:
            break
    # The mean of all is 0, however exactly it is known.
    present = np.count_nonzero(played(matches))
    variances = np.diagonal(np.linalg.inv(known.bends)) - _SPREAD**2 / present
    return Strengths(values - values.mean(), np.sqrt(np.maximum(variances, 0)))


def slope(matches: Matches, scores: Floats) -> tuple[float, float]:
    """(factor, its standard error): with `factor * (score - mean score)` as strengths of the
    players, the order in which they finished is explained best, given the same prior as in `fit`.
    `scores` has a number for each player, NaN where there is none; the mean is that of all numbers
    in it. A match counts only if every player in it has a score. (0, 0) if no match counts, or if
    all scores are equal. Nothing given is changed.
    """
    import numpy as np

    is_known = np.isfinite(np.append(scores, 0))
    own = part(matches, is_known[matches.sides].all((1, 2)))
    about = np.where(is_known[:-1], scores - np.nanmean(scores), 0.0) if len(own.sides) else scores
    if not len(own.sides) or np.nanmin(scores) == np.nanmax(scores):
        return 0.0, 0.0
    # With strengths so far apart, a straight line is no good approximation.
    most = 2 / float(np.abs(about).max())
    factor = bend = 0.0
    for _ in range(100):
        known = _curvature(own, factor * about)
        bend = float(about @ known.bends @ about)
        step = min(max(float(about @ known.gradient) / bend, -most), most)
        factor += step
        if abs(step) < 1e-6 * most:
            break
    return factor, bend**-0.5


class _Curvature(NamedTuple):
    """The penalised log likelihood at a point, its gradient by players, and its second derivatives
    by pairs of players, negated (`bends`).
    """

    likelihood: float
    gradient: Floats
    bends: Floats


def _curvature(matches: Matches, values: Floats) -> _Curvature:
    """The log likelihood of the results at the strengths `values`, and its first and second
    derivatives by players (the second ones negated; see `_Curvature`). The prior is part of it:
    normal around 0, with its constant left out. `values` has a natural logarithm for each player. A
    side's strength is the mean of its players', and its chance to be chosen among the sides that
    are left is in proportion to exp of that. Of level sides, every order counts, by Efron's
    approximation. Without matches, only the prior is left.
    """
    import numpy as np

    nobody = matches.players
    likelihood = -float(values @ values) / (2 * _SPREAD**2)
    gradient = -values / _SPREAD**2
    all_bends = np.zeros((nobody + 1) ** 2)
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
        pairs = some.sides[:, :, None, :, None] * (nobody + 1) + some.sides[:, None, :, None]
        each = np.broadcast_to(bends[..., None, None], pairs.shape)
        all_bends += np.bincount(pairs.ravel(), each.ravel(), len(all_bends))
    square = all_bends.reshape(nobody + 1, nobody + 1)[:-1, :-1]
    return _Curvature(likelihood, gradient, square + np.eye(nobody) / _SPREAD**2)


def _sums(matches: Matches, by_side: Floats) -> Floats:
    """One sum for each player, as an array of floats by number: of the numbers that `by_side` has
    for that player's sides, over all rows; 0 for a player in none. `by_side` has a row for each row
    of `matches`, with a number for each column of sides, or a single one for all sides of the row.
    Numbers at places that nobody fills are ignored.
    """
    import numpy as np

    each = np.broadcast_to(by_side[..., None], matches.sides.shape)
    return np.bincount(matches.sides.ravel(), each.ravel(), matches.players + 1)[:-1]
