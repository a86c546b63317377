"""Ratings: how strong each player is in each game, by the results of all matches at once.

The model is that of `plackett_luce`, by places; partners are one side. A player who is 100 points
better than another finishes first of the two in 64 % of matches, and one who is 400 better has 10
times the other's chance to win any match; the mean of all players is 1500. A match is left out
where nobody has won yet, a place is unknown, there is but one side, or a person has two seats. The
order of the matches makes no difference. Of a game with more than `MOST` players, only matches
among those with the most matches count.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby
from math import log
from typing import Any

from msgspec import Struct

from kifu.store.ask import plackett_luce
from kifu.store.ask.intervals import NORMAL
from kifu.store.ask.plackett_luce import Matches, Order, Strengths
from kifu.store.ask.sql import ResultRows
from kifu.store.tables import Connection, fetched

_STANDING = ["rank", "player", "matches", "rating", "rating_low", "rating_high"]
_HISTORY = ["player", "month", "matches", "rating", "rating_low", "rating_high"]

#: The rating of the mean player, and the points that make a chance e times as large.
MEAN, POINTS = 1500, 400 / log(10)
#: So many players of a game are rated: the work grows with the third power of their number.
MOST = 1000

#: How the matches that can be rated ended, the best first: the persons, their places and, where
#: there are partners, their sides; and how many matches ended so in a month.
_RATED = """
    SELECT
        {columns}, until, persons, places, sides, count(*)
    FROM (
        SELECT
            {firsts}, strftime(any_value(matches.date_to), '%Y-%m') AS until,
            list(person ORDER BY place, person) AS persons,
            list(place ORDER BY place, person) AS places,
            CASE WHEN count(side) > 0 THEN list(side ORDER BY place, person) END AS sides
        FROM seated JOIN matches USING (key)
        GROUP BY seated.key
        HAVING count(DISTINCT coalesce(side, seat)) > 1
            AND count(place) = count(*) AND count(DISTINCT person) = count(*)
    )
    GROUP BY ALL ORDER BY {columns}, until NULLS LAST, persons, places, sides
