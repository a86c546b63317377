"""The journal: what the next checkpoint overwrites in an archive's file, kept until it is through.

DuckDB writes rows to blocks that nothing refers to yet, and a new head when all of them are
written. But its metadata share blocks: a checkpoint fills the free parts of a block whose other
parts the old head still needs, writes the whole block in place, and only then the new head. A
process that is killed during that write leaves half a block with a wrong checksum, and the file
can't be opened any more. So copies of such blocks are kept beside the archive while it is written,
and the next process that opens the archive restores the broken ones.

The file holds a mark, the heads of the archive's file, then each block after its number, and last a
digest of all of it.
"""

from __future__ import annotations

import hashlib
import os
import stat
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from typing import BinaryIO

from kifu.notation.disk import has_locks, is_at, try_lock, try_posix_lock
from kifu.notation.errors import Busy, KifuError
from kifu.store.tables import Connection

#: The first bytes of a journal.
_MARK = b"kifu journal 1\n"
#: Bytes at the start of DuckDB's files before the blocks: a heading with the file's own random id,
#: and two heads of which the newer one counts.
_HEADS_BYTES = 3 * 4096
_NUMBER_BYTES = 8
_DIGEST_BYTES = 32
#: The blocks of metadata that the live head and the next one may both have parts of.
_SHARED = """
    SELECT block_id FROM pragma_metadata_info()
    WHERE free_blocks > 0 AND free_blocks < total_blocks
"""
#: Bytes that are read at once where a journal is checked.
_PIECE = 1 << 18
#: Seconds that another process is waited for.
WAIT = 10.0
#: Seconds between two tries to lock a journal.
_PACE = 0.01
#: POSIX locks, which DuckDB takes, are the process's, not the thread's.
_ONE_AT_A_TIME = threading.Lock()


class Unkept(Exception):
    """The journal could not be written, so nothing was."""


def journal_of(archive: str) -> str:
    """The absolute path of the archive's journal: that of the archive's file, with `.journal` after
    it. If `archive` is a link, the file that it leads to counts. Neither file need exist.

    >>> os.path.basename(journal_of("club.duckdb"))
    'club.duckdb.journal'
    """
    return f"{os.path.realpath(archive)}.journal"


def wal_of(archive: str) -> str:
    """The absolute path of DuckDB's write-ahead log for the archive, which has what is committed
    but not in the archive's file yet: that of the archive's file, with `.wal` after it. If
    `archive` is a link, the file that it leads to counts. Neither file need exist.

    >>> os.path.basename(wal_of("club.duckdb"))
    'club.duckdb.wal'
    """
    return f"{os.path.realpath(archive)}.wal"


@contextmanager
def journalled(archive: str, connection: Connection) -> Iterator[None]:
    """A context in which `connection`, open on the archive at the path `archive`, writes one
    transaction. The caller begins and commits it within the context. Meanwhile the archive's
    journal has copies of the blocks that the checkpoint may break.

    At the end, also after an error, the connection is closed, which makes the checkpoint; what was
    not committed is undone. If the checkpoint was interrupted, the archive is repaired. Then the
    journal is removed; where `put_back` does nothing or raises, it stays.

    Raises Unkept if the journal can't be written, and Busy if another process has it for longer
    than `WAIT` (10) seconds or is about to repair the archive; nothing is written then. Raises
    KifuError if the repair fails or the system has no file locks, and duckdb.Error. Raises OSError
    if the archive's file can't be opened (only then, the connection stays open), if the journal's
    disk has no locks, or if the journal can't be removed after a complete checkpoint.
    """
    with ExitStack() as ending:
        ending.callback(put_back, archive)
        # To close any descriptor of a file ends all POSIX locks that the process has on it,
        # DuckDB's as well: this one outlives the connection.
        file = os.open(archive, os.O_RDONLY | os.O_CLOEXEC)
        ending.callback(os.close, file)
        ending.callback(connection.close)
        connection.execute("PRAGMA disable_checkpoint_on_shutdown")
        journal = ending.enter_context(_new_journal(archive, file))
        _vet(archive, journal, file)
        heads = _keep(journal, file, connection)
        connection.execute("PRAGMA enable_checkpoint_on_shutdown")
        ending.callback(connection.close)  # while the journal is locked
        yield
        connection.close()
        if _heads(file) != heads:
            os.unlink(journal_of(archive))


