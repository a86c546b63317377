"""A checkpoint that is killed while it overwrites a block of the archive's file in place."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from pathlib import Path

import pytest
from duckdb import DuckDBPyConnection

from kifu.notation.errors import Busy, KifuError
from kifu.notation.record import Record
from kifu.store import Archive, ArchiveError, database

Write = Callable[[str, Sequence[Record]], Path]
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
    connection.execute("INSERT INTO erased VALUES ('digest', 'committed')")
    connection.execute("COMMIT")
    os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.fixture
def killed(write: Write, played: list[Record], archive: Archive) -> Path:
    """An archive whose writer was killed between a commit and its checkpoint."""
    archive.index([write("a.jsonl", played)])
    done = subprocess.run([sys.executable, "-c", COMMIT, archive.path], check=False)
    assert done.returncode < 0
    assert os.path.exists(f"{archive.path}.wal")
    return Path(archive.path)


@pytest.fixture
def later(killed: Path, tmp_path: Path) -> Path:
    """The same archive behind that checkpoint."""
    path = tmp_path / "later.duckdb"
    for end in "", ".wal":
        shutil.copy(f"{killed}{end}", f"{path}{end}")
    database.settle(str(path))
    return path


@pytest.mark.parametrize("cut", CUTS)
@pytest.mark.parametrize("opened", [database.reading, database.looking, database.writing])
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


def test_a_journal_that_is_not_whole_puts_nothing_back(killed: Path) -> None:
    content = killed.read_bytes()
    journal = Path(f"{killed}.journal")
    whole = journal.read_bytes()
    assert len(whole) > BLOCK
    changed = bytearray(whole)
    changed[-BLOCK // 2] ^= 1
    for part in (b"", whole[:10], whole[:HEADS], whole[:-1], whole + b"x", bytes(changed)):
        journal.write_bytes(part)
        with database.reading(str(killed)) as connection:
            assert committed(connection)
        assert killed.read_bytes() == content
        assert not journal.exists()


def test_the_journal_of_another_archive_puts_nothing_back(
    killed: Path, write: Write, played: list[Record], tmp_path: Path
) -> None:
    other = Archive(tmp_path / "other.duckdb")
    other.index([write("a.jsonl", played)])
    content = Path(other.path).read_bytes()
    shutil.copy(f"{killed}.journal", f"{other.path}.journal")
    assert other.find().total == 30
    assert Path(other.path).read_bytes() == content
    assert not os.path.exists(f"{other.path}.journal")


def test_a_journal_is_left_alone_while_its_writer_lives(killed: Path) -> None:
    with database.writing(str(killed)):
        journal = Path(f"{killed}.journal").read_bytes()
        with pytest.raises(Busy):
            Archive(killed, wait=0).find()
        assert Path(f"{killed}.journal").read_bytes() == journal
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
        with pytest.raises(KifuError, match=r"journal, which puts it in order, can't be used: Is "):
            call()
    os.rmdir(f"{archive.path}.journal")
    os.symlink("elsewhere", f"{archive.path}.journal")
    with pytest.raises(ArchiveError, match="could not be written, and nothing of it is in"):
        archive.index([write("b.jsonl", [])])


def tear(archive: Path, later: Path, cut: int) -> None:
    """Begin the checkpoint that made `later`: the first bytes of its first block are there."""
    block = later.read_bytes()[HEADS:][:BLOCK]
    content = bytearray(archive.read_bytes())
    assert content[HEADS:][:BLOCK] != block
    content[HEADS : HEADS + cut] = block[:cut]
    assert content[HEADS:][:BLOCK] != block
    archive.write_bytes(content)


def committed(connection: DuckDBPyConnection) -> bool:
    """Whether the row is there that was committed before the kill."""
    return connection.execute("SELECT pseudonym FROM erased").fetchall() == [("committed",)]
