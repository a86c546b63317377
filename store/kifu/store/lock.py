"""The lock of a run: one process indexes into an archive, or makes a site, at a time.

DuckDB's own lock is held for a commit only, so that questions are answered between commits;
this one is held for the whole run. It is the kernel's lock on a file beside the archive, so
it ends with its process, however that ends.

It is not the library `filelock`'s: a message says which process holds the lock, the file
is gone when nobody holds it, and one that is left over with a process in it says that a run was
killed. `filelock` leaves the file empty, and where the system has no lock, makes do with one that
outlives its process.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager

from kifu.notation import flock
from kifu.notation.errors import Busy, KifuError
from kifu.notation.full_disk import written
from kifu.store.leftovers import remove_drafts

#: Where a link could lead elsewhere.
_NO_LINK: int = getattr(os, "O_NOFOLLOW", 0)


@contextmanager
def indexing(archive: str) -> Iterator[None]:
    """A context that holds the lock of `archive`. Removes the drafts of a run that was killed.
    Raises Busy with the process that holds the lock.
    """
    folder = os.path.dirname(archive) or "."
    if not os.path.isdir(folder):
        raise KifuError(f"there is no folder {folder} for the archive")
    with holding(lock_of(archive), f"{archive} is being indexed") as was_killed:
        if was_killed:
            remove_drafts(archive)
        yield


def lock_of(archive: str) -> str:
    """The name of the archive's lock file. If the file is there and nobody holds it, a run was
    killed.

    >>> os.path.basename(lock_of("club.duckdb"))
    'club.duckdb.lock'
    """
    return f"{os.path.realpath(archive)}.lock"


@contextmanager
def holding(path: str, what: str) -> Iterator[bool]:
    """A context that holds the lock file `path`, and removes it afterwards. Yields whether its last
    holder was killed. Raises Busy, "`what` by process N", where another process holds it.
    """
    flock.require()
    held = _locked(path, what)
    while held is None:
        held = _locked(path, what)
    try:
        was_killed = os.fstat(held).st_size > 0
        os.ftruncate(held, 0)
        with written(path, "nothing was changed"):
            os.write(held, str(os.getpid()).encode())
        yield was_killed
    finally:
        os.unlink(path)
        os.close(held)


def _locked(path: str, what: str) -> int | None:
    """Open the lock file `path` and lock it. Returns its descriptor, or None where its last holder
    removed it just now (try again). Raises Busy, as `holding` does.
    """
    file = os.open(path, os.O_RDWR | os.O_CREAT | _NO_LINK, 0o666)
    if not flock.is_alone(file):
        holder = os.read(file, 20).decode("ascii", "replace") or "another"
        os.close(file)
        raise Busy(f"{what} by process {holder}; try again later")
    if flock.is_at(path, file):
        return file
    os.close(file)
    return None
