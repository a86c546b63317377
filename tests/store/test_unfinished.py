"""An erasure that was cut short is ended by who writes, and reported to who reads."""

from __future__ import annotations

import logging
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from tests.archives import by_itself

from kifu.notation.errors import KifuError
from kifu.notation.record import Record
from kifu.store import Archive, Filters, database, unfinished
from kifu.store import archive as archives
from kifu.store.lock import indexing
from kifu.store.upkeep import erasing_logs, rewriting

from .conftest import moved, written

kept_open = by_itself


@pytest.fixture(scope="module")
def shelf(played: list[Record], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An archive of five matches, of which Zacharias played two."""
    folder = tmp_path_factory.mktemp("named")
    seats = ["Zacharias", "Ben", "Cho"]
    named = [replace(record, seats=seats) for record in played[:2]]
    log = written(folder, "logs/a.jsonl", [*named, *played[2:5]])
    Archive(folder / "games.duckdb").index([log])
    return folder


@pytest.fixture
def filled(shelf: Path, tmp_path: Path) -> Archive:
    return moved(shelf, tmp_path)


@pytest.fixture(autouse=True)
def _fresh() -> None:
    """Nothing was said before."""
    unfinished.say.cache_clear()


class Cut(BaseException):
    """The moment where a run ends."""


@pytest.fixture
def cut(filled: Archive, monkeypatch: pytest.MonkeyPatch) -> str:
    """The pseudonym, where the erasure ended behind its commit."""

    def ends(*_: object) -> Any:
        raise Cut

    with monkeypatch.context() as patch, pytest.raises(Cut):
        patch.setattr(archives, "write_again", ends)
        filled.erase("Zacharias")
    with database.reading(filled.path) as connection:
        (pseudonym,) = unfinished.marked(connection, unfinished.FILE)
    unfinished.say.cache_clear()
    assert b"acharias" in Path(filled.path).read_bytes()
    return pseudonym


@pytest.mark.campaign
@pytest.mark.parametrize(("where", "kills"), [("FILE", 11), ("LOGS", 9)])
def test_kills_at_any_moment_leave_no_name_in_silence(
    where: str, kills: int, shelf: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "kept"
    shutil.copytree(shelf, folder)
    killing = str(Path(__file__).with_name("killing_erasures.py"))
    command = [sys.executable, killing, str(kills), str(folder), where]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.stdout, done.returncode) == (f"kills: {kills}\n", 0), done.stderr


def test_readers_read_once_what_completes_it(
    filled: Archive, cut: str, caplog: pytest.LogCaptureFixture
) -> None:
    for ask in (filled.find, filled.games, filled.aliases, filled.logs):
        ask()
    assert [record.getMessage() for record in caplog.records] == [
        f"the erasure of {cut} was cut short, and {filled.path} still contains bytes of the name; "
        f"kifu compact {filled.path} completes it"
    ]
    assert caplog.records[0].levelno == logging.WARNING
    caplog.clear()
    filled.compact()
    unfinished.say.cache_clear()
    filled.find()
    assert not caplog.records
    assert b"acharias" not in Path(filled.path).read_bytes()
    assert filled.find(Filters(players=[cut])).total == 2


def test_the_next_writer_completes_it_first(
    filled: Archive, cut: str, caplog: pytest.LogCaptureFixture
) -> None:
    filled.alias("Ben", "Cho")
    (record,) = caplog.records
    message = f"the erasure of {cut} was cut short and is now complete: {filled.path} was rewritten"
    assert record.getMessage() == message
    assert b"acharias" not in Path(filled.path).read_bytes()


@pytest.mark.matrix
@pytest.mark.parametrize("work", ["index", "rename", "retry", "rebuild", "erase", "erase_logs"])
def test_every_way_to_write_ends_it(work: str, filled: Archive, cut: str) -> None:
    calls: dict[str, Callable[[], object]] = {
        "index": lambda: filled.index([Path(filled.path).parent / "logs"]),
        "rename": lambda: filled.rename("Ben", "Benjamin"),
        "retry": filled.retry,
        "rebuild": filled.rebuild,
        "erase": lambda: filled.erase("Zacharias"),
        "erase_logs": lambda: filled.erase_logs(cut),
    }
    calls[work]()
    assert b"acharias" not in Path(filled.path).read_bytes()
    with database.reading(filled.path) as connection:
        assert unfinished.marked(connection, unfinished.FILE) == []


def test_where_it_can_not_be_ended_that_is_said_and_the_rest_goes_on(
    filled: Archive, cut: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> Any:
        raise KifuError("the disk is full")

    monkeypatch.setattr(rewriting, "write_again", full)
    said: list[str] = []
    report = filled.index([Path(filled.path).parent / "logs"], said.append)
    assert report.unchanged == 1
    assert said == [
        f"the erasure of {cut} was cut short and can't be completed, so {filled.path} still "
        "contains bytes of the name: the disk is full"
    ]


def test_nothing_is_said_while_the_erasure_goes_on(
    filled: Archive, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def asks(path: str, wait: float) -> Any:
        assert Archive(path).find().total == 5
        return rewriting.write_again(path, wait)

    monkeypatch.setattr(archives, "write_again", asks)
    filled.erase_everywhere("Zacharias")
    assert not caplog.records


@pytest.mark.campaign
def test_logs_that_are_not_done_are_reported_and_the_pseudonym_works_as_the_name(
    filled: Archive, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def ends(*_: object) -> Any:
        raise Cut

    with monkeypatch.context() as patch, pytest.raises(Cut):
        patch.setattr(erasing_logs, "rewrite_each", ends)
        filled.erase_everywhere("Zacharias")
    log = Path(filled.path).parent / "logs" / "a.jsonl"
    assert b"acharias" in log.read_bytes()
    assert filled.find().total == 5
    (record,) = caplog.records
    message = record.getMessage()
    assert (
        "from the logs was cut short, and they may still contain the name; kifu player erase"
        in message
    )
    pseudonym = message.split()[3]
    filled.rebuild()
    unfinished.say.cache_clear()
    filled.find()
    assert [record.getMessage() for record in caplog.records] == [message, message]
    erased, changed = filled.erase_everywhere(pseudonym)
    assert (erased.pseudonym, erased.matches, erased.mentions) == (pseudonym, 2, 0)
    assert changed == [str(log)]
    assert b"acharias" not in log.read_bytes()
    caplog.clear()
    unfinished.say.cache_clear()
    filled.find()
    assert not caplog.records


def test_drafts_of_a_killed_run_go_with_the_next_command(filled: Archive, tmp_path: Path) -> None:
    before = sorted(tmp_path.iterdir())
    Path(f"{filled.path}.lock").write_text("4711")
    for end in (".compact", ".compact.wal", ".compact.new", ".rebuilt", ".rebuilt.journal"):
        Path(f"{filled.path}{end}").write_bytes(b"Zacharias")
    spilled = Path(f"{filled.path}.compact.tmp")
    spilled.mkdir()
    (spilled / "duckdb_temp_storage_DEFAULT-0.tmp").write_bytes(b"Zacharias")
    assert filled.find().total == 5
    assert sorted(tmp_path.iterdir()) == before


def test_what_is_not_of_a_killed_run_stays(filled: Archive, tmp_path: Path) -> None:
    own = Path(f"{filled.path}.rebuilt")
    shutil.copy(filled.path, own)
    assert filled.find().total == 5
    filled.index([tmp_path / "logs"])
    assert Archive(own).find().total == 5
    spilled = Path(f"{filled.path}.tmp")
    spilled.mkdir()
    for name in ("mine.txt", "duckdb_temp_block-7.block"):
        (spilled / name).write_bytes(b"Zacharias")
    filled.compact()
    assert os.listdir(spilled) == ["mine.txt"]


def test_drafts_stay_while_the_run_lives(filled: Archive) -> None:
    draft = Path(f"{filled.path}.compact")
    with indexing(filled.path):
        draft.write_bytes(b"under way")
        assert filled.find().total == 5
        assert draft.exists()


def test_who_may_not_remove_them_says_so(
    filled: Archive, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    Path(f"{filled.path}.lock").write_text("4711")

    def refused(*_: object) -> Any:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(unfinished, "indexing", refused)
    assert filled.find().total == 5
    (record,) = caplog.records
    assert "was killed, and its temporary files can't be removed:" in record.getMessage()
