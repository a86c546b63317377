"""Verifying: the logs are indexed once more, into memory, and compared with the archive."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from msgspec import Struct

from kifu.notation.disk import scratch_folder
from kifu.store import database, opening, people
from kifu.store.erasure import Erasure
from kifu.store.errors import ArchiveError
from kifu.store.index.commit import Portion, commit
from kifu.store.index.course import Detail
from kifu.store.index.entering import Tally
from kifu.store.index.ingest import BYTES, RECORDS, Progress, Report, Run, bring_in
from kifu.store.index.planning import ReadTask
from kifu.store.opening import is_lake
from kifu.store.paths import stored
from kifu.store.people import People
from kifu.store.tables import Connection
from kifu.store.upkeep.manifest import LogEntry, begun, compared, has_indexed, logs


class Difference(Struct):
    """What is not as the archive has it. `number` is that of the record, None for a whole file;
    `what` is `file`, `record`, `match`, `position`, `scores` or `winners`; `known` is what the
    archive has and `found` what the log gives.
    """

    path: str
    number: int | None
    what: str
    known: str | None
    found: str | None


class Verified(Struct):
    """How many records were compared, in how many files."""

    files: int = 0
    records: int = 0


#: So many records are compared at a time.
_TOGETHER = 10_000
#: What there is of some records of a source, by number: their ids and results, or their error.
_ROWS = """
    WITH own AS (SELECT id FROM source WHERE path = $name)
    SELECT
        number, hex_id(record.record) AS record, hex_id(play) AS match,
        lpad(lower(to_hex(position)), 16, '0') AS position,
        array_to_string(scores, ' ') AS scores, array_to_string(winners, ' ') AS winners
    FROM own JOIN place ON place.source = own.id JOIN record ON record.key = place.record
    WHERE number BETWEEN $first AND $last
"""
_ERRORS = """
    SELECT number, code || ' ' || message FROM quarantine
    WHERE source = (SELECT id FROM source WHERE path = $name)
        AND number BETWEEN $first AND $last
"""


def verify(
    archive: str,
    wait: float,
    jobs: int,
    counted: Verified,
    advance: Callable[[int], None],
) -> Iterator[Difference]:
    """Index the logs once more, in `jobs` processes, and yield everything in which they differ from
    the archive, in the order of the sources' names. `counted` is filled with the numbers of files
    and records compared; `advance` gets the number of further bytes that are done, again and again.

    The people file is compared first, as a whole. The archive is open only while it is asked. A
    file that grew is compared up to where it was indexed; one that is gone or changed is one
    difference, and is not counted. Raises as `Archive.find` does, and KifuError if a process dies.
    """
    with opening.reading(archive, wait) as connection:
        known = logs(connection, archive)
        held = people.of(connection)
        if begun(connection, archive):
            raise ArchiveError(
                f"{archive}: an erasure was cut short while it rewrote logs; the next run that "
                "writes ends it, such as kifu index, or kifu player erase --logs once more"
            )
    kept = people.people_of(archive)
    if not is_lake(archive) and held != (people.load(kept) or People()):
        yield Difference(kept, None, "file", None, "changed" if os.path.exists(kept) else "missing")
    sound = [log for log in compared(known) if has_indexed(log)]
    counted.files = len(sound)
    with _in_memory() as fresh:
        _index(fresh, archive, held.erasure, sound, jobs, advance)
        for log in known:
            if not has_indexed(log):
                yield Difference(log.path, None, "file", log.digest, log.state)
                continue
            name = stored(log.path, archive)
            query = "SELECT records FROM source WHERE path = ?"
            ((records,),) = fresh.execute(query, [name]).fetchall()
            counted.records += records
            for first in range(1, max(records, log.records) + 1, _TOGETHER):
                bounds = {"name": name, "first": first, "last": first + _TOGETHER - 1}
                with opening.reading(archive, wait) as connection:
                    was = _by_number(connection, bounds)
                now = _by_number(fresh, bounds)
                errors = dict(fresh.execute(_ERRORS, bounds).fetchall())
                for number in sorted(was.keys() | now.keys()):
                    for change in _changes(was.get(number), now.get(number), errors.get(number)):
                        yield Difference(log.path, number, *change)
            if records != log.records:
                yield Difference(log.path, None, "file", f"{log.records} records", f"{records}")


@contextmanager
def _in_memory() -> Iterator[Connection]:
    """A context with an empty archive in memory; for what that has no room for, there is a folder
    meanwhile.
    """
    import duckdb

    with (
        scratch_folder("-") as folder,
        duckdb.connect(config={**database.BOUNDS, "temp_directory": str(folder)}) as connection,
    ):
        connection.execute(database.schema())
        yield connection


def _index(
    fresh: Connection,
    archive: str,
    erased: Erasure,
    sound: Sequence[LogEntry],
    jobs: int,
    advance: Callable[[int], None],
) -> None:
    """Index those bytes of the logs that the archive has into the empty archive `fresh`."""
    done = 0

    def follow(progress: Progress) -> None:
        nonlocal done
        advance(progress.size - done)
        done = progress.size

    def write(portions: list[Portion]) -> Tally:
        fresh.begin()
        tally = commit(fresh, portions)
        fresh.commit()
        return tally

    run = Run(
        detail=Detail(),
        erased=erased,
        jobs=jobs,
        commit=write,
        records=RECORDS,
        bytes=BYTES,
        say=lambda line: None,
        advance=follow,
        report=Report(),
    )
    bring_in(run, [ReadTask(log.path, stored(log.path, archive), log.size) for log in sound])


def _by_number(connection: Connection, bounds: dict[str, object]) -> dict[int, Any]:
    """The ids and results of the records of a source in these `bounds`, by column, by number."""
    cursor = connection.execute(_ROWS, bounds)
    _, *columns = [name for name, *_ in cursor.description or ()]
    return {
        number: dict(zip(columns, values, strict=True)) for number, *values in cursor.fetchall()
    }


def _changes(
    was: dict[str, str | None] | None, now: dict[str, str | None] | None, error: str | None
) -> Iterator[tuple[str, str | None, str | None]]:
    """In which columns a record differs, with both values; as a whole where one has none of it."""
    if was is None or now is None:
        yield "record", was["record"] if was else None, now["record"] if now else error
        return
    yield from ((what, was[what], now[what]) for what in was if was[what] != now[what])