def put_back(archive: str) -> None:
    """Restore the blocks of the archive's file that an interrupted checkpoint has broken, and
    remove the journal. If no block is broken, or the journal is not whole, it is only removed. It
    stays, and does no harm, if this process may not remove it.

    Does nothing if there is no journal or no archive, if the journal's writer is alive, or on a
    system without file locks; and also if there are broken blocks but another process has locked
    the archive. If there is a journal without a living writer, the locks that DuckDB has on the
    archive in this process end: call this before DuckDB opens it. Raises KifuError if the journal
    or the archive can't be read, locked or written.
    """
    path = journal_of(archive)
    if not os.path.exists(path) or not has_locks():
        return
    try:
        with _ONE_AT_A_TIME, open(path, "rb") as journal:
            if not _is_locked(path, journal.fileno()):
                return
            with open(archive, "rb") as file:
                broken = _broken(journal, file.fileno())
            if broken:
                with open(archive, "r+b") as file:
                    if not try_posix_lock(file.fileno()):
                        return
                    _mend(journal, file.fileno())
            with suppress(OSError):  # without permission it stays, and does no harm
                os.unlink(path)
    except FileNotFoundError:
        return
    except OSError as error:
        raise KifuError(
            f"{archive}: a run that wrote to it was killed, and {path}, which repairs it, "
            f"can't be used: {error.strerror}; run this as a user who may write both files"
        ) from None


@contextmanager
def _new_journal(archive: str, file: int) -> Iterator[int]:
    """A context with the archive's journal open and locked, which shows that its writer is alive.
    Yields its descriptor, with the position at the start. A new journal is empty and gets the
    permissions of the archive, open as `file` (a descriptor), less the umask; an old one keeps its
    content and its permissions. At the end the descriptor is closed, which unlocks the journal; the
    file stays.

    Raises Busy if another process, or another context in this one, has the journal for longer than
    `WAIT` (10) seconds, Unkept if it can't be opened or is a symbolic link, KifuError on a system
    without file locks, and OSError if its disk has none.
    """
    path = journal_of(archive)
    mode = stat.S_IMODE(os.fstat(file).st_mode)
    until = time.monotonic() + WAIT
    while True:
        try:
            journal = os.open(path, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC, mode)
        except OSError as error:
            raise Unkept(error.strerror) from None
        try:
            if _is_locked(path, journal):
                yield journal
                return
        finally:
            os.close(journal)
        if time.monotonic() + _PACE > until:
            raise _in_use(archive)
        time.sleep(_PACE)


def _in_use(archive: str) -> Busy:
    """Return the Busy to raise while another process has the archive at this path."""
    return Busy(f"{archive} is in use by another process; try again when it is done")


def _is_locked(path: str, journal: int) -> bool:
    """Lock the file open as `journal` (a descriptor), without waiting, and return whether that
    worked; the lock ends when the descriptor is closed. False if another process, or another
    descriptor in this one, has locked it. Also False if `path` is the path of another file, or
    none, by now; the open file is locked all the same then. Raises KifuError on a system without
    file locks, and OSError if the file's disk has none or `path` can't be looked at.
    """
    return try_lock(journal) and is_at(path, journal)


def _vet(archive: str, journal: int, file: int) -> None:
    """Raise Busy if blocks that the journal has are broken in the archive (see `_broken`): another
    process was about to restore them when this one opened it. A journal passes if it is empty or
    not whole, or if the checkpoint that it was written for was completed. Both files stay as they
    are. `journal`, which the caller has locked, and `file` are descriptors of the two open files;
    `archive` is the archive's path, for the message. Unless something is raised, the journal's
    position is at its start afterwards. Raises OSError if one of the files can't be read.
    """
    with open(journal, "rb", closefd=False) as kept:
        if _broken(kept, file):
            raise _in_use(archive)
    os.lseek(journal, 0, os.SEEK_SET)


def _keep(journal: int, file: int, connection: Connection) -> bytes:
    """Replace the content of the journal by the archive's heads and copies of the blocks that the
    next checkpoint of `connection` may break, and wait until it is on the disk. `journal`, which
    the caller has locked, and `file` are descriptors of the journal and of the archive, the only
    database that `connection` has open. The position of `journal` must be at its start; afterwards
    it is at its end. Returns the heads of the archive's file (see `_heads`), which a checkpoint
    will change.

    Raises Unkept if a block can't be copied or the journal can't be written. Its old content may be
    lost then, and it may be left incomplete. Raises duckdb.Error from the queries for the blocks,
    and OSError if the heads can't be read; then the journal is as it was.
    """
    (size,) = _numbers(connection, "SELECT block_size FROM pragma_database_size()")
    shared = _numbers(connection, _SHARED)
    heads = _heads(file)
    digest = hashlib.blake2b(digest_size=_DIGEST_BYTES)
    try:
        os.ftruncate(journal, 0)
        for part in (_MARK, heads, _bytes(size), *_blocks(file, size, sorted(shared))):
            digest.update(part)
            _write(journal, part)
        _write(journal, digest.digest())
        os.fsync(journal)
    except OSError as error:
        raise Unkept(error.strerror) from None
    return heads


def _write(file: int, part: bytes) -> None:
    """Write all of `part` to the open file (a descriptor) at its position, which is after it then.
    Raises OSError; some of `part` may be written then.
    """
    while part:
        part = part[os.write(file, part) :]


