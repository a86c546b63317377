"""Strength: how good each player's judged decisions are, on the scale of the ratings.

The choice model gives each player a b over the matches that are finished, and what that loses a
choice in points (see `choice_model`). One factor, fitted to the results of the same players, makes
points of the rating of them: a difference foretells who finishes first as one of the ratings does.
Where the results don't show yet that who loses less finishes higher, there is no strength, only
what is lost. Values of different engines are never put together.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Any, NamedTuple

from msgspec import Struct

from kifu.store.ask import choice_model, plackett_luce
from kifu.store.ask.choice_model import Choices
from kifu.store.ask.ratings import (
    POINTS,
    WIDE,
    RatedGame,
    figures,
    people_of,
    rated_games,
)
from kifu.store.ask.sql import ResultRows
from kifu.store.tables import fetched

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

_LOST = ["choices", "b", "expected_lost", "expected_low", "expected_high"]
_STRENGTH = ["strength", "strength_low", "strength_high"]
_STANDING = [
    "engine", "sight", "rank", "player", *_LOST, *_STRENGTH, "rating", "rating_low", "rating_high",
    "headline", "differ",
]  # fmt: skip
_HISTORY = ["engine", "sight", "player", "month", *_LOST, *_STRENGTH]

_DECIDED = """
    SELECT
        {columns}, decided.engine, decided.sight, strftime(matches.date_to, '%Y-%m') AS until,
        decided.person, decided.key, decided.ahead,
        decided.noise
    FROM decided JOIN matches USING (key)
    WHERE matches.finished AND len(decided.ahead) > 0
        AND list_max(list_transform(decided.ahead, lambda x: abs(x))) < 1e6
        AND list_max(decided.noise) < 1e6
    ORDER BY {columns}, decided.engine, decided.sight, until NULLS LAST, decided.key, ply
