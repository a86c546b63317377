"""Whole commands of this tree against an older commit: `python -m benchmarks.archive_against`.

`kifu index` in each way, `simulate`, `verify` and `site`, with two processes where a command takes
more than one. The older commit and this tree compiled (its sources, where nothing can be compiled)
take turns on the same matches; the archives that they make must hold the same rows. Prints medians
of the time by the clock and of the processors' of all processes, and writes them into
docs/performance.md. Needs git.
"""

from __future__ import annotations

import argparse
import os
import re
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import duckdb
from benchmarks.against import COMMIT, ROOT, checkout, paths, to_bytecode
from benchmarks.run import PAGE, processor
from hatch_build import compile_tree

TABLES = re.compile(r"(?<=<!-- archive-against -->\n).*(?=<!-- /archive-against -->)", re.DOTALL)
WAYS = {
    "replayed": [],
    "with situations": ["--situations"],
    "with events": ["--events"],
    "trusted": ["--trust"],
}
#: Of so many matches, one is simulated in the task for that, and one gets pages.
SIMULATED = 50
SHOWN = 100


class Spent(NamedTuple):
    """Seconds of one run: by the clock, and of the processors in all its processes."""

    clock: float
    processors: float


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--commit", default=COMMIT)
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--way", choices=WAYS, help="this way alone; the table is not kept")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        trees = {"older": checkout(given.commit, folder / "older"), "newer": newer(folder)}
        to_bytecode(trees)
        logs = folder / "matches.jsonl"
        kifu(trees["newer"], *simulated(given.games, logs))
        few = folder / "few.jsonl"
        with logs.open() as all_of_them:
            few.write_text("".join(next(all_of_them) for _ in range(max(1, given.games // SHOWN))))
        ways = WAYS if given.way is None else {given.way: WAYS[given.way]}
        rows = [
            row(f"index, {way}", trees, given.rounds, indexed(folder, way, logs)) for way in ways
        ]
        for way in ways:
            assert same(folder / f"{way} older.duckdb", folder / f"{way} newer.duckdb"), way
        if given.way is None:
            rows += others(folder, trees, given.rounds, few, given.games // SIMULATED)
    text = "\n".join([*facts(given.games, given.commit, given.rounds), *rows, ""])
    print(text)
    if given.way is None:
        PAGE.write_text(TABLES.sub(lambda _: text, PAGE.read_text("utf-8")), "utf-8")


def newer(folder: Path) -> str:
    """This tree, compiled where that can be."""
    try:
        compile_tree(ROOT, folder / "compiled")
    except (Exception, SystemExit) as error:
        print(f"nothing can be compiled here: {error}", file=sys.stderr)
        return paths(ROOT)
    return str(folder / "compiled")


def simulated(count: int, out: Path) -> list[str]:
    given = ["nimmt", "--seats", "4", "--games", str(count)]
    return ["simulate", *given, "--force", "-o", str(out)]


def indexed(folder: Path, way: str, logs: Path) -> Callable[[str, str], Spent]:
    """What indexes the matches in this way, with a tree."""

    def run(tree: str, path: str) -> Spent:
        archive = folder / f"{way} {tree}.duckdb"
        archive.unlink(missing_ok=True)
        return kifu(path, "index", str(archive), str(logs), "--jobs", "2", *WAYS[way])

    return run


def others(folder: Path, trees: dict[str, str], rounds: int, few: Path, count: int) -> list[str]:
    """The rows of what else takes long."""
    # Their schemas differ, so each has an archive of its own.
    archives = {tree: folder / f"few {tree}.duckdb" for tree in trees}
    for tree, path in trees.items():
        kifu(path, "index", str(archives[tree]), str(few))

    def site(tree: str, path: str) -> Spent:
        out = folder / f"site {tree}"
        shutil.rmtree(out, ignore_errors=True)
        return kifu(path, "site", str(archives[tree]), "-o", str(out), "--jobs", "2")

    def simulate(tree: str, path: str) -> Spent:
        return kifu(path, *simulated(count, folder / f"simulated {tree}.jsonl"))

    def verify(tree: str, path: str) -> Spent:
        return kifu(path, "verify", str(archives[tree]))

    tasks = {
        f"simulate, {count:,} matches": simulate,
        f"verify, {count * SIMULATED // SHOWN:,} matches": verify,
        f"site, {count * SIMULATED // SHOWN:,} matches": site,
    }
    return [row(task, trees, rounds, run) for task, run in tasks.items()]


def kifu(path: str, *words: str) -> Spent:
    """Run a command of the kifu on this path."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    begun = time.monotonic()
    surroundings = {**os.environ, "PYTHONPATH": path}
    command = [sys.executable, "-m", "kifu", *words]
    # Not from this folder, whose own sources would come first.
    done = subprocess.run(command, env=surroundings, cwd="/", capture_output=True, text=True)
    clock = time.monotonic() - begun
    assert done.returncode == 0, done.stderr[-2000:]
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    user, system = after.ru_utime - before.ru_utime, after.ru_stime - before.ru_stime
    return Spent(clock, user + system)


def row(task: str, trees: dict[str, str], rounds: int, run: Callable[[str, str], Spent]) -> str:
    """A line of the table: the medians, and how many times less the newer tree takes."""
    spent: dict[str, list[Spent]] = {tree: [] for tree in trees}
    for _ in range(rounds):
        for tree, path in trees.items():
            spent[tree].append(run(tree, path))
    cells = []
    for kind in zip(*(zip(*some, strict=True) for some in spent.values()), strict=True):
        old, new = map(statistics.median, kind)
        cells.append(f"{old:.1f} | {new:.1f} | x{old / new:.2f}")
    print(f"{task}: {cells}", file=sys.stderr)
    return f"| {task} | {' | '.join(cells)} |"


#: What tells one archive from another, and where a run happened to commit.
APART = ("meta", "batch")


def same(one: Path, other: Path) -> bool:
    """Whether two archives hold the same rows, in the columns that both have."""
    with duckdb.connect() as connection:
        connection.execute(f"ATTACH '{one}' AS one (READ_ONLY)")
        connection.execute(f"ATTACH '{other}' AS other (READ_ONLY)")
        for table, columns in connection.execute(SHARED).fetchall():
            for first, second in (("one", "other"), ("other", "one")):
                rows = (
                    f"SELECT {columns} FROM {first}.{table} EXCEPT ALL "
                    f"SELECT {columns} FROM {second}.{table}"
                )
                if table not in APART and connection.execute(f"{rows} LIMIT 1").fetchall():
                    print(f"{table}: other rows in {first}")
                    return False
    return True


SHARED = """
    SELECT table_name, string_agg(format('"{}"', column_name), ', ' ORDER BY column_index)
    FROM (FROM duckdb_columns() WHERE database_name = 'one')
    SEMI JOIN (FROM duckdb_columns() WHERE database_name = 'other') USING (table_name, column_name)
    SEMI JOIN (FROM duckdb_tables() WHERE database_name = 'one') USING (table_name)
    GROUP BY table_name ORDER BY table_name
"""


def facts(games: int, commit: str, rounds: int) -> list[str]:
    taken = f"medians of {rounds} rounds" if rounds > 1 else "one round"
    return [
        f"{games:,} matches of 6 nimmt! (4 seats, random players) as a JSON log, two processes "
        f"that read; seconds of whole commands, {taken} in which commit "
        f"{commit} and this one, compiled, take turns. {processor()}.",
        "",
        "| what | clock, then | now | | processors, then | now | |",
        "|---|--:|--:|--:|--:|--:|--:|",
    ]


if __name__ == "__main__":
    main()
