"""The lock of a run: one process indexes into an archive, or makes a site, at a time.

DuckDB's own lock is held for a commit only, so that questions are answered between commits;
this one is held for the whole run. It is the kernel's lock on a file beside the archive, so
it ends with its process, however that ends.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager

from kifu.notation.errors import Busy, KifuError


@contextmanager
def indexing(archive: str) -> Iterator[None]:
    """Hold the lock of `archive`. Raises Busy with the process that holds it."""
    folder = os.path.dirname(archive) or "."
    if not os.path.isdir(folder):
        raise KifuError(f"there is no folder {folder} for the archive")
    with holding(f"{os.path.realpath(archive)}.lock", f"{archive} is being indexed"):
        yield


@contextmanager
def holding(path: str, what: str) -> Iterator[None]:
    """Hold the lock file `path`, which is gone afterwards. Raises Busy with the process that
    holds it; `what` says what that one does.
    """
    held = _locked(path, what)
    while held is None:
        held = _locked(path, what)
    try:
        os.ftruncate(held, 0)
        os.write(held, str(os.getpid()).encode())
        yield
    finally:
        os.unlink(path)
        os.close(held)


def is_at(path: str, file: int) -> bool:
    """Whether the open file is still the one of that name."""
    try:
        return os.path.samestat(os.stat(path), os.fstat(file))
    except FileNotFoundError:
        return False


def _locked(path: str, what: str) -> int | None:
    """The lock file, open and locked; None where its last holder removed it just now."""
    import fcntl

    file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW, 0o666)
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        holder = os.read(file, 20).decode("ascii", "replace") or "another"
        os.close(file)
        raise Busy(f"{what} by process {holder}; try again later") from None
    if is_at(path, file):
        return file
    os.close(file)
    return None
