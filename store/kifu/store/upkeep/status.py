"""Status: how an archive is, for the people who keep it running."""

from __future__ import annotations

import os
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from msgspec import Struct

from kifu.store.upkeep.manifest import LogEntry, logs

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


class Lag(Struct):
    """A log: how many bytes of it are indexed, by how many `bytes` its file differs from that (more
    or less), and how many seconds ago it was written; both are None where the file can't be found.
    Seconds are 0 where the size is the same and the log was read to its end.
    """

    path: str
    indexed: int
    records: int
    bytes: int | None
    seconds: float | None


class StatusRow(Struct):
    """An archive: its path, the bytes of its file, its matches, records (once for each place where
    one is) and quarantined ones, the moment of the last commit in ISO 8601, how many logs it has,
    how many of these are behind or missing, the sum of their lags in bytes, and the longest in
    seconds.
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


def status(connection: DuckDBPyConnection, archive: str, now: float) -> StatusRow:
    """How many matches and records the open archive has, and by how much its logs are ahead of what
    is indexed. `now` (seconds since 1970) is the time to which lags are counted.
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


def lags(connection: DuckDBPyConnection, archive: str, now: float) -> list[Lag]:
    """The logs of the open archive, sorted by its names for them. No log is read, only its size and
    time.
    """
    return [_lag(log, now) for log in logs(connection, archive)]


def _lag(log: LogEntry, now: float) -> Lag:
    try:
        about = os.stat(log.path)
    except OSError:
        return Lag(log.path, log.size, log.records, None, None)
    ahead = abs(about.st_size - log.size)
    late = max(0.0, now - about.st_mtime) if ahead or not log.whole else 0.0
    return Lag(log.path, log.size, log.records, ahead, round(late, 3))
