"""Erasing from a lake leaves no byte of a name, and compacting no file that nobody needs."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

from kifu.notation.errors import KifuError
from kifu.notation.record import Note, Record
from kifu.store import Archive
from kifu.store.ask.filters import Filters
from kifu.store.index import ingest
from kifu.store.index.course import Detail
from kifu.store.lake import task
from kifu.store.lake.table import LakeTable, files_of
from kifu.store.lake.task import Receipt, Task, source_id
from kifu.store.upkeep.erasing import Erased

from .conftest import Write, written
from .lake_pair import Pair, bytes_of

NAME = "Zacharias"


def named(record: Record, number: int) -> Record:
    """The record with a player, an author and tags that are to be erased."""
    return structs.replace(
        record,
        seats=[NAME if number % 2 else NAME.upper(), *record.seats[1:]],
        tags=[*record.tags, ("Site", NAME), ("Annotator", NAME)],
        notes=[Note(at=1, text=f"good [%by {NAME}]")],
    )


def holding(folder: Path, name: str) -> list[str]:
    """The files in which the name is, whatever its case."""
    return [
        path for path, data in bytes_of(folder).items() if name.lower().encode() in data.lower()
    ]


@pytest.fixture(scope="module")
def shelf(played: list[Record], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An archive and a lake with three logs, two of which name the player."""
    folder = tmp_path_factory.mktemp("shelf")
    some = [named(record, number) for number, record in enumerate(played[:6])]
    bad = written(folder, "bad.kifu", some[:1])
    bad.write_text(bad.read_text("utf-8").replace("1. ", f"1. {NAME} ", 1), "utf-8")
    written(folder, "a.kifu", some[:4])
    written(folder, "b.kifu", [*some[2:], *played[6:9]])
    Pair(folder).index(folder)
    return folder


@pytest.fixture
def filled(pair: Pair, shelf: Path) -> Pair:
    """Both as on the shelf."""
    shutil.copytree(shelf, pair.folder, dirs_exist_ok=True)
    return pair


@pytest.mark.parametrize("compact", [False, pytest.param(True, marks=pytest.mark.campaign)])
def test_no_byte_of_an_erased_name_is_left(filled: Pair, compact: bool) -> None:
    lake = Path(filled.lake.path)
    if compact:
        filled.do(Archive.compact)
        _age(lake)
    assert holding(lake, NAME)
    filled.do(lambda archive: archive.alias(NAME, "Ben"))
    filled.do(lambda archive: archive.alias(NAME, NAME))
    known, found = filled.do(lambda archive: archive.erase(NAME))
    assert holding(lake, NAME) == []
    assert (found.matches, found.mentions) == (known.matches, known.mentions)
    assert found.matches == 6
    asked = Filters(players=[found.pseudonym])
    hits = filled.lake.find(asked).hits
    assert [filled.lake.record(hit.id).seats[0] for hit in hits] == [found.pseudonym] * 6
    assert filled.lake.query("SELECT DISTINCT site FROM games WHERE site IS NOT NULL") == [
        {"site": found.pseudonym}
    ]
    assert filled.lake.erase(found.pseudonym) == structs.replace(found, mentions=0, names=[])


def _age(lake: Path) -> None:
    """Move the lake's files and commits to 1970, and forget what was removed so long ago."""
    for path in lake.rglob("*.*"):
        if path.suffix == ".json":
            text = path.read_text("utf-8")
            path.write_text(re.sub(r'("deletionTimestamp"):\d+', r"\1:0", text), "utf-8")
        os.utime(path, (0, 0))
    LakeTable(str(lake)).at().create_checkpoint()


@pytest.mark.campaign
def test_who_is_erased_while_logs_are_read_is_hidden_in_them(
    pair: Pair, write: Write, played: list[Record]
) -> None:
    pair.lake.index([write("a.kifu", [named(played[0], 1)])])
    more = write("b.kifu", [named(record, 1) for record in played[1:4]])
    done: list[Erased] = []

    def workers(tasks: Iterable[Task]) -> Iterator[tuple[Task, Receipt]]:
        for each in tasks:
            receipt = task.work(each)
            if not done:
                done.append(pair.lake.erase(NAME))
            yield each, receipt

    report = task.index(pair.lake.path, ([str(more)], []), Detail(), print, print, workers)
    assert report.new == 3
    assert holding(Path(pair.lake.path), NAME) == []
    assert pair.lake.find(Filters(players=[done[0].pseudonym])).total == 4


