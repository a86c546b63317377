"""The journal: what the next checkpoint overwrites in an archive's file, kept until it is through.

DuckDB writes rows to blocks that nothing refers to yet, and a new head when all of them are there.
But its metadata share blocks: a checkpoint fills the free parts of a block whose other parts the
old head still needs, writes the whole block in its place, and only then the new head. A process
that is killed in the midst of that write leaves half a block, whose checksum is wrong, and the
file can't be opened any more. So a copy of such blocks stands beside the archive while it is
written, and whoever opens the archive next puts them back.

The file holds a mark, the heads of the archive's file, then each block behind its number, and
last a digest of all of it.
"""

from __future__ import annotations

import hashlib
import os
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING, BinaryIO

from kifu.notation.errors import KifuError

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

#: The first bytes of a journal.
_MARK = b"kifu journal 1\n"
#: What stands at the start of DuckDB's files: a heading, which has the file's own random id, and
#: two heads of which the newer one counts.
_HEADS = 3 * 4096
_NUMBER = 8
_DIGEST = 32
#: The blocks of metadata that the live head and the next one may both have parts of.
_SHARED = """
    SELECT block_id FROM pragma_metadata_info()
    WHERE free_blocks > 0 AND free_blocks < total_blocks
"""
#: Bytes that are read at once where a journal is checked.
_PIECE = 1 << 18
#: DuckDB's locks are the process's, not the thread's.
_ONE_AT_A_TIME = threading.Lock()


def journal_of(archive: str) -> str:
    """The file's name.

    >>> journal_of("club.duckdb")
    'club.duckdb.journal'
    """
    return f"{archive}.journal"


class Unkept(Exception):
    """The journal could not be written, so nothing was."""


@contextmanager
def journalled(archive: str, connection: DuckDBPyConnection) -> Iterator[None]:
    """Keep a journal while `connection` writes one transaction, and close it behind the context:
    the commit or the close is a checkpoint, never both. Raises Unkept.
    """
    with ExitStack() as ending:
        ending.callback(put_back, archive)
        # To close any descriptor of a file ends all POSIX locks that the process has on it,
        # DuckDB's as well: this one outlives the connection.
        file = os.open(archive, os.O_RDONLY | os.O_CLOEXEC)
        ending.callback(os.close, file)
        journal = ending.enter_context(_begun(archive))
        ending.callback(connection.close)
        _keep(journal, file, connection)
        yield
        connection.close()
        if not os.path.exists(f"{archive}.wal"):
            os.unlink(journal_of(archive))


def put_back(archive: str) -> None:
    """Undo what a checkpoint that did not end has overwritten, and remove the journal. Nothing
    happens where there is none, or while the process that keeps it lives. Raises KifuError where
    the archive can't be written.
    """
    import fcntl

    path = journal_of(archive)
    if not os.path.exists(path):
        return
    try:
        with _ONE_AT_A_TIME, open(path, "rb") as journal:
            fcntl.flock(journal, fcntl.LOCK_EX | fcntl.LOCK_NB)
            with open(archive, "r+b") as file:
                fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB)  # the lock that DuckDB takes
                if _is_at(path, journal.fileno()):
                    _restore(journal, file.fileno())
                    os.unlink(path)
    except (BlockingIOError, FileNotFoundError):
        return
    except OSError as error:
        raise KifuError(
            f"{archive}: a run that wrote to it was killed, and {path}, which puts it in order, "
            f"can't be used: {error.strerror}; ask again as somebody who may write both files"
        ) from None


@contextmanager
def _begun(archive: str) -> Iterator[int]:
    """The journal's file, with the lock that says that its writer lives."""
    file = None
    while file is None:
        file = _locked(journal_of(archive))
    try:
        yield file
    finally:
        os.close(file)


def _locked(path: str) -> int | None:
    """The file, open and locked; None where its last holder removed it just now."""
    import fcntl

    try:
        file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC, 0o666)
    except OSError as error:
        raise Unkept(error.strerror) from None
    fcntl.flock(file, fcntl.LOCK_EX)
    if _is_at(path, file):
        return file
    os.close(file)
    return None


def _is_at(path: str, file: int) -> bool:
    """Whether the open file is the one of that name."""
    return os.path.exists(path) and os.path.samestat(os.stat(path), os.fstat(file))


def _keep(journal: int, file: int, connection: DuckDBPyConnection) -> None:
    """Write the journal, and wait until the disk has it."""
    (size,) = _asked(connection, "SELECT block_size FROM pragma_database_size()")
    shared = _asked(connection, _SHARED)
    digest = hashlib.blake2b(digest_size=_DIGEST)
    try:
        os.ftruncate(journal, 0)
        for part in (_MARK, _heads(file), _bytes(size), *_blocks(file, size, sorted(shared))):
            digest.update(part)
            _write(journal, part)
        _write(journal, digest.digest())
        os.fsync(journal)
    except OSError as error:
        raise Unkept(error.strerror) from None


def _write(file: int, part: bytes) -> None:
    while part:
        part = part[os.write(file, part) :]


def _asked(connection: DuckDBPyConnection, query: str) -> list[int]:
    return [number for (number,) in connection.execute(query).fetchall()]


def _blocks(file: int, size: int, numbers: list[int]) -> Iterator[bytes]:
    for number in numbers:
        yield _bytes(number)
        yield os.pread(file, size, _HEADS + number * size)


def _restore(journal: BinaryIO, file: int) -> None:
    """Put the blocks back into the archive, unless the checkpoint came to its end or had not
    begun.
    """
    if not _is_whole(journal) or journal.read(_HEADS) != _heads(file):
        return
    size = int.from_bytes(journal.read(_NUMBER))
    end = os.fstat(journal.fileno()).st_size - _DIGEST
    while journal.tell() < end:
        number = int.from_bytes(journal.read(_NUMBER))
        os.pwrite(file, journal.read(size), _HEADS + number * size)
    os.fsync(file)


def _is_whole(journal: BinaryIO) -> bool:
    """Whether all of it was written; what is read next are its heads. Before it is whole nothing
    is overwritten.
    """
    left = os.fstat(journal.fileno()).st_size - _DIGEST
    digest = hashlib.blake2b(digest_size=_DIGEST)
    while left > 0:
        part = journal.read(min(left, _PIECE))
        digest.update(part)
        left -= len(part)
    whole = journal.read() == digest.digest()
    journal.seek(0)
    return journal.read(len(_MARK)) == _MARK and whole


def _heads(file: int) -> bytes:
    return os.pread(file, _HEADS, 0)


def _bytes(number: int) -> bytes:
    return number.to_bytes(_NUMBER)
