"""Measure the pages and the site, print the tables and write them into docs/performance.md.

`make bench-site`, or `python -m benchmarks.site --matches 100 --games 10000`. The rates are those
of whole runs of `kifu site` by the clock, on all cores. Where the time of a page goes is told in
processor time, in this process. What a reader waits for is measured in a headless chromium.
"""

from __future__ import annotations

import argparse
import platform
import random
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from importlib.metadata import version
from itertools import pairwise
from pathlib import Path
from time import process_time
from typing import NamedTuple

from benchmarks.archive_matches import write_matches
from benchmarks.measure import figure
from benchmarks.memory import peak_while
from benchmarks.pace import pace
from benchmarks.run import processor
from benchmarks.site_browser import Waits, waits

from kifu.notation.files import writer
from kifu.notation.record import Record
from kifu.replay.commands.jobs_option import processors
from kifu.replay.players.simulate import simulate
from kifu.replay.registry import game
from kifu.replay.replayer import replay
from kifu.replay.table import ALL
from kifu.replay.timeline import timeline
from kifu.site import render
from kifu.site.page.sight import open_sight
from kifu.site.page.viewer import context, environment
from kifu.site.website.making import Maker, Task
from kifu.site.website.matches import Match, matches
from kifu.site.website.names import match_names
from kifu.site.website.settings import Settings
from kifu.site.website.source import records
from kifu.store import Archive
from kifu.store.database import WAIT
from kifu.store.index.workers import collect_seldom

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs/performance.md"
TABLES = re.compile(r"(?<=<!-- bench-site -->\n).*(?=<!-- /bench-site -->)", re.DOTALL)
SEED = "bench site"
#: What people play online: game and seats, with the options that a match has if nobody says any.
KINDS = [
    ("nimmt", 2), ("nimmt", 3), ("nimmt", 4), ("atarayo", 4), ("mutsugo", 3), ("magimiles", 4),
    ("yuhodo", 4),
]  # fmt: skip
PEOPLE = 60
#: Pages a second wanted of the mix, on two cores.
AIM = 100
#: Matches of each kind whose pages are taken apart.
TAKEN_APART = 8
PARTS = ("timeline", "data", "template", "all files made and written")


class Run(NamedTuple):
    """A run of `kifu site`: by the clock, and the peak of the memory of all its processes."""

    seconds: float
    memory: float


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=100, help="matches of each kind")
    parser.add_argument("--games", type=int, default=10_000, help="matches of the large site")
    parser.add_argument("--rounds", type=int, default=7, help="rounds in which pages are made")
    parser.add_argument("--jobs", type=int, default=processors())
    given = parser.parse_args()
    collect_seldom()
    rate = pace()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        mix = archive_of(folder / "mix", given.matches)
        large = Archive(folder / "large.duckdb")
        large.index(write_matches(ROOT / "build/bench-archive/logs", given.games, given.jobs))
        text = "\n".join(
            [
                *facts(given.rounds, given.jobs, rate),
                *part_table(mix.path, folder / "apart", given.rounds),
                *run_table({"the mix": mix.path, "6 nimmt!, 2 seats": large.path}, given.jobs),
                *wait_table(waits(folder / "6 nimmt!, 2 seats/index.html", seek_pages())),
                "",
            ]
        )
    print(text)
    PAGE.write_text(TABLES.sub(lambda _: text, PAGE.read_text("utf-8")), "utf-8")


def played(count: int) -> Iterator[Record]:
    """`count` finished matches of each kind by simple players, with names, dates and events."""
    luck = random.Random(SEED)
    for name, seats in KINDS:
        for record in simulate(game(name), count, seats=seats, seed=SEED, players=["greedy"]):
            record.seats = [f"player {number}" for number in luck.sample(range(PEOPLE), seats)]
            day = f"2026-{luck.randrange(1, 13):02}-{luck.randrange(1, 29):02}"
            record.tags = [("Event", f"Cup {luck.randrange(9)}"), ("Date", day)]
            yield record


def archive_of(folder: Path, count: int) -> Archive:
    """An archive of `count` matches of each kind."""
    folder.mkdir()
    with writer(folder / "matches.jsonl") as file:
        for record in played(count):
            file.write(record)
    archive = Archive(folder / "matches.duckdb")
    archive.index([folder / "matches.jsonl"])
    return archive


def part_table(archive: str, out: Path, rounds: int) -> list[str]:
    """A row for each kind: the processor time of a page, and of its parts."""
    (out / "matches").mkdir(parents=True)
    kinds = by_kind(archive)
    taken: dict[str, list[list[float]]] = {kind: [] for kind in kinds}
    maker = Maker(str(out), Settings(title=SEED))
    for _ in range(rounds + 1):
        for kind, tasks in kinds.items():
            each = [parts(maker, task) for task in tasks]
            taken[kind].append([statistics.mean(part) for part in zip(*each, strict=True)])
    heads = " | ".join(PARTS)
    rows = [f"| milliseconds of a match | KB | {heads} |", "|---|--:|--:|--:|--:|--:|"]
    for kind, (_, *counted) in taken.items():
        size, *times = [statistics.median(part) for part in zip(*counted, strict=True)]
        cells = " | ".join(f"{part:.1f}" for part in times)
        rows.append(f"| {kind} | {size:.0f} | {cells} |")
    return [*rows, ""]