def test_of_a_log_that_breaks_off_nothing_is_counted(
    pair: Pair, write: Write, played: list[Record], monkeypatch: pytest.MonkeyPatch
) -> None:
    pieces = ingest.pieces

    def broken(*log: Any) -> Iterator[Any]:
        yield from pieces(*log)
        raise OSError(5, "Input/output error")

    monkeypatch.setattr(ingest, "pieces", broken)
    report = pair.lake.index([write("a.kifu", played[:3])])
    assert (report.records, len(report.failed), pair.lake.find().total) == (0, 1, 0)


def test_a_late_task_replaces_nothing(
    pair: Pair, write: Write, played: list[Record], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither newer rows of its log, nor those of another log with the same id."""
    log, url = write("a.kifu", played[:1]), pair.lake.path

    def late(tasks: Iterable[Task]) -> Iterator[tuple[Task, Receipt]]:
        planned = list(tasks)
        write("a.kifu", played[:3])
        pair.lake.index([log])
        return ((each, task.work(each)) for each in planned)

    said: list[str] = []
    report = task.index(url, ([str(log)], []), Detail(), said.append, print, late)
    assert report.new == 0
    assert said == report.failed == [f"{log}: another run has read it meanwhile; index it again"]
    monkeypatch.setattr(task, "source_id", lambda name: source_id("a.kifu"))
    with pytest.raises(KifuError, match=r"has the same id as a\.kifu"):
        pair.lake.index([write("b.kifu", played[:1])])
    assert pair.lake.find().total == 3


@pytest.mark.campaign
def test_compacting_and_erasing_keep_what_is_brought_in_meanwhile(
    filled: Pair, write: Write, played: list[Record], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both try again where another commit came first."""
    late = [write(f"late{n}.kifu", played[8 + n : 14]) for n in range(2)]
    attempt = LakeTable.attempt

    def slow(self: LakeTable, do: Any) -> Any:
        def other_first(found: Any) -> Any:
            if late:
                filled.index(late.pop())
            return do(found)

        return attempt(self, other_first)

    filled.archive.erase(NAME)
    with monkeypatch.context() as patched:
        patched.setattr(LakeTable, "attempt", slow)
        filled.lake.compact(kept=0)
        filled.lake.erase(NAME)
    assert holding(Path(filled.lake.path), NAME) == []
    known, found = filled.do(lambda archive: archive.find().total)
    assert known == found


def test_a_compact_lake_has_one_file_of_a_kind_and_none_besides(filled: Pair) -> None:
    """But for what others have put there."""
    notes = Path(filled.lake.path, "notes.txt")
    notes.write_text("mine", "utf-8")
    filled.lake.compact(kept=0)
    there = files_of(LakeTable(filled.lake.path).at())
    assert {len(paths) for paths in there.values()} == {1}
    found = {path for path in bytes_of(Path(filled.lake.path)) if not path.startswith("_delta_log")}
    assert found == {notes.name, *(path for paths in there.values() for path in paths)}


def test_every_run_removes_what_a_killed_one_left_in_the_temporary_folder(
    filled: Pair, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also a run that has nothing to write."""
    temporary = tmp_path_factory.mktemp("temporary")
    monkeypatch.setattr(tempfile, "tempdir", str(temporary))
    filled.lake.erase(NAME)
    ended = subprocess.Popen(["true"])
    ended.wait()
    runs = (
        lambda: filled.lake.index([filled.folder / "a.kifu"]),
        filled.lake.compact,
        lambda: filled.lake.erase(NAME),
    )
    for run in runs:
        (temporary / f".kifu.{ended.pid}").mkdir()
        (temporary / f".kifu.{ended.pid}" / "rows.parquet").write_text(NAME)
        run()
        assert not list(temporary.iterdir())
