"""Is a judgement the same however long one looks, and are its errors as large as it says?

    python -m benchmarks.judged_again drift | errors [--game NAME ...] [--matches 4]

Both are laws of an honest judge. Drift: the mean loss of a player's choices agrees in 50, 200 and
2,000 worlds within its error. Errors: over seeds the loss of a choice varies as much as its
standard error says, in each third of a match: the ratio is from .9 to 1.15. Losses are in points or
in win share (in hundredths), as the game marks. Only one of EVERY choices is judged, so that a few
matches are enough to see many. Each prints a table for docs/inside/analysis.md.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from collections.abc import Callable, Iterator
from math import fsum, sqrt
from statistics import variance

from benchmarks.judging import TABLES, matches
from benchmarks.measure import interval, table

from kifu.notation.record import Record
from kifu.replay.analysis.decisions import Playback, Viewpoint
from kifu.replay.analysis.valuing import Plan, Valuer
from kifu.replay.replayer import replay
from kifu.replay.table import PUBLIC

PLAYERS = ("greedy", "reference", "random")
#: Worlds, and in how many seeds a choice is judged in so many: few worlds say little.
BUDGETS = {50: 12, 200: 4, 2000: 1}
#: Worlds and seeds of the law of errors.
WORLDS = (50, 200)
SEEDS = 12
EVERY = 7


def choices(record: Record) -> Iterator[tuple[Playback, Viewpoint]]:
    """Every EVERY-th choice of a match."""
    course = Playback(replay(record))
    moments = course.moments(frozenset(range(1, course.seats + 1)))
    chosen = (moment for moment in moments if moment.viewer != PUBLIC)
    for number, moment in enumerate(chosen):
        if number % EVERY == 0:
            yield course, moment


def lost(course: Playback, moment: Viewpoint, worlds: int, seed: str) -> tuple[float, float]:
    """What a choice lost, and its standard error."""
    valuer = Valuer(
        course.game, course.options, course.seats, course.state, Plan(worlds, seed=seed)
    )
    judgement = valuer.judged(moment).judgement
    if course.game.analysis.marks.by_points:
        return judgement.points, judgement.points_se
    return 100 * judgement.loss, 100 * judgement.se


def drift(names: list[str], count: int) -> Iterator[list[str]]:
    """A row for each game and player: the mean loss in each budget, each of which has worlds of its
    own, and how much more or less the smaller ones say than the largest.
    """
    for name in names:
        found: dict[str, list[list[float]]] = defaultdict(list)
        for record in matches(name, count, PLAYERS, "drift"):
            for course, moment in choices(record):
                player = record.seats[moment.viewer - 1].partition(" ")[0]
                found[player].append([mean_lost(course, moment, each) for each in BUDGETS])
        for player in PLAYERS:
            columns = [*zip(*found[player], strict=True)]
            means = [interval(column) for column in columns]
            gaps = [
                interval([few - many for few, many in zip(column, columns[-1], strict=True)])
                for column in columns[:-1]
            ]
            yield [name, player, str(len(found[player])), *means, *gaps]


def mean_lost(course: Playback, moment: Viewpoint, worlds: int) -> float:
    """The mean loss of a choice over the seeds of this budget."""
    seeds = BUDGETS[worlds]
    said = [lost(course, moment, worlds, f"drift {worlds} {seed}")[0] for seed in range(seeds)]
    return fsum(said) / seeds


def errors(names: list[str], count: int) -> Iterator[list[str]]:
    """A row for each game and number of worlds: by third of a match, the spread over seeds divided
    by the stated error.
    """
    for name in names:
        for worlds in WORLDS:
            thirds: list[list[tuple[float, float]]] = [[], [], []]
            for record in matches(name, count, PLAYERS, "errors"):
                for course, moment in choices(record):
                    seen = [lost(course, moment, worlds, f"seed {seed}") for seed in range(SEEDS)]
                    stated = fsum([se * se for _, se in seen]) / SEEDS
                    third = 3 * (moment.ply - 1) // len(course.plies)
                    thirds[third].append((variance([loss for loss, _ in seen]), stated))
            counted = str(sum(map(len, thirds)))
            yield [name, str(worlds), counted, *map(ratio, thirds)]


def ratio(found: list[tuple[float, float]]) -> str:
    """The square root of the sum of some variances divided by that of those stated, with its
    interval of 95 % (jackknife).

    >>> ratio([(1.0, 1.0), (4.0, 4.0), (2.0, 2.0)])
    '1.00 ± 0.00'
    """
    spread, stated = (fsum([each[place] for each in found]) for place in (0, 1))
    without = [sqrt((spread - one) / (stated - other)) for one, other in found]
    mean, count = fsum(without) / len(without), len(without)
    error = sqrt((count - 1) / count * fsum([(each - mean) ** 2 for each in without]))
    return f"{sqrt(spread / stated):.2f} ± {1.96 * error:.2f}"


TASKS: dict[str, tuple[str, Callable[[list[str], int], Iterator[list[str]]]]] = {
    "drift": (
        "game|player|choices|50 worlds|200|2,000|50 less 2,000|200 less 2,000",
        drift,
    ),
    "errors": ("game|worlds|choices|first third|second|last", errors),
}


def main() -> None:
    """Print what is asked for."""
    parser = argparse.ArgumentParser(description=__doc__, prog="python -m benchmarks.judged_again")
    parser.add_argument("task", choices=[*TASKS])
    parser.add_argument("--game", action="append", choices=[*TABLES])
    parser.add_argument("--matches", type=int, default=4)
    asked = parser.parse_args()
    head, rows = TASKS[asked.task]
    print(*table(head, rows(asked.game or [*TABLES], asked.matches)), sep="\n")


if __name__ == "__main__":
    main()
