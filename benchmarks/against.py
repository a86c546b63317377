"""This tree against an older commit, side by side: `python -m benchmarks.against`.

Three trees take turns at each task on the same matches, each in a process of its own: the older
commit, this one's sources, and this one compiled; and python-chess on matches of chess. Prints
medians of their rates and how many times faster than the older commit each is; of all games they
go into docs/performance.md. Needs git and, for the third tree, a C compiler.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import re
import resource
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path

from benchmarks.matches import chess_matches
from benchmarks.measure import figure
from benchmarks.run import PAGE, processor
from hatch_build import ROOTS, compile_tree

ROOT = Path(__file__).parents[1]
TABLES = re.compile(r"(?<=<!-- against -->\n).*(?=<!-- /against -->)", re.DOTALL)
COMMIT = "9a6223f"
#: Game, seats, options, players and how many matches.
KINDS: list[tuple[str, int, dict[str, str], str, int]] = [
    ("nimmt", 4, {}, "random", 40),
    ("atarayo", 4, {}, "greedy", 30),
    ("atarayo", 2, {"mode": "duel"}, "greedy", 30),
    ("mutsugo", 3, {}, "greedy", 120),
    ("magimiles", 2, {}, "greedy", 120),
    ("magimiles", 3, {"rounds": "3"}, "greedy", 60),
    ("magimiles", 4, {}, "greedy", 120),
    ("yuhodo", 3, {}, "greedy", 20),
    ("yuhodo", 4, {"rules": "advanced"}, "greedy", 20),
]

_MAKE = """
import json, sys
from kifu.notation.files import writer
from kifu.replay.registry import game
try:
    from kifu.replay.players.simulate import simulate
except ImportError:
    from kifu.replay.simulate import simulate
for k, (name, seats, options, player, count) in enumerate(json.loads(sys.argv[1])):
    settings = {"seats": seats, "options": options, "players": [player]}
    records = list(simulate(game(name), count, seed="against", **settings))
    for form, some in (("jsonl", records), ("kifu", records), ("one.kifu", records[:1])):
        with writer(f"{sys.argv[2]}/{k}-{name} of {seats}.{form}") as file:
            for record in some:
                file.write(record)
"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--commit", default=COMMIT)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--game", help="this game alone; the table is printed and not kept")
    given = parser.parse_args()
    kinds = [kind for kind in KINDS if given.game in (None, kind[0])]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        trees = {"older": checkout(given.commit, folder / "older"), "sources": paths(ROOT)}
        try:
            compile_tree(ROOT, folder / "compiled")
            trees["compiled"] = str(folder / "compiled")
        except (Exception, SystemExit) as error:
            print(f"nothing can be compiled here: {error}", file=sys.stderr)
        to_bytecode(trees)
        matches = folder / "matches"
        matches.mkdir()
        run(trees["older"], "-c", _MAKE, json.dumps(kinds), str(matches))
        (matches / "chess.pgn").write_text(chess_matches(30).text)
        found = measured(trees, matches, given.rounds)
        processes = {
            tree: [started(path, next(matches.glob("0-*.one.kifu"))) for _ in range(given.rounds)]
            for tree, path in trees.items()
        }
        processes["python -c pass"] = [started("", None) for _ in range(given.rounds)]
    text = "\n".join(
        [*facts(given.commit, given.rounds), *table(found), "", *starts(processes), ""]
    )
    print(text)
    if given.game is None:
        PAGE.write_text(TABLES.sub(lambda _: text, PAGE.read_text("utf-8")), "utf-8")


def checkout(commit: str, folder: Path) -> str:
    """The files of a commit in a folder; their source roots, as `PYTHONPATH` has them."""
    folder.mkdir()
    archive = subprocess.run(
        ["git", "archive", commit, *ROOTS], cwd=ROOT, check=True, capture_output=True
    )
    subprocess.run(["tar", "-x"], cwd=folder, input=archive.stdout, check=True)
    return paths(folder)


