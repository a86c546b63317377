"""The plan of a run: what of each source is to be read, by what the archive knows of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from msgspec import Struct

from kifu.replay.rule_data.files import READERS, names_in_use
from kifu.store import database
from kifu.store.index.course import Detail
from kifu.store.paths import Fingerprint, fingerprint

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


class ReadTask(Struct, frozen=True):
    """Read `path`, known to the archive as `name`, from record number `first` on, which begins at
    `offset` (of the uncompressed stream) and `line`, and up to the byte `until` of that stream, if
    given. `replaces`: what is read replaces the rows that the archive has of it. `detail` is the
    indexing detail of all its records after this run.
    """

    path: str
    name: str
    size: int
    digest: str
    detail: Detail
    first: int = 1
    line: int = 1
    offset: int = 0
    replaces: bool = False
    until: int | None = None


class Known(Struct, frozen=True):
    """What the archive knows of a source (see the table `source`), how many of its records are
    bad, and how many of those lacked rule data that is in use by now.
    """

    size: int
    digest: str
    records: int
    last_line: int
    last_offset: int
    whole: bool
    detail: Detail
    bad: int
    lacking: int


class Log(Struct, frozen=True):
    """A log of so many bytes: its `path`, the `name` by which the archive knows it, and what that
    knows of it from before. `task` is how it is to be read, where that is decided already.
    """

    path: str
    name: str
    size: int
    known: Known | None
    task: ReadTask | None = None


def plan(log: Log, detail: Detail, say: Callable[[str], None], again: bool) -> ReadTask | None:
    """What to read of a log; None if the archive has all of it. If the log's `task` is decided
    already, that. `say` gets a line, with the reason, if a log that the archive knows is read
    again, or read on after records that it has.

    All of it is read again if it has changed, if the archive has less than `detail`, if rule data
    that some of its records lacked is in use now, and with `again` if records of it are in
    quarantine. Raises OSError.
    """
    if log.task is not None:
        return log.task
    path, name, known = log.path, log.name, log.known
    seen = fingerprint(path, known.size if known else -1)
    if known is None:
        return ReadTask(path, name, seen.size, seen.digest, detail)
    reason = _reason_to_replace(path, known, seen, detail, again)
    if reason is not None:
        say(reason)
        return ReadTask(path, name, seen.size, seen.digest, detail, replaces=True)
    if seen.size == known.size and known.whole:
        return None
    # The last record that was read may have been a part of what is there now.
    first = max(known.records, 1)
    line, offset = known.last_line, known.last_offset
    if known.records:
        why = "has grown" if known.whole else "was not read to its end"
        say(f"{path} {why}: reading on from record {first}")
    return ReadTask(path, name, seen.size, seen.digest, detail, first, line, offset)


def _reason_to_replace(
    path: str, known: Known, seen: Fingerprint, detail: Detail, again: bool
) -> str | None:
    """A line for the user that says why all of a known log has to be read again; None if it needn't
    be. `seen` is what the file at `path` has now.
    """
    if seen.prefix != known.digest:
        return f"{path} has changed: reading it again and replacing its records"
    if not known.detail.covers(detail):
        return f"reading {path} again: this run asks for more detail than the archive has"
    if again and known.bad:
        return f"reading {path} again for its records in quarantine: {known.bad}"
    if known.lacking:
        return f"reading {path} again: rule data is here that {known.lacking} in quarantine lacked"
    return None


def detail_of_run(asked: Detail, known: Iterable[Known]) -> Detail:
    """The detail in which a run reads: `asked`, together with all detail that any source in the
    archive (`known`) has, so that the archive stays complete.
    """
    for source in known:
        asked = asked.with_all(source.detail)
    return asked


def known_sources(archive: str, wait: float) -> dict[str, Known]:
    """What the archive at the path `archive` knows of each source, by name. A locked archive is
    waited for up to `wait` seconds.
    """
    with database.looking(archive, wait) as connection:
        return known_of(connection)


def known_of(connection: DuckDBPyConnection) -> dict[str, Known]:
    """What an open archive knows of each source, by name. A source that is just being replaced has
    two rows; the newer one counts.
    """
    in_use = [name for game in READERS for name in names_in_use(game)]
    rows = connection.execute(_SOURCES, {"in_use": in_use}).fetchall()
    return {
        path: Known(size, digest, records, line, offset, whole, Detail(*detail), bad, lacking)
        for path, size, digest, records, line, offset, whole, bad, lacking, *detail in rows
    }


#: The message of KF418 begins with what is lacking.
_SOURCES = """
    WITH bad AS (
        SELECT
            source AS id, count(*) AS bad,
            count(*) FILTER (code = 'KF418' AND list_contains(
                CAST($in_use AS VARCHAR[]), split_part(message, ' ', 1))) AS lacking
        FROM quarantine GROUP BY source
    )
    SELECT
        path, size, digest, records, last_line, last_offset, whole, coalesce(bad, 0),
        coalesce(lacking, 0), events, situations, moves
    FROM source LEFT JOIN bad USING (id) ORDER BY id
"""
