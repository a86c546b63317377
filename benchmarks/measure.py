"""How a thing is measured: tasks, timed in turn."""

from __future__ import annotations

import gc
import math
import statistics
from collections.abc import Callable
from pathlib import Path
from time import process_time
from typing import NamedTuple

from benchmarks.matches import Matches

from kifu.notation import read
from kifu.replay.chance import Chance
from kifu.replay.check import check
from kifu.replay.registry import game

#: Seconds that a task is measured for at least, by repeating it.
SHORTEST = 0.1


class Task(NamedTuple):
    """Something measured: `amount` of `unit` is done in one run. `aim` is the rate wanted.

    `beside` is the task whose rate this one's is divided by.
    """

    name: str
    run: Callable[[], object]
    amount: float
    unit: str
    aim: str = ""
    beside: str = ""


def check_all(path: Path) -> None:
    for reading in read(path):
        match = check(reading)
        assert match is not None and not match.findings


def replay_all(matches: Matches) -> None:
    """Every match's tokens played from its seed, and nothing else."""
    found = game(matches.game)
    options = found.read_options(matches.options)
    for record, plies in zip(matches.records, matches.plies, strict=True):
        state = found.start(options, len(record.seats), Chance(record.seed))
        play = state.play
        for seat, token in plies:
            play(token, seat)
        assert state.is_over


def medians(tasks: list[Task], rounds: int) -> dict[str, float]:
    """Seconds of processor time of one run of each task; the tasks of a round are interleaved.

    The first run of a task is not counted but for how often it is to be repeated in a round, so
    that short tasks are measured over as long a time as the others.
    """
    repeats = {task.name: math.ceil(SHORTEST / seconds(task, 1)) for task in tasks}
    taken: dict[str, list[float]] = {task.name: [] for task in tasks}
    for _ in range(rounds):
        for task in tasks:
            taken[task.name].append(seconds(task, repeats[task.name]))
    return {name: statistics.median(times) for name, times in taken.items()}


def seconds(task: Task, repeats: int) -> float:
    gc.collect()
    start = process_time()
    for _ in range(repeats):
        task.run()
    return (process_time() - start) / repeats


def figure(value: float) -> str:
    """Three significant digits, with commas."""
    digits = f"{value:.3g}"
    return f"{float(digits):,.0f}" if value >= 100 else digits
