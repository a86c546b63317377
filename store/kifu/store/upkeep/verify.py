"""Verifying: the logs are indexed once more, into memory, and compared with the archive."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator, Sequence

from msgspec import Struct

from kifu.store import database, opening, people, tables
from kifu.store.erasure import Erasure
from kifu.store.errors import ArchiveError, explained
from kifu.store.index.commit import Portion, commit
from kifu.store.index.course import Detail
from kifu.store.index.entering import Report
from kifu.store.index.ingest import Follow, Run, bring_in
from kifu.store.index.planning import ReadTask
from kifu.store.opening import is_lake
from kifu.store.paths import located
from kifu.store.people import People
from kifu.store.tables import Connection
from kifu.store.upkeep.manifest import LogEntry, begun, compared, has_indexed, logs


class Difference(Struct):
    """Something in which the logs differ from the archive: `known` is what the archive has, `found`
    what the log gives (None: nothing). `number` is that of the record, and `what` is `record`,
    `match`, `position`, `scores` or `winners`; only `record` where one side lacks the record, and
    if the log's record is bad, `found` is its error.

    About a whole file, `number` is None and `what` is `file`: `known` is its digest and `found` its
    state (`missing`, `changed`, `known twice`, or why it can't be read), or both are counts of
    records. If the file can't be read to its end meanwhile, `found` counts what was read before
    (`missing`: nothing), and each record after that is a difference, too. For the people file,
    `known` is None.
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


#: What is compared of a record.
_COMPARED = ("record", "match", "position", "scores", "winners")
_RECORDS = """
    SELECT
        source.path, number, replace(CAST(record.record AS VARCHAR), '-', '') AS record,
        replace(CAST(play AS VARCHAR), '-', '') AS match,
        lpad(lower(to_hex(position)), 16, '0') AS position,
        array_to_string(scores, ' ') AS scores, array_to_string(winners, ' ') AS winners
    FROM source JOIN place ON place.source = source.id JOIN record ON record.key = place.record
"""
#: The records of the sources that are there which differ, with what was and what is, or its error.
_DIFFERENT = f"""
    WITH own AS ({_RECORDS})
    SELECT
        path, number, code || ' ' || message, {", ".join(f"was.{each}" for each in _COMPARED)},
        {", ".join(f"own.{each}" for each in _COMPARED)}
    FROM was FULL JOIN own USING (path, number) JOIN source USING (path)
    LEFT JOIN quarantine ON quarantine.source = source.id AND quarantine.number = was.number
    WHERE {" OR ".join(f"was.{each} IS DISTINCT FROM own.{each}" for each in _COMPARED)}
    ORDER BY path, number
"""


def verify(
    archive: str,
    jobs: int,
    counted: Verified,
    advance: Follow,
) -> Iterator[Difference]:
    """Index the logs once more, into memory, in up to `jobs` processes (1: this one), and yield
    every difference from the archive: first the people file (a lake has none), then logs that are
    gone, changed, can't be read, or are known by two names of one path (links are not followed),
    then logs with another number of records, then records by path and number. Of a record, its id,
    the id of its match, the digest of its last position, its scores and its winners are compared;
    of events, situations and moves, nothing is. Nothing is yielded if all is equal, and neither
    archive nor logs are changed. A log that grew is compared up to where it was indexed. Logs that
    are gone, changed, unreadable or known by two names are not indexed, so nothing is said of their
    records.

    `counted` is filled with the numbers of files and records compared, before the first difference
    about a log's records; `advance` gets the bytes done and in all. The archive is open only while
    it is read at the start. Nothing begins, and nothing is raised, before the first difference is
    asked for. Raises ArchiveError while an erasure is unfinished or if there is no archive, Busy if
    it stays locked, LimitHit for lack of memory, UsageError for a lake without the packages for it,
    KifuError for a damaged people file or if a process dies, and OSError if the temporary folder,
    for what memory can't hold, can't be made.
    """
    with explained(archive), database.in_memory(database.schema()) as fresh:
        with opening.reading(archive) as connection:
            known = logs(connection, archive)
            held = people.of(connection)
            if begun(connection, archive):
                raise ArchiveError(
                    f"{archive}: an erasure was cut short while it rewrote logs; the next run that "
                    "writes ends it, such as kifu index, or kifu player erase --logs once more"
                )
            fresh.execute(f"CREATE TABLE was AS {_RECORDS}")
            tables.insert(fresh, "was", tables.fetched_by_name(connection.execute(_RECORDS)))
        kept = people.people_of(archive)
        if not is_lake(archive) and held != (people.load(kept) or People()):
            state = "changed" if os.path.exists(kept) else "missing"
            yield Difference(kept, None, "file", None, state)
        sound, times = [], Counter(log.path for log in known)
        for log in compared(known):
            state = log.state if times[log.path] == 1 else "known twice"
            if has_indexed(log) and state == log.state:
                sound.append(log)
            else:
                yield Difference(log.path, None, "file", log.digest, state)
        _index(fresh, held.erasure, sound, jobs, advance)
        read = dict(fresh.execute("SELECT path, records FROM source").fetchall())
        counted.files, counted.records = len(read), sum(read.values())
        for log in sound:
            records = read.get(log.name, "missing")
            if records != log.records:
                yield Difference(log.path, None, "file", f"{log.records} records", f"{records}")
        for name, number, error, *values in tables.fetched(fresh.execute(_DIFFERENT)):
            was, now = values[: len(_COMPARED)], values[len(_COMPARED) :]
            if was[0] is None or now[0] is None:
                was, now = [was[0]], [now[0] or error]
            for what, *both in zip(_COMPARED, was, now, strict=False):
                if both[0] != both[1]:
                    yield Difference(located(name, archive), number, what, *both)


def _index(
    fresh: Connection,
    erased: Erasure,
    sound: Sequence[LogEntry],
    jobs: int,
    advance: Follow,
) -> None:
    """Index the logs `sound`, each up to the byte where the archive's own reading ended, into the
    empty archive `fresh`, with pseudonyms for `erased` names and without events, situations and
    moves. Uses up to `jobs` processes (1: this one); `advance` gets the bytes done and in all.
    Commits in `fresh`, batch by batch, so no transaction may be open there.

    If a log can't be read, the next one follows, and nothing is said. If reading fails midway, the
    records of the pieces before stay in `fresh`, as those of a shorter log; only a log that fails
    before its first piece has no row there. Raises KifuError if a process dies, and DuckDB's error
    for lack of memory.
    """

    def write(portions: list[Portion]) -> Report:
        fresh.begin()
        report = commit(fresh, portions)
        fresh.commit()
        return report

    run = Run(
        detail=Detail(),
        erased=erased,
        jobs=jobs,
        commit=write,
        advance=advance,
        of=sum(log.size for log in sound),
    )
    bring_in(run, [ReadTask(log.path, log.name, log.size) for log in sound])
