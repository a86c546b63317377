"""Files on a disk: written whole or not at all, full disks, output onto an input, and locks.

Whatever replaces a file is made beside it first, so that nobody ever sees a part of it. A kernel
lock on an open file ends with the process that has it, however that ends. Windows has none of them:
there, records and archives are read, and what needs a lock is refused.
"""

from __future__ import annotations

import contextlib
import errno
import os
import sys
from collections.abc import Callable, Iterator
from importlib import import_module
from typing import IO, TYPE_CHECKING, Any, BinaryIO, TypeVar

from kifu.notation.errors import KifuError, UsageError

if TYPE_CHECKING:
    from pathlib import Path

Made = TypeVar("Made")

#: The disk is full, the file has grown as far as it may, or its owner has no room left.
_FULL = {errno.ENOSPC, errno.EFBIG, getattr(errno, "EDQUOT", errno.ENOSPC)}
#: So that a pipe in the place of a file is not waited for.
_AT_ONCE: int = getattr(os, "O_NONBLOCK", 0)


def open_file(path: str | os.PathLike[str]) -> BinaryIO:
    """The file at `path`, open for reading, in binary, at its start; the caller closes it. Raises
    OSError, also for what is no ordinary file and could block or never end: a folder, a pipe, a
    device, or a file of the kernel (in /proc).
    """
    from stat import S_ISREG

    opened = open(path, "rb", opener=lambda name, flags: os.open(name, flags | _AT_ONCE))  # noqa: SIM115 (the caller closes it)
    file = opened.fileno()
    # A file of the kernel, such as /proc/kmsg, has bytes but no size, and may never end.
    if not S_ISREG(os.fstat(file).st_mode) or (os.read(file, 1) and not os.fstat(file).st_size):
        opened.close()
        raise OSError(errno.EINVAL, "it is not a file", os.fspath(path))
    os.lseek(file, 0, os.SEEK_SET)
    return opened


@contextlib.contextmanager
def whole_file(path: str | os.PathLike[str], force: bool = False) -> Iterator[IO[bytes]]:
    """A context that gives a binary file, open for writing. When it ends, the file `path` appears,
    whole. If an error ends it, the file is as it was before, and the error goes on. A file that is
    replaced gives its permissions to the new one; otherwise the new one has the usual permissions.

    If `path` is a link, the file that it leads to is written. Raises UsageError if that is a
    folder, a device or a pipe when the context begins, even with `force`. Without `force`, it also
    raises UsageError if the file exists when the context begins or ends; with `force`, the file is
    replaced. KifuError if its folder is missing or the disk is full, another OSError if it can't be
    written. First, unfinished files that killed processes left for `path` are deleted.
    """
    import shutil
    from pathlib import Path

    target = Path(destination(path))
    if not target.parent.is_dir():
        raise KifuError(f"there is no folder {target.parent} to write {target.name} into")
    if target.is_dir():
        raise UsageError(f"{path} is a folder; name a file")
    if target.exists() and not target.is_file():
        raise UsageError(f"{path} is a device or a pipe; name a file")
    if target.exists() and not force:
        raise UsageError(f"{path} already exists; use --force to overwrite it")
    kept = "it is as it was before" if target.exists() else "nothing was written"
    remove_leftovers(target)
    with written(path, kept):
        scratch, file = made_beside(target, lambda path: path.open("xb"))
        try:
            if target.exists():
                shutil.copymode(target, scratch)
            with file:
                yield file
            if not force and target.exists():
                raise UsageError(f"{path} already exists; use --force to overwrite it")
            scratch.replace(target)
        finally:
            scratch.unlink(missing_ok=True)


@contextlib.contextmanager
def whole_folder(target: Path, mode: int = 0o777) -> Iterator[Path]:
    """A context that gives the path of a new folder beside `target`, with the permissions `mode`
    less the umask. When it ends, the folder is renamed to `target`; if an error ends it, the folder
    is deleted. First, such folders of killed processes are deleted.

    KifuError if the parent of `target` is missing; UsageError if `target` exists at the end (at the
    beginning it is not looked at), and then the new folder is deleted; OSError if the parent can't
    be written.
    """
    if not target.parent.is_dir():
        raise KifuError(f"there is no folder {target.parent} to create {target.name} in")
    with folder_beside(target, mode) as scratch:
        yield scratch
        if os.path.lexists(target):
            raise UsageError(f"{target} has been made by somebody else meanwhile; it stays")
        scratch.rename(target)


