"""Whether a name is that of a lake or of an archive, without a look at what it holds.

A lake is a Delta table, in a folder or in object storage; an archive is one DuckDB file. What
reads and writes lakes is in `kifu.store.lake`, which is imported only where there is one.
"""

from __future__ import annotations

import os

from kifu.notation.disk import destination

#: Where a Delta table keeps its commits.
LOG = "_delta_log"
#: What the name of a folder ends in that is to be made a lake.
ENDING = ".lake"
_REMOTE = "s3://"


def is_remote(path: str) -> bool:
    """Whether the path is the URL of a lake in object storage.

    >>> is_remote("s3://club/games"), is_remote("games.lake")
    (True, False)
    """
    return path.startswith(_REMOTE)


def is_lake(path: str) -> bool:
    """Whether the path names a lake: a URL `s3://`, a name that ends in `.lake`, or a folder with a
    Delta table in it. It need not exist.

    >>> is_lake("s3://club/games"), is_lake("games.lake"), is_lake("games.duckdb")
    (True, True, False)
    """
    if is_remote(path) or path.rstrip("/").endswith(ENDING):
        return True
    return os.path.isdir(os.path.join(path, LOG))


def place_of(path: str) -> str:
    """The path of the archive or lake `path`: if that is a link, the file or folder that it leads
    to; a URL stays, without `/` at its end. Raises OSError where links lead in a circle.
    """
    return path.rstrip("/") if is_remote(path) else destination(path)
