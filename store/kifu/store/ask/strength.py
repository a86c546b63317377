"""Strength: how good each player's judged decisions are, on the scale of the ratings.

What a player's choices gain in a match (see `gains`) is turned into points of the rating by one
factor, fitted to the results of the same players: a difference foretells who finishes first as one
of the ratings does. Gains of few matches are mostly luck, which would make the factor too small, so
only players with `JUDGED` matches or more have a strength. Where their results don't show yet that
who gains more finishes higher, there is none either, only the gain. Values of different engines are
never put together.

A choice gains the value of the played option less that of the position: what it is worth if the
seat itself goes on like the players by whom its worlds are played on (see `replay.analysis.ways`),
in points or win share as the game marks. Over a match, gains add up to what would be won above an
even share at tables of such players, on average (AIVAT: Burch et al. 2018). Losses against the best
option don't: a player who puts off trouble meets harder choices later, and loses more in them. And
which option looks best depends on the worlds; a gain does not compare with it, so gains are the
same on average in few worlds as in many.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any, NamedTuple

from kifu.replay.registry import UnfitGame, UnknownGame, game
from kifu.store.ask import plackett_luce
from kifu.store.ask.intervals import NORMAL
from kifu.store.ask.ratings import POINTS, RatedGame, figures, people_of, rated_games
from kifu.store.ask.sql import ResultRows
from kifu.store.tables import Connection, fetched

#: So many judged matches make a strength.
JUDGED = 40

_GAIN = ["matches", "choices", "unit", "gain", "gain_low", "gain_high"]
_STRENGTH = ["strength", "strength_low", "strength_high"]
_STANDING = [
    "engine", "rank", "player", *_GAIN, *_STRENGTH, "rating", "rating_low", "rating_high",
    "headline", "differ",
]  # fmt: skip
_NONE = (None, None, None)

#: A number with the ends of its interval of 95 %.
Ends = tuple[float, float, float]
#: What is judged together: a game with the values that separate its matches, the engine.
Group = tuple[str, ...]
#: The columns of `Gain` for each person, of finished matches whose engine says what was gained:
#: the interval is by how much matches differ (Student's t); of one match, by how much its choices
#: do. The sum of gains is exact, so it does not depend on the order of the rows.
_GAINED = f"""
    WITH gained AS (
        SELECT
            {{columns}}, summed.engine, summed.person, count(*),
            CAST(sum(choices) AS BIGINT), exact_sum(gain) / count(*) AS mean,
            coalesce(mean_margin(gain), {NORMAL} * sqrt(sum(gain_se ** 2)), 0) AS margin
        FROM summed JOIN matches USING (key)
        WHERE matches.finished AND choices BETWEEN 1 AND 1e6
            AND abs(gain) < 1e6 AND coalesce(gain_se, 0) < 1e6
        GROUP BY ALL
    )
    SELECT
        * EXCLUDE (mean, margin), round(mean, 6), round(mean - margin, 6), round(mean + margin, 6)
    FROM gained ORDER BY ALL
