"""Measure the archive at growing sizes, print the tables and write them into docs/performance.md,
again after each size.

`make bench-archive GAMES=1000000`, or `python -m benchmarks.archive --games 100000`. Sizes are
10,000, 100,000, 1,000,000 and 10,000,000 up to that number. The matches are made once and kept
in `--folder`. Every index run is a process of its own, timed by the clock, its memory that of all
its processes together.
"""

from __future__ import annotations

import argparse
import json
import platform
import re
import subprocess
import sys
import time
from importlib.metadata import version
from pathlib import Path
from typing import NamedTuple

import duckdb
from benchmarks.archive_matches import write_matches
from benchmarks.archive_questions import QUESTIONS, cold, warm
from benchmarks.measure import figure
from benchmarks.memory import peak_while
from benchmarks.pace import pace
from benchmarks.run import processor

from kifu.replay.commands.jobs_option import processors
from kifu.store import Archive

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs/performance.md"
TABLES = re.compile(r"(?<=<!-- bench-archive -->\n).*(?=<!-- /bench-archive -->)", re.DOTALL)
SIZES = (10_000, 100_000, 1_000_000, 10_000_000)
#: Ways to index: what is said to `kifu index`, and the aim in games a second.
WAYS: dict[str, tuple[list[str], str]] = {
    "replayed": ([], "3,000"),
    "with situations": (["--situations"], "1,500"),
    "with events": (["--events"], ""),
    "trusted": (["--trust"], "50,000"),
}
#: A way that would take hours at the largest size, and is measured up to so many games.
MOST = {"with events": 100_000}


class Run(NamedTuple):
    """An index run: games a second, seconds, the peak of its memory in MB, bytes a game."""

    rate: float
    seconds: float
    memory: float
    bytes_each: float


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=1_000_000, help="the largest archive")
    parser.add_argument("--folder", type=Path, default=ROOT / "build/bench-archive")
    parser.add_argument("--jobs", type=int, default=processors())
    given = parser.parse_args()
    sizes = [size for size in SIZES if size <= given.games] or [SIZES[0]]
    rows: dict[int, dict[str, Run]] = {}
    latencies: dict[int, dict[str, str]] = {}
    limits: dict[int, float] = {}
    again: dict[int, float] = {}
    rate = pace()
    for size in sizes:
        logs = write_matches(given.folder / "logs", size, given.jobs)
        rows[size] = {}
        for way, (options, _) in WAYS.items():
            if size > MOST.get(way, size):
                continue
            archive = given.folder / f"{way}.duckdb"
            rows[size][way] = index(archive, logs, [*options, "--jobs", str(given.jobs)])
        again[size] = index(given.folder / "replayed.duckdb", logs, []).seconds
        limits[size] = size / copied(given.folder / "trusted.duckdb")
        latencies[size] = asked(given.folder / "with situations.duckdb", logs[0])
        print(f"{size:,} games: done", file=sys.stderr)
        tables = [*index_table(rows, limits, again), *question_table(latencies), ""]
        text = "\n".join([*facts(given.jobs, rate), *tables])
        write(text)
    print(text)


def write(text: str) -> None:
    """Put the tables into the page."""
    PAGE.write_text(TABLES.sub(lambda _: text, PAGE.read_text("utf-8")), "utf-8")


def index(archive: Path, logs: list[Path], options: list[str]) -> Run:
    """Index `logs` into a new archive, or into one that has them (then it is passed over)."""
    if options:
        archive.unlink(missing_ok=True)
    paths = list(map(str, logs))
    command = [sys.executable, "-m", "kifu", "index", str(archive), *paths, *options]
    with subprocess.Popen([*command, "--progress", "json"], stderr=subprocess.PIPE) as process:
        memory, said = peak_while(process)
    done = json.loads(said.splitlines()[-1])
    assert process.returncode == 0 and not done["quarantined"], said[-2000:]
    games = max(1, Archive(archive).find(limit=0).total)
    return Run(done["rate"], done["seconds"], memory, archive.stat().st_size / games)


def copied(archive: Path) -> float:
    """Seconds that DuckDB itself takes to write the archive's rows into an empty one."""
    empty = archive.with_suffix(".copy")
    empty.unlink(missing_ok=True)
    with duckdb.connect(str(empty)) as connection:
        connection.execute(f"ATTACH '{archive}' AS old (READ_ONLY)")
        begun = time.perf_counter()
        query = "SELECT table_name FROM duckdb_tables() WHERE database_name = 'old'"
        for (table,) in connection.execute(query).fetchall():
            connection.execute(f'CREATE TABLE "{table}" AS FROM old."{table}"')
        connection.execute("CHECKPOINT")
        return time.perf_counter() - begun


def asked(archive: Path, log: Path) -> dict[str, str]:
    """The latency of every question: median and 95th percentile, warm, and the cold median."""
    found = {}
    kept = Archive(archive)
    for name, make in QUESTIONS.items():
        ask = make(kept, log)
        middle, high = warm(ask)
        found[name] = f"{middle:.1f} / {high:.1f} / {cold(ask, archive):.1f}"
    return found


def facts(jobs: int, rate: float) -> list[str]:
    packages = ", ".join(f"{name} {version(name)}" for name in ("duckdb", "numpy", "msgspec"))
    return [
        f"Matches of 6 nimmt! (2 seats, random players, to 66) as JSON logs, {jobs} processes that "
        "read and one that commits; time by the clock. Bare replay, as in the first table, came to "
        f"{figure(rate)} decisions a second just before.",
        "",
        f"{processor()}, {platform.system()}, {platform.python_implementation()} "
        f"{platform.python_version()}, {packages}.",
        "",
    ]


def index_table(
    rows: dict[int, dict[str, Run]], limits: dict[int, float], again: dict[int, float]
) -> list[str]:
    lines = [
        "| games | indexed | games a second | aim | of DuckDB's own copy | bytes a game | memory |",
        "|--:|---|--:|--:|--:|--:|--:|",
    ]
    for size, runs in rows.items():
        for way, run in runs.items():
            share = f"{100 * run.rate / limits[size]:.1f} %"
            lines.append(
                f"| {size:,} | {way} | {figure(run.rate)} | {WAYS[way][1]} | {share} "
                f"| {run.bytes_each:.0f} | {run.memory:.0f} MB |"
            )
        lines.append(f"| {size:,} | unchanged, once more | {again[size]:.2f} s in all | | | | |")
    return [*lines, ""]


def question_table(latencies: dict[int, dict[str, str]]) -> list[str]:
    head = " | ".join(f"{size:,} games" for size in latencies)
    lines = [
        "Milliseconds, opening the archive included: warm median / warm 95th percentile / median "
        "with the file out of the page cache.",
        "",
        f"| question | {head} |",
        f"|---|{'--:|' * len(latencies)}",
    ]
    for name in QUESTIONS:
        cells = " | ".join(found[name] for found in latencies.values())
        lines.append(f"| {name} | {cells} |")
    return lines


if __name__ == "__main__":
    main()
