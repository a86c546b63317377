"""The plan of a run: what of each source is to be read, by what the archive knows of it."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress

from msgspec import Struct
from msgspec.structs import replace

from kifu.replay.rule_data.files import READERS, names_in_use
from kifu.store.identity import unfinished_id
from kifu.store.index.course import Detail
from kifu.store.paths import Fingerprint, fingerprint, located
from kifu.store.tables import Connection


class ReadTask(Struct, frozen=True):
    """Read the first `size` bytes of the log at `path`, known to the archive as `name`, from record
    number `first` on, which begins at `offset` (of the uncompressed stream) and `line`: what is
    read replaces the rows that the archive has of these records. `digest` is that of those bytes.
    `modified` is when the file was last written (nanoseconds since 1970), and 0 where it may be
    written again at the same time; `inode` is its file's.
    """

    path: str
    name: str
    size: int
    modified: int = 0
    inode: int = 0
    digest: str = ""
    first: int = 1
    line: int = 1
    offset: int = 0


class Known(Struct, frozen=True):
    """What the archive knows of a source (see the table `source`), how many of its records are
    bad, and how many of those lacked rule data that is in use by now.
    """

    detail: Detail
    bad: int
    lacking: int
    size: int
    digest: str
    modified: int
    inode: int
    records: int
    last_line: int
    last_offset: int
    whole: bool


#: Nanoseconds for which a file may be written again without another time.
_FRESH = 2_000_000_000


def log_at(path: str, name: str) -> ReadTask:
    """The log at `path` as it is now, all of which is to be read; not yet with its digest. Raises
    OSError.
    """
    about = os.stat(path)
    modified = about.st_mtime_ns if about.st_mtime_ns < time.time_ns() - _FRESH else 0
    return ReadTask(path, name, about.st_size, modified, about.st_ino)


def is_as_known(log: ReadTask, known: Known) -> bool:
    """Whether a log has the size, the time and the inode that it had when it was read: then it is
    not read to see whether its bytes are the same.
    """
    now = log.size, log.modified, log.inode
    return log.modified > 0 and (known.size, known.modified, known.inode) == now


def plan(
    log: ReadTask, known: Known | None, detail: Detail, say: Callable[[str], None], again: bool
) -> ReadTask | None:
    """What to read of a log (see `log_at`) of which the archive has what is `known`; None if it has
    all of it. `say` gets a line, with the reason, if a known log is read again, or read on after
    records that the archive has.

    All of it is read again if it has changed, if the archive has less than `detail`, if rule data
    that some of its records lacked is in use now, and with `again` if records of it are in
    quarantine. Raises OSError.
    """
    if known is not None and is_as_known(log, known):
        seen = Fingerprint(known.size, known.digest, known.digest)
    else:
        seen = fingerprint(log.path, known.size if known else -1)
    task = replace(log, size=seen.size, digest=seen.digest)
    if known is None:
        return task
    reason = _reason_to_replace(log.path, known, seen, detail, again)
    if reason is not None:
        say(reason)
        return task
    if seen.size == known.size and known.whole:
        return None
    # The last record that was read may have been a part of what is there now.
    first = max(known.records, 1)
    if known.records:
        why = "has grown" if known.whole else "was not read to its end"
        say(f"{log.path} {why}: reading on from record {first}")
    return replace(task, first=first, line=known.last_line, offset=known.last_offset)


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


def known_of(connection: Connection) -> dict[str, Known]:
    """What an open archive knows of each source, by name."""
    in_use = [name for game in READERS for name in names_in_use(game)]
    rows = connection.execute(_SOURCES, {"in_use": in_use}).fetchall()
    return {
        path: Known(Detail(events, situations, moves), *about)
        for path, events, situations, moves, *about in rows
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
        path, events, situations, moves, coalesce(bad, 0), coalesce(lacking, 0), size, digest,
        modified, inode, records, last_line, last_offset, whole
    FROM source LEFT JOIN bad USING (id) ORDER BY id
"""

#: The size and the digest of each source that was read, by its name.
Seen = dict[str, tuple[int, str]]


class Moved(Struct, frozen=True):
    """A log at `path` whose source is to be called `name`; the archive knows it as `was`."""

    path: str
    name: str
    was: str

    def notice(self, archive: str) -> str:
        """A line that tells the user the log's old and new path."""
        return f"{self.path} was moved: the archive knew it as {located(self.was, archive)}"


def find_moved(archive: str, logs: Mapping[str, str], known: Mapping[str, Known]) -> list[Moved]:
    """Those of `logs` that the archive knows by an old path, at which there is no file any more.
    `logs` maps the name that a log now has to its path, `known` has the archive's sources by name.
    Files that can't be read are left out.
    """
    fresh = {name: path for name, path in logs.items() if name not in known}
    gone = absent(archive, known) if fresh else {}
    found = []
    for name, path in fresh.items():
        with suppress(OSError):
            was = moved_from(path, gone)
            if was is not None:
                del gone[was]
                found.append(Moved(path, name, was))
    return found


def absent(archive: str, known: Mapping[str, Known]) -> Seen:
    """The size and digest of each source in `known` whose file is gone, by the source's name."""
    return {
        name: (log.size, log.digest)
        for name, log in known.items()
        if not os.path.lexists(located(name, archive))
    }


def moved_from(path: str, gone: Seen) -> str | None:
    """The source in `gone` (see `absent`) whose file is now at `path`, None if none is: one with
    the same bytes, or one with the same file name whose bytes the file begins with. Raises OSError.
    """
    size, last = os.path.getsize(path) if gone else 0, os.path.basename(path)
    for name, (was, digest) in gone.items():
        is_alike = was == size or (0 < was < size and os.path.basename(name) == last)
        if is_alike and fingerprint(path, was).prefix == digest:
            return name
    return None


def relocate(connection: Connection, names: Mapping[str, str]) -> None:
    """Give sources new names (old -> new) within the open transaction; their unfinished matches get
    new ids, which depend on the source's name.
    """
    plays = ids_of_unfinished(connection, names)
    rename_sources(connection, names)
    rename_matches(connection, plays)


def rename_sources(connection: Connection, names: Mapping[str, str]) -> None:
    """Give sources new names (old -> new), and change nothing else."""
    connection.execute(
        "UPDATE source SET path = given.path "
        "FROM (SELECT unnest($was) AS was, unnest($path) AS path) AS given "
        "WHERE source.path = given.was",
        {"was": list(names), "path": list(names.values())},
    )


def ids_of_unfinished(connection: Connection, names: Mapping[str, str]) -> dict[int, str]:
    """The new ids of the unfinished matches whose sources get the new `names` (old -> new), by the
    keys of their records. Changes nothing.
    """
    rows = connection.execute(_GOING_ON, [list(names)]).fetchall()
    return {
        key: unfinished_id(names[was], number)
        for key, was, number, play in rows
        if play == unfinished_id(was, number)
    }


def rename_matches(connection: Connection, plays: Mapping[int, str]) -> None:
    """Give matches new ids; `plays` has these by the keys of the matches' records."""
    if plays:
        connection.execute(
            "UPDATE record SET play = CAST(given.play AS UUID) "
            "FROM (SELECT unnest($key) AS key, unnest($play) AS play) AS given "
            "WHERE record.key = given.key",
            {"key": list(plays), "play": list(plays.values())},
        )


_GOING_ON = """
    SELECT record.key, source.path, number, replace(CAST(play AS VARCHAR), '-', '')
    FROM source JOIN place ON place.source = source.id JOIN record ON record.key = place.record
    WHERE NOT finished AND source.path IN (SELECT unnest(?))
"""
