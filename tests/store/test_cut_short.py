"""Commits are bounded in time, and what is ahead of them is left when a run is cut short."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from tests.archives import by_itself

from kifu.cli import Terminated, main
from kifu.notation.record import Reading, Record
from kifu.store import Archive
from kifu.store.index import ingest
from kifu.store.index.commit import Portion, commit
from kifu.store.index.entering import Report
from kifu.store.index.entry import Bad, Entry, examine

from .conftest import Contents, Write

kept_open = by_itself


def test_a_commit_follows_another_in_time(
    write: Write, played: list[Record], archive: Archive, monkeypatch: pytest.MonkeyPatch
) -> None:
    write("logs/a.jsonl", played[:6])
    monkeypatch.setattr(ingest, "SIZE", 1)
    clock = iter(range(1000))
    monkeypatch.setattr("kifu.store.index.ingest.SECONDS", 0.5)
    monkeypatch.setattr("kifu.store.index.ingest.time.monotonic", lambda: float(next(clock)))
    commits = commits_of(monkeypatch)
    archive.index([Path(archive.path).parent / "logs"])
    assert commits == [1] * 6


def commits_of(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many portions each commit from now on has."""
    commits: list[int] = []

    def counted(connection: Any, portions: list[Portion]) -> Report:
        commits.append(len(portions))
        return commit(connection, portions)

    monkeypatch.setattr(ingest, "commit", counted)
    return commits


def test_a_run_with_time_commits_once(
    write: Write, played: list[Record], archive: Archive, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = write("logs/a.jsonl", played)
    monkeypatch.setattr(ingest, "SIZE", 1)
    commits = commits_of(monkeypatch)
    archive.index([path])
    assert commits == [1]


@pytest.mark.campaign
def test_what_is_ahead_is_left_when_a_run_is_cut_short(
    write: Write, played: list[Record], tmp_path: Path
) -> None:
    path = write("a.jsonl", played)
    looked = tmp_path / "looked"
    code = f"""
import time
from kifu.store.index import ingest
from kifu.store.erasure import NOBODY
from kifu.store.index.course import Detail
from kifu.store.index.planning import ReadTask
ingest.SIZE, ingest.AHEAD, once = 1, 4000, ingest.extract
def slowly(given, **about):
    with open({str(looked)!r}, "a") as file:
        file.write(".")
    time.sleep(0.03)
    return once(given, **about)
ingest.extract = slowly
if __name__ == "__main__":
    task = ReadTask({str(path)!r}, "a", {path.stat().st_size})
    found = ingest.extracts(ingest.pieces(task), Detail(), NOBODY, 2)
    next(found)
    found.close()
"""
    (tmp_path / "slow.py").write_text(code)
    subprocess.run([sys.executable, str(tmp_path / "slow.py")], check=True, timeout=120)
    assert looked.stat().st_size <= len(played) // 2


@pytest.mark.parametrize(
    ("end", "code", "word"),
    [(KeyboardInterrupt, 130, "interrupted"), (Terminated, 143, "terminated")],
)
def test_an_interrupted_run_keeps_what_was_read_and_says_so(
    archive: Archive, write: Write, played: list[Record], monkeypatch: pytest.MonkeyPatch,
    contents: Contents, end: type[BaseException], code: int, word: str,
) -> None:  # fmt: skip
    def stopped(reading: Reading, *about: Any) -> Entry | Bad:
        if reading.number == 5:
            raise end
        return examine(reading, *about)

    path = write("a.jsonl", played[:8])
    monkeypatch.setattr(ingest, "SIZE", 1)
    monkeypatch.setattr(ingest, "examine", stopped)
    done = CliRunner().invoke(main, ["index", archive.path, str(path), "--jobs", "1"])
    said = f"what was read is kept, and the next run continues from there\nkifu: {word}\n"
    assert done.exit_code == code and done.stderr.endswith(said)
    assert archive.find().total == 4
    monkeypatch.undo()
    lines: list[str] = []
    assert archive.index([path], lines.append).new == 4
    assert lines == [f"{path} was not read to its end: reading on from record 4"]
    undisturbed = Archive(path.with_name("whole.duckdb"))
    undisturbed.index([path])
    assert contents(archive) == contents(undisturbed)