"""
_PEOPLE = "SELECT id, name, id IN (FROM asked_of) FROM player WHERE id = person"

#: A game, with what else keeps ratings apart.
Variant = tuple[str, ...]


class RatedGame(Struct):
    """The matches of a game as arrays, in which a player is an index of `persons` (ids); `months`
    has (number of rows of `matches` up to its end, month as 2026-05 or None) for each month.
    """

    matches: Matches
    months: list[tuple[int, str | None]]
    persons: list[int]


def standing(connection: Connection, by: Sequence[str]) -> ResultRows:
    """The rating of each player from all results, separately for each group: a game with a
    combination of values of the columns `by` of the view `matches` (not checked). Reads that view,
    the view `seated` and the table `asked_of` (ids of persons); `stats.count` makes all three. Only
    matches that can be rated count: with a winner, all places known, two sides or more, and no
    person in two seats; of a group with more than 1000 players, only those among the 1000 with the
    most matches (see `rated_games`). No rows if there are none.

    Columns: game, `by`, rank, player, matches, rating, rating_low, rating_high. Ratings are in
    points, rounded to tenths, with a mean of 1500 in each group; `rating_low` and `rating_high` are
    the ends of the 95 % interval. `matches` counts only matches that can be rated, and a player
    without one has no row.

    Sorted by group (game, then the values of `by`) and rank. The highest `rating_low` has rank 1;
    of equal ones, the highest rating comes first, then the first name; no two players have the same
    rank. Players who are not in `asked_of` count, in ranks too, but have no row.

    Nothing is read before the first row is asked for; DuckDB's own errors are raised from then on.
    Until all rows are taken, the connection must not execute anything else.
    """
    found = _ranked(connection, by, by_month=False)
    rows = ((*kept, rank, name, *own) for kept, _, rank, name, own in found)
    return ResultRows(["game", *by, *_STANDING], rows)


def history(connection: Connection, by: Sequence[str]) -> ResultRows:
    """The rating of each player after each month, separately for each group: a game with a
    combination of values of the columns `by` of the view `matches` (not checked). Reads that view,
    the view `seated` and the table `asked_of` (ids of persons); `stats.count` makes all three. Only
    matches that can be rated count: with a winner, all places known, two sides or more, and no
    person in two seats; of a group with more than 1000 players, only those among the 1000 with the
    most matches (see `rated_games`). A group has the months in which it has such a match, and a
    rating is from all its matches up to the end of the month. No rows if there are none.

    Columns: game, `by`, player, month (2026-05), matches (up to then), rating, rating_low,
    rating_high (see `standing`); sorted by group, month and rank, which is no column.

    A match belongs to the month of its last possible day. If a group has matches without a date,
    its last rows have the month None and count all its matches. A player has rows from the first
    match on, also for months without one. Players who are not in `asked_of` count, but have no row.

    Nothing is read before the first row is asked for; DuckDB's own errors are raised from then on.
    Until all rows are taken, the connection must not execute anything else.
    """
    found = _ranked(connection, by, by_month=True)
    rows = ((*kept, name, month, *own) for kept, month, _, name, own in found)
    return ResultRows(["game", *by, *_HISTORY], rows)


def people_of(connection: Connection) -> dict[int, tuple[str, bool]]:
    """By the id of each person in the archive: (name, whether the person is in the table
    `asked_of`, which must exist: the persons about whom the user wants rows).
    """
    rows = connection.execute(_PEOPLE).fetchall()
    return {person: (name, asked) for person, name, asked in rows}


def _ranked(connection: Connection, by: Sequence[str], by_month: bool) -> Iterator[tuple[Any, ...]]:
    """Yield rows (group, month, rank, name, (matches, rating, low, high)). A group is one that the
    function `rated_games` yields, as the tuple (game, *values of the columns `by`). With
    `by_month`, a group has rows after each month in which it has a match, otherwise only after the
    last of these. No rows come if no match can be rated. Groups are sorted by their values, and the
    months of a group by time. Within a month, the highest `low` comes first, then the highest
    rating, then the name.

    A month is a text such as 2026-05, and counts all matches up to its end. The month None, for
    matches without a date, comes last. `matches` is how many matches of the person count by then.
    Ratings are in points, on average 1500 in the group; `low` and `high` are the ends of the 95 %
    interval. All three are rounded to tenths. Ranks count from 1 among all persons of the group,
    also those who have not played yet, but only persons in `asked_of` who have played by then have
    rows.

    Reads the views `seated` and `matches` and the table `asked_of`; `stats.count` makes all three.
    Nothing is read before the first row is asked for; DuckDB's own errors are raised from then on.
    Until all rows are taken, the connection must not execute anything else.
    """
    people = people_of(connection)
    for kept, rated in rated_games(connection, by):
        for row, month in rated.months if by_month else rated.months[-1:]:
            matches = plackett_luce.part(rated.matches, slice(row))
            found = plackett_luce.fit(matches)
            counts = plackett_luce.played(matches).tolist()
            rows = zip(rated.persons, counts, figures(found), strict=True)
            order = sorted(rows, key=lambda row: (-row[2][1], -row[2][0], people[row[0]][0]))
            for rank, (person, count, own) in enumerate(order, 1):
                name, is_asked = people[person]
                if is_asked and count:
                    yield kept, month, rank, name, (count, *own)


def figures(strengths: Strengths) -> list[tuple[float, float, float]]:
    """(rating, lower end, upper end) of each player, in their order, with the 95 % interval. A
    strength of 0 is a rating of 1500; odds of 10 to 1 are 400 points. Rounded to a tenth of a
    point: finer than the errors, and coarser than the differences between machines.
    """
    values, widths = POINTS * strengths.values + MEAN, POINTS * NORMAL * strengths.errors
    ends = zip(values, values - widths, values + widths, strict=True)
    return [
        (round(float(at), 1), round(float(low), 1), round(float(high), 1)) for at, low, high in ends
    ]


def rated_games(connection: Connection, by: Sequence[str]) -> Iterator[tuple[Variant, RatedGame]]:
    """For each game and each combination of values of the columns `by` of `matches` (not checked):
    these values, as (game, *by), with a `RatedGame`: all matches of it that can be rated, as
    arrays, their months and the ids of the persons (see `_gathered`). Sorted by the values, None
    last. Groups without such matches are left out.

    A match can't be rated if nobody has won yet, a place is unknown, there is but one side, or a
    person has two seats. A draw can be: all have won it. Of a group with more than `MOST` (1000)
    players, only matches in which all players are among the `MOST` with the most matches count.

    Reads the views `seated` and `matches`, which `stats.count` makes, and nothing before the first
    item is asked for; DuckDB's own errors are raised from then on. Until all is taken, the
    connection must not execute anything else.
    """
    columns = ["game", *by]
    firsts = [f"any_value(matches.{column}) AS {column}" for column in columns]
    query = _RATED.format(columns=", ".join(columns), firsts=", ".join(firsts))
    cursor = connection.execute(query)
    for kept, own in groupby(fetched(cursor), key=lambda row: row[: len(columns)]):
        if rows := _among_most([row[len(columns) :] for row in own]):
            yield kept, _gathered(rows)


def _among_most(rows: list[tuple[Any, ...]]) -> list[tuple[Any, ...]]:
    """Those of the `rows` of one group in which all persons are among the `MOST` with the most
    matches, in the same order. Each row is (month, persons, places, sides, times): in that month,
    `times` matches ended with these persons in these places. Of persons with equally many matches,
    those come first who occur first in `rows`. [] if no row is left.
    """
    counts = Counter[int]()
    for _, persons, *_, times in rows:
        counts.update(dict.fromkeys(persons, times))
    most = {person for person, _ in counts.most_common(MOST)}
    return [row for row in rows if most.issuperset(row[1])]


def _gathered(rows: list[tuple[Any, ...]]) -> RatedGame:
    """The matches of a group as arrays. `rows` are (month, persons, places, sides, times): `times`
    matches of the month ended with these persons (ids) in these places. There must be at least one
    row, and the rows must be sorted by month, those without a month (None) last.

    `persons`, `places` and `sides` have an item for each seat, and must be sorted by place, the
    best first. Equal numbers in `sides` are partners; `sides` is None where nobody has one. None of
    this is checked. In the arrays, persons are numbered from 0 in the order in which they come up,
    as the result's `persons` lists their ids. Each row becomes a row of the arrays, in the same
    order; `months` has, for each month, how many rows there are up to its end, and the month.
    """
    numbers: dict[int, int] = {}
    months: dict[str | None, int] = {}

    def orders() -> Iterator[Order]:
        for row, (month, persons, places, sides, times) in enumerate(rows, 1):
            own = [numbers.setdefault(person, len(numbers)) for person in persons]
            months[month] = row
            if sides is None:
                yield Order(tuple((player,) for player in own), tuple(places), times)
            else:
                yield _by_side(own, places, sides, times)

    matches = plackett_luce.matches(orders())
    ends = [(row, month) for month, row in months.items()]
    return RatedGame(matches, ends, list(numbers))


def _by_side(players: list[int], places: list[int], sides: list[int], times: int) -> Order:
    """How `times` matches with equal results ended, as an Order in which partners are one side.
    `players`, `places` and `sides` have a number for each seat, sorted by place; equal numbers in
    `sides` are partners. A side gets the place of its first player; its players are in ascending
    order.
    """
    together: dict[int, list[int]] = {}
    for player, side in zip(players, sides, strict=True):
        together.setdefault(side, []).append(player)
    firsts = [places[sides.index(side)] for side in together]
    return Order(tuple(tuple(sorted(each)) for each in together.values()), tuple(firsts), times)
