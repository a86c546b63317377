"""Strength: how good each player's judged decisions are, on the scale of the ratings.

What a player's choices gain in a match (see `gains`) is turned into points of the rating by one
factor, fitted to the results of the same players: a difference foretells who finishes first as one
of the ratings does. Gains of few matches are mostly luck, which would make the factor too small, so
only players with `JUDGED` matches or more have a strength. Where their results don't show yet that
who gains more finishes higher, there is none either, only the gain. Values of different engines are
never put together.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from kifu.store.ask import plackett_luce
from kifu.store.ask.gains import Ends, Gains, Sums, gains, unit_of
from kifu.store.ask.intervals import NORMAL
from kifu.store.ask.ratings import POINTS, RatedGame, figures, people_of, rated_games
from kifu.store.ask.sql import ResultRows

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

#: So many judged matches make a strength.
JUDGED = 40

_GAIN = ["matches", "choices", "unit", "gain", "gain_low", "gain_high"]
_STRENGTH = ["strength", "strength_low", "strength_high"]
_STANDING = [
    "engine", "sight", "rank", "player", *_GAIN, *_STRENGTH, "rating", "rating_low", "rating_high",
    "headline", "differ",
]  # fmt: skip
_NONE = (None, None, None)
_HISTORY = ["engine", "sight", "player", "month", *_GAIN, *_STRENGTH]


class Scale(NamedTuple):
    """How gains become points of the rating: by a `factor` with its standard error, from the mean
    of those who have both.
    """

    factor: float
    error: float
    gain: float
    rating: float

    def of(self, sums: Sums) -> Ends | None:
        """The strength of a player with these sums; None of fewer than JUDGED matches. Its interval
        includes the error of the scale.
        """
        if sums.seats < JUDGED:
            return None
        own, least, most = sums.mean()
        off = NORMAL * self.error * (own - self.gain)
        strength = self.rating + self.factor * (own - self.gain)
        worst = (self.factor**2 * (own - least) ** 2 + off**2) ** 0.5
        best = (self.factor**2 * (most - own) ** 2 + off**2) ** 0.5
        return round(strength, 1), round(strength - worst, 1), round(strength + best, 1)


def standing(connection: DuckDBPyConnection, by: Sequence[str]) -> ResultRows:
    """The strength of each player by judged decisions, beside the rating by results: for each game,
    combination of values of the columns `by` of `matches`, and engine. `differ` says that they
    contradict each other, and `headline` names the one that leads (see `_headline`). Sorted by the
    lower end of the interval of the gain, the highest first. Reads the views of `stats` and
    `judged_stats` and the table `partner`.
    """
    rows = (
        (*group, rank, name, *gained, *(strength or _NONE), *(rating or _NONE),
         *_headline(strength, rating))
        for group, _, rank, name, gained, strength, rating in _ranked(connection, by, False)
    )  # fmt: skip
    return ResultRows(["game", *by, *_STANDING], rows)


def history(connection: DuckDBPyConnection, by: Sequence[str]) -> ResultRows:
    """The strength as in `standing`, after each month that has judged decisions, from all of them
    up to its end. If there are decisions without a date, rows with the month None follow, for all
    decisions. Every row has the scale (see `Scale`) that is fitted to all matches.
    """
    rows = (
        (*group, name, month, *gained, *(strength or _NONE))
        for group, month, _, name, gained, strength, _ in _ranked(connection, by, True)
    )
    return ResultRows(["game", *by, *_HISTORY], rows)


def _ranked(
    connection: DuckDBPyConnection, by: Sequence[str], by_month: bool
) -> Iterator[tuple[Any, ...]]:
    """For each person that is asked of: the group, the month, the rank by the gain, the name, the
    columns `_GAIN`, the strength and the rating; for all months or only the last one.
    """
    people = people_of(connection)
    every = list(gains(connection, by))
    rated = dict(rated_games(connection, by)) if every else {}
    for group, months in every:
        own = rated.get(group[:-2])
        fitted = own and figures(plackett_luce.fit(own.matches))
        ratings = dict(zip(own.persons, fitted, strict=True)) if own and fitted else {}
        scale = scale_of(months[-1][1], own, ratings)
        for month, found in months if by_month else months[-1:]:
            order = sorted(found, key=lambda each: (-found[each].mean()[1], people[each][0]))
            for rank, person in enumerate(order, 1):
                name, is_asked = people[person]
                if is_asked:
                    sums = found[person]
                    gained = (sums.seats, sums.choices, unit_of(group[0]), *sums.mean())
                    strength = scale.of(sums) if scale else None
                    yield group, month, rank, name, gained, strength, ratings.get(person)


def _headline(strength: Ends | None, rating: Ends | None) -> tuple[str | None, bool]:
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


def scale_of(found: Gains, rated: RatedGame | None, ratings: dict[int, Ends]) -> Scale | None:
    """How to turn gains into points of the rating, fitted to the results `rated` of players with
    JUDGED matches or more, whose `ratings` these are. None where the results don't show that
    players who gain more finish higher.
    """
    import numpy as np

    both = [each for each in ratings if each in found and found[each].seats >= JUDGED]
    if rated is None or not both:
        return None
    gains = {person: found[person].mean()[0] for person in both}
    scores = [gains.get(person, np.nan) for person in rated.persons]
    factor, error = plackett_luce.slope(rated.matches, np.array(scores))
    if factor <= NORMAL * error:
        return None
    gain = sum(gains.values()) / len(both)
    rating = sum(ratings[person][0] for person in both) / len(both)
    return Scale(POINTS * factor, POINTS * error, gain, rating)
