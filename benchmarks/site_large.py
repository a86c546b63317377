"""Measure a large site: `python -m benchmarks.site_large --matches 100000`.

Makes matches of 6 nimmt!, an archive of them and its site, runs `kifu site` again when nothing has
changed, and types into the search of the index in a headless chromium. Prints the tables and writes
them into docs/performance.md. All of it is in a temporary folder: ten thousand matches are 0.6 GB.
"""

from __future__ import annotations

import argparse
import re
import resource
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import NamedTuple

from benchmarks.archive_matches import write_matches
from benchmarks.measure import figure
from benchmarks.memory import peak_while
from benchmarks.run import PAGE, processor
from benchmarks.site_browser import Search, searched

from kifu.replay.commands.jobs_option import processors
from kifu.replay.elements.arrays import INTERPRETED
from kifu.store import Archive

TABLES = re.compile(r"(?<=<!-- site-large -->\n).*(?=<!-- /site-large -->)", re.DOTALL)
#: What the files of a site are, by their first folder and the end of their names.
KINDS = {
    ("matches", ".html"): "replay pages",
    ("matches", ".json"): "their data as JSON",
    ("matches", ".kifu"): "records",
    ("index", ".js"): "parts of the index",
    ("index", ".json"): "the index as JSON",
}
OTHERS = "everything else"


class Run(NamedTuple):
    """A run of `kifu site`: seconds by the clock and of all processors, and the peak of the memory
    of all its processes in megabytes.
    """

    clock: float
    processors: float
    memory: float


class Weight(NamedTuple):
    """How many files there are of a kind, and their bytes."""

    files: int
    size: int


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=100_000)
    parser.add_argument("--jobs", type=int, default=processors())
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        archive = Archive(folder / "matches.duckdb")
        archive.index(write_matches(folder / "logs", given.matches, given.jobs))
        out = folder / "site"
        runs = {way: run(archive.path, out, given.jobs) for way in ("built", "again, unchanged")}
        text = "\n".join(
            [
                *facts(given.matches, given.jobs),
                *run_rows(runs, given.matches),
                *weight_rows(weighed(out), given.matches),
                *search_rows(searched(out / "index.html")),
                "",
            ]
        )
    print(text)
    PAGE.write_text(TABLES.sub(lambda _: text, PAGE.read_text("utf-8")), "utf-8")


def run(archive: str, out: Path, jobs: int) -> Run:
    """Make the site of an archive in `out`, or bring it up to date."""
    command = [sys.executable, "-m", "kifu", "site", archive, "-o", str(out), "--jobs", str(jobs)]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    begun = time.monotonic()
    with subprocess.Popen(command, stderr=subprocess.PIPE) as process:
        memory, said = peak_while(process)
    clock = time.monotonic() - begun
    assert process.returncode == 0, said[-2000:]
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    done = Run(clock, spent, memory)
    print(done, file=sys.stderr, flush=True)
    return done


def weighed(out: Path) -> dict[str, Weight]:
    """What the files of a site weigh, by what they are."""
    files: Counter[str] = Counter()
    sizes: Counter[str] = Counter()
    for path in out.rglob("*"):
        if path.is_file():
            kind = KINDS.get((path.relative_to(out).parts[0], path.suffix), OTHERS)
            files[kind] += 1
            sizes[kind] += path.stat().st_size
    return {kind: Weight(files[kind], sizes[kind]) for kind in [*KINDS.values(), OTHERS]}


def facts(matches: int, jobs: int) -> list[str]:
    rules = "rules from source" if INTERPRETED else "compiled rules"
    return [
        f"{matches:,} matches of 6 nimmt! (2 seats, random players), {jobs} processes, {rules}; "
        f"{processor()}.",
        "",
    ]


def run_rows(runs: dict[str, Run], matches: int) -> list[str]:
    rows = [
        "| site | clock | processors | matches a second | memory of all processes |",
        "|---|--:|--:|--:|--:|",
    ]
    for way, done in runs.items():
        rate = figure(matches / done.clock)
        rows.append(
            f"| {way} | {done.clock:,.0f} s | {done.processors:,.0f} s | {rate} "
            f"| {done.memory:.0f} MB |"
        )
    return [*rows, ""]


def weight_rows(weights: dict[str, Weight], matches: int) -> list[str]:
    rows = ["| files | | MB | KB a match |", "|---|--:|--:|--:|"]
    whole = Weight(*map(sum, zip(*weights.values(), strict=True)))
    for kind, (files, size) in {**weights, "all": whole}.items():
        rows.append(f"| {kind} | {files:,} | {size / 1e6:,.1f} | {size / matches / 1000:.2f} |")
    return [*rows, ""]


def search_rows(search: Search) -> list[str]:
    return [
        "| search, milliseconds of the page's thread | |",
        "|---|--:|",
        f"| opened and ready | {search.ready:.0f} |",
        f"| a key, median | {search.median:.1f} |",
        f"| a key, 95 of 100 | {search.slow:.1f} |",
        f"| the slowest key | {search.slowest:.1f} |",
    ]


if __name__ == "__main__":
    main()
