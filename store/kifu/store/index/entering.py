"""Entering: the rows of a batch, into the tables that speak of records.

The rows of all records come into the table `incoming`, a row for each record, with lists of the
rows that it has in other tables. Which of them are new, the module `keys` finds out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate, chain
from typing import TYPE_CHECKING

from msgspec import Struct

from kifu.store import tables
from kifu.store.fold import folded
from kifu.store.identity import Variant
from kifu.store.index.cards import card_pattern, show_cards
from kifu.store.index.entry import Bad
from kifu.store.index.keys import Tally, give_keys
from kifu.store.index.rows import PieceRows, Row, Settings
from kifu.store.index.statements import OF_RECORDS, RECORD

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

#: Bytes of lines that DuckDB gets at a time.
TOGETHER = 4 << 20


def enter_rows(
    connection: DuckDBPyConnection, arrived: Sequence[tuple[int, PieceRows]], after: int
) -> Tally:
    """Enter the rows of sound records and count them. Each piece's rows come with the id of their
    source; new keys are above `after`.

    A match that already had a record and gets a further one goes into the table `touched`, which
    must be there.
    """
    arrived = [(source, rows) for source, rows in arrived if rows.count]
    if not arrived:
        return Tally()
    _stage(connection, arrived)
    following = tables.following(connection, "record", "key", after)
    tally = give_keys(connection, following)
    connection.execute(_PLACES)
    _enter_players(connection)
    connection.execute(RECORD)
    there = connection.execute(_THERE).fetchall()[0]
    held = [holder for holder, is_there in zip(_HOLDERS, there, strict=True) if is_there]
    for table, statement in OF_RECORDS.items():
        if statement.holder in held:
            connection.execute(statement.insert(table, "fresh"))
    connection.execute("DROP VIEW fresh")
    for table in ("incoming", "keyed"):
        connection.execute(f"DROP TABLE {table}")
    return tally


def _stage(connection: DuckDBPyConnection, arrived: Sequence[tuple[int, PieceRows]]) -> None:
    """Make the table `incoming` of all rows of the batch: each with `n` (its number in the batch,
    from 0), the id of its source, and the id of its variant.
    """
    variants = _variants(connection, dict(chain(*[rows.variants for _, rows in arrived])))
    first = 0
    into = "CREATE TEMP TABLE incoming AS"
    for group in _grouped(arrived):
        counts = [rows.count for _, rows in group]
        given = {
            "n": [first + before for before in accumulate(counts[:-1], initial=0)],
            "source": [source for source, _ in group],
            "variants": [[variants[each] for each, _ in rows.variants] for _, rows in group],
            "lines": [rows.lines.decode().rstrip("\n").split("\n") for _, rows in group],
        }
        connection.execute(f"{into} {_STAGE}", given)
        into = "INSERT INTO incoming"
        first += sum(counts)


def _grouped(arrived: Sequence[tuple[int, PieceRows]]) -> Iterator[list[tuple[int, PieceRows]]]:
    """The pieces' rows in groups of about TOGETHER bytes, each of which DuckDB gets at once."""
    group: list[tuple[int, PieceRows]] = []
    weight = 0
    for source, rows in arrived:
        group.append((source, rows))
        weight += len(rows.lines)
        if weight >= TOGETHER:
            yield group
            group, weight = [], 0
    if group:
        yield group


_STAGE = f"""
    SELECT * EXCLUDE (variants) REPLACE (
        CAST(variants[variant + 1] AS BIGINT) AS variant, CAST(source AS BIGINT) AS source
    )
    FROM (
        SELECT n, source, unnest({tables.parsed(Row)}), variants
        FROM (
            SELECT
                unnest(range(n, n + len(lines))) AS n, source, variants, unnest(lines) AS line
            FROM (
                SELECT
                    unnest($n) AS n, unnest($source) AS source, unnest($variants) AS variants,
                    unnest($lines) AS lines
            )
        )
    )
"""
_PLACES = """
    INSERT INTO place BY NAME
    SELECT key AS record, source, number, line, "offset", size, form
    FROM incoming JOIN keyed USING (n) ORDER BY n
"""
#: The columns of `incoming` that have rows of other tables, and which of them have any.
_HOLDERS = list(dict.fromkeys(statement.holder for statement in OF_RECORDS.values()))
_THERE = f"SELECT {', '.join(f'bool_or({holder} IS NOT NULL)' for holder in _HOLDERS)} FROM fresh"


def enter_quarantine(connection: DuckDBPyConnection, rows: Sequence[tuple[int, Bad]]) -> int:
    """Enter bad records, each given with the id of its source, and return how many."""
    if rows:
        given = {
            "source": [source for source, _ in rows],
            "lines": tables.lines([bad for _, bad in rows]),
        }
        connection.execute(_QUARANTINE, given)
    return len(rows)


_QUARANTINE = f"""
    INSERT INTO quarantine BY NAME SELECT source, unnest({tables.parsed(Bad)})
    FROM (SELECT unnest($source) AS source, unnest($lines) AS line)
"""


class _Player(Struct):
    """A row of the table `player`."""

    id: int
    name: str
    folded: str
    person: int


def _enter_players(connection: DuckDBPyConnection) -> None:
    """Enter each name of the view `fresh` that the archive does not have, as a person with a new
    id.
    """
    names = connection.execute(_NEW_NAMES).fetchall()
    first = tables.following(connection, "player", "id") if names else 0
    rows = [_Player(n, name, folded(name), n) for n, (name,) in enumerate(names, first)]
    tables.insert(connection, "player", rows)


#: In the order of the records and their seats.
_NEW_NAMES = """
    SELECT name
    FROM (SELECT n, unnest(names) AS name, unnest(range(len(names))) AS nth FROM fresh)
    WHERE name NOT IN (SELECT name FROM player)
    GROUP BY name ORDER BY min(n), arg_min(nth, n)
"""


class _Variant(Struct):
    """A row of the table `variant`."""

    id: int
    game: str
    rules: int
    options: str
    seated: int
    card: str | None


class _Setting(Struct):
    """A row of the table `setting`."""

    variant: int
    name: str
    value: str


def _variants(
    connection: DuckDBPyConnection, settings: Mapping[Variant, Settings]
) -> dict[Variant, int]:
    """The id of each variant in the archive. One of `settings` that the archive does not have is
    entered first, with its settings.
    """
    query = "SELECT game, rules, options, seated, id FROM variant"
    rows = connection.execute(query).fetchall()
    ids: dict[Variant, int] = {
        (game, rules, options, seated): number for game, rules, options, seated, number in rows
    }
    fresh = [variant for variant in settings if variant not in ids]
    if not fresh:
        return ids
    following = tables.following(connection, "variant", "id")
    ids.update(zip(fresh, range(following, following + len(fresh)), strict=True))
    own = [_Variant(ids[each], *each, card_pattern(each)) for each in fresh]
    tables.insert(connection, "variant", own)
    show_cards(connection)
    every = [_Setting(ids[variant], *pair) for variant in fresh for pair in settings[variant]]
    tables.insert(connection, "setting", every)
    return ids
