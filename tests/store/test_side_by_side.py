"""A writer and readers side by side on one archive: nobody fails, and no count goes back."""

from __future__ import annotations

import time
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import pytest

from kifu.notation.files import writer
from kifu.replay.players.simulate import simulate
from kifu.replay.registry import game
from kifu.store import Archive, Filters

#: Matches in each file that the writer adds.
EACH = 20


@pytest.mark.campaign
def test_questions_are_answered_while_another_process_indexes(tmp_path: Path) -> None:
    seconds = 10.0
    add_file(tmp_path, 0)
    Archive(tmp_path / "games.duckdb").index([tmp_path])
    with ProcessPoolExecutor(3, get_context("spawn")) as pool:
        asking = [pool.submit(ask, tmp_path, seconds) for _ in range(2)]
        files = pool.submit(write, tmp_path, seconds).result()
        assert min(future.result() for future in asking) >= 1
    assert files >= 1
    assert Archive(tmp_path / "games.duckdb").find().total == EACH * (files + 1)


def write(folder: Path, seconds: float) -> int:
    """Add files, one after another, and index each; how many."""
    until, number = time.monotonic() + seconds, 0
    while number == 0 or time.monotonic() < until:
        number += 1
        add_file(folder, number)
        report = Archive(folder / "games.duckdb", wait=30).index([folder])
        assert (report.new, report.quarantined) == (EACH, 0), report
    return number


def ask(folder: Path, seconds: float) -> int:
    """Ask one question after another, each of which opens the archive again; how many."""
    archive = Archive(folder / "games.duckdb", wait=30)
    until, times, before = time.monotonic() + seconds, 0, 0
    while times == 0 or time.monotonic() < until:
        total = archive.find(Filters(game="nimmt"), limit=5).total
        assert total >= before and total % EACH == 0, (total, before)
        times, before = times + 1, total
    return times


def add_file(folder: Path, number: int) -> None:
    options = {"rounds": "1"}
    with writer(folder / f"{number:05}.jsonl") as file:
        for record in simulate(game("nimmt"), EACH, seed=f"side {number}", options=options):
            file.write(record)
