"""Commits: what was read goes into the archive, a whole batch at once.

One call is one transaction: the rows, and the removal of those that the archive had of records that
were read again. So the archive is at every moment in a state that an uninterrupted run could have
left.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count

from msgspec import Struct
from msgspec.structs import asdict

from kifu.store import people, tables
from kifu.store.index.course import Detail
from kifu.store.index.entering import OF_RECORDS, Report, enter_quarantine, enter_rows
from kifu.store.index.entry import Extract
from kifu.store.index.planning import ReadTask
from kifu.store.tables import Connection


class Portion(Struct, kw_only=True):
    """Consecutive records of one source, ready to be committed: those numbered `first` to `last`.
    The last one begins at line `last_line` and at `last_offset`, in bytes of the unpacked file.
    Without records, `last` is `first - 1`, and line and offset are where reading goes on. `whole`:
    the source ends after `last`.

    `extracts` are the rows of these records, piece by piece. `detail` says what was noted of them.
    A commit drops the rows that the archive had of records `first` to `last`, and for a `whole`
    source also those of all later records.
    """

    task: ReadTask
    detail: Detail
    first: int
    last: int
    last_line: int
    last_offset: int
    whole: bool = False
    extracts: list[Extract] = []


def commit(connection: Connection, portions: Sequence[Portion], after: int = 0) -> Report:
    """Write `portions` (at most one of each source) into the archive, in the transaction that the
    caller has opened. The caller ends it, too. Return a report with only the counts of records in
    these portions: new, duplicate, again, quarantined. Without portions, nothing changes and all
    counts are 0.

    The row of each portion's source is replaced, or is new. The places and bad records that the
    archive had for the portion's records, `first` to `last`, are deleted; if it is `whole`, also
    those of all later records of the source. A record without a place is then deleted, with all its
    rows. A record that comes again (with the same content, and the same id of its match) keeps its
    key and its rows as they are, and gets its new place. Where records were deleted, the players
    and variants that no record has any more go, too; aliases, and names that have aliases, stay.
    The main record of each match that gained or lost a record is chosen again. Keys of new records
    and ids of new sources are above `after`, and above all that the archive has. The portions are
    not changed.

    The temporary tables `arriving`, `dropped` and `touched` are made here and dropped at the end.
    If it raises (DuckDB's own errors), the caller must roll back.
    """
    connection.execute("CREATE TEMP TABLE dropped (record BIGINT)")
    connection.execute("CREATE TEMP TABLE touched (play UUID)")
    sources, are_known = _enter_sources(connection, portions, after)
    if are_known:
        _drop_read_again(connection)
    numbered = zip(sources, portions, strict=True)
    arrived = [(source, each) for source, portion in numbered for each in portion.extracts]
    report = enter_rows(connection, arrived, after)
    report.quarantined = enter_quarantine(connection, arrived)
    if tables.has_rows(connection, "dropped"):
        _sweep(connection)
    if tables.has_rows(connection, "touched"):
        elect(connection)
    for table in ("arriving", "dropped", "touched"):
        connection.execute(f"DROP TABLE {table}")
    return report


def _enter_sources(
    connection: Connection, portions: Sequence[Portion], after: int
) -> tuple[list[int], bool]:
    """Enter the row of each portion's source into the table `source`, in place of the one that the
    archive had. No two portions may be of one source. Return (ids, are_known). `ids` are the
    sources' ids, in the order of the portions: a known source keeps its id, a new one gets an id
    above `after` and above all in the archive. `are_known` says whether the archive had any of the
    sources. Without portions: ([], False), and `source` stays as it is.

    Always leaves the temporary table `arriving`, which must not exist before and which the caller
    drops. It has the rows that were entered (none without portions), with one more column `begun`:
    the number of the first record that was read now. The caller opens and commits the transaction.
    """
    paths = [portion.task.name for portion in portions]
    query = "SELECT path, id FROM source WHERE path IN (SELECT unnest(?))"
    known: dict[str, int] = dict(connection.execute(query, [paths]).fetchall())
    following = count(tables.following(connection, "source", "id", after))
    rows = [
        {
            **asdict(portion.task),
            **asdict(portion.detail),
            "id": known.get(portion.task.name) or next(following),
            "path": portion.task.name,
            "records": portion.last,
            "last_line": portion.last_line,
            "last_offset": portion.last_offset,
            "whole": portion.whole,
            "begun": portion.first,
        }
        for portion in portions
    ]
    connection.execute("CREATE TEMP TABLE arriving AS SELECT *, size AS begun FROM source LIMIT 0")
    tables.insert(connection, "arriving", rows)
    if known:
        connection.execute("DELETE FROM source WHERE id IN (SELECT id FROM arriving)")
    connection.execute("INSERT INTO source SELECT * EXCLUDE (begun) FROM arriving ORDER BY id")
    return [row["id"] for row in rows], bool(known)


#: Rows of `place` and `quarantine` whose records have been read again, or are gone.
_READ_AGAIN = (
    "source = arriving.id AND number >= arriving.begun AND (whole OR number <= arriving.records)"
)


def _drop_read_again(connection: Connection) -> None:
    """Delete the rows of `place` and `quarantine` for records that are read again now, or are gone.
    For each source in the table `arriving`, these are the records from `begun` to the last that was
    read; if the source was read to its end, all from `begun` on. The keys of the records that lose
    a place are added to the table `dropped`, which must exist; a key may come twice. Rows in other
    tables stay: `_sweep` deletes them later.
    """
    connection.execute(
        f"INSERT INTO dropped SELECT record FROM place JOIN arriving ON {_READ_AGAIN}"
    )
    for table in ("place", "quarantine"):
        connection.execute(f"DELETE FROM {table} USING arriving WHERE {_READ_AGAIN}")


def _sweep(connection: Connection) -> None:
    """Delete the records in the table `dropped` that have no place left, with their rows in all
    other tables. Call it when the new places are entered. Then delete the players that no record
    has any more (aliases, and names that have aliases, stay), and the variants that no record has,
    with their settings. For each deleted record, the id of its match is added to the table
    `touched`. Both tables must exist. In `dropped`, only the deleted records remain; if there are
    none, nothing else happens. The caller opens and commits the transaction.
    """
    connection.execute("DELETE FROM dropped WHERE record IN (SELECT record FROM place)")
    if not tables.has_rows(connection, "dropped"):
        return
    orphans = "IN (SELECT record FROM dropped)"
    connection.execute(f"INSERT INTO touched SELECT play FROM record WHERE key {orphans}")
    connection.execute(f"DELETE FROM record WHERE key {orphans}")
    for table in OF_RECORDS:
        connection.execute(f"DELETE FROM {table} WHERE record {orphans}")
    people.remove_unused(connection)
    connection.execute("DELETE FROM variant WHERE id NOT IN (SELECT variant FROM record)")
    connection.execute("DELETE FROM setting WHERE variant NOT IN (SELECT id FROM variant)")


def elect(connection: Connection) -> None:
    """Choose the main record of each match whose id is in the table `touched` (column `play`). That
    is the record with the most notes (comments, line comments and glyphs, also in variations), and
    among equals the one with the lowest record id (column `record`, a hash of its content),
    whatever the order of indexing. Sets the column `main` of all records of these matches, and
    changes nothing else. `touched` must exist and stays. A match may be in it twice, or have no
    record any more. The caller opens and commits the transaction.
    """
    connection.execute(
        "UPDATE record SET main = (record.key = chosen.key) FROM ("
        "    SELECT play, first(key ORDER BY notes DESC, record.record) AS key"
        "    FROM record"
        "    WHERE play IN (SELECT play FROM touched) GROUP BY play"
        ") AS chosen WHERE record.play = chosen.play"
    )
