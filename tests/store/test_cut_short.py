"""Commits are bounded in time, and whoever is cut short again and again still gets to the end."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from kifu.notation.record import Record
from kifu.store import Archive
from kifu.store.index import pieces, workers
from kifu.store.index.entry import examine
from kifu.store.index.ingest import Asked, Progress

Write = Callable[[str, Sequence[Record]], Path]
Contents = Callable[[Archive], dict[str, list[tuple[Any, ...]]]]


def test_a_commit_follows_another_in_time(
    write: Write, played: list[Record], archive: Archive, monkeypatch: pytest.MonkeyPatch
) -> None:
    write("logs/a.jsonl", played[:6])
    monkeypatch.setattr(pieces, "SIZE", 1)
    monkeypatch.setattr(pieces, "BLOCK", 400)
    clock = iter(range(1000))
    monkeypatch.setattr("kifu.store.index.ingest.time.monotonic", lambda: float(next(clock)))
    kept: list[int] = []

    def advance(progress: Progress) -> None:
        kept.append(progress.kept)

    logs = Path(archive.path).parent / "logs"
    archive.index([logs], advance=advance, asked=Asked(seconds=0.5))
    assert kept == [1, 2, 3, 4, 5, 6, 6]
    assert archive.query("SELECT count(*) AS n FROM batch") == [{"n": 6}]


def test_a_run_with_time_commits_once(
    write: Write, played: list[Record], archive: Archive, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = write("logs/a.jsonl", played)
    monkeypatch.setattr(pieces, "SIZE", 1)
    archive.index([path])
    assert archive.query("SELECT count(*) AS n FROM batch") == [{"n": 1}]


def test_ctrl_c_keeps_every_record_that_was_read(
    write: Write, played: list[Record], archive: Archive, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = write("logs/a.jsonl", played)
    monkeypatch.setattr(pieces, "SIZE", 1)
    monkeypatch.setattr(pieces, "BLOCK", 100)

    def fails(reading: Any, detail: Any) -> Any:
        if reading.record == played[14]:
            raise KeyboardInterrupt
        return examine(reading, detail)

    monkeypatch.setattr(workers, "examine", fails)
    done = Progress()

    def advance(progress: Progress) -> None:
        nonlocal done
        done = progress

    with pytest.raises(KeyboardInterrupt):
        archive.index([path], advance=advance)
    assert done.kept == done.records == archive.find().total == 14


@pytest.mark.parametrize(
    ("sent", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGKILL, -9)]
)
def test_a_run_that_is_cut_short_all_the_time_gets_to_the_end(
    sent: signal.Signals, code: int, write: Write, played: list[Record], tmp_path: Path,
    contents: Contents,
) -> None:  # fmt: skip
    logs = write("logs/a.jsonl", played[:16]).parent
    write("logs/b.kifu", played[14:20])
    archive, undisturbed = Archive(tmp_path / "games.duckdb"), Archive(tmp_path / "whole.duckdb")
    cutting = str(Path(__file__).with_name("cutting.py"))
    command = [sys.executable, cutting, str(int(sent)), archive.path, str(logs)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=300)
    assert done.returncode == 0, done.stderr
    *cut, end = [line.split(" ", 1) for line in done.stdout.splitlines()]
    assert len(cut) >= 3 and {found for found, _ in cut} == {str(code)}
    assert end[0] == "0"
    if sent != signal.SIGKILL:
        for _, line in cut:
            words = line.split()
            assert line.startswith("interrupted: ") and line.endswith("continues from there")
            assert words[1] == words[3]
    undisturbed.index([logs])
    assert contents(archive) == contents(undisturbed)
    assert archive.index([logs]).unchanged == 2
