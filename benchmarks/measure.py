"""How everything is measured: in processes of its own, as medians of processor time over rounds.

What is measured is this tree, compiled where it can be: `path` is what `PYTHONPATH` has for it.
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
from collections.abc import Callable, Iterable, Iterator, Sequence
from importlib.metadata import version
from math import fsum, sqrt
from pathlib import Path
from typing import NamedTuple

from hatch_build import ROOTS, compile_tree

ROOT = Path(__file__).parents[1]
#: Seconds between two looks at the memory of a process.
LOOK = 0.05
_SHARE = re.compile(r"^Pss:\s*(\d+) kB", re.MULTILINE)


class Spent(NamedTuple):
    """What a whole command took: seconds of all its processors, seconds by the clock, and the peak
    of the memory of all its processes together, in megabytes.
    """

    processors: float
    clock: float
    memory: float


def sources() -> str:
    """The folders with the sources of this tree, joined as `PYTHONPATH` has them."""
    return os.pathsep.join(str(ROOT / part) for part in ROOTS)


def this_tree(folder: Path) -> str:
    """This tree with its bytecode, as an installed kifu has it, compiled in `folder` (in its folder
    `compiled`); where nothing can be compiled, its sources, and the reason is printed on stderr.
    Returns what `PYTHONPATH` has for it. The bytecode of sources is written beside them. Raises
    CalledProcessError if that fails.
    """
    path = str(folder / "compiled")
    try:
        compile_tree(ROOT, Path(path))
    except (Exception, SystemExit) as error:
        print(f"nothing can be compiled here: {error}", file=sys.stderr)
        path = sources()
    words = [sys.executable, "-m", "compileall", "-q", *path.split(os.pathsep)]
    subprocess.run(words, check=True)
    return path


def rates(path: str, matches: Path, rounds: int) -> dict[str, float]:
    """Task -> the median, over so many `rounds`, of how much of it is done in a second of processor
    time. The tasks are those of `benchmarks.rates` on the folder `matches` (see `write_kinds`), run
    in a process of its own with the packages of `path` (as `PYTHONPATH` has them); a task is called
    `replay: nimmt of 4`, say. Raises CalledProcessError if that process fails.
    """
    taken: dict[str, list[float]] = {}
    for line in lines_of(path, "benchmarks.rates", str(matches), str(rounds)):
        task, rate = json.loads(line)
        taken.setdefault(task, []).append(rate)
    return {task: statistics.median(some) for task, some in taken.items()}


def lines_of(path: str, module: str, *words: str) -> list[str]:
    """The lines that a module prints on stdout, run by `python -m MODULE WORDS` in the folder `/`,
    with the packages of `path` (as `PYTHONPATH` has them). Its stderr goes to that of this process.
    Raises CalledProcessError if it fails.
    """
    done = subprocess.run(
        [sys.executable, "-m", module, *words], env=_environment(path), cwd="/", check=True,
        stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    return done.stdout.splitlines()


def _environment(path: str) -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": os.pathsep.join([path, str(ROOT)])}


def kifu(path: str, *words: str) -> Spent:
    """Run a command of the kifu in `path` (as `PYTHONPATH` has it), given as its words, in the
    folder `/`, and return what it took. Its stdout is dropped. Raises AssertionError, with the end
    of its stderr, if its exit code is not 0.
    """
    return run(path, "-m", "kifu", *words)


def run(path: str, *words: str) -> Spent:
    """Run Python with these arguments and the packages of `path` (as `PYTHONPATH` has them), in the
    folder `/`, and return what that took. Its stdout is dropped. Raises AssertionError, with the
    end of its stderr, if its exit code is not 0. Processor time is that of all child processes that
    end meanwhile: run nothing else beside it.
    """
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
    """The largest memory, in megabytes, of a process and all that it starts, together, looked at
    every LOOK seconds until it ends; and what it wrote on stderr, which must be a pipe, as text.
    Only Linux says the memory: elsewhere it is 0.
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
    """The number of a process, then those of all processes below it, as far as Linux lists them
    (those that main threads have started). Those that have ended are left out.
    """
    try:
        below = Path(f"/proc/{process}/task/{process}/children").read_text().split()
    except OSError:
        return
    yield process
    for child in below:
        yield from _family(int(child))


def _resident(process: int) -> float:
    """The megabytes of memory of the process with this number, counting of pages that several
    processes have only its part; 0.0 if it has ended, or if the system doesn't say.
    """
    try:
        found = _SHARE.search(Path(f"/proc/{process}/smaps_rollup").read_text())
    except OSError:
        return 0.0
    return int(found[1]) * 1024 / 1e6 if found else 0.0


def milliseconds(ask: Callable[[], object], times: int = 21) -> float:
    """The median, over so many `times`, of the milliseconds of processor time (of all threads of
    this process) that `ask()` takes. It is called once more before that, so that caches are filled.
    What it raises comes through.
    """
    ask()
    taken = []
    for _ in range(times):
        begun = time.process_time()
        ask()
        taken.append(1000 * (time.process_time() - begun))
    return statistics.median(taken)


def interval(values: Sequence[float]) -> str:
    """The mean of at least two values and half the width of its interval of 95 % (1.96 standard
    errors), as text.

    >>> interval([0, 1, 1, 0])
    '0.500 ± 0.566'
    """
    mean = fsum(values) / len(values)
    spread = fsum([(value - mean) ** 2 for value in values]) / (len(values) - 1)
    return f"{mean:.3f} ± {1.96 * sqrt(spread / len(values)):.3f}"


def figure(value: float) -> str:
    """A number as text: three significant digits, the others 0, with commas in thousands from 100
    on; smaller ones as `%.3g` writes them (`1.5`, `1e-05`).

    >>> figure(1234567), figure(0.0123456)
    ('1,230,000', '0.0123')
    """
    digits = f"{value:.3g}"
    return f"{float(digits):,.0f}" if abs(value) >= 100 else digits


def table(head: str, rows: Iterable[Sequence[object]]) -> list[str]:
    """A table in Markdown, as a new list of its lines without newlines. `head` has the names of the
    columns, parted by `|`; each row has a value for each column, written by `str`. The first column
    is aligned to the left, the others to the right.

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
    """This machine and what runs on it, in one line: processor, cores, system, Python, and the
    versions of these packages. Raises PackageNotFoundError for one that is not installed.
    """
    try:
        model = re.search(r"model name\s*: (.*)", Path("/proc/cpuinfo").read_text())
    except OSError:
        model = None
    python = f"{platform.python_implementation()} {platform.python_version()}"
    named = [f"{name} {version(name)}" for name in packages]
    processor = model[1] if model else platform.machine()
    return ", ".join([processor, f"{os.cpu_count()} cores", platform.system(), python, *named])