def _numbers(connection: Connection, query: str) -> list[int]:
    """The numbers in the single column that the SQL `query` gives, in the order of its rows; [] if
    it gives no rows. No value may be NULL. Raises duckdb.Error.
    """
    return [number for (number,) in connection.execute(query).fetchall()]


def _blocks(file: int, size: int, numbers: list[int]) -> Iterator[bytes]:
    """For each of the `numbers` of blocks of the open file (a descriptor), in their order: first
    the number, as 8 bytes (see `_bytes`), then the block's `size` bytes, each as an item of its
    own. The blocks, from number 0 on, begin right after the heads, at `_HEADS_BYTES`. A block that
    the end of the file cuts off has fewer bytes, and one beyond the end b"". A block is read when
    it is asked for; raises OSError then. The file's position stays.
    """
    for number in numbers:
        yield _bytes(number)
        yield os.pread(file, size, _HEADS_BYTES + number * size)


def _broken(journal: BinaryIO, file: int) -> list[tuple[int, int, int]]:
    """The blocks of the journal that are broken in the archive, open as `file` (a descriptor):
    those whose checksum is wrong there. Each is (offset of its copy in the journal, offset in the
    archive, size), in bytes, in the order of the journal; blocks of which the archive's file does
    not have all bytes are left out. [] if none is broken, if the archive's heads are not those in
    the journal (the checkpoint was completed), or if the journal is not whole or has a block size
    of up to 8 or of more than `_PIECE` (2^18) bytes. Changes neither file. The journal is read from
    its start, wherever its position is, which can be anywhere afterwards. Raises OSError if one of
    the files can't be read.
    """
    if not _is_whole(journal) or journal.read(_HEADS_BYTES) != _heads(file):
        return []
    size = int.from_bytes(journal.read(_NUMBER_BYTES))
    if not _NUMBER_BYTES < size <= _PIECE:
        return []
    blocks = (os.fstat(file).st_size - _HEADS_BYTES) // size
    end = os.fstat(journal.fileno()).st_size - _DIGEST_BYTES
    found = []
    for start in range(journal.tell(), end, _NUMBER_BYTES + size):
        journal.seek(start)
        number = int.from_bytes(journal.read(_NUMBER_BYTES))
        place = _HEADS_BYTES + number * size
        if number < blocks and not _is_sound(os.pread(file, size, place)):
            found.append((journal.tell(), place, size))
    return found


def _mend(journal: BinaryIO, file: int) -> None:
    """Write the broken blocks from the journal back into the archive, open for writing as `file` (a
    descriptor), and wait until they are on the disk; the caller has locked it. Without broken
    blocks, nothing is written. The journal stays; both positions can be anywhere afterwards. Raises
    OSError; some blocks may be restored then, and another call restores the rest.
    """
    for start, place, size in _broken(journal, file):
        journal.seek(start)
        os.lseek(file, place, os.SEEK_SET)
        _write(file, journal.read(size))
    os.fsync(file)


def _is_whole(journal: BinaryIO) -> bool:
    """Whether the journal begins with its mark and ends in the digest of all bytes before: then it
    was written to its end. If not, nothing in the archive is overwritten yet. It is read from its
    start, wherever its position is. Afterwards that is where the heads begin, right after the mark,
    if the journal is whole; otherwise it can be anywhere. Raises OSError if it can't be read.
    """
    journal.seek(0)
    left = os.fstat(journal.fileno()).st_size - _DIGEST_BYTES
    digest = hashlib.blake2b(digest_size=_DIGEST_BYTES)
    while left > 0:
        part = journal.read(min(left, _PIECE))
        digest.update(part)
        left -= len(part)
    whole = journal.read() == digest.digest()
    journal.seek(0)
    return journal.read(len(_MARK)) == _MARK and whole


def _is_sound(block: bytes) -> bool:
    """Whether the first word of a block (8 bytes, the lowest first) is its checksum. That is 5381
    and the products of all words after the first with a constant, modulo 2^64, combined by
    exclusive or. Bytes at the end that are no whole word don't count. A block without a word raises
    IndexError.
    """
    import numpy as np

    words = np.frombuffer(block, "<u8", len(block) // 8)
    products = words[1:] * np.uint64(0xBF58476D1CE4E5B9)
    return bool(words[0] == np.bitwise_xor.reduce(products) ^ np.uint64(5381))


def _heads(file: int) -> bytes:
    """The first `_HEADS_BYTES` (12288) bytes of the open file (a descriptor), or fewer if it is
    shorter: DuckDB's heading and both heads, of which a checkpoint replaces one. The file's
    position stays. Raises OSError if it can't be read.
    """
    return os.pread(file, _HEADS_BYTES, 0)


def _bytes(number: int) -> bytes:
    """The number as `_NUMBER_BYTES` (8) bytes, the highest first. Raises OverflowError below 0 and
    from 2^64 on.
    """
    return number.to_bytes(_NUMBER_BYTES)