def paths(root: Path) -> str:
    return os.pathsep.join(str(root / part) for part in ROOTS)


def to_bytecode(trees: Mapping[str, str]) -> None:
    """Give each tree its bytecode, as an installed kifu has it."""
    folders = [folder for path in trees.values() for folder in path.split(os.pathsep)]
    subprocess.run([sys.executable, "-m", "compileall", "-q", *folders], check=True)


def run(path: str, *words: str) -> str:
    """The output of Python with these packages before all others."""
    surroundings = {**os.environ, "PYTHONPATH": path}
    done = subprocess.run(
        [sys.executable, *words], env=surroundings, check=True, stdout=subprocess.PIPE, text=True
    )
    return done.stdout


def measured(trees: dict[str, str], matches: Path, rounds: int) -> dict[str, dict[str, float]]:
    """Task -> tree -> the median of its rates. For each task the trees take turns, so that whatever
    else the machine does meets all of them alike.
    """
    children = {tree: child(path, matches) for tree, path in trees.items()}
    tasks = {tree: json.loads(answer(process)) for tree, process in children.items()}["older"]
    found = {}
    for task in tasks:
        rates: dict[str, list[float]] = {tree: [] for tree in children}
        for turn in range(rounds + 1):
            for tree, process in children.items():
                rate = float(answer(process, task))
                if turn:  # the first run fills what is remembered
                    rates[tree].append(rate)
        found[task] = {tree: statistics.median(some) for tree, some in rates.items()}
    for process in children.values():
        process.communicate()
    return found


def child(path: str, matches: Path) -> subprocess.Popen[str]:
    script = str(Path(__file__).with_name("rates.py"))
    return subprocess.Popen(
        [sys.executable, script, str(matches)], env={**os.environ, "PYTHONPATH": path},
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
    )  # fmt: skip


def answer(process: subprocess.Popen[str], task: str = "") -> str:
    """The next line of a child, after it was asked for this."""
    assert process.stdin and process.stdout
    if task:
        process.stdin.write(task + "\n")
        process.stdin.flush()
    return process.stdout.readline()


def started(path: str, file: Path | None) -> float:
    """Milliseconds of processor time of a whole process that checks one record, or does nothing."""
    words = ["-c", "pass"] if file is None else ["-m", "kifu", "check", str(file)]
    surroundings = {**os.environ, "PYTHONPATH": path}
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(
        [sys.executable, *words], env=surroundings, check=True, stdout=subprocess.DEVNULL
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return 1000 * (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)


def facts(commit: str, rounds: int) -> list[str]:
    return [
        f"Older: commit {commit}. Medians of {rounds} interleaved rounds, one core, processor "
        "time; decisions a second where nothing else is said.",
        "",
        f"{processor()}, {platform.system()}, {platform.python_implementation()} "
        f"{platform.python_version()}.",
        "",
    ]


def table(found: dict[str, dict[str, float]]) -> list[str]:
    """A line a task: the older rate, and how many times that the others are."""
    others = [tree for tree in next(iter(found.values())) if tree != "older"]
    rows = [f"| what, a second | older | {' | '.join(others)} |", "|---|--:" + "|--:" * len(others)]
    rows[-1] += "|"
    for task, rates in found.items():
        old = rates["older"]
        cells = [f"{figure(rates[tree])} (x{rates[tree] / old:.2f})" for tree in others]
        if task.startswith("python-chess"):
            cells = [""] * len(others)
        rows.append(f"| {task} | {figure(old)} | {' | '.join(cells)} |")
    return rows


def starts(taken: dict[str, list[float]]) -> list[str]:
    """What a whole process takes that checks one record."""
    rows = ["| a whole process | ms of processor time |", "|---|--:|"]
    for name, times in taken.items():
        title = name if name == "python -c pass" else f"kifu check of one record, {name}"
        rows.append(f"| {title} | {statistics.median(times):.0f} |")
    return rows


if __name__ == "__main__":
    main()
