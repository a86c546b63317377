"""Gains: by how much a player's judged choices are better than those of kifu's own players.

A choice gains the value of the played option less that of the position: what it is worth if the
seat itself goes on like the players by whom its worlds are played on (see `replay.analysis.ways`),
in points or win share as the game marks. Over a match, gains add up to what would be won above an
even share at tables of such players, on average (AIVAT: Burch et al. 2018). Losses against the best
option don't: a player who puts off trouble meets harder choices later, and loses more in them. And
which option looks best depends on the worlds; a gain does not compare with it, so gains are the
same on average in few worlds as in many.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from math import sqrt
from operator import add
from typing import TYPE_CHECKING, Any, NamedTuple

from kifu.replay.registry import UnfitGame, UnknownGame, game
from kifu.store.ask.intervals import NORMAL, student
from kifu.store.tables import fetched

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

#: A number with the ends of its interval of 95 %.
Ends = tuple[float, float, float]
#: What is judged together: a game with the values that separate its matches, the engine and its
#: sight.
Group = tuple[str, ...]
#: The `Sums` of each person and month, of finished matches whose engine says what was gained. Sums
#: are exact, so they do not depend on the order of the rows.
_GAINED = """
    SELECT
        {columns}, summed.engine, summed.sight, strftime(matches.date_to, '%Y-%m') AS until,
        summed.person, count(*), CAST(sum(choices) AS BIGINT), exact_sum(gain),
        exact_sum(gain ** 2), exact_sum(coalesce(gain_se, 0) ** 2)
    FROM summed JOIN matches USING (key)
    WHERE matches.finished AND choices BETWEEN 1 AND 1e6
        AND abs(gain) < 1e6 AND coalesce(gain_se, 0) < 1e6
    GROUP BY ALL ORDER BY {columns}, summed.engine, summed.sight, until NULLS LAST, summed.person
"""


class Sums(NamedTuple):
    """Sums over the judged seats of a player, one a match: how many there are, their choices, and
    what these gained; the squares of each gain and of its standard error.
    """

    seats: int = 0
    choices: int = 0
    gain: float = 0.0
    squares: float = 0.0
    errors: float = 0.0

    def plus(self, other: Sums) -> Sums:
        """The sums over the seats of both."""
        return Sums(*map(add, self, other))

    def mean(self) -> Ends:
        """The gain a match with its interval: by how much matches differ (Student's t); of one
        match, by how much its choices do.

        >>> [round(each, 2) for each in Sums(1, 8, 4.0, 16.0, 2.0).mean()]
        [4.0, 1.23, 6.77]
        """
        mean = self.gain / self.seats
        margin = NORMAL * sqrt(self.errors)
        if self.seats > 1:
            between = max(0.0, self.squares - self.seats * mean**2) / (self.seats - 1)
            margin = student(self.seats) * sqrt(between / self.seats)
        return round(mean, 6), round(mean - margin, 6), round(mean + margin, 6)


#: The sums of persons, by their ids.
Gains = dict[int, Sums]


def gains(
    connection: DuckDBPyConnection, by: Sequence[str]
) -> Iterator[tuple[Group, list[tuple[str | None, Gains]]]]:
    """Each group with the gains of its persons after each month that has judged choices, from all
    up to its end; the month None, of choices without a date, comes last. A group is a game (nimmt,
    ...) with one combination of values of the columns `by` of `matches`, an engine and its sight.
    Reads the views of `judged_stats`.
    """
    names = ["game", *by]
    columns = ", ".join([f"matches.{name}" for name in names])
    rows = fetched(connection.execute(_GAINED.format(columns=columns)))
    size = len(names) + 2
    for group, own in groupby(rows, key=lambda row: row[:size]):
        yield group, [*_by_month(row[size:] for row in own)]


def unit_of(name: str) -> str:
    """The unit of gains in the game with this name: "points" or "win share"; win share for a game
    that is not installed.

    >>> unit_of("nimmt"), unit_of("mutsugo"), unit_of("chess")
    ('points', 'win share', 'win share')
    """
    try:
        by_points = game(name).analysis.marks.by_points
    except (UnknownGame, UnfitGame):
        by_points = False
    return "points" if by_points else "win share"


def _by_month(rows: Iterable[tuple[Any, ...]]) -> Iterator[tuple[str | None, Gains]]:
    """The gains after each month, from rows (month, person's id, *sums) in the order of months."""
    known: dict[int, Sums] = {}
    for month, own in groupby(rows, key=lambda row: row[0]):
        for _, person, *numbers in own:
            known[person] = known.get(person, Sums()).plus(Sums(*numbers))
        yield month, known.copy()
