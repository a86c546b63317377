"""This tree against an older commit, side by side: `python -m benchmarks.against`.

Three trees take turns on the same matches, each in a process of its own: the older commit, this
one's sources, and this one compiled. Prints medians of their rates and how many times faster than
the older commit each is. Needs git and, for the third, a C compiler.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

from hatch_build import ROOTS, compile_tree

ROOT = Path(__file__).parents[1]
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
from kifu.replay.simulate import simulate
for k, (name, seats, options, player, count) in enumerate(json.loads(sys.argv[1])):
    told = {"seats": seats, "options": options, "players": [player]}
    records = list(simulate(game(name), count, seed="against", **told))
    for form in ("jsonl", "kifu"):
        with writer(f"{sys.argv[2]}/{k}-{name} of {seats}.{form}") as file:
            for record in records:
                file.write(record)
"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--commit", default=COMMIT)
    parser.add_argument("--rounds", type=int, default=5)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        trees = {"older": checkout(given.commit, folder / "older"), "sources": paths(ROOT)}
        try:
            compile_tree(ROOT, folder / "compiled")
            trees["compiled"] = str(folder / "compiled")
        except (Exception, SystemExit) as error:
            print(f"nothing can be compiled here: {error}", file=sys.stderr)
        matches = folder / "matches"
        matches.mkdir()
        run(trees["older"], "-c", _MAKE, json.dumps(KINDS), str(matches))
        found: dict[str, list[dict[str, float]]] = {tree: [] for tree in trees}
        for _ in range(given.rounds):
            for tree, path in trees.items():
                script = str(Path(__file__).with_name("rates.py"))
                found[tree].append(json.loads(run(path, script, str(matches))))
    print("\n".join(table(found)))


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


def run(path: str, *words: str) -> str:
    """The output of Python with these packages before all others."""
    surroundings = {**os.environ, "PYTHONPATH": path}
    done = subprocess.run(
        [sys.executable, *words], env=surroundings, check=True, stdout=subprocess.PIPE, text=True
    )
    return done.stdout


def table(found: dict[str, list[dict[str, float]]]) -> list[str]:
    """A line a task: the older rate, and how many times that the others are."""
    others = [tree for tree in found if tree != "older"]
    rows = [f"| what, a second | older | {' | '.join(others)} |", "|---|--:" + "|--:" * len(others)]
    rows[-1] += "|"
    for task in found["older"][0]:
        old, *new = (statistics.median([rates[task] for rates in found[tree]]) for tree in found)
        cells = [f"{rate:,.0f} (x{rate / old:.2f})" for rate in new]
        rows.append(f"| {task} | {old:,.0f} | {' | '.join(cells)} |")
    return rows


if __name__ == "__main__":
    main()
