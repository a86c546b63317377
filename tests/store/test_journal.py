"""A checkpoint that is killed while it overwrites a block of the archive's file in place."""

from __future__ import annotations

import fcntl
import hashlib
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from contextlib import AbstractContextManager, suppress
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import duckdb
import pytest
from duckdb import DuckDBPyConnection
from tests.archives import by_itself

from kifu.notation.errors import Busy, KifuError
from kifu.notation.record import Record
from kifu.store import Archive, ArchiveError, database, journal

from .conftest import Write, moved, written
from .test_database import elsewhere

made_once = kept_open = by_itself

Opened = Callable[[str], AbstractContextManager[DuckDBPyConnection]]

#: The heading and two heads, and a block, of DuckDB's files.
HEADS, BLOCK = 12_288, 262_144
#: What of a block is overwritten when the checkpoint is killed: a disk's sector, or a page.
CUTS = (512, 4096)

#: A process that is killed behind a commit, before the checkpoint.
COMMIT = """
import os, signal, sys
from kifu.store import database
with database.writing(sys.argv[1]) as connection:
    connection.execute("INSERT INTO meta VALUES ('mark', 'committed')")
    connection.execute("COMMIT")
    os.kill(os.getpid(), signal.SIGKILL)
"""


#: Processes that hold a lock.
LOCK = """
import fcntl
file = open(sys.argv[1], "r+b")
fcntl.lockf(file, fcntl.LOCK_SH if sys.argv[2] == "F_RDLCK" else fcntl.LOCK_EX)
"""
FLOCK = "import fcntl\nfile = open(sys.argv[1])\nfcntl.flock(file, fcntl.LOCK_EX)"


