"""The manifest: every log that an archive was made from, with its checksum."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from msgspec import Struct

from kifu.store.paths import fingerprint, located

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


class LogEntry(Struct):
    """A log as the archive knows it. `path` can be opened from here, `digest` is BLAKE2b with 16
    bytes (`b2sum -l 128` prints the same), `whole` says that it was read to its end. `state` is
    empty, or what the file is like now: `ok`, `grown`, `changed`, `missing`, or why it can't be
    read.
    """

    path: str
    size: int
    digest: str
    records: int
    whole: bool
    state: str = ""


#: Of a source that is being replaced, the newer row.
_SOURCES = """
    SELECT path, size, digest, records, whole FROM source
    QUALIFY id = max(id) OVER (PARTITION BY path) ORDER BY path
"""


def logs(connection: DuckDBPyConnection, archive: str) -> list[LogEntry]:
    """Every log of the archive, sorted by name, with an empty `state`."""
    rows = connection.execute(_SOURCES).fetchall()
    return [LogEntry(located(name, archive), *about) for name, *about in rows]


def compared(known: list[LogEntry]) -> Iterator[LogEntry]:
    """Each log in `known`, after its `state` was set to how its file compares with it now. Files
    are read one at a time; one that can't be read is not an error.
    """
    for log in known:
        log.state = _state(log)
        yield log


def _state(log: LogEntry) -> str:
    try:
        seen = fingerprint(log.path, log.size)
    except FileNotFoundError:
        return "missing"
    except OSError as error:
        return error.strerror or str(error)
    if seen.prefix != log.digest:
        return "changed"
    return "ok" if seen.size == log.size else "grown"
