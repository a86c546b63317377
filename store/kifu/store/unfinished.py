"""Unfinished: what a run that was killed has left undone in an archive, or lying beside it.

An erasure is committed first, and then the archive's file is rewritten, since bytes of the name are
still in the space of the old rows. The commit also marks in the archive what is to follow it, so
that the next process that opens it after a kill can complete it, or say so.
"""

from __future__ import annotations

import logging
import os
import shlex
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
    """Note in the open transaction that something is still to be done for the player who became
    `pseudonym`: `name` is `FILE` or `LOGS`.
    """
    unmark(connection, name, pseudonym)
    connection.execute("INSERT INTO meta VALUES (?, ?)", [name, pseudonym])


def unmark(connection: DuckDBPyConnection, name: str, pseudonym: str) -> None:
    """Remove what `mark` noted with the same arguments, if anything."""
    connection.execute("DELETE FROM meta WHERE name = ? AND value = ?", [name, pseudonym])


def marked(connection: DuckDBPyConnection, name: str) -> list[str]:
    """The pseudonyms that are noted under `name` (`FILE` or `LOGS`)."""
    query = "SELECT value FROM meta WHERE name = ? ORDER BY value"
    return [value for (value,) in connection.execute(query, [name]).fetchall()]


def tell(archive: str, meta: Mapping[str, str]) -> None:
    """Called when `archive` is read: remove the temporary files of a killed run, and log a warning
    about each erasure that `meta`, the archive's table, notes as unfinished. Does nothing while a
    run is going on.
    """
    lock = lock_of(archive)
    if os.path.exists(lock):
        if flock.is_held(lock):
            return
        _remove_leftovers(archive)
    for line in notices(archive, meta):
        say(line)


def notices(archive: str, meta: Mapping[str, str]) -> list[str]:
    """Lines for the user about the erasures that `meta`, the archive's table, notes as unfinished,
    each with the command that completes it.
    """
    lines = []
    if FILE in meta:
        lines.append(
            f"the erasure of {meta[FILE]} was cut short, and {archive} still contains bytes "
            f"of the name; kifu compact {shlex.quote(archive)} completes it"
        )
    if LOGS in meta:
        lines.append(
            f"the erasure of {meta[LOGS]} from the logs was cut short, and they may still "
            f"contain the name; kifu player erase {shlex.quote(archive)} "
            f"{shlex.quote(meta[LOGS])} --logs completes it"
        )
    return lines


@lru_cache(maxsize=64)
def say(line: str) -> None:
    """Log a line as a warning (by default that goes to stderr); the same line only once a
    process.
    """
    logging.getLogger("kifu.store").warning("%s", printable(line))


def _remove_leftovers(archive: str) -> None:
    """Take and release the archive's lock: taking it removes what a killed run has left. Nothing is
    done if another process has the lock; other errors are logged, and not raised.
    """
    try:
        with indexing(archive):
            pass
    except Busy:
        pass  # another one does
    except (OSError, KifuError) as error:
        say(f"a run on {archive} was killed, and its temporary files can't be removed: {error}")
