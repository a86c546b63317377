"""Commits are bounded in time, and whoever is cut short again and again still gets to the end."""

from __future__ import annotations

import signal
import subprocess
import sys
from itertools import cycle
from pathlib import Path
from typing import Any

import pytest
from tests.archives import by_itself

from kifu.notation.record import Record
from kifu.store import Archive
from kifu.store.index import ingest, workers
from kifu.store.index.commit import Portion, commit
from kifu.store.index.entering import Tally

from .conftest import Contents, Write

kept_open = by_itself


def test_a_commit_follows_another_in_time(
    write: Write, played: list[Record], archive: Archive, monkeypatch: pytest.MonkeyPatch
) -> None:
    write("logs/a.jsonl", played[:6])
    monkeypatch.setattr(workers, "SIZE", 1)
    clock = iter(range(1000))
    monkeypatch.setattr("kifu.store.index.ingest.SECONDS", 0.5)
    monkeypatch.setattr("kifu.store.index.ingest.time.monotonic", lambda: float(next(clock)))
    commits = commits_of(monkeypatch)
    archive.index([Path(archive.path).parent / "logs"])
    assert commits == [1] * 6


def commits_of(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many portions each commit from now on has."""
    commits: list[int] = []

    def counted(connection: Any, portions: list[Portion]) -> Tally:
        commits.append(len(portions))
        return commit(connection, portions)

    monkeypatch.setattr(ingest, "commit", counted)
    return commits


def test_a_run_with_time_commits_once(
    write: Write, played: list[Record], archive: Archive, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = write("logs/a.jsonl", played)
    monkeypatch.setattr(workers, "SIZE", 1)
    commits = commits_of(monkeypatch)
    archive.index([path])
    assert commits == [1]


#: The signals that a run may be cut short by, and its exit code then.
CODES = {signal.SIGINT: 130, signal.SIGTERM: 143, signal.SIGKILL: -9}


@pytest.mark.campaign
def test_a_run_that_is_cut_short_all_the_time_gets_to_the_end(
    write: Write, played: list[Record], tmp_path: Path, contents: Contents
) -> None:
    logs = write("logs/a.jsonl", played[:8]).parent
    write("logs/b.kifu", played[6:11])
    archive, undisturbed = Archive(tmp_path / "games.duckdb"), Archive(tmp_path / "whole.duckdb")
    cutting = str(Path(__file__).with_name("cutting.py"))
    sent = ",".join(str(int(number)) for number in CODES)
    command = [sys.executable, cutting, sent, archive.path, str(logs)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=300)
    assert done.returncode == 0, done.stderr
    *cut, end = [line.split(" ", 1) for line in done.stdout.splitlines()]
    assert len(cut) >= 3
    assert end[0] == "0"
    for (found, line), code in zip(cut, cycle(CODES.values()), strict=False):
        assert found == str(code)
        if code > 0:
            assert line.startswith("interrupted: ") and line.endswith("continues from there")
    undisturbed.index([logs])
    assert contents(archive) == contents(undisturbed)
    assert archive.index([logs]).unchanged == 2


@pytest.mark.campaign
def test_what_is_ahead_is_left_when_a_run_is_cut_short(
    write: Write, played: list[Record], tmp_path: Path
) -> None:
    path = write("a.jsonl", played)
    looked = tmp_path / "looked"
    code = f"""
import time
from kifu.store.index import ingest, workers
from kifu.store.erasure import NOBODY
from kifu.store.index.course import Detail
from kifu.store.index.planning import ReadTask
workers.SIZE, workers.AHEAD, once = 1, 4000, workers.extract
def slowly(given, **about):
    with open({str(looked)!r}, "a") as file:
        file.write(".")
    time.sleep(0.03)
    return once(given, **about)
workers.extract = slowly
if __name__ == "__main__":
    task = ReadTask({str(path)!r}, "a", {path.stat().st_size})
    found = workers.extracts(workers.pieces(task), Detail(), NOBODY, 2)
    next(found)
    found.close()
"""
    (tmp_path / "slow.py").write_text(code)
    subprocess.run([sys.executable, str(tmp_path / "slow.py")], check=True, timeout=120)
    assert looked.stat().st_size <= len(played) // 2
