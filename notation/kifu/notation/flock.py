"""Kernel locks: a lock on an open file, which ends with the process that has it, however that ends.

Windows has none of them: there, records and archives are read, and what needs a lock is refused.
"""

from __future__ import annotations

import os
from importlib import import_module
from types import ModuleType

from kifu.notation.errors import KifuError

#: So that a pipe in the place of a file is not waited for.
_AT_ONCE: int = getattr(os, "O_NONBLOCK", 0)


def is_here() -> bool:
    """Whether this system has kernel locks."""
    return _kernel() is not None


def require() -> ModuleType:
    """The module of kernel locks. Raises KifuError on a system without them."""
    locks = _kernel()
    if locks is None:
        raise KifuError(
            "this system has no file locks (flock), without which kifu only reads records and "
            "archives. On Linux and macOS it writes archives and sites, and records matches"
        )
    return locks


def try_lock(file: int) -> bool:
    """Lock the open `file` (a descriptor) exclusively, without waiting. Returns True, or False, and
    no lock, if another descriptor has a lock on it. Raises KifuError on a system without locks
    (Windows), and OSError if the file's disk has none.
    """
    locks = require()
    try:
        locks.flock(file, locks.LOCK_EX | locks.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def share(file: int) -> None:
    """Lock the open `file` (a descriptor) together with others who share it; waits while somebody
    has locked it alone. Raises KifuError on a system without locks.
    """
    locks = require()
    locks.flock(file, locks.LOCK_SH)


def try_posix_lock(file: int) -> bool:
    """Lock the open `file` (a descriptor) for this process, without waiting, by a POSIX lock as
    DuckDB does. It ends when the process closes any descriptor of the file. Returns False, and no
    lock, if another process has one. Raises KifuError on a system without locks.
    """
    locks = require()
    try:
        locks.lockf(file, locks.LOCK_EX | locks.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def is_held(path: str) -> bool:
    """Whether a living process has a lock on the file at `path` (a killed one leaves the file, but
    no lock). False if the file can't be opened, or its disk has no locks.
    """
    try:
        file = os.open(path, os.O_RDONLY | _AT_ONCE)
    except OSError:
        return False
    try:
        return is_here() and not try_lock(file)
    except OSError:
        return False  # a file system without locks
    finally:
        os.close(file)


def is_at(path: str, file: int) -> bool:
    """Whether `path` still names the open `file` (a descriptor); False if another file has the
    name, or none.
    """
    try:
        return os.path.samestat(os.stat(path), os.fstat(file))
    except FileNotFoundError:
        return False


def _kernel() -> ModuleType | None:
    """The module `fcntl`; None on a system without it."""
    try:
        return import_module("fcntl")
    except ImportError:
        return None