"""


class Gain(NamedTuple):
    """What the judged choices of a player gained in `matches` matches, with `choices` choices in
    all: `gain` is the mean of a match, in points or win share, `low` and `high` the ends of its
    interval.
    """

    matches: int
    choices: int
    gain: float
    low: float
    high: float


#: The gains of persons, by their ids.
Gains = dict[int, Gain]


class Scale(NamedTuple):
    """How gains become points of the rating: `rating + factor * (own gain - gain)`, where `gain`
    and `rating` are the means of the players who have both. `error` is the standard error of
    `factor`.
    """

    factor: float
    error: float
    gain: float
    rating: float

    def of(self, own: Gain) -> Ends | None:
        """The strength of a player with this gain as (strength, low, high), in points of the
        rating, rounded to tenths; None for a player with fewer than JUDGED matches. `low` and
        `high` are the ends of the 95 % interval, which includes the error of `factor`.
        """
        if own.matches < JUDGED:
            return None
        off = NORMAL * self.error * (own.gain - self.gain)
        strength = self.rating + self.factor * (own.gain - self.gain)
        worst = (self.factor**2 * (own.gain - own.low) ** 2 + off**2) ** 0.5
        best = (self.factor**2 * (own.high - own.gain) ** 2 + off**2) ** 0.5
        return round(strength, 1), round(strength - worst, 1), round(strength + best, 1)


def standing(connection: Connection, by: Sequence[str]) -> ResultRows:
    """The strength of each player by judged decisions in finished matches, beside the rating by
    results: for each game, combination of values of the columns `by` of `matches`, and engine, in
    this order. Columns: game, `by`, engine, rank, player, matches, choices, unit; gain, strength
    and rating, each followed by its `_low` and `_high` (95 % interval); headline, differ. `gain` is
    how much more the played options of a match were worth than the positions before them, on
    average over the matches, in `unit` ("points" or "win share"); strength and rating are in points
    of the rating. `matches` and `choices` count what was judged.

    Strength and rating are None where there is none; a strength takes `JUDGED` (40) matches, and
    results which show that who gains more finishes higher. `differ` (bool; False if one is missing)
    says whether the two contradict each other. `headline` says which of them to show first:
    "strength", "results" (the rating), or None if there is neither.

    In each group, the highest `gain_low` comes first, of equals the first name; no two players have
    the same rank. Players who are not in the table `asked_of` count, in ranks too, but have no row.
    Players without judged decisions have none either, so there are no rows without analyses.

    Needs the tables, views and macros that `stats.count` makes. All of them are read when the first
    row is asked for, not before, and DuckDB's own errors are raised then; after it, the connection
    is free.
    """
    rows = (
        (*group, rank, name, *gained, *(strength or _NONE), *(rating or _NONE),
         *_headline(strength, rating))
        for group, rank, name, gained, strength, rating in _ranked(connection, by)
    )  # fmt: skip
    return ResultRows(["game", *by, *_STANDING], rows)


def _ranked(connection: Connection, by: Sequence[str]) -> Iterator[tuple[Any, ...]]:
    """Rows (group, rank, name, gained, strength, rating) for each group of `gains`, which is (game,
    *values of the columns `by`, engine), and each of its persons in the table `asked_of`. None
    without analyses. `gained` is (matches, choices, unit, gain, low, high), where `unit` ("points"
    or "win share") is that of the three numbers after it; `gain` is the mean of a match (see
    `standing`). Strength and rating are (value, low, high) in points of the rating, or None.

    The highest lower end of the gain comes first, of equals the first name. Ranks count from 1
    among all persons of the group, also those who are not in `asked_of`, and no two have the same.
    Needs the tables, views and macros that `stats.count` makes. Everything is read from the
    connection when the first row is asked for; DuckDB's own errors are raised then.
    """
    people = people_of(connection)
    every = list(gains(connection, by))
    rated = dict(rated_games(connection, by)) if every else {}
    for group, found in every:
        own = rated.get(group[:-1])
        fitted = own and figures(plackett_luce.fit(own.matches))
        ratings = dict(zip(own.persons, fitted, strict=True)) if own and fitted else {}
        scale = scale_of(found, own, ratings)
        order = sorted(found, key=lambda each: (-found[each].low, people[each][0]))
        for rank, person in enumerate(order, 1):
            name, is_asked = people[person]
            if is_asked:
                matches, choices, *ends = found[person]
                gained = (matches, choices, unit_of(group[0]), *ends)
                strength = scale.of(found[person]) if scale else None
                yield group, rank, name, gained, strength, ratings.get(person)


def _headline(strength: Ends | None, rating: Ends | None) -> tuple[str | None, bool]:
    """(which of the two leads, whether they contradict each other). `strength` and `rating` are
    (value, low, high) in points of the rating, or None. The first result is "strength", "results"
    (the rating) or None: the one that is there, None if neither is. If both are there, their errors
    are how far each value is from its own end on the side of the other. If they differ by more than
    the root of the sum of the squared errors, they contradict each other, and "results" leads;
    otherwise the one with the narrower interval leads, "results" if both are equally wide.

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
    """How to turn gains into points of the rating. `found` has the gains, `ratings` the ratings as
    (value, low, high), both by person. Only persons who are in both, with JUDGED (40) matches or
    more in `found`, are used. The scale is fitted to the results `rated` (None: there are none), to
    matches with nobody else in them. None if there are no such persons or matches, or where the
    results don't show that players who gain more finish higher.
    """
    import numpy as np

    both = [each for each in ratings if each in found and found[each].matches >= JUDGED]
    if rated is None or not both:
        return None
    gains = {person: found[person].gain for person in both}
    scores = [gains.get(person, np.nan) for person in rated.persons]
    factor, error = plackett_luce.slope(rated.matches, np.array(scores))
    if factor <= NORMAL * error:
        return None
    gain = sum(gains.values()) / len(both)
    rating = sum(ratings[person][0] for person in both) / len(both)
    return Scale(POINTS * factor, POINTS * error, gain, rating)


def gains(connection: Connection, by: Sequence[str]) -> Iterator[tuple[Group, Gains]]:
    """Each group, sorted, with the gains of its persons: id -> `Gain` (matches, choices, the mean
    gain of a match, the ends of its 95 % interval; these three rounded to 6 places). A group is
    (game, *values of the columns `by` of `matches`, engine). A match counts for a person if it is
    finished, the person made a choice in it, and the analysis says what was gained; it counts once
    for each seat that the person has in it. It does not count if its number of choices is above a
    million, or its gain or the error of that is a million or more, which no real analysis says.
    Persons without such a match are left out. Nothing comes without analyses.

    Needs the views `matches` and `summed` and the macros that `stats.count` makes. Nothing is read
    before the first item is asked for; DuckDB's own errors are raised from then on. Until all is
    taken, the connection must not execute anything else.
    """
    names = ["game", *by]
    columns = ", ".join([f"matches.{name}" for name in names])
    rows = fetched(connection.execute(_GAINED.format(columns=columns)))
    size = len(names) + 1
    for group, persons in groupby(rows, key=lambda row: row[:size]):
        yield group, {person: Gain(*own) for person, *own in (row[size:] for row in persons)}


def unit_of(name: str) -> str:
    """The unit of gains in the game with this name: "points" or "win share"; win share for a game
    that is not installed, or whose package can't be used.

    >>> unit_of("nimmt"), unit_of("mutsugo"), unit_of("chess")
    ('points', 'win share', 'win share')
    """
    try:
        by_points = game(name).analysis.marks.by_points
    except (UnknownGame, UnfitGame):
        by_points = False
    return "points" if by_points else "win share"
