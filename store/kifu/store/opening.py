"""An archive or a lake, opened for one question: whoever asks needn't know which it is."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager

from kifu.notation.disk import destination
from kifu.store import database
from kifu.store.errors import explained
from kifu.store.interrupting import interruptible
from kifu.store.tables import Connection

#: Where a Delta table keeps its commits.
LOG = "_delta_log"
#: What the name of a folder ends in that is to be made a lake.
ENDING = ".lake"
_REMOTE = "s3://"


def is_remote(path: str) -> bool:
    """Whether the path is the URL of a lake in object storage: it begins with `s3://`, in small
    letters. Every other text, also another URL, is taken for a path on the disk.

    >>> is_remote("s3://club/games"), is_remote("games.lake")
    (True, False)
    """
    return path.startswith(_REMOTE)


def is_lake(path: str) -> bool:
    """Whether the path names a lake: a URL `s3://`, a name that ends in `.lake` (or `.lake/`), or a
    folder (or a link to one) with a folder `_delta_log` in it, as every Delta table has. A name in
    `.lake` need not exist, and is not looked at: an ordinary file of that name counts, too.

    >>> is_lake("s3://club/games"), is_lake("games.lake"), is_lake("games.duckdb")
    (True, True, False)
    """
    if is_remote(path) or path.rstrip("/").endswith(ENDING):
        return True
    return os.path.isdir(os.path.join(path, LOG))


def place_of(path: str) -> str:
    """The path of the archive or lake `path`: `path` itself or, if that is a link, the absolute
    path of the file or folder that it leads to; it need not exist. That of a lake comes without
    `/` at its end. Raises OSError where links lead in a circle.

    >>> place_of("s3://club/games/"), place_of("games.lake/")
    ('s3://club/games', 'games.lake')
    """
    path = path.rstrip("/") if is_lake(path) else path
    return path if is_remote(path) else destination(path)


@contextmanager
def reading(path: str, folder: str | None = None) -> Iterator[Connection]:
    """A context with a connection to the archive or the lake at `path`, for one question; it can
    change neither. Writers that wait for an archive go first, for up to 5 seconds; then a locked
    one is waited for, up to 10 seconds. At the end the connection is closed, so rows must be taken
    before; until then, nobody can write to an archive. A lake is seen as it was at the beginning.
    Ctrl-C ends a query in the main thread. With a `folder` (an absolute path), DuckDB may write the
    answer into files there, and equal rows give equal bytes.

    Raises ArchiveError if there is none, or if it is damaged, can't be read or has another schema;
    Busy if an archive stays locked; LimitHit for lack of memory; UsageError for an archive's path
    that is not UTF-8, for a lake if the packages for it are not installed, and for a lake's folder
    with `[`, `]` or `%` in its absolute path; KifuError if an interrupted checkpoint can't be
    repaired, or if what a lake says of people is damaged; OSError if a file beside an archive can't
    be looked at. If DuckDB's errors in the caller's own queries leave the context, they are raised
    in the same way: lack of memory as LimitHit, most others, also those of wrong SQL, as
    ArchiveError. Catch them within the context to tell them apart.
    """
    if not is_lake(path):
        with database.reading(path, folder) as connection:
            yield connection
        return
    from kifu.store.lake.asking import asking

    with explained(path), asking(path, folder) as connection, interruptible(connection):
        yield connection
