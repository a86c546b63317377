"""Locks: one process indexes into an archive, or makes a site, at a time; and new readers of an
archive wait while a writer waits for it.

DuckDB's own lock is held for a commit only, so that questions are answered between commits;
this one is held for the whole run. It is the kernel's lock on a file beside the archive, so
it ends with its process, however that ends.

It is not the library `filelock`'s: a message says which process holds the lock, the file
is gone when nobody holds it, and one that is left over with a process in it says that a run was
killed. `filelock` leaves the file empty, and where the system has no lock, makes do with one that
outlives its process.

Readers share the archive's file, so together they could hold it without a gap, and a writer would
wait for ever. A writer that waits therefore holds the kernel's lock on another file beside the
archive, and new readers wait for a while when they find it locked.
"""

from __future__ import annotations

import errno
import os
import shutil
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from kifu.notation.disk import (
    folder_beside,
    is_at,
    is_locked,
    remove_leftovers,
    require_locks,
    share_lock,
    try_lock,
    written,
)
from kifu.notation.errors import Busy, KifuError


@contextmanager
def replacing(path: str) -> Iterator[str]:
    """A context with the path of a draft, which does not exist yet: the caller writes it, and when
    the context ends, it becomes the file at `path` in one step, with the permissions of the old
    file (without one, with its own). A link at `path` is itself replaced. If the caller left no
    draft, or anything is raised before that step, the old file stays. The draft has the name of the
    file, in a hidden folder beside it that only its owner may enter, which is deleted at the end
    with all that is in it. Such folders of killed processes are deleted first. The draft's content
    is on the disk before it replaces the file; at the end, so is its new name, if the system can
    wait for that. Raises OSError if the folder of `path` is missing or can't be written.
    """
    target = Path(path)
    with folder_beside(target, 0o700) as folder:
        draft = folder / target.name
        yield str(draft)
        if draft.exists():
            with suppress(FileNotFoundError):
                shutil.copymode(target, draft)
            sync(draft)
            draft.replace(target)
            with suppress(OSError):
                sync(target.parent)


def sync(path: Path) -> None:
    """Wait until a file's content, or the names in a folder, are on the disk. Raises OSError, also
    for a folder on a system that can't wait for one.
    """
    file = os.open(path, os.O_RDONLY)
    try:
        os.fsync(file)
    finally:
        os.close(file)


def remove_spilled(archive: str) -> None:
    """Remove the files `duckdb_temp_*` from the folder into which DuckDB puts rows of the archive
    for lack of memory: the path of the archive's own file (links are followed), with `.tmp` after
    it. Then the folder is removed if it is empty; other files in it stay. Does nothing if there is
    no such folder, or a link in its place. No other process may be using the archive. Raises
    OSError if a file can't be removed.
    """
    folder = Path(f"{os.path.realpath(archive)}.tmp")
    if folder.is_dir() and not folder.is_symlink():
        for file in folder.glob("duckdb_temp_*"):
            file.unlink(missing_ok=True)
        with suppress(OSError):  # it holds something else
            folder.rmdir()


#: Where a link could lead elsewhere.
_NO_LINK: int = getattr(os, "O_NOFOLLOW", 0)
#: Errors of a folder in which no file can be made.
_CLOSED = {errno.EACCES, errno.EPERM, errno.EROFS}


@contextmanager
def indexing(archive: str) -> Iterator[None]:
    """A context that holds the lock of the archive at the path `archive`, which need not exist. The
    lock is a file beside the archive (see `lock_of`), which is deleted at the end. If the last run
    was killed, drafts of the archive and of the people file that killed runs left are deleted
    first.

    Raises Busy at once, with the number of the process, if another one holds the lock, or this one
    does already. Raises KifuError if there is no folder for the archive, or one that can't be
    written, if the disk has no room for the lock's content, or on a system without file locks;
    OSError if the lock file can't be opened, if the folder can't be listed, if its disk has no
    locks, or if somebody has removed it before the end.
    """
    folder = os.path.dirname(archive) or "."
    if not os.path.isdir(folder):
        raise KifuError(f"there is no folder {folder} for the archive")
    with holding(lock_of(archive), archive, "is being indexed") as was_killed:
        if was_killed:
            for end in ("", ".people"):
                # Whoever holds the lock is alone: a number of a draft's may be another's by now.
                remove_leftovers(Path(os.path.realpath(archive) + end), lambda _number: False)
        yield


