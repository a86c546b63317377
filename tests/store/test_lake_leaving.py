"""Erasing from a lake leaves no byte of a name, and compacting no file that nobody needs."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

from kifu.notation.reading import Reading
from kifu.notation.record import Note, Record
from kifu.store import Archive
from kifu.store.ask.filters import Filters
from kifu.store.index import pieces, workers
from kifu.store.index.course import Detail
from kifu.store.index.entry import Bad, Entry, examine
from kifu.store.index.ingest import IndexSettings
from kifu.store.lake import indexing, table
from kifu.store.lake.store import Store
from kifu.store.lake.table import LakeTable
from kifu.store.lake.task import Receipt, Task
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
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(indexing, "TOGETHER", 1)
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
    assert holding(lake, NAME)
    filled.do(lambda archive: archive.alias(NAME, "Ben"))
    filled.do(lambda archive: archive.alias(NAME, NAME))
    known, found = filled.do(lambda archive: archive.erase(NAME))
    assert holding(lake, NAME) == []
    assert (found.matches, found.mentions) == (known.matches, known.mentions)
    assert found.matches == 6
    asked = Filters(players=[found.pseudonym])
    assert filled.lake.find(asked).total == 6
    assert filled.lake.query("SELECT DISTINCT site FROM games WHERE site IS NOT NULL") == [
        {"site": found.pseudonym}
    ]
    assert filled.lake.erase(found.pseudonym) == structs.replace(found, mentions=0, names=[])


@pytest.mark.campaign
def test_an_erased_name_stays_erased_in_what_is_indexed_later(
    filled: Pair, write: Write, played: list[Record]
) -> None:
    lake = Path(filled.lake.path)
    erased: Erased = filled.lake.erase(NAME)
    filled.lake.index([write("c.kifu", [named(record, 1) for record in played[9:12]])])
    assert holding(lake, NAME) == []
    assert filled.lake.find(Filters(players=[erased.pseudonym])).total == 9
    assert filled.lake.record(filled.lake.find().hits[0].id).seats[0] == erased.pseudonym


@pytest.mark.campaign
def test_who_is_erased_while_logs_are_read_is_hidden_in_them(
    pair: Pair, write: Write, played: list[Record]
) -> None:
    pair.lake.index([write("a.kifu", [named(played[0], 1)])])
    more = write("b.kifu", [named(record, 1) for record in played[1:4]])
    done: list[Erased] = []

    def workers(tasks: Iterable[Task]) -> Iterator[Receipt]:
        for receipt in indexing.here(tasks):
            if not done:
                done.append(pair.lake.erase(NAME))
            yield receipt

    report = indexing.index(
        pair.lake.path, ([str(more)], []), IndexSettings(), print, print, workers
    )
    assert report.new == 3
    pair.lake.compact(kept=0)
    assert holding(Path(pair.lake.path), NAME) == []
    assert pair.lake.find(Filters(players=[done[0].pseudonym])).total == 4


@pytest.mark.campaign
def test_a_task_that_is_interrupted_leaves_no_file(
    pair: Pair, write: Write, played: list[Record], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not even those that it has written before."""
    path, stored = write("a.jsonl", played[:6]), list[str]()
    put = Store.put

    def noted(self: Store, path: str, file: Path) -> None:
        stored.append(path)
        put(self, path, file)

    def fails(reading: Reading, detail: Detail) -> Entry | Bad:
        if reading.record == played[4]:
            raise KeyboardInterrupt
        return examine(reading, detail)

    with monkeypatch.context() as patched:
        patched.setattr(indexing, "TOGETHER", 1 << 20)
        patched.setattr("kifu.store.lake.task.RECORDS", 2)
        patched.setattr(pieces, "SIZE", 1)
        patched.setattr(pieces, "BLOCK", 100)
        patched.setattr(workers, "examine", fails)
        patched.setattr(Store, "put", noted)
        with pytest.raises(KeyboardInterrupt):
            pair.lake.index([path])
    assert stored
    assert not list(Path(pair.lake.path).rglob("*.parquet"))
    pair.index(path)
    pair.vet()


@pytest.mark.campaign
def test_compacting_keeps_what_was_brought_in_meanwhile(
    filled: Pair, write: Write, played: list[Record], monkeypatch: pytest.MonkeyPatch
) -> None:
    late = write("late.kifu", played[8:14])
    commit = LakeTable.commit
    done: list[Path] = []

    def slow(self: LakeTable, *given: Any, **more: Any) -> None:
        if not done:
            done.append(late)
            filled.index(late)
        commit(self, *given, **more)

    monkeypatch.setattr(table.LakeTable, "commit", slow)
    filled.lake.compact(kept=0)
    filled.vet()
    filled.lake.compact(kept=0)
    filled.vet()


def test_a_compact_lake_has_one_file_of_a_kind_and_none_besides(filled: Pair) -> None:
    """And its rows equal its ledger."""
    filled.lake.compact(kept=0)
    snapshot = LakeTable(filled.lake.path).snapshot()
    kinds = [file.kind for file in snapshot.files]
    assert sorted(kinds) == sorted(set(kinds))
    there = {path for path in bytes_of(Path(filled.lake.path)) if not path.startswith("_delta_log")}
    assert there == {file.path for file in snapshot.files}


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
