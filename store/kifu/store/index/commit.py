"""Commits: what was read goes into the archive, whole batches through columns.

One call is one transaction: the rows, the ledger's row for them and, with the last part of a source
that had changed, the removal of its old rows. So the archive is at every moment in a state that an
uninterrupted run could have left.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from msgspec import Struct

from kifu.store import columns
from kifu.store.index.course import Detail
from kifu.store.index.entering import Tally, enter_quarantine, enter_rows
from kifu.store.index.entry import Bad
from kifu.store.index.judged import drop_analyses
from kifu.store.index.packed import Packed, insert, pack, relation
from kifu.store.index.rows import Rows

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


class Portion(Struct, kw_only=True):
    """Some records of a source in their order: those numbered `first` to `last` (`last` is
    below `first` where there are none); the last one begins at `last_line` and `last_offset`.

    `replaces`: the source's earlier rows are of other bytes, and are dropped when `whole`, the end
    of the source, is in. Otherwise earlier rows stay, except those from `first` on. `detail` is the
    indexing detail of each. `placed` and `bad` are the numbers of sound and bad records.
    """

    source: str
    size: int
    digest: str
    replaces: bool
    first: int
    last: int
    last_line: int
    last_offset: int
    whole: bool
    placed: int
    bad: list[Bad]
    detail: Detail


def commit(connection: DuckDBPyConnection, portions: Sequence[Portion], rows: Rows) -> Tally:
    """Write `portions`, each of another source, within the open transaction; `rows` are those of
    their sound records, one portion after the other.
    """
    connection.execute("CREATE TEMP TABLE dropped (record BIGINT)")
    connection.execute("CREATE TEMP TABLE touched (play UUID)")
    sources = _enter_sources(connection, portions)
    gone = _drop_read_again(connection)
    _enter_ledger(connection, portions, sources, gone)
    numbered = list(zip(sources, portions, strict=True))
    placed = [source for source, portion in numbered for _ in range(portion.placed)]
    bad = [(source, found) for source, portion in numbered for found in portion.bad]
    tally = enter_rows(connection, rows, placed)
    tally.quarantined = enter_quarantine(connection, bad)
    _drop_replaced(connection)
    _sweep(connection)
    elect(connection)
    for table in ("arriving", "dropped", "touched"):
        connection.execute(f"DROP TABLE {table}")
    return tally


def _enter_sources(connection: DuckDBPyConnection, portions: Sequence[Portion]) -> list[int]:
    """The ids of the sources, whose rows now say what is read of them with these portions.

    They are also left in the temporary table `arriving`.
    """
    paths = [portion.source for portion in portions]
    query, given = relation(pack({"path": paths}))
    query = f"SELECT path, max(id) FROM source JOIN ({query}) USING (path) GROUP BY path"
    newest: dict[str, int] = dict(connection.execute(query, given).fetchall())
    following = columns.following(connection, "source", "id")
    ids = []
    for portion in portions:
        known = newest.get(portion.source)
        if known is None or (portion.replaces and portion.first == 1):
            known = following
            following += 1
        ids.append(known)
    rows: dict[str, Sequence[object]] = {
        "id": ids,
        "path": paths,
        "size": [portion.size for portion in portions],
        "digest": [portion.digest for portion in portions],
        "records": [portion.last for portion in portions],
        "last_line": [portion.last_line for portion in portions],
        "last_offset": [portion.last_offset for portion in portions],
        "whole": [portion.whole for portion in portions],
        "replayed": [portion.detail.replayed for portion in portions],
        "events": [portion.detail.events for portion in portions],
        "situations": [portion.detail.situations for portion in portions],
        "moves": [portion.detail.moves for portion in portions],
        "first": [portion.first for portion in portions],
    }
    connection.execute("CREATE TEMP TABLE arriving AS SELECT *, size AS first FROM source LIMIT 0")
    insert(connection, "arriving", _texts(rows), {})
    connection.execute("DELETE FROM source WHERE id IN (SELECT id FROM arriving)")
    connection.execute("INSERT INTO source SELECT * EXCLUDE (first) FROM arriving ORDER BY id")
    return ids


def _enter_ledger(
    connection: DuckDBPyConnection,
    portions: Sequence[Portion],
    sources: Sequence[int],
    gone: dict[int, int],
) -> None:
    start = columns.following(connection, "batch", "id")
    rows: dict[str, Sequence[object]] = {
        "id": list(range(start, start + len(portions))),
        "source": sources,
        "first": [portion.first for portion in portions],
        "last": [portion.last for portion in portions],
        "placed": [portion.placed for portion in portions],
        "quarantined": [len(portion.bad) for portion in portions],
        "dropped": [gone.get(source, 0) for source in sources],
    }
    insert(connection, "batch", _texts(rows), {})


def _texts(rows: Mapping[str, Sequence[object]]) -> Packed:
    return pack({name: list(map(str, values)) for name, values in rows.items()})


#: Rows of `place` and `quarantine` whose records have been read again.
_READ_AGAIN = "source = arriving.id AND number >= arriving.first"


def _drop_read_again(connection: DuckDBPyConnection) -> dict[int, int]:
    """Remove the rows that the portions replace; how many rows that was, by source."""
    gone: dict[int, int] = {}
    connection.execute(
        f"INSERT INTO dropped SELECT record FROM place JOIN arriving ON {_READ_AGAIN}"
    )
    for table in ("place", "quarantine"):
        count = f"SELECT source, count(*) FROM {table} JOIN arriving ON {_READ_AGAIN} GROUP BY 1"
        for source, number in connection.execute(count).fetchall():
            gone[source] = gone.get(source, 0) + number
        connection.execute(f"DELETE FROM {table} USING arriving WHERE {_READ_AGAIN}")
    return gone


def _drop_replaced(connection: DuckDBPyConnection) -> None:
    """Take out the older sources of each path that is now whole: their bytes are no more."""
    replaced = (
        "IN (SELECT source.id FROM source JOIN arriving USING (path) "
        "WHERE arriving.whole AND source.id <> arriving.id)"
    )
    connection.execute(f"INSERT INTO dropped SELECT record FROM place WHERE source {replaced}")
    for table in ("place", "quarantine", "batch"):
        connection.execute(f"DELETE FROM {table} WHERE source {replaced}")
    connection.execute(f"DELETE FROM source WHERE id {replaced}")


def _sweep(connection: DuckDBPyConnection) -> None:
    """Take out the records that have no place any more, the players who sit nowhere and the
    variants that nobody plays.
    """
    connection.execute("DELETE FROM dropped WHERE record IN (SELECT record FROM place)")
    if connection.execute("SELECT count(*) FROM dropped").fetchall() == [(0,)]:
        return
    orphans = "IN (SELECT record FROM dropped)"
    tables = ["id_prefix", "note", "seat", "tag"]
    for table, flag in (
        ("event", "events"),
        ("situation", "situations"),
        ("move", "moves"),
    ):
        # The large tables are searched only for what they have.
        having = f"SELECT count(*) FROM record WHERE key {orphans} AND {flag}"
        if connection.execute(having).fetchall() != [(0,)]:
            tables.append(table)
    connection.execute(f"INSERT INTO touched SELECT play FROM record WHERE key {orphans}")
    connection.execute(f"DELETE FROM record WHERE key {orphans}")
    for table in tables:
        connection.execute(f"DELETE FROM {table} WHERE record {orphans}")
    drop_analyses(connection)
    # The user has named aliases, and names that have aliases: they stay.
    connection.execute(
        "DELETE FROM player WHERE id = person AND id NOT IN (SELECT player FROM seat) "
        "AND id NOT IN (SELECT person FROM player WHERE id <> person)"
    )
    connection.execute("DELETE FROM variant WHERE id NOT IN (SELECT variant FROM record)")
    connection.execute("DELETE FROM setting WHERE variant NOT IN (SELECT id FROM variant)")


def elect(connection: DuckDBPyConnection) -> None:
    """Choose the main record of each match whose records changed: of those that were replayed,
    if any was, the one with the most notes, of equal ones that with the lowest id. So the order
    of indexing does not matter.
    """
    connection.execute(
        "UPDATE record SET main = (record.key = chosen.key) FROM ("
        "    SELECT play, first(key ORDER BY replayed DESC, notes DESC, record.record) AS key"
        "    FROM record"
        "    WHERE play IN (SELECT play FROM touched) GROUP BY play"
        ") AS chosen WHERE record.play = chosen.play"
    )
