"""Partners: which seats of a match win together, by the rules of its game."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from kifu.notation.errors import KifuError
from kifu.replay.elements.placing import first_of_sides
from kifu.replay.options import OptionError
from kifu.replay.registry import game

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

#: A row for each seat of a variant that has partners: the first seat of its `side`, which names it,
#: and how many `sides` there are. Where a variant has no rows, each seat plays for itself.
TABLE = """
    CREATE TEMP TABLE partner (
        variant BIGINT, seats INTEGER, seat INTEGER, side INTEGER, sides INTEGER
    )
"""
_PLAYED = """
    SELECT DISTINCT variant, matches.game, rules, matches.options, seats
    FROM matches JOIN variant ON variant.id = matches.variant ORDER BY variant, seats
"""


def note_partners(connection: DuckDBPyConnection) -> None:
    """Fill the table `partner` (see `TABLE`) for the matches of the view `matches`. A game that is
    not installed, or whose seats play each for itself, gets no rows.
    """
    rows = []
    for variant, name, rules, options, seats in connection.execute(_PLAYED).fetchall():
        of = first_of_sides(seats, [*_teams(name, rules, options, seats)])
        if len({*of}) < seats:
            rows += [(variant, seats, seat, side, len({*of})) for seat, side in enumerate(of, 1)]
    if rows:
        connection.executemany("INSERT INTO partner VALUES (?, ?, ?, ?, ?)", rows)


def _teams(name: str, rules: int, options: str, seats: int) -> Iterator[list[int]]:
    given = dict(word.partition("=")[::2] for word in options.split())
    try:
        revision = game(name).revision(rules)
        if revision is not None:
            chosen = revision.settle(revision.read_options(given), seats)
            yield from revision.ranking.teams(chosen, seats)
    except (KifuError, OptionError):
        return
