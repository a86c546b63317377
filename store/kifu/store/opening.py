"""An archive or a lake, opened for one question: whoever asks needn't know which it is."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from kifu.store import database
from kifu.store.errors import explained
from kifu.store.interrupting import interruptible
from kifu.store.lakes import is_lake

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


@contextmanager
def reading(path: str, wait: float = database.WAIT) -> Iterator[DuckDBPyConnection]:
    """A context with the archive or the lake at `path` open for one question; a locked archive is
    waited for up to `wait` seconds. Raises ArchiveError, Busy or LimitHit, and for a lake
    UsageError if the packages for it are not installed.
    """
    if not is_lake(path):
        with database.reading(path, wait) as connection:
            yield connection
        return
    from kifu.store.lake.asking import asking

    with explained(path), asking(path) as connection, interruptible(connection):
        yield connection


@contextmanager
def copying(path: str, folder: str, wait: float) -> Iterator[DuckDBPyConnection]:
    """A context with the archive or the lake at `path` open for one question, whose answer DuckDB
    may write into files of `folder` (see `database.copying`). Raises as `reading` does.
    """
    if not is_lake(path):
        with database.copying(path, folder, wait) as connection:
            yield connection
        return
    from kifu.store.lake.asking import opened
    from kifu.store.lake.table import LakeTable

    with explained(path):
        lake = LakeTable(path)
        with (
            opened(lake, lake.at(), folder, database.ONE_THREAD) as connection,
            interruptible(connection),
        ):
            yield connection
