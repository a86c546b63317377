"""All tables of docs/performance.md, of one day: `python -m benchmarks`, or `make bench`.

Measures this tree, compiled, beside python-chess on matches of every game; whole commands on a
log; questions to an archive; pages, a site, and the recorder. Prints the tables and writes them
into the page, unless `--share` is below 1, which tries the programs and measures nothing.
"""

from __future__ import annotations

import argparse
import datetime
import re
import subprocess
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path

from benchmarks.against import WAYS, all_works
from benchmarks.archive import answers
from benchmarks.matches import EACH, KINDS, write_kinds
from benchmarks.measure import (
    ROOT,
    Spent,
    commands,
    figure,
    machine,
    rates,
    table,
    this_tree,
)  # fmt: skip
from benchmarks.recorder import recorder_table
from benchmarks.site import browsing, page_table, site_table

PAGE = ROOT / "docs/performance.md"
TABLES = re.compile(r"(?<=<!-- bench -->\n).*(?=<!-- /bench -->)", re.DOTALL)
#: Columns of the first table: the tasks of `rates`.
TASKS = {
    "bare replay": "bare replay",
    "replay": "replay(record)",
    "check text": "check text",
    "check log": "check log",
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
        lines = []
        for line in tables(Path(name), given.rounds, given.share):
            print(line, flush=True)
            lines.append(line)
    if given.share == 1:
        text = "".join(f"{line}\n" for line in lines)
        PAGE.write_text(TABLES.sub(lambda _: text, PAGE.read_text("utf-8")), "utf-8")


def tables(folder: Path, rounds: int, share: float) -> Iterator[str]:
    """The lines of all tables, with so large a share of the matches."""

    def many(count: int) -> int:
        return max(20, int(share * count))

    tree = this_tree(folder)
    (path,) = tree.values()
    words = ["git", "describe", "--always", "--dirty"]
    commit = subprocess.run(words, cwd=ROOT, capture_output=True, text=True).stdout.strip()
    day = datetime.datetime.now(datetime.UTC).date()
    yield f"Commit {commit}, {', '.join(tree)}, {day}. Medians of {rounds} rounds, processor time."
    yield f"{machine('chess', 'duckdb')}."
    yield ""
    write_kinds(folder / "matches", share)
    done = rates(tree, folder / "matches", rounds)
    yield from game_table({task: next(iter(of.values()), 0.0) for task, of in done.items()})
    yield ""
    yield from command_table(
        commands(tree, all_works(folder, many(100_000)), rounds), many(100_000)
    )
    yield ""
    sizes = [many(EACH), many(1_000_000), many(10_000_000)]
    yield from questions(answers(folder, sizes, many(EACH), situations=True))
    yield ""
    with browsing() as browser:
        yield from page_table(folder, browser, 8)
        yield ""
        yield from site_table(folder, browser, many(10_000), path)
    yield ""
    yield from recorder_table(rounds)


def game_table(done: Mapping[str, float]) -> list[str]:
    """A row a game, and one of python-chess: what is done of each task a second."""
    rows = []
    for kind in [*(kind.name for kind in KINDS), "python-chess"]:
        found = [done.get(f"{task}: {kind}") for task in TASKS.values()]
        rows.append([kind, *("" if rate is None else figure(rate) for rate in found)])
    return table("|".join(["a second", *TASKS]), rows)


def command_table(spent: Mapping[str, Mapping[str, Spent]], games: int) -> list[str]:
    """A row a command: seconds of processors and by the clock, and memory."""
    rows = []
    for name, of in spent.items():
        ((_, took),) = of.items()
        indexed = name.removeprefix("index, ") in WAYS
        rate = figure(games / took.processors) if indexed else ""
        seconds = [figure(took.processors), figure(took.clock)]
        rows.append([name, rate, *seconds, figure(took.memory)])
    return table("command|matches a second|seconds of processors|by the clock|MB", rows)


def questions(found: Mapping[int, Mapping[str, tuple[float, float]]]) -> list[str]:
    """A row a question: milliseconds, of each size, compacted."""
    head = "|".join(f"{size:,}" for size in found)
    rows = [
        [name, *(f"{of[name][1]:.0f}" for of in found.values())]
        for name in next(iter(found.values()))
    ]
    return table(f"milliseconds, of so many matches|{head}", rows)


if __name__ == "__main__":
    main()