@contextlib.contextmanager
def scratch_folder(beside: str) -> Iterator[Path]:
    """A context that gives the path of a new folder that only its owner may read; the folder is
    deleted at the end, with all that is in it. It is made beside the path `beside` or, if that is
    `-` or this process can't write there, in the system's folder for temporary files. First, such
    folders of killed processes are deleted. OSError if it can't be made.
    """
    import tempfile
    from pathlib import Path

    target = Path(beside).absolute()
    if beside == "-" or not os.access(target.parent, os.W_OK):
        target = Path(tempfile.gettempdir(), "kifu")
    with folder_beside(target, 0o700) as scratch:
        yield scratch


@contextlib.contextmanager
def folder_beside(target: Path, mode: int) -> Iterator[Path]:
    """A context that gives the path of a new folder beside `target`, with the permissions `mode`
    less the umask. It is deleted at the end, with all that is in it, unless it was renamed. First,
    such folders of killed processes are deleted. OSError if the parent of `target` is missing or
    can't be written.
    """
    import shutil

    remove_leftovers(target)
    scratch, _ = made_beside(target, lambda path: path.mkdir(mode))
    try:
        yield scratch
    finally:
        shutil.rmtree(scratch, ignore_errors=True)


def made_beside(target: Path, make: Callable[[Path], Made]) -> tuple[Path, Made]:
    """Call `make` with a path beside `target` that does not exist yet, so that what it makes there
    can replace `target` once it is whole. Returns the path, and the result of `make`.

    A process that was killed leaves what it made (see `remove_leftovers`). A later process may have
    the same number, so the next name is tried while `make` raises FileExistsError. Any other
    OSError that names this path is raised with the name of `target` instead.

    >>> import tempfile
    >>> from pathlib import Path
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     made = [made_beside(Path(folder, "games"), Path.mkdir)[0] for _ in range(2)]
    ...     made[0].parent == made[1].parent, made[0] == made[1]
    (True, False)
    """
    number = 0
    while True:
        path = target.with_name(f"{_hidden(target)}.{os.getpid()}.{number}")
        try:
            return path, make(path)
        except FileExistsError:
            number += 1
        except OSError as error:
            if error.filename != str(path):
                raise
            raise OSError(error.errno, error.strerror, str(target)) from None


