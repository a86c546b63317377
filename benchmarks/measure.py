"""How everything is measured: trees of kifu take turns, each in processes of its own.

A figure is a median of processor time over rounds in which the trees take turns, so that whatever
else the machine does meets all of them alike. A tree is what `PYTHONPATH` has for it.
"""

from __future__ import annotations

import json
import os
import platform
import re
import resource
import statistics
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from importlib.metadata import version
from math import fsum, sqrt
from pathlib import Path
from typing import NamedTuple

from hatch_build import ROOTS, compile_tree

ROOT = Path(__file__).parents[1]
#: The commit that this tree is compared with where no other is named.
COMMIT = "c7ed254"
#: Seconds between two looks at the memory of a process.
LOOK = 0.05
_SHARE = re.compile(r"^Pss:\s*(\d+) kB", re.MULTILINE)

#: The packages of a tree, as `PYTHONPATH` has them, by its name.
Trees = Mapping[str, str]


class Spent(NamedTuple):
    """What a whole command took: seconds of all its processors, seconds by the clock, and the peak
    of the memory of all its processes together, in megabytes.
    """

    processors: float
    clock: float
    memory: float


def sources() -> str:
    """The sources of this tree."""
    return os.pathsep.join(str(ROOT / part) for part in ROOTS)


def this_tree(folder: Path) -> Trees:
    """This tree, compiled in `folder`; its sources where nothing can be compiled."""
    try:
        compile_tree(ROOT, folder / "compiled")
    except (Exception, SystemExit) as error:
        print(f"nothing can be compiled here: {error}", file=sys.stderr)
        return _with_bytecode({"sources": sources()})
    return _with_bytecode({"compiled": str(folder / "compiled")})


def older_tree(commit: str, folder: Path) -> Trees:
    """A commit as pip installs it, with the packages that it asks for: compiled where its own build
    does so. Needs git, and what pip fetches.
    """
    files = folder / commit
    files.mkdir()
    packed = subprocess.run(
        ["git", "archive", commit], cwd=ROOT, check=True, capture_output=True
    ).stdout
    subprocess.run(["tar", "-x"], cwd=files, input=packed, check=True)
    words = ["pip", "install", "--quiet", "--target", str(folder / "older"), str(files)]
    subprocess.run([sys.executable, "-m", *words], check=True)
    return _with_bytecode({commit: str(folder / "older")})


def _with_bytecode(trees: Trees) -> Trees:
    """The trees, with their bytecode, as an installed kifu has it."""
    folders = [folder for path in trees.values() for folder in path.split(os.pathsep)]
    subprocess.run([sys.executable, "-m", "compileall", "-q", *folders], check=True)
    return trees


def rates(trees: Trees, matches: Path, rounds: int, only: str = "") -> dict[str, dict[str, float]]:
    """Task -> tree -> the median of what it does a second of processor time (see `rates`), of the
    tasks with `only` in their names. A tree that lacks what a task needs has no figure for it.
    """
    children = {tree: _child(path, matches) for tree, path in trees.items()}
    listed = [json.loads(_answer(child)) for child in children.values()]
    found: dict[str, dict[str, float]] = {}
    for task in filter(lambda name: only in name, listed[0]):
        taken: dict[str, list[float]] = {}
        for turn in range(rounds + 1):
            for tree, child in children.items():
                rate = json.loads(_answer(child, task))
                if turn and rate is not None:  # the first run fills what is remembered
                    taken.setdefault(tree, []).append(rate)
        found[task] = {tree: statistics.median(some) for tree, some in taken.items()}
    for child in children.values():
        child.communicate()
    return found


def _child(path: str, matches: Path) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "benchmarks.rates", str(matches)],
        env=_environment(path), cwd="/", stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
    )  # fmt: skip


def _answer(child: subprocess.Popen[str], task: str = "") -> str:
    """The next line of a child, after it was asked for this task."""
    assert child.stdin and child.stdout
    if task:
        child.stdin.write(task + "\n")
        child.stdin.flush()
    return child.stdout.readline()


def _environment(path: str) -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": os.pathsep.join([path, str(ROOT)])}