def by_kind(archive: str) -> dict[str, list[Task]]:
    """Some matches of each kind, ready to be made into pages."""
    found = {match.record: match for match in matches(archive)}
    names = match_names(match.id for match in found.values())
    kinds: dict[str, list[Match]] = {f"{name}, {seats} seats": [] for name, seats in KINDS}
    for match in found.values():
        kinds[f"{match.game}, {len(match.chairs)} seats"].append(match)
    chosen = {each.record for group in kinds.values() for each in group[:TAKEN_APART]}
    known = {key: record for key, record in records(archive, chosen, WAIT)}
    tasks: dict[str, list[Task]] = {}
    for kind, group in kinds.items():
        for match in group[:TAKEN_APART]:
            record = known[match.record]
            assert isinstance(record, Record), record
            tasks.setdefault(kind, []).append(Task(names[match.id], "", match, record))
    return tasks


def parts(maker: Maker, task: Task) -> list[float]:
    """The KB of a replay page, and milliseconds: its timeline, what the template is told, the
    template; and those of all that is done for the match, its files written again.
    """
    language = maker.settings.language
    times = [process_time()]
    line = timeline(replay(task.record))
    times.append(process_time())
    told = context(line, open_sight(line, ALL), language)
    times.append(process_time())
    html = environment(language).get_template("replay.html.j2").render(told)
    times.append(process_time())
    shutil.rmtree(Path(maker.folder, "matches"))
    Path(maker.folder, "matches").mkdir()
    times.append(process_time())
    made = maker.made(task)
    times.append(process_time())
    assert not made.failed, made.failed
    first, second, third, _, whole = [1000 * (b - a) for a, b in pairwise(times)]
    return [len(html.encode()) / 1000, first, second, third, whole]


def run_table(archives: dict[str, str], jobs: int) -> list[str]:
    """A row for each archive: made from nothing, and once more when nothing has changed."""
    rows = [
        f"| site of | pages of matches | files | MB | pages a second (aim: {AIM}) | memory "
        "| once more, unchanged | memory |",
        "|---|--:|--:|--:|--:|--:|--:|--:|",
    ]
    for name, archive in archives.items():
        out = Path(archive).with_name(name)
        first, again = made_by(archive, out, jobs), made_by(archive, out, jobs)
        files = [path.stat().st_size for path in out.rglob("*") if path.is_file()]
        pages = len(list(out.glob("matches/*/*.html")))
        rows.append(
            f"| {name} | {pages:,} | {len(files):,} | {sum(files) / 1e6:.0f} "
            f"| {figure(pages / first.seconds)} | {first.memory:.0f} MB "
            f"| {again.seconds:.1f} s | {again.memory:.0f} MB |"
        )
    return [*rows, ""]


def made_by(archive: str, out: Path, jobs: int) -> Run:
    command = [sys.executable, "-m", "kifu", "site", archive, "-o", str(out), "--jobs", str(jobs)]
    begun = time.monotonic()
    with subprocess.Popen(command, stderr=subprocess.PIPE) as process:
        memory, said = peak_while(process)
    assert process.returncode == 0, said[-2000:]
    return Run(time.monotonic() - begun, memory)


def seek_pages() -> dict[str, str]:
    """A page of each game, and one of the longest kind of match."""
    kinds = {f"{name}, {seats} seats": (name, seats) for name, seats in [*KINDS, ("nimmt", 10)]}
    return {
        title: render(timeline(replay(next(simulate(game(name), 1, seats=seats, seed=SEED)))))
        for title, (name, seats) in kinds.items()
    }


def wait_table(measured: Waits) -> list[str]:
    """Milliseconds that a reader waits for, in a headless chromium."""
    rows = [
        "| page | KB | plies | seek to any ply, median (aim: 16 ms) | 95 of 100 |",
        "|---|--:|--:|--:|--:|",
    ]
    for page in measured.seeks:
        rows.append(
            f"| {page.title} | {page.kilobytes:.0f} | {page.plies} "
            f"| {page.median:.1f} ms | {page.slow:.1f} ms |"
        )
    search = measured.search
    return [
        *rows,
        "",
        f"| index of {search.matches:,} matches | |",
        "|---|--:|",
        f"| size of the page | {search.kilobytes:,.0f} KB |",
        f"| opened and ready | {search.ready:,.0f} ms |",
        f"| a keystroke in the search, median | {search.median:.1f} ms |",
        f"| a keystroke in the search, 95 of 100 | {search.slow:.1f} ms |",
    ]


def facts(rounds: int, jobs: int, rate: float) -> list[str]:
    packages = ", ".join(f"{name} {version(name)}" for name in ("msgspec", "jinja2", "markupsafe"))
    return [
        f"{jobs} processes; processor time is the median of {rounds} interleaved rounds over "
        f"{TAKEN_APART} matches of each kind. Bare replay, as in the first table, came to "
        f"{figure(rate)} decisions a second just before.",
        "",
        f"{processor()}, {platform.system()}, {platform.python_implementation()} "
        f"{platform.python_version()}, {packages}.",
        "",
    ]


if __name__ == "__main__":
    main()
