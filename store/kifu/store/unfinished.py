"""Unfinished: what a run that was killed has left undone in an archive, or lying beside it.

An erasure is committed first, and then the archive's file is written anew, since bytes of the
name are still in the room that the old rows left. What is to follow a commit is marked in the
archive by that very commit, so that whoever opens it behind a kill can end it, or say so.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING

from kifu.notation import flock
from kifu.notation.errors import Busy, KifuError
from kifu.notation.rows import printable
from kifu.store.lock import indexing, lock_of

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

#: Marks in the table `meta`, each with the pseudonym as its value: the archive's file, and the
#: logs, may hold bytes of a name that is erased.
FILE = "erased, but for the file"
LOGS = "erased, but for the logs"


def mark(connection: DuckDBPyConnection, name: str, pseudonym: str) -> None:
    """Mark what has to follow the transaction of `connection`."""
    unmark(connection, name, pseudonym)
    connection.execute("INSERT INTO meta VALUES (?, ?)", [name, pseudonym])


def unmark(connection: DuckDBPyConnection, name: str, pseudonym: str) -> None:
    """Take the mark away, where it is."""
    connection.execute("DELETE FROM meta WHERE name = ? AND value = ?", [name, pseudonym])


def marked(connection: DuckDBPyConnection, name: str) -> list[str]:
    """The pseudonyms that are marked so."""
    query = "SELECT value FROM meta WHERE name = ? ORDER BY value"
    return [value for (value,) in connection.execute(query, [name]).fetchall()]


def tell(archive: str, meta: Mapping[str, str]) -> None:
    """For whoever has opened `archive` to read: remove what a killed run has left beside it, and
    say what `meta` says is not done. Nothing happens while a run goes on.
    """
    lock = lock_of(archive)
    if os.path.exists(lock):
        if flock.is_held(lock):
            return
        _remove_leftovers(archive)
    for line in told(archive, meta):
        say(line)


def told(archive: str, meta: Mapping[str, str]) -> list[str]:
    """What is to be said of an erasure that is not done."""
    lines = []
    if FILE in meta:
        lines.append(
            f"the erasure of {meta[FILE]} was cut short, and {archive} still holds bytes of the "
            f"name; kifu compact {archive} ends it"
        )
    if LOGS in meta:
        lines.append(
            f"the erasure of {meta[LOGS]} from the logs was cut short, and they may still hold "
            f"the name; kifu player erase {archive} {meta[LOGS]} --logs ends it"
        )
    return lines


@lru_cache(maxsize=64)
def say(line: str) -> None:
    """Say a line once in this process, by `logging`: on stderr where nobody has set that up."""
    logging.getLogger("kifu.store").warning("%s", printable(line))


def _remove_leftovers(archive: str) -> None:
    """Have the lock of the run that was killed for a moment, which removes what that has left."""
    try:
        with indexing(archive):
            pass
    except Busy:
        pass  # another one does
    except (OSError, KifuError) as error:
        say(f"a run on {archive} was killed, and what it left beside it can't be removed: {error}")
