"""Ratings: how strong each player is in each game, by the Plackett-Luce model of openskill.

Matches are rated one after the other, in the order of their days and times, then of the Date tag's
text, then of their ids, so that the same matches give the same ratings. Each seat counts for
itself by its place; seats that share a place are level. A match is left out where nobody has won
yet, a place is unknown, there is but one seat, or a person has two seats. Players of a game begin
with `mu` 25 and `sigma` 25/3; `ordinal`, mu - 3 sigma, is what they are at least worth.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from kifu.store.ask.sql import ResultRows

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

_STANDING = ["rank", "player", "matches", "mu", "sigma", "ordinal", "last"]
_HISTORY = ["player", "date", "match", "place", "mu", "sigma", "ordinal"]

#: The matches that can be rated, each with its persons and places in seat order.
_RATED = """
    SELECT
        {variant}, any_value(matches.date), hex_id(any_value(matches.play)),
        list(seated.person ORDER BY seated.seat), list(seated.place ORDER BY seated.seat)
    FROM seated JOIN matches USING (key)
    GROUP BY seated.key
    HAVING count(*) > 1 AND count(seated.place) = count(*)
        AND count(DISTINCT seated.person) = count(*)
    ORDER BY
        any_value(matches.date_from) NULLS LAST, any_value(matches.date_to),
        any_value(matches.time) NULLS LAST, any_value(matches.date) NULLS LAST,
        any_value(matches.play)
"""
_PEOPLE = "SELECT id, name, id IN (FROM asked_of) FROM player WHERE id = person"


class _Standing(Struct, gc=False):
    """A player in a game: openskill's rating, how many matches made it, the last one's date."""

    rating: Any
    matches: int = 0
    last: str | None = None


def standing(connection: DuckDBPyConnection, by: Sequence[str] = ()) -> ResultRows:
    """The ratings after the last match, from the views `seated` and `matches` (see `stats`): for
    each game, and for each value of the columns `by` of `matches`.
    """
    people = _people(connection)
    final: dict[tuple[_Variant, int], _Standing] = {}
    for game, _, _, persons, _, after in _rated(connection, by):
        final.update(zip([(game, person) for person in persons], after, strict=True))
    order = sorted(
        final.items(),
        key=lambda item: (item[0][0], -item[1].rating.ordinal(), people[item[0][1]][0]),
    )
    return ResultRows(["game", *by, *_STANDING], _ranked(order, people))


def history(connection: DuckDBPyConnection, by: Sequence[str] = ()) -> ResultRows:
    """Every rating after every match, in order; see `standing`."""
    people = _people(connection)
    return ResultRows(["game", *by, *_HISTORY], _told(connection, people, by))


_People = dict[int, tuple[str, bool]]


def _people(connection: DuckDBPyConnection) -> _People:
    """Each person's name, and whether rows about the person are asked for."""
    rows = connection.execute(_PEOPLE).fetchall()
    return {person: (name, asked) for person, name, asked in rows}


def _ranked(
    order: list[tuple[tuple[_Variant, int], _Standing]], people: _People
) -> Iterator[tuple[Any, ...]]:
    rank = 0
    before: _Variant = ()
    for (game, person), player in order:
        rank = rank + 1 if game == before else 1
        before = game
        name, is_asked = people[person]
        if is_asked:
            yield *game, rank, name, player.matches, *_figures(player), player.last


def _told(
    connection: DuckDBPyConnection, people: _People, by: Sequence[str]
) -> Iterator[tuple[Any, ...]]:
    for game, date, match, persons, places, after in _rated(connection, by):
        for person, place, player in zip(persons, places, after, strict=True):
            name, is_asked = people[person]
            if is_asked:
                yield *game, name, date, match, place, *_figures(player)


def _figures(player: _Standing) -> tuple[float, float, float]:
    return player.rating.mu, player.rating.sigma, player.rating.ordinal()


#: A game, with what else keeps ratings apart.
_Variant = tuple[str, ...]
Match = tuple[_Variant, str | None, str, list[int], list[int], list[_Standing]]


def _rated(connection: DuckDBPyConnection, by: Sequence[str]) -> Iterator[Match]:
    """Each match with the ratings after it, in seat order."""
    from openskill.models import PlackettLuce

    model = PlackettLuce()
    known: dict[tuple[_Variant, int], _Standing] = {}
    columns = ["game", *by]
    variant = ", ".join([f"any_value(matches.{column})" for column in columns])
    cursor = connection.execute(_RATED.format(variant=variant))
    while rows := cursor.fetchmany(10_000):
        for *variants, date, match, persons, places in rows:
            game = tuple(variants)
            players = [
                known.setdefault((game, person), _Standing(model.rating())) for person in persons
            ]
            teams = model.rate([[player.rating] for player in players], ranks=places)
            for player, (rating,) in zip(players, teams, strict=True):
                player.rating, player.last = rating, date
                player.matches += 1
            yield game, date, match, persons, places, players