@pytest.fixture(scope="module")
def shelf(played: list[Record], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An archive whose writer was killed between a commit and its checkpoint, and the same one
    behind that checkpoint.
    """
    folder = tmp_path_factory.mktemp("killed")
    archive = Archive(folder / "games.duckdb")
    archive.index([written(folder, "logs/a.jsonl", played)])
    done = subprocess.run([sys.executable, "-c", COMMIT, archive.path], check=False)
    assert done.returncode < 0
    assert os.path.exists(f"{archive.path}.wal")
    later = folder / "later.duckdb"
    for end in "", ".wal":
        shutil.copy(f"{archive.path}{end}", f"{later}{end}")
    database.settle(str(later))
    return folder


@pytest.fixture
def killed(shelf: Path, tmp_path: Path) -> Path:
    """The archive whose writer was killed."""
    return Path(moved(shelf, tmp_path).path)


@pytest.fixture
def later(killed: Path) -> Path:
    """The same archive behind the checkpoint."""
    return killed.with_name("later.duckdb")


@pytest.mark.parametrize("cut", CUTS)
@pytest.mark.parametrize("opened", [database.reading, database.writing])
def test_a_block_that_is_overwritten_by_half_is_put_back(
    killed: Path, later: Path, opened: Opened, cut: int
) -> None:
    tear(killed, later, cut)
    with opened(str(killed)) as connection:
        assert committed(connection)
        assert connection.execute("SELECT count(*) FROM record").fetchall() == [(30,)]
    assert not os.path.exists(f"{killed}.journal")


@pytest.mark.parametrize("cut", CUTS)
def test_without_its_journal_such_an_archive_is_lost(killed: Path, later: Path, cut: int) -> None:
    tear(killed, later, cut)
    os.unlink(f"{killed}.journal")
    with pytest.raises(ArchiveError, match="is damaged"):
        Archive(killed).find()


def test_a_checkpoint_that_came_to_its_end_is_not_undone(killed: Path, later: Path) -> None:
    content = later.read_bytes()
    shutil.copy(f"{killed}.journal", f"{later}.journal")
    assert Archive(later).find().total == 30
    assert later.read_bytes() == content
    assert not os.path.exists(f"{later}.journal")


def test_a_journal_that_is_not_whole_puts_nothing_back(killed: Path, later: Path) -> None:
    tear(killed, later, 512)
    content = killed.read_bytes()
    kept = Path(f"{killed}.journal")
    whole = kept.read_bytes()
    assert len(whole) > BLOCK
    changed = bytearray(whole)
    changed[-BLOCK // 2] ^= 1
    for part in (b"", whole[:10], whole[:HEADS], whole[:-1], whole + b"x", bytes(changed)):
        kept.write_bytes(part)
        with pytest.raises(ArchiveError, match="is damaged"):
            Archive(killed).find()
        assert killed.read_bytes() == content
        assert not kept.exists()


@pytest.mark.parametrize("size", [0, 7, 8, 1 << 17, 1 << 40])
@pytest.mark.parametrize("number", [0, 5, 1 << 62])
def test_a_journal_of_somebody_hostile_does_no_harm(killed: Path, size: int, number: int) -> None:
    content = killed.read_bytes()
    parts = [b"kifu journal 1\n", content[:HEADS], size.to_bytes(8), number.to_bytes(8), b"x" * 8]
    lie = b"".join(parts)
    digest = hashlib.blake2b(lie, digest_size=32).digest()
    Path(f"{killed}.journal").write_bytes(lie + digest)
    journal.put_back(str(killed))
    assert len(killed.read_bytes()) == len(content)
    assert not os.path.exists(f"{killed}.journal")


def test_the_journal_of_another_archive_puts_nothing_back(
    killed: Path, write: Write, played: list[Record], tmp_path: Path
) -> None:
    other = Archive(tmp_path / "other.duckdb")
    other.index([write("a.jsonl", played)])
    content = bytearray(Path(other.path).read_bytes())
    content[HEADS] ^= 1
    Path(other.path).write_bytes(content)
    shutil.copy(f"{killed}.journal", f"{other.path}.journal")
    with pytest.raises(ArchiveError, match="is damaged"):
        other.find()
    assert Path(other.path).read_bytes() == content
    assert not os.path.exists(f"{other.path}.journal")


def test_a_copy_that_went_its_own_way_is_left_as_it_is(archive: Archive, tmp_path: Path) -> None:
    database.create(archive.path)
    copy = shutil.copy(archive.path, tmp_path / "copy.duckdb")
    for path, pseudonym in (archive.path, "here"), (copy, "there"):
        with database.writing(str(path)) as connection:
            connection.execute("INSERT INTO meta VALUES ('mark', ?)", [pseudonym])
    assert Path(copy).read_bytes()[:HEADS] == Path(archive.path).read_bytes()[:HEADS]
    subprocess.run([sys.executable, "-c", COMMIT, archive.path], check=False)
    os.unlink(f"{archive.path}.wal")
    os.replace(copy, archive.path)
    assert os.path.exists(f"{archive.path}.journal")
    with database.reading(archive.path) as connection:
        assert connection.execute("SELECT value FROM meta WHERE name = 'mark'").fetchall() == [
            ("there",)
        ]


def test_an_archive_is_mended_by_any_of_its_names(killed: Path, later: Path) -> None:
    link = killed.with_name("link.duckdb")
    link.symlink_to(killed)
    tear(killed, later, 512)
    assert Archive(link).find().total == 30
    subprocess.run([sys.executable, "-c", COMMIT, link], check=False)
    assert os.path.exists(f"{killed}.journal") and not os.path.exists(f"{link}.journal")


def test_a_journal_is_left_alone_while_its_writer_lives(killed: Path) -> None:
    with database.writing(str(killed)):
        kept = Path(f"{killed}.journal").read_bytes()
        with pytest.raises(Busy):
            Archive(killed).find()
        assert Path(f"{killed}.journal").read_bytes() == kept
    assert not os.path.exists(f"{killed}.journal")


@pytest.mark.parametrize("lock", ["F_RDLCK", "F_WRLCK"])
def test_nothing_is_put_back_while_somebody_has_the_archive(
    killed: Path, later: Path, lock: str
) -> None:
    tear(killed, later, 512)
    content = killed.read_bytes()
    with elsewhere(LOCK, killed, lock), pytest.raises(Busy):
        Archive(killed).find()
    assert killed.read_bytes() == content
    assert Archive(killed).find().total == 30


def test_a_journal_that_another_keeps_is_waited_for_and_no_longer(killed: Path) -> None:
    with elsewhere(FLOCK, f"{killed}.journal"), pytest.raises(Busy, match="by another process"):
        database.settle(str(killed))
    database.settle(str(killed))
    assert not os.path.exists(f"{killed}.wal")


def test_what_is_interrupted_while_it_puts_back_is_done_again(
    killed: Path, later: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where a disk takes less at once than was asked for."""
    tear(killed, later, 4096)
    write = os.write
    monkeypatch.setattr(os, "write", lambda file, part: write(file, part[:999]))

    def interrupted(_: int) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch, pytest.raises(KeyboardInterrupt):
        patch.setattr(os, "fsync", interrupted)
        journal.put_back(str(killed))
    assert os.path.exists(f"{killed}.journal")
    assert Archive(killed).find().total == 30


def connected(archive: Path, close: Callable[[], None]) -> Any:
    """What works as a connection to the archive until it is closed, by `close`."""
    connection = duckdb.connect(str(archive))
    return SimpleNamespace(connection=connection, execute=connection.execute, close=close)


def test_a_checkpoint_that_fails_where_the_archive_is_closed_is_put_back(
    killed: Path, later: Path
) -> None:
    content = killed.read_bytes()

    def close() -> None:
        """A checkpoint that stops in the middle."""
        if killed.read_bytes() == content:
            failing.execute("PRAGMA disable_checkpoint_on_shutdown")
            failing.connection.close()
            tear(killed, later, 512)

    failing = connected(killed, close)
    with journal.journalled(str(killed), failing):
        pass
    assert killed.read_bytes() == content
    assert not os.path.exists(f"{killed}.journal")


def test_a_failed_transaction_is_closed_before_others_may_have_the_journal(killed: Path) -> None:
    closed: list[bool] = []

    def close() -> None:
        """Note whether the journal is locked."""
        with open(f"{killed}.journal") as file, suppress(BlockingIOError):
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            closed.append(False)
            return
        closed.append(True)

    watched = connected(killed, close)
    with pytest.raises(KeyError), journal.journalled(str(killed), watched):
        raise KeyError
    assert closed[0]
    watched.connection.close()


def test_a_writer_leaves_the_journal_of_what_is_still_broken(killed: Path, later: Path) -> None:
    content = killed.read_bytes()
    with duckdb.connect(str(killed)) as connection:
        tear(killed, later, 512)
        with pytest.raises(Busy), journal.journalled(str(killed), connection):
            raise AssertionError("this writer has overwritten the journal")
    assert killed.read_bytes() == content
    assert Archive(killed).find().total == 30


def test_what_another_has_written_meanwhile_is_not_undone(
    killed: Path, later: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tear(killed, later, 512)
    content = later.read_bytes()
    monkeypatch.setattr(fcntl, "lockf", lambda *_: killed.write_bytes(content))
    journal.put_back(str(killed))
    assert killed.read_bytes() == content


def test_one_transaction_is_one_checkpoint_at_most(archive: Archive) -> None:
    database.create(archive.path)
    for rows in (0, 1, 1000, 300_000):
        before = newest_head(archive)
        with database.writing(archive.path) as connection:
            names = "SELECT md5(i::VARCHAR), md5((-i)::VARCHAR) FROM range(?) numbers(i)"
            connection.execute(f"INSERT INTO meta {names}", [rows])
        assert newest_head(archive) == before + bool(rows)


def test_who_may_not_write_reads_what_needs_no_mending(
    killed: Path, later: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(*_: object) -> Any:
        raise PermissionError(13, "Permission denied")

    def only_to_read(path: str, mode: str) -> Any:
        return refused() if mode == "r+b" else open(path, mode)

    monkeypatch.setattr(journal, "open", only_to_read, raising=False)
    monkeypatch.setattr(os, "unlink", refused)
    assert Archive(killed).find().total == 30
    assert os.path.exists(f"{killed}.journal")
    tear(killed, later, 512)
    with pytest.raises(KifuError, match="Permission denied; run this as a user who may write"):
        Archive(killed).find()


def test_a_journal_may_be_read_by_whom_the_archive_may(killed: Path) -> None:
    killed.chmod(0o600)
    Path(f"{killed}.journal").unlink()
    with database.writing(str(killed)):
        assert Path(f"{killed}.journal").stat().st_mode & 0o777 == 0o600


def test_a_new_archive_has_no_journal_of_one_that_is_gone(killed: Path) -> None:
    killed.unlink()
    os.unlink(f"{killed}.wal")
    database.create(str(killed))
    assert not os.path.exists(f"{killed}.journal")


def test_a_transaction_that_fails_leaves_no_journal(killed: Path) -> None:
    with pytest.raises(KeyError), database.writing(str(killed)):
        raise KeyError
    assert not os.path.exists(f"{killed}.journal")
    with database.reading(str(killed)) as connection:
        assert committed(connection)


def test_a_journal_that_can_not_be_used_is_said(archive: Archive, write: Write) -> None:
    archive.index([write("a.jsonl", [])])
    os.mkdir(f"{archive.path}.journal")
    for call in (archive.find, lambda: archive.index([write("b.jsonl", [])])):
        with pytest.raises(KifuError, match=r"journal, which repairs it, can't be used: Is "):
            call()
    os.rmdir(f"{archive.path}.journal")


def test_without_a_journal_nothing_is_written(killed: Path) -> None:
    os.unlink(f"{killed}.journal")
    os.symlink("elsewhere", f"{killed}.journal")
    content = killed.read_bytes()
    with pytest.raises(ArchiveError, match="could not be written and was undone"):
        database.settle(str(killed))
    assert killed.read_bytes() == content
    os.unlink(f"{killed}.journal")
    with database.reading(str(killed)) as connection:
        assert committed(connection)


def tear(archive: Path, later: Path, cut: int) -> None:
    """Begin the checkpoint that made `later`: the first bytes of its first block are there."""
    block = later.read_bytes()[HEADS:][:BLOCK]
    content = bytearray(archive.read_bytes())
    assert content[HEADS:][:BLOCK] != block
    content[HEADS : HEADS + cut] = block[:cut]
    assert content[HEADS:][:BLOCK] != block
    archive.write_bytes(content)


def newest_head(archive: Archive) -> int:
    """How many checkpoints the archive has had."""
    content = Path(archive.path).read_bytes()
    return max(int.from_bytes(content[at + 8 : at + 16], "little") for at in (4096, 8192))


def committed(connection: DuckDBPyConnection) -> bool:
    """Whether the row is there that was committed before the kill."""
    return connection.execute("SELECT value FROM meta WHERE name = 'mark'").fetchall() == [
        ("committed",)
    ]