def _is_running(process: int) -> bool:
    """True if a process with this number is running, of any user; on Windows always True."""
    if sys.platform == "win32":
        return True  # nobody can ask there: signal 0 is Ctrl-C
    try:
        os.kill(process, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except OSError:
        return True
    return True


def remove_leftovers(target: Path, is_running: Callable[[int], bool] = _is_running) -> None:
    """Delete what `made_beside` made for `target` in processes that have ended. `is_running` says
    whether the process with a number still runs; by default this system is asked. It does not know
    the processes of another machine or container: they count as ended. If a later process has the
    number of an ended one, what that one made stays. What can't be deleted stays, too. Does nothing
    if nothing is left over. Raises OSError if the parent of `target` can't be listed.
    """
    import re
    import shutil

    name = re.compile(rf"{re.escape(_hidden(target))}\.([0-9]+)(?:\.[0-9]+)?")
    for path in target.parent.iterdir():
        found = name.fullmatch(path.name)
        if found and not is_running(int(found[1])):
            with contextlib.suppress(OSError):  # another user's stays, a folder is next
                path.unlink()
            shutil.rmtree(path, ignore_errors=True)


def _hidden(target: Path) -> str:
    """The beginning of the names of all that `made_beside` makes for `target`: a dot and the last
    50 characters, at most, of its name.
    """
    return f".{target.name[-50:]}"  # which leaves room for more: a file system allows 255 bytes


def destination(path: str | os.PathLike[str]) -> str:
    """The file that `path` means: `path` itself or, if that is a link, the file it leads to.

    Use it before you replace a file: replacing a link would leave its file as it was. Raises
    OSError if links lead in a circle.

    >>> destination("games.kifu")
    'games.kifu'
    """
    name = os.fspath(path)
    if not os.path.islink(name):
        return name
    found = os.path.realpath(name)
    if os.path.islink(found):
        raise OSError(errno.ELOOP, os.strerror(errno.ELOOP), name)
    return found


@contextlib.contextmanager
def written(path: str | os.PathLike[str], kept: str) -> Iterator[None]:
    """A context in which the caller writes the file `path`. A full disk raises KifuError with the
    path and `kept`, a clause that says what is not lost; other errors pass unchanged.
    """
    try:
        yield
    except OSError as error:
        if not is_full(error):
            raise
        raise KifuError(f"{os.fspath(path)}: {error.strerror}; {kept}") from None


def is_full(error: OSError) -> bool:
    """Whether the error says that there is no room: the disk or the user's share of it is full, or
    the file is as large as it may get.

    >>> is_full(OSError(errno.ENOSPC, "No space left on device")), is_full(FileNotFoundError())
    (True, False)
    """
    return error.errno in _FULL


def is_same_file(path: str, other: str) -> bool:
    """Whether two paths name the same file, directly or by a link. False if there is no file at one
    of them, as for `-`.

    >>> is_same_file("-", "-"), is_same_file(os.curdir, os.path.join(os.curdir, os.curdir))
    (False, True)
    """
    try:
        return os.path.samefile(path, other)
    except (OSError, ValueError):
        return False


def would_lose(target: str) -> UsageError:
    """The error (returned, not raised) for a command that reads the file `target` and would write
    it, but without some of its records. Its message says that the file was not changed.
    """
    return UsageError(
        f"{target} is also read, and records in it would be lost, so it was not changed; write to "
        "another file"
    )


def has_locks() -> bool:
    """Whether this system has kernel locks."""
    return _fcntl() is not None


def require_locks() -> Any:
    """The module of kernel locks, `fcntl`. Raises KifuError on a system without it (Windows)."""
    locks = _fcntl()
    if locks is None:
        raise KifuError(
            "this system has no file locks (flock), without which kifu only reads records and "
            "archives. On Linux and macOS it writes archives and sites, and records matches"
        )
    return locks


def try_lock(file: int) -> bool:
    """Lock the open `file` (a descriptor) exclusively, without waiting, by `flock`; the lock ends
    when the descriptor and all its duplicates are closed. Returns True; or False, with no lock, if
    another open descriptor of the file has one, also in this process. Raises KifuError on a system
    without locks (Windows), and OSError if the file's disk has none.
    """
    return _is_taken(require_locks().flock, file)


def try_posix_lock(file: int) -> bool:
    """Lock the open `file` (a descriptor that may write) for this process, without waiting, by a
    POSIX lock as DuckDB does. It ends when the process closes any descriptor of the file. Returns
    True; False, and no lock, if another process has one. Raises KifuError on a system without
    locks, and OSError if the file can't be locked.
    """
    return _is_taken(require_locks().lockf, file)


def share_lock(file: int) -> None:
    """Lock the open `file` (a descriptor) together with others who share it, by `flock`; waits
    while somebody has locked it alone. The lock ends when the descriptor and all its duplicates are
    closed. Raises KifuError on a system without locks, and OSError if the file's disk has none.
    """
    locks = require_locks()
    locks.flock(file, locks.LOCK_SH)


def is_locked(path: str) -> bool:
    """Whether a process that is running, perhaps this one, has locked the file at `path` by
    `try_lock` or `share_lock`. The lock of a killed process is gone. POSIX locks are not seen.
    False if the file can't be opened, or its disk or the system has no locks.

    No lock is left on the file. But it is locked for a moment, so `try_lock` elsewhere may fail
    then; and a POSIX lock of this process on the file ends (see `try_posix_lock`).
    """
    try:
        file = os.open(path, os.O_RDONLY | _AT_ONCE)
    except OSError:
        return False
    try:
        return has_locks() and not try_lock(file)
    except OSError:
        return False  # a file system without locks
    finally:
        os.close(file)


def is_at(path: str, file: int) -> bool:
    """Whether `path` still names the open `file` (a descriptor); False if another file has the
    name, or none. Raises another OSError if `path` can't be looked at.
    """
    try:
        return os.path.samestat(os.stat(path), os.fstat(file))
    except FileNotFoundError:
        return False


def _is_taken(lock: Callable[[int, int], None], file: int) -> bool:
    """Lock the open `file` (a descriptor) alone and without waiting, by `lock`: `flock` or `lockf`
    of the module `fcntl`. True if it is locked now; False, and no lock, if somebody else has one.
    Raises KifuError on a system without locks, and OSError if the file can't be locked.
    """
    locks = require_locks()
    try:
        lock(file, locks.LOCK_EX | locks.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _fcntl() -> Any:
    """The module `fcntl`; None on a system without it."""
    try:
        return import_module("fcntl")
    except ImportError:
        return None
