"""Readers and a writer side by side, on one archive, for so many seconds.

`python -m benchmarks.side_by_side --seconds 60`. One process adds files and indexes
them, one after another; others ask without a pause. Nobody may fail, no count may go back, and
at the end everything must be in. Prints how often each did what, and how long the
slowest waited.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import NamedTuple

from kifu.notation.files import writer
from kifu.replay.players.simulate import simulate
from kifu.replay.registry import game
from kifu.store import Archive, Filters

READERS = 2
#: Matches in each file that the writer adds.
EACH = 20


class Done(NamedTuple):
    """What a process did: how many times, and seconds of the slowest."""

    times: int
    slowest: float


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=60.0)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        add_file(folder, 0)
        Archive(folder / "games.duckdb").index([folder])
        with ProcessPoolExecutor(READERS + 1, get_context("spawn")) as pool:
            asking = [pool.submit(ask, folder, given.seconds) for _ in range(READERS)]
            written = pool.submit(write, folder, given.seconds).result()
            read = [future.result() for future in asking]
        total = Archive(folder / "games.duckdb").find().total
        assert total == EACH * (written.times + 1), total
    print(f"writer: {written.times} runs, the slowest {written.slowest:.2f} s")
    for done in read:
        print(f"reader: {done.times} questions, the slowest {done.slowest:.2f} s")


def write(folder: Path, seconds: float) -> Done:
    """Add files, one after another, and index each."""
    until = time.monotonic() + seconds
    number, slowest = 0, 0.0
    while time.monotonic() < until:
        number += 1
        add_file(folder, number)
        begun = time.monotonic()
        report = Archive(folder / "games.duckdb", wait=30).index([folder])
        slowest = max(slowest, time.monotonic() - begun)
        assert (report.new, report.quarantined) == (EACH, 0), report
    return Done(number, slowest)


def ask(folder: Path, seconds: float) -> Done:
    """Ask one question after another, each of which opens the archive again."""
    archive = Archive(folder / "games.duckdb", wait=30)
    until = time.monotonic() + seconds
    times, slowest, before = 0, 0.0, 0
    while time.monotonic() < until:
        begun = time.monotonic()
        found = archive.find(Filters(game="nimmt"), limit=5)
        slowest = max(slowest, time.monotonic() - begun)
        times += 1
        assert found.total >= before, (found.total, before)
        assert found.total % EACH == 0, found.total
        before = found.total
    return Done(times, slowest)


def add_file(folder: Path, number: int) -> None:
    options = {"rounds": "1"}
    with writer(folder / f"{number:05}.jsonl") as file:
        for record in simulate(game("nimmt"), EACH, seed=f"side {number}", options=options):
            file.write(record)


if __name__ == "__main__":
    main()