def lock_of(archive: str) -> str:
    """The absolute path of the archive's lock file: that of the archive's own file (links are
    followed), with `.lock` after it. Neither file need exist. If the lock file has a number in it
    and no process holds its lock, the run of the process with that number was killed.

    >>> os.path.basename(lock_of("club.duckdb"))
    'club.duckdb.lock'
    """
    return f"{os.path.realpath(archive)}.lock"


@contextmanager
def holding(path: str, what: str, doing: str) -> Iterator[bool]:
    """A context that holds the lock of the file `path`, which is made if need be and removed at the
    end. Meanwhile the file has the number of this process as text. Yields whether the last holder
    was killed: then the file was there, with a number in it. An empty file does not count.

    Raises Busy at once, with the message "`what` `doing` by process N; try again later", if another
    process holds the lock, or this one does already. Raises KifuError if its folder does not allow
    the file to be made (the message names `what`), if the disk has no room for the number, and on a
    system without file locks; OSError if the file can't be opened for another reason, is a link, if
    its disk has no locks, or if the file is gone or can't be removed at the end (then its
    descriptor stays open, and with it the lock).
    """
    require_locks()
    while (held := _locked(path, what, doing)) is None:
        pass
    try:
        was_killed = os.fstat(held).st_size > 0
        os.ftruncate(held, 0)
        with written(path, "nothing was changed"):
            os.write(held, str(os.getpid()).encode())
        yield was_killed
    finally:
        os.unlink(path)
        os.close(held)


def _locked(path: str, what: str, doing: str) -> int | None:
    """Open the lock file `path`, which is created if need be, and lock it without waiting. Returns
    its descriptor, which the caller closes to unlock it. Returns None if another process removed
    the file in between: nothing is locked or open then, and the caller has to try again. The file's
    content stays.

    Raises Busy, "`what` `doing` by process N; try again later", if another process, or this one by
    another descriptor, has locked it; N is the number in the file, or `another` if it is empty.
    Raises KifuError, which names `what`, if the file is not there and its folder does not allow it
    to be made, and KifuError on a system without file locks. Raises OSError for any other reason,
    such as a link at `path`, a file that can't be opened, or a disk without locks. On such a disk
    or system, the file stays, and so does its open descriptor.
    """
    try:
        file = os.open(path, os.O_RDWR | os.O_CREAT | _NO_LINK, 0o666)
    except OSError as error:
        if error.errno not in _CLOSED or os.path.lexists(path):
            raise
        raise KifuError(
            f"{what} can't be locked: {error.strerror} in its folder; get permission to write "
            "there, or work on a copy elsewhere"
        ) from None
    if not try_lock(file):
        holder = os.read(file, 20).decode("ascii", "replace") or "another"
        os.close(file)
        raise Busy(f"{what} {doing} by process {holder}; try again later")
    if is_at(path, file):
        return file
    os.close(file)
    return None


#: The most seconds that a new reader waits: another reader may be waiting for this one to finish.
LONGEST = 5.0
#: Seconds between two looks.
PACE = 0.01


@contextmanager
def waiting_to_write(archive: str) -> Iterator[None]:
    """A context that makes new readers of the archive wait, up to `LONGEST` (5) seconds each, by a
    lock on a file beside it (see `_sign`), which is made if need be and deleted at the end. Readers
    at work go on; the caller waits for them within the context. Only who holds the archive's lock
    (see `indexing`) calls it, so it is one writer at a time. Raises OSError if the file can't be
    made or removed or its disk has no locks, and KifuError on a system without file locks.
    """
    path = _sign(archive)
    file = os.open(path, os.O_RDWR | os.O_CREAT, 0o666)
    try:
        share_lock(file)
        yield
    finally:
        Path(path).unlink(missing_ok=True)
        os.close(file)


def let_writers_go_first(archive: str) -> None:
    """Wait while somebody, in this process or another, waits to write to the archive; after
    `LONGEST` (5) seconds, return all the same. Returns at once if nobody waits, or if the system or
    the disk has no file locks. Called before the archive is opened to be read; nothing is locked
    afterwards. Raises no error for a file that is missing or can't be opened.
    """
    until = time.monotonic() + LONGEST
    while is_locked(_sign(archive)) and time.monotonic() < until:
        time.sleep(PACE)


def _sign(archive: str) -> str:
    """The absolute path of the file that writers lock while they wait for the archive: that of the
    archive's own file (links are followed), with `.turn` after it. Neither file need exist.
    """
    return f"{os.path.realpath(archive)}.turn"
