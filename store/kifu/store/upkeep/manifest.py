"""The manifest: every log that an archive was made from, with its checksum."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from contextlib import suppress
from datetime import UTC, datetime

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from kifu.notation.files import has_form
from kifu.store.paths import fingerprint, located
from kifu.store.tables import Connection

#: Why a log is not read.
CHANGED = "it has changed since it was indexed"
_WHY = {"missing": "it is gone", "changed": CHANGED}


class LogEntry(Struct):
    """A log as the archive knows it, by `name`; `path` is where it can be opened from here. `size`
    and `digest` are of the bytes that were indexed (`b2sum -l 128` prints the same digest for a
    file of less than 4 MiB), `records` is how many records were read in them, and `whole` says that
    the file was read to its end. `state` is "" until `compared` sets it to what the file is now:
    `ok`, `grown`, `changed`, `missing`, or why it can't be read.
    """

    name: str
    path: str
    size: int
    digest: str
    records: int
    whole: bool
    state: str = ""


def logs(connection: Connection, archive: str) -> list[LogEntry]:
    """Every log of the open archive, sorted by the archive's names for them, with an empty `state`;
    [] if there is none. `archive` is its path, to whose folder those names are relative unless they
    are absolute. No file is looked at.
    """
    query = "SELECT path, size, digest, records, whole FROM source ORDER BY path"
    found = connection.execute(query).fetchall()
    return [LogEntry(name, located(name, archive), *about) for name, *about in found]


def begun(connection: Connection, archive: str) -> list[LogEntry]:
    """The logs that an unfinished erasure was about to rewrite, as they were before (with the
    `state` that they had then), in no set order; [] if there is none. `archive` is the path of the
    open archive; each `path` is made anew from the log's name and the archive's folder. Notes that
    can't be read are skipped; no log is looked at.
    """
    rows = connection.execute("SELECT value FROM meta WHERE name = ?", [BEGUN]).fetchall()
    found = []
    for (before,) in rows:
        with suppress(msgspec.MsgspecError):
            log = msgspec.json.decode(before, type=LogEntry)
            found.append(replace(log, path=located(log.name, archive)))
    return found


#: In the table `meta`: each log that is about to be rewritten, as it was before.
BEGUN = "erasing"


def unread(connection: Connection, name: str, size: int, digest: str) -> None:
    """Set the source called `name` to this size and digest and to no record read, so that the next
    run reads all of it again. Its rows in other tables stay until then. Nothing happens if there is
    no such source. The caller opens and commits the transaction.
    """
    connection.execute(
        "UPDATE source SET size = ?, digest = ?, chain = '', modified = 0, inode = 0, records = 0, "
        "last_line = 1, last_offset = 0, whole = false WHERE path = ?",
        [size, digest, name],
    )


def compared(known: Iterable[LogEntry]) -> Iterator[LogEntry]:
    """Yield each log in `known`, in their order, after comparing its file with it and setting its
    `state`. Each file is read when its log is asked for; one that can't be read is not an error.
    """
    for log in known:
        log.state = _state(log)
        yield log


def has_indexed(log: LogEntry) -> bool:
    """Whether the file of a log begins with the bytes that were indexed, by the `state` that
    `compared` has set; False if that was not called. Reads no file.

    Only files of logs for which this is True may be read as logs, copied or rewritten: an archive
    that somebody else made may name any file.
    """
    return log.state in ("ok", "grown")


def readable(known: Iterable[LogEntry]) -> tuple[list[str], list[str]]:
    """Compare the logs with their files, which are read, and set the `state` of each. Returns the
    paths of those that still begin with the bytes that were indexed, each once, and a line for the
    user about each of the other paths; a file that can't be read is one of these. Both are in the
    order of `known`. A path that is in `known` twice is readable if one of the entries matches.
    """
    fit: dict[str, None] = {}
    unfit = {}
    for log in compared(known):
        if has_indexed(log):
            fit[log.path] = None
        else:
            unfit[log.path] = f"{log.path}: {_WHY.get(log.state, log.state)}"
    return list(fit), [line for path, line in unfit.items() if path not in fit]


def _state(log: LogEntry) -> str:
    """What the file of a log is now, compared with the bytes that were indexed: `ok` (the same),
    `grown` (it begins with them), `changed`, `missing`, or else a text for the user that says why
    it can't be read. If no bytes were indexed, a file that has some is `changed`. The whole file is
    read; one whose name is not that of a file of records is not opened, and gets a text, too. Does
    not set `log.state`, and raises nothing for a file that can't be read.
    """
    if not has_form(log.path):
        return "its name is not that of a file of records"
    try:
        seen = fingerprint(log.path, log.size)
    except FileNotFoundError:
        return "missing"
    except OSError as error:
        return error.strerror or str(error)
    # Every file begins with no bytes.
    if seen.prefix != log.digest or (seen.size and not log.size):
        return "changed"
    return "ok" if seen.size == log.size else "grown"


class Lag(Struct):
    """A log, and how far its file is from what is indexed. `indexed` and `records` are how many
    bytes and records the archive has, `bytes` by how much the file's size differs (never below 0),
    and `seconds` how long ago it was written, 0 if the size is the same and the log was read to its
    end. Both are None if the file can't be found.
    """

    path: str
    indexed: int
    records: int
    bytes: int | None
    seconds: float | None


class StatusRow(Struct):
    """The state of an archive. `size` is the bytes of its file, `records` counts a record once for
    each place where it is, `committed` is the time of the last commit (ISO 8601, UTC). Of its
    `logs`, `behind` have another size than what is indexed, and `missing` can't be found.
    `lag_bytes` is the sum of their differences, `lag_seconds` the longest lag.
    """

    path: str
    size: int
    matches: int
    records: int
    quarantined: int
    committed: str
    logs: int
    behind: int
    missing: int
    lag_bytes: int
    lag_seconds: float


def status(connection: Connection, archive: str, now: float) -> StatusRow:
    """How many matches, records (one for each place where it is) and records in quarantine the open
    archive has, the size of its file and when that was last written, and how far its logs differ in
    size from what is indexed (see `StatusRow`). `archive` is its path, `now` the time up to which
    lags are measured, in seconds since 1970. No log is read; without logs, all numbers about them
    are 0. Raises OSError if there is no file at `archive`.
    """
    ((matches, records, quarantined),) = connection.execute(_COUNTS).fetchall()
    about, found = os.stat(archive), lags(connection, archive, now)
    there = [log for log in found if log.bytes is not None]
    return StatusRow(
        path=archive,
        size=about.st_size,
        matches=matches,
        records=records,
        quarantined=quarantined,
        committed=datetime.fromtimestamp(about.st_mtime, UTC).isoformat(timespec="seconds"),
        logs=len(found),
        behind=sum(bool(log.bytes) for log in there),
        missing=len(found) - len(there),
        lag_bytes=sum(log.bytes or 0 for log in there),
        lag_seconds=max([log.seconds or 0.0 for log in there], default=0.0),
    )


_COUNTS = """
    SELECT
        (SELECT count(*) FROM record WHERE main), (SELECT count(*) FROM place),
        (SELECT count(*) FROM quarantine)
"""


def lags(connection: Connection, archive: str, now: float) -> list[Lag]:
    """The lag of each log of the open archive (see `Lag`), sorted by the archive's names for them;
    [] if it has no logs. Only the files' sizes and times are looked at. `now` is in seconds since
    1970. A file that can't be looked at raises nothing: see `_lag`.
    """
    return [_lag(log, now) for log in logs(connection, archive)]


def _lag(log: LogEntry, now: float) -> Lag:
    """How far a log's file is from what is indexed, by its size and time; it is not read. `now` is
    in seconds since 1970. In the result, `bytes` is how much longer or shorter the file is, never
    below 0. `seconds` is the time from the file's last change until `now`, never below 0, to three
    places; it is 0 if the size is the same and the log was read to its end. Both are None if the
    file can't be looked at.
    """
    try:
        about = os.stat(log.path)
    except OSError:
        return Lag(log.path, log.size, log.records, None, None)
    ahead = abs(about.st_size - log.size)
    late = max(0.0, now - about.st_mtime) if ahead or not log.whole else 0.0
    return Lag(log.path, log.size, log.records, ahead, round(late, 3))
