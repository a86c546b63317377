"""All tables of the docs about speed, of one day: `python -m benchmarks`, or `make bench`.

Measures this tree, compiled, beside python-chess on matches of every game; whole commands on a log;
questions to an archive; pages, a site, and the recorder. Prints the tables and writes them into
docs/performance.md, which has the games, and docs/inside/measuring.md, which has all else, unless
`--share` is below 1, which tries the programs and measures nothing.
"""

from __future__ import annotations

import argparse
import datetime
import re
import subprocess
import tempfile
from collections.abc import Mapping
from pathlib import Path

from benchmarks.against import WAYS, all_works
from benchmarks.archive import answers, question_table
from benchmarks.matches import EACH, KINDS, sizes, write_kinds
from benchmarks.measure import ROOT, Spent, commands, figure, machine, rates, table, this_tree
from benchmarks.recorder import recorder_table
from benchmarks.site import browsing, page_table, site_table, wait_table

PAGES = {name: ROOT / f"docs/{name}.md" for name in ("performance", "inside/measuring")}
TABLES = re.compile(r"(?<=<!-- bench -->\n).*(?=<!-- /bench -->)", re.DOTALL)
#: Columns of the first table: the tasks of `rates`.
TASKS = {
    "bare replay": "bare replay",
    "`replay`": "replay(record)",
    "check text": "check text",
    "check a log": "check log",
    "random playouts": "random playouts",
    "judge": "judge in 8 worlds",
    "pages": "pages",
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--share", type=float, default=1, help="of all matches; 1 is a measurement")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        made = tables(Path(name), given.rounds, given.share)
    for name, lines in made.items():
        text = "".join(f"{line}\n" for line in lines)
        print(f"{name}\n\n{text}")
        if given.share == 1:
            page = PAGES[name]
            page.write_text(written(page.read_text("utf-8"), text), "utf-8")


def written(page: str, text: str) -> str:
    """A page with these tables."""
    return TABLES.sub(lambda _: text, page)


def tables(folder: Path, rounds: int, share: float) -> dict[str, list[str]]:
    """The lines of all tables, by their page, with so large a share of the matches."""

    def many(count: int) -> int:
        return max(20, int(share * count))

    tree = this_tree(folder)
    (path,) = tree.values()
    words = ["git", "describe", "--always", "--dirty"]
    commit = subprocess.run(words, cwd=ROOT, capture_output=True, text=True).stdout.strip()
    day = datetime.datetime.now(datetime.UTC).date()
    about = [
        f"Commit {commit}, {', '.join(tree)}, {day}. Medians of {rounds} rounds, processor time of",
        f"one core. {machine('chess', 'duckdb', 'msgspec')}.",
        "",
    ]
    write_kinds(folder / "matches", share)
    done = {task: of for task, of in rates(tree, folder / "matches", rounds).items() if of}
    spent = commands(tree, all_works(folder, many(100_000)), rounds)
    # Ten million matches have as many situations and moves as take hours to copy and to sort.
    few, all_rows = folder / "few columns", folder / "all columns"
    large = answers(few, [many(10_000_000)], many(EACH), situations=False, moves=False)
    full = answers(all_rows, [many(1_000_000)], many(EACH), situations=True, moves=True)
    with browsing() as browser:
        weights = page_table(folder, browser, 8)
        quarter = wait_table(folder, browser, 8)
        site = site_table(folder, browser, many(10_000), path)
    recorder = recorder_table(rounds)
    games = game_table({task: next(iter(of.values())) for task, of in done.items()})
    whole = command_table(spent, many(100_000))
    return {
        "performance": [*about, *games],
        "inside/measuring": [
            *about, *whole, "", *question_table(large), "", *question_table(full), "",
            *sizes(folder / "forms"), "", *weights, "", *quarter, "", *site, "", *recorder,
        ],
    }  # fmt: skip


def game_table(done: Mapping[str, float]) -> list[str]:
    """A row a game, and one of python-chess: how much of each task is done a second."""
    rows = []
    for kind in [*(kind.name for kind in KINDS), "python-chess"]:
        found = [done.get(f"{task}: {kind}") for task in TASKS.values()]
        rows.append([kind, *("" if rate is None else figure(rate) for rate in found)])
    return table("|".join(["a second", *TASKS]), rows)


def command_table(spent: Mapping[str, Mapping[str, Spent]], games: int) -> list[str]:
    """A row a command: matches a second where it takes the whole log, seconds, and memory."""
    rows = []
    for name, of in spent.items():
        (took,) = of.values()
        is_whole = name == "check, the log" or name.removeprefix("index, ") in WAYS
        rate = figure(games / took.processors) if is_whole else ""
        rows.append([name, rate, *map(figure, took)])
    return table("command|matches a second|seconds of processors|by the clock|MB", rows)


if __name__ == "__main__":
    main()