def commands(
    trees: Trees, works: Mapping[str, Callable[[str, str], Spent]], rounds: int
) -> dict[str, dict[str, Spent]]:
    """Work -> tree -> the medians of what it took, where the trees take turns. A work takes the
    name and the packages of a tree.
    """
    found: dict[str, dict[str, Spent]] = {}
    for name, work in works.items():
        taken: dict[str, list[Spent]] = {tree: [] for tree in trees}
        for _ in range(rounds):
            for tree, path in trees.items():
                taken[tree].append(work(tree, path))
        found[name] = {
            tree: Spent(*map(statistics.median, zip(*some, strict=True)))
            for tree, some in taken.items()
        }
        print(f"{name}: {found[name]}", file=sys.stderr, flush=True)
    return found


def kifu(path: str, *words: str) -> Spent:
    """Run a command of the kifu of a tree; what it took. Raises AssertionError where it fails."""
    return run(path, "-m", "kifu", *words)


def run(path: str, *words: str) -> Spent:
    """Run Python with the packages of a tree; what that took."""
    before, begun = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    # Not from this folder, whose own sources would come first.
    with subprocess.Popen(
        [sys.executable, *words], env=_environment(path), cwd="/",
        stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
    ) as process:  # fmt: skip
        memory, said = _peak_while(process)
    clock = time.monotonic() - begun
    assert process.returncode == 0, said[-2000:]
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    user, system = after.ru_utime - before.ru_utime, after.ru_stime - before.ru_stime
    return Spent(user + system, clock, memory)


def _peak_while(process: subprocess.Popen[bytes]) -> tuple[float, str]:
    """The largest memory of a process and those it begins, all together, looked at until it ends;
    and what it said on stderr, a pipe.
    """
    said: list[bytes] = []
    stderr = process.stderr
    assert stderr is not None
    listener = threading.Thread(target=lambda: said.extend(stderr))
    listener.start()
    most = 0.0
    while process.poll() is None:
        most = max(most, sum(map(_resident, _family(process.pid))))
        time.sleep(LOOK)
    listener.join()
    return most, b"".join(said).decode()


def _family(process: int) -> Iterator[int]:
    """A process and all below it; those that end meanwhile are left out."""
    try:
        below = Path(f"/proc/{process}/task/{process}/children").read_text().split()
    except OSError:
        return
    yield process
    for child in below:
        yield from _family(int(child))


def _resident(process: int) -> float:
    """Megabytes of a process, with its share of what it has in common with others."""
    try:
        found = _SHARE.search(Path(f"/proc/{process}/smaps_rollup").read_text())
    except OSError:
        return 0.0
    return int(found[1]) * 1024 / 1e6 if found else 0.0


def milliseconds(ask: Callable[[], object], times: int = 21) -> float:
    """The median of the processor time of a question in this process, once it has been asked."""
    ask()
    taken = []
    for _ in range(times):
        begun = time.process_time()
        ask()
        taken.append(1000 * (time.process_time() - begun))
    return statistics.median(taken)


def interval(values: Sequence[float]) -> str:
    """The mean of some values with its interval of 95 %.

    >>> interval([0, 1, 1, 0])
    '0.500 ± 0.566'
    """
    mean = fsum(values) / len(values)
    spread = fsum([(value - mean) ** 2 for value in values]) / (len(values) - 1)
    return f"{mean:.3f} ± {1.96 * sqrt(spread / len(values)):.3f}"


def figure(value: float) -> str:
    """Three significant digits, with commas.

    >>> figure(1234567), figure(0.0123456)
    ('1,230,000', '0.0123')
    """
    digits = f"{value:.3g}"
    return f"{float(digits):,.0f}" if abs(value) >= 100 else digits


def table(head: str, rows: Iterable[Sequence[object]]) -> list[str]:
    """A table in Markdown: its columns, parted by `|`, and its rows; the first column is text.

    >>> print(*table("what|a second", [("check", figure(1234))]), sep="\\n")
    | what | a second |
    |---|--:|
    | check | 1,230 |
    """
    columns = head.split("|")
    return [
        f"| {' | '.join(columns)} |",
        f"|---|{'--:|' * (len(columns) - 1)}",
        *(f"| {' | '.join(map(str, row))} |" for row in rows),
    ]


def machine(*packages: str) -> str:
    """This machine and what runs on it."""
    try:
        model = re.search(r"model name\s*: (.*)", Path("/proc/cpuinfo").read_text())
    except OSError:
        model = None
    python = f"{platform.python_implementation()} {platform.python_version()}"
    named = [f"{name} {version(name)}" for name in packages]
    processor = model[1] if model else platform.machine()
    return ", ".join([processor, f"{os.cpu_count()} cores", platform.system(), python, *named])
