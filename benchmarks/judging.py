"""How honest judgements are, and what they cost.

    python -m benchmarks.judging cost | marks | drift | errors [--game NAME ...]

Each prints a table for docs/inside/analysis.md. Times are of the processor. Drift and errors are
laws of an honest judge. Drift: the mean loss of a player's choices agrees in 50, 200 and 2,000
worlds within its error. Errors: over seeds the loss of a choice varies as much as its standard
error says, in each third of a match: the ratio is from .9 to 1.15. There losses are in points or in
win share (in hundredths), as the game marks, and only one of EVERY choices is judged, so that a few
matches are enough to see many.
"""

from __future__ import annotations

import argparse
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from math import fsum, sqrt
from statistics import median, variance

from benchmarks.measure import interval, table

from kifu.notation.record import Record
from kifu.replay import judge, registry
from kifu.replay.analysis.decisions import Playback, Viewpoint
from kifu.replay.analysis.valuing import Plan, Valuer
from kifu.replay.elements.mistakes import GLYPHS
from kifu.replay.players.simulate import simulate
from kifu.replay.replayer import replay
from kifu.replay.table import PUBLIC

#: The seats of each game's usual table.
TABLES = {"nimmt": 4, "mutsugo": 3, "magimiles": 4, "atarayo": 4, "yuhodo": 3}
#: Who plays where drift and errors are counted.
PLAYERS = ("greedy", "reference", "random")
#: Worlds, and in how many seeds a choice is judged in so many, since few worlds say little.
BUDGETS = {50: 12, 200: 4, 2000: 1}
#: Worlds in which errors and seconds are counted: `quick` and `normal`.
WORLDS = (50, 200)
#: Seeds of the law of errors.
SEEDS = 12
EVERY = 7


def matches(
    name: str, count: int, players: tuple[str, ...], seed: str = "judging"
) -> Iterator[Record]:
    """Matches at the usual table; `players` take the seats in turn."""
    seats = TABLES[name]
    game = registry.game(name)
    for number in range(count):
        chosen = [players[(seat + number) % len(players)] for seat in range(seats)]
        yield from simulate(game, 1, seed=f"{seed} {number}", seats=seats, players=chosen)


def cost(names: list[str], count: int) -> Iterator[list[str]]:
    """Seconds in which one process judges a match in WORLDS and finds its chances to win."""
    for name in names:
        played = [*matches(name, count, ("reference", "greedy"), "cost")]
        choices = [len(judge(record, budget=2).judgements) for record in played]
        columns = []
        for worlds in WORLDS:
            seconds = []
            for record in played:
                begun = time.process_time()
                judge(record, budget=worlds)
                seconds.append(time.process_time() - begun)
            columns.append(f"{median(seconds):.2f} (longest {max(seconds):.2f})")
        yield [name, str(TABLES[name]), f"{median(choices):.0f}", *columns]


def marks(names: list[str], count: int) -> Iterator[list[str]]:
    """What becomes of marks when ten times the worlds, and others, judge again."""
    for name in names:
        kept = {glyph: [0, 0] for glyph in GLYPHS}
        order = [*GLYPHS, ""]
        for record in matches(name, count, ("greedy", "random")):
            for mark, later in judged_again(record, worlds=200):
                kept[mark][0] += 1
                kept[mark][1] += order.index(later) <= order.index(mark) + 1
        for glyph, (seen, near) in kept.items():
            yield [name, f"`{glyph}`", str(seen), str(near)]


def judged_again(record: Record, worlds: int) -> Iterator[tuple[str, str]]:
    """Each mark of a match, and what the decision gets in ten times the worlds and others: a mark,
    or "".
    """
    course = Playback(replay(record))
    plans = Plan(worlds), Plan(10 * worlds, seed="again")
    first, again = (
        Valuer(course.game, course.options, course.seats, course.state, plan) for plan in plans
    )
    for moment in course.moments(frozenset(range(1, course.seats + 1))):
        if moment.viewer == PUBLIC:
            continue
        mark = first.judged(moment).glyph
        if mark:
            yield mark, again.judged(moment).glyph


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
    judgement = valuer.judged(moment)
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
    "cost": ("game|seats|choices|50 worlds, seconds|200 worlds, seconds", cost),
    "marks": ("game|mark|marks|still as bad, or one step less", marks),
    "drift": (
        "game|player|choices|50 worlds|200|2,000|50 less 2,000|200 less 2,000",
        drift,
    ),
    "errors": ("game|worlds|choices|first third|second|last", errors),
}


def main() -> None:
    """Print what is asked for."""
    parser = argparse.ArgumentParser(description=__doc__, prog="python -m benchmarks.judging")
    parser.add_argument("task", choices=[*TASKS])
    parser.add_argument("--game", action="append", choices=[*TABLES])
    parser.add_argument("--matches", type=int, default=5)
    asked = parser.parse_args()
    head, rows = TASKS[asked.task]
    print(*table(head, rows(asked.game or [*TABLES], asked.matches)), sep="\n")


if __name__ == "__main__":
    main()
