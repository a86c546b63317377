"""Whole commands on a log of 6 nimmt!: what each of them takes."""

from __future__ import annotations

import statistics
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

from benchmarks.matches import write_many
from benchmarks.measure import Spent, figure, kifu, run, table

#: Ways to index.
WAYS = {
    "replayed": [],
    "with situations": ["--situations"],
    "with events": ["--events"],
    "with moves": ["--moves"],
}
#: Of so many matches of the log, one is simulated, verified, judged, or gets pages.
FEWER = 100


def command_table(folder: Path, games: int, path: str, rounds: int) -> list[str]:
    """The lines of a Markdown table with a row for each command, run with the packages of `path`
    (as `PYTHONPATH` has them) on logs of so many `games` (matches of 6 nimmt!): matches a second
    where it takes all of them, seconds of processors and by the clock, and memory in MB, all
    medians of so many `rounds`. Files are written into `folder`, each row on stderr, too. Raises
    AssertionError if a command fails.
    """
    rows = []
    for name, work in _works(folder, games, path).items():
        taken = [work() for _ in range(rounds)]
        took = Spent(*map(statistics.median, zip(*taken, strict=True)))
        print(f"{name}: {took}", file=sys.stderr, flush=True)
        is_whole = name == "check, the log" or name.removeprefix("index, ") in WAYS
        rate = figure(games / took.processors) if is_whole else ""
        rows.append([name, rate, *map(figure, took)])
    return table("command|matches a second|seconds of processors|by the clock|MB", rows)


def _works(folder: Path, games: int, path: str) -> dict[str, Callable[[], Spent]]:
    """Every command by its name, as a function that runs it once and returns what it took
    (AssertionError if it fails). This already writes the logs and an archive that commands need
    into `folder`. Commands replace their own output of the time before; `games` is at least 2.
    """
    logs, archive = write_many(folder / "logs", games), folder / "few.duckdb"
    some = {name: folder / f"{name}.jsonl" for name in ("one", "two", "few")}
    with logs[0].open() as file:
        lines = [next(file) for _ in range(max(2, games // FEWER))]
    for out, count in zip(some.values(), (1, 2, len(lines)), strict=True):
        out.write_text("".join(lines[:count]))
    kifu(path, "index", str(archive), str(some["few"]))

    def indexed(way: str) -> Spent:
        made = folder / f"{way}.duckdb"
        made.unlink(missing_ok=True)
        return kifu(path, "index", str(made), *map(str, logs), "--jobs", "2", *WAYS[way])

    words = {
        "check, one record": ["check", some["one"]],
        "check, the log": ["check", *logs],
        "simulate": [
            "simulate", "nimmt", "--seats", 4, "--games", len(lines), "--force",
            "-o", folder / "simulated.jsonl",
        ],
        "analyse": [
            "analyse", some["two"], "--budget", 8, "--force", "-o", folder / "judged.jsonl"
        ],
        "verify": ["verify", archive],
        "site": ["site", archive, "-o", folder / "pages", "--jobs", 2],
    }  # fmt: skip
    return {
        "python -c pass": lambda: run(path, "-c", "pass"),
        **{f"index, {way}": partial(indexed, way) for way in WAYS},
        **{name: partial(kifu, path, *map(str, each)) for name, each in words.items()},
    }
