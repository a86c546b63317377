"""A log that was moved is recognised by a lake, as by an archive: its rows come from one path."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from kifu.notation.record import Record
from kifu.store import Archive

from .conftest import Write, stopped
from .lake_pair import EVERYTHING, Pair


def paths(archive: Archive) -> list[str]:
    return [row["path"] for row in archive.query("SELECT path FROM sources ORDER BY path")]


@pytest.mark.campaign
@pytest.mark.parametrize("compact", [True, False])
def test_a_moved_folder_takes_its_rows_along(
    pair: Pair, write: Write, played: list[Record], compact: bool, tmp_path: Path
) -> None:
    """One log has grown, too."""
    write("logs/a.jsonl", [*played[:3], stopped(played[5])])
    write("logs/deep/b.jsonl", [*played[2:4], stopped(played[5])])
    pair.index(tmp_path / "logs", **EVERYTHING)
    if compact:
        pair.lake.compact(kept=0)
    os.rename(tmp_path / "logs", tmp_path / "kept")
    with (tmp_path / "kept" / "a.jsonl").open("ab") as file:
        file.write(write("more.jsonl", played[6:8]).read_bytes())
    said: list[str] = []
    pair.archive.index([tmp_path / "kept"], **EVERYTHING)
    pair.lake.index([tmp_path / "kept"], said.append, **EVERYTHING)
    assert [line for line in said if "/kept/a.jsonl was moved: the archive knew it as" in line]
    assert paths(pair.lake) == ["kept/a.jsonl", "kept/deep/b.jsonl"]
    pair.vet()
    for held in pair.lake.query("SELECT match FROM games"):
        assert pair.lake.record(held["match"]) == pair.archive.record(held["match"])
    said.clear()
    assert pair.lake.index([tmp_path / "kept"], said.append).unchanged == 2
    assert said == []


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
    pair.index(tmp_path / "copies")
    copies = [f"copies/{name}.jsonl" for name in "abcd"]
    assert paths(pair.lake) == [*copies, "logs/kept.jsonl", "logs/odd.jsonl"]
    pair.vet()


def test_a_lake_that_moves_with_its_logs_needs_nothing(
    write: Write, played: list[Record], tmp_path: Path
) -> None:
    (tmp_path / "one").mkdir()
    log = write("one/logs/a.jsonl", played[:4])
    Pair(tmp_path / "one").index(log)
    os.rename(tmp_path / "one", tmp_path / "two")
    moved, said = Pair(tmp_path / "two"), list[str]()
    assert moved.lake.index([tmp_path / "two" / "logs"], said.append).unchanged == 1
    assert said == []
    moved.vet()