"""

#: A number with the ends of its interval.
_Ends = tuple[float, float, float]


class _Judged(Struct):
    """The decisions of a group (see `_Group`), ordered by month: as arrays, in which a player is an
    index of `persons`; and each month, with how many decisions there are up to its end.
    """

    choices: Choices
    months: list[tuple[int, str | None]]
    persons: list[int]


class _Scale(NamedTuple):
    """How lost points become points of the rating: by a `factor` with its standard error, from the
    mean of those who have both; None where the results don't show that.
    """

    factor: float
    error: float
    lost: float
    rating: float

    def of(self, lost: _Ends) -> _Ends:
        """The strength of a player who loses `lost` points per choice, with the ends of its
        interval, which includes the error of the scale. `lost` and the result are (value, lower
        end, upper end).
        """
        own, least, most = lost
        off = WIDE * self.error * (own - self.lost)
        strength = self.rating - self.factor * (own - self.lost)
        worst = (self.factor**2 * (most - own) ** 2 + off**2) ** 0.5
        best = (self.factor**2 * (own - least) ** 2 + off**2) ** 0.5
        return round(strength, 1), round(strength - worst, 1), round(strength + best, 1)


def standing(connection: DuckDBPyConnection, by: Sequence[str] = ()) -> ResultRows:
    """The strength of each player by judged decisions, beside the rating by results: for each game,
    combination of values of the columns `by` of `matches`, and engine. `differ` says that they
    contradict each other, and `headline` names the one that leads (see `_headline`). Sorted by the
    upper end of the interval of lost points, the lowest first. Reads the views of `stats` and
    `judged_stats` and the table `partner`.
    """
    return ResultRows(["game", *by, *_STANDING], _ranked(connection, by))


def history(connection: DuckDBPyConnection, by: Sequence[str] = ()) -> ResultRows:
    """The strength of each player after each month that has judged decisions, from all of them up
    to its end: for each game, combination of values of the columns `by` of `matches`, and engine.
    If there are decisions without a date, rows with the month None follow, for all decisions. Every
    row has the scale (see `_Scale`) that is fitted to all matches.
    """
    return ResultRows(["game", *by, *_HISTORY], _by_month(connection, by))


#: What is judged together: a game with the values that separate its matches, the engine and its
#: sight.
_Group = tuple[str, ...]


def _ranked(connection: DuckDBPyConnection, by: Sequence[str]) -> Iterator[tuple[Any, ...]]:
    people = people_of(connection)
    for group, judged, rated in _judged_and_rated(connection, by):
        ratings = _ratings(rated)
        found = _lost(judged, judged.choices)
        scale = _scale(judged, found, rated, ratings)
        order = sorted(found, key=lambda each: (found[each][-1][2], people[each][0]))
        for rank, person in enumerate(order, 1):
            name, is_asked = people[person]
            if is_asked:
                count, b, lost = found[person]
                strength = scale.of(lost) if scale else None
                rating = ratings.get(person)
                yield (
                    *group, rank, name, count, b, *lost,
                    *(strength or [None] * 3), *(rating or [None] * 3),
                    *_headline(strength, rating),
                )  # fmt: skip


def _by_month(connection: DuckDBPyConnection, by: Sequence[str]) -> Iterator[tuple[Any, ...]]:
    people = people_of(connection)
    for group, judged, rated in _judged_and_rated(connection, by):
        scale = _scale(judged, _lost(judged, judged.choices), rated, _ratings(rated))
        for number, month in judged.months:
            until = choice_model.until(judged.choices, number)
            for person, (count, b, lost) in _lost(judged, until).items():
                name, is_asked = people[person]
                if is_asked:
                    strength = scale.of(lost) if scale else [None] * 3
                    yield *group, name, month, count, b, *lost, *strength


def _headline(strength: _Ends | None, rating: _Ends | None) -> tuple[str | None, bool]:
    """Which of the two leads, "strength" or "results" (the rating), None if both are missing; and
    whether they differ by more than their errors allow. Then results lead, since a narrow interval
    does not help what they contradict; otherwise the one with the narrower interval does.

    >>> _headline((1600.0, 1590.0, 1610.0), (1550.0, 1450.0, 1650.0))
    ('strength', False)
    >>> _headline((1600.0, 1590.0, 1610.0), (1400.0, 1300.0, 1500.0))
    ('results', True)
    """
    if strength is None or rating is None:
        return ("strength" if strength else "results" if rating else None), False
    apart = strength[0] - rating[0]
    ends = (1, 2) if apart > 0 else (2, 1)
    error = (strength[0] - strength[ends[0]]) ** 2 + (rating[0] - rating[ends[1]]) ** 2
    differ = apart**2 > error
    is_narrower = strength[2] - strength[1] < rating[2] - rating[1]
    return "strength" if is_narrower and not differ else "results", differ


def _ratings(rated: RatedGame | None) -> dict[int, _Ends]:
    """The rating by results of each person, with the ends of its interval; empty for None."""
    if rated is None:
        return {}
    return dict(zip(rated.persons, figures(plackett_luce.fit(rated.matches)), strict=True))


def _lost(judged: _Judged, decided: Choices) -> dict[int, tuple[int, float, _Ends]]:
    """For each person with a decision in `decided`: the number of decisions, the b fitted to them,
    and how many points per choice that b would lose (with an interval) over all decisions in
    `judged`.
    """
    import numpy as np

    size = len(judged.persons)
    counts = np.bincount(decided.player, minlength=size).tolist()
    found = choice_model.fit(decided, size, choice_model.typical(judged.choices))
    ends = np.stack([found.values, *(found.values + side * found.margins for side in (1, -1))], 1)
    lost = choice_model.lost(judged.choices, ends.ravel()).reshape(ends.shape)
    rows = zip(judged.persons, counts, found.values, lost.tolist(), strict=True)
    return {
        person: (count, round(float(b), 4), (round(own, 4), round(least, 4), round(most, 4)))
        for person, count, b, (own, least, most) in rows
        if count
    }


def _scale(
    judged: _Judged,
    found: dict[int, tuple[int, float, _Ends]],
    rated: RatedGame | None,
    ratings: dict[int, _Ends],
) -> _Scale | None:
    """How to turn lost points into points of the rating, fitted to the results `rated`. `found` is
    the result of `_lost`, `ratings` that of `_ratings`. None where the results don't show that
    players who lose less finish higher.
    """
    import numpy as np

    both = [person for person in judged.persons if person in ratings]
    if rated is None or not both:
        return None
    scores = [-found[person][-1][0] if person in found else np.nan for person in rated.persons]
    factor, error = plackett_luce.slope(rated.matches, np.array(scores))
    if factor <= WIDE * error:
        return None
    lost = sum(found[person][-1][0] for person in both) / len(both)
    rating = sum(ratings[person][0] for person in both) / len(both)
    return _Scale(POINTS * factor, POINTS * error, lost, rating)


def _judged_and_rated(
    connection: DuckDBPyConnection, by: Sequence[str]
) -> Iterator[tuple[_Group, _Judged, RatedGame | None]]:
    """Each group with its judged decisions, and the results of its game; None where no match of it
    can be rated.
    """
    every = list(_judged_games(connection, by))
    rated = dict(rated_games(connection, by)) if every else {}
    for group, judged in every:
        yield group, judged, rated.get(group[:-2])


def _judged_games(
    connection: DuckDBPyConnection, by: Sequence[str]
) -> Iterator[tuple[_Group, _Judged]]:
    """The judged decisions of all finished matches, for each group: a game (nimmt, ...) with one
    combination of values of the columns `by` of `matches`, an engine and its sight.
    """
    names = ["game", *by]
    columns = ", ".join([f"matches.{name}" for name in names])
    cursor = connection.execute(_DECIDED.format(columns=columns))
    size = len(names)
    for group, own in groupby(fetched(cursor), key=lambda row: row[: size + 2]):
        yield group, _gathered(row[size + 2 :] for row in own)


def _gathered(rows: Iterator[tuple[Any, ...]]) -> _Judged:
    """The decisions in the rows (month, person's id, key of the match, `ahead` and
    `noise` of the choice model) of one group, which are sorted by month.
    """
    numbers: dict[int, int] = {}
    matches: dict[int, int] = {}
    months: dict[str | None, int] = {}

    def decisions() -> Iterator[tuple[int, int, Sequence[float], Sequence[float]]]:
        for count, (month, person, key, ahead, noise) in enumerate(rows, 1):
            months[month] = count
            who = numbers.setdefault(person, len(numbers))
            yield who, matches.setdefault(key, len(matches)), ahead, noise

    found = choice_model.choices(decisions())
    return _Judged(found, [(count, month) for month, count in months.items()], list(numbers))
