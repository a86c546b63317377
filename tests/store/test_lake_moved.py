"""A log that was moved is recognised by a lake, as by an archive, and nothing is replayed again."""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import Any

import pytest

from kifu.notation.record import Record
from kifu.store import Archive
from kifu.store.index import workers
from kifu.store.index.ingest import IndexSettings
from kifu.store.lake import indexing
from kifu.store.lake.table import LakeTable

from .conftest import Write, stopped
from .lake_pair import EVERYTHING, Pair

PATHS = "SELECT path FROM sources ORDER BY path"


def paths(archive: Archive) -> list[str]:
    return [row["path"] for row in archive.query(PATHS)]


@pytest.mark.campaign
@pytest.mark.parametrize("compact", [True, False])
def test_a_moved_folder_takes_its_rows_along(
    pair: Pair,
    write: Write,
    played: list[Record],
    compact: bool,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    write("logs/a.jsonl", [*played[:3], stopped(played[5])])
    write("logs/deep/b.jsonl", [*played[2:4], stopped(played[5])])
    pair.index(tmp_path / "logs", **EVERYTHING)
    if compact:
        pair.lake.compact(kept=0)
    os.rename(tmp_path / "logs", tmp_path / "kept")
    monkeypatch.setattr(workers, "examine", None)  # nothing is read
    known: list[str] = []
    said: list[str] = []
    kept = [tmp_path / "kept"]
    pair.archive.index(kept, known.append, events=True, situations=True, moves=True)
    report = pair.lake.index(kept, said.append, events=True, situations=True, moves=True)
    monkeypatch.undo()
    assert (report.unchanged, report.records) == (2, 0)
    assert sorted(said) == sorted(known)
    assert [line for line in said if "/kept/a.jsonl was moved: the archive knew it as" in line]
    assert paths(pair.lake) == ["kept/a.jsonl", "kept/deep/b.jsonl"]
    pair.vet()
    for held in pair.lake.query("SELECT match FROM games"):
        assert pair.lake.record(held["match"]) == pair.archive.record(held["match"])
    assert len(list(pair.lake.records())) == len(list(pair.archive.records())) == 6
    assert pair.lake.index(kept, said.append).unchanged == 2
    assert len(said) == len(known)
    pair.lake.compact(kept=0)
    pair.vet()


@pytest.mark.campaign
def test_one_that_grew_meanwhile_is_read_on_by_one_task(
    pair: Pair, write: Write, played: list[Record], tmp_path: Path
) -> None:
    pair.index(write("logs/a.jsonl", [*played[:5], stopped(played[5])]))
    os.rename(tmp_path / "logs", tmp_path / "kept")
    with (tmp_path / "kept" / "a.jsonl").open("ab") as file:
        file.write(write("more.jsonl", played[6:8]).read_bytes())
    done: list[int] = []

    def counted(tasks: Any) -> Any:
        for receipt in indexing.here(tasks):
            done.append(receipt.number)
            yield receipt

    listed: tuple[list[str], list[str]] = ([str(tmp_path / "kept" / "a.jsonl")], [])
    found = indexing.index(pair.lake.path, listed, IndexSettings(), print, print, counted)
    known = pair.archive.index([tmp_path / "kept"])
    assert found.records == known.records == 3  # the last one and those after it
    assert len(done) == 1
    assert paths(pair.lake) == ["kept/a.jsonl"]
    pair.vet()
    os.rename(tmp_path / "kept", tmp_path / "later")
    pair.index(tmp_path / "later")
    assert paths(pair.lake) == ["later/a.jsonl"]
    pair.vet()


@pytest.mark.campaign
def test_logs_that_look_like_one_that_was_moved(
    pair: Pair, write: Write, played: list[Record], tmp_path: Path
) -> None:
    """A copy is another log; so is one of the same size, and of two copies of a log that is gone
    one is it.
    """
    write("logs/kept.jsonl", played[:4])
    gone, odd = write("logs/gone.jsonl", played[4:8]), write("logs/odd.jsonl", played[8:9])
    pair.index(tmp_path / "logs")
    write("copies/a.jsonl", played[:4])
    for name in ("b.jsonl", "c.jsonl"):
        shutil.copy(gone, tmp_path / "copies" / name)
    content = odd.read_bytes().replace(b"Cup 0", b"Cup 9")
    (tmp_path / "copies" / "d.jsonl").write_bytes(content)
    assert content != odd.read_bytes()
    gone.unlink()
    odd.unlink()
    known, found = pair.do(lambda held: held.index([tmp_path / "copies"]))
    assert (found.unchanged, found.records) == (known.unchanged, known.records) == (1, 4 + 4 + 1)
    copies = [f"copies/{name}.jsonl" for name in "abcd"]
    assert paths(pair.lake) == [*copies, "logs/kept.jsonl", "logs/odd.jsonl"]
    pair.vet()


@pytest.mark.campaign
def test_who_commits_at_the_same_moment_does_not_lose_it(
    pair: Pair,
    write: Write,
    played: list[Record],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    old = write("logs/a.jsonl", played[:4])
    other = write("b.jsonl", played[4:6])
    pair.index(old)
    new = tmp_path / "c.jsonl"
    os.rename(old, new)
    commit = LakeTable.commit
    done: list[Path] = []

    def late(self: LakeTable, *given: Any, **more: Any) -> None:
        if not done:
            done.append(other)
            pair.lake.index([other])
            pair.lake.erase("Aki")
        commit(self, *given, **more)

    monkeypatch.setattr(LakeTable, "commit", late)
    assert pair.lake.index([new]).unchanged == 1
    assert done
    assert paths(pair.lake) == ["b.jsonl", "c.jsonl"]
    assert pair.lake.query("FROM seats WHERE player = 'Aki'") == []
    assert pair.lake.find().total == 6


def test_a_lake_that_moves_with_its_logs_needs_nothing(
    pair: Pair, write: Write, played: list[Record], tmp_path: Path
) -> None:
    inner = Pair(tmp_path / "one")
    inner.folder.mkdir()
    log = write("one/logs/a.jsonl", played[:4])
    inner.index(log)
    os.rename(tmp_path / "one", tmp_path / "two")
    moved = Pair(tmp_path / "two")
    said: list[str] = []
    assert moved.lake.index([tmp_path / "two" / "logs"], said.append).unchanged == 1
    assert said == []
    moved.vet()
