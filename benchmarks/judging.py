"""How honest judgements are, and what they cost.

    python -m benchmarks.judging cost | luck | marks [--game NAME ...]

Each prints a table for docs/inside/analysis.md. Times are of the processor.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Iterator
from math import fsum
from statistics import median

from benchmarks.measure import interval

from kifu.notation.record import Record
from kifu.replay import judge, registry
from kifu.replay.analysis.decisions import Playback
from kifu.replay.analysis.outcome import even_share
from kifu.replay.analysis.reports import parts_of
from kifu.replay.analysis.valuing import Plan, ValuedDecision, Valuer
from kifu.replay.elements.mistakes import GLYPHS
from kifu.replay.players.simulate import simulate
from kifu.replay.replayer import replay
from kifu.replay.table import PUBLIC

#: Each game's usual table, and the standard error at which a match is judged.
TABLES = {
    "nimmt": (4, 0.007),
    "mutsugo": (3, 0.02),
    "magimiles": (4, 0.02),
    "atarayo": (4, 0.02),
    "yuhodo": (3, 0.02),
}


def matches(
    name: str, count: int, players: tuple[str, ...], seed: str = "judging"
) -> Iterator[Record]:
    """Matches at the usual table; `players` take the seats in turn."""
    seats = TABLES[name][0]
    game = registry.game(name)
    for number in range(count):
        chosen = [players[(seat + number) % len(players)] for seat in range(seats)]
        yield from simulate(game, 1, seed=f"{seed} {number}", seats=seats, players=chosen)


def cost(names: list[str], count: int) -> None:
    """Seconds to judge a match by one process at the standard error of TABLES."""
    print("| game | seats | standard error | decisions | seconds, median | longest |")
    print("|---|--:|--:|--:|--:|--:|")
    for name in names:
        seats, until = TABLES[name]
        seconds, decisions = [], []
        for record in matches(name, count, ("greedy",)):
            begun = time.process_time()
            analysis = judge(record, budget=8000, until=until)
            seconds.append(time.process_time() - begun)
            decisions.append(len(analysis.judgements))
        print(
            f"| {name} | {seats} | {until} | {median(decisions):.0f} | {median(seconds):.1f} "
            f"| {max(seconds):.1f} |",
            flush=True,
        )


def luck(names: list[str], count: int) -> None:
    """What one strong player among greedy ones won, and each seat of a table of strong ones (where
    the mean over seats has no chance in it), and the same without luck (see `without_luck`).
    """
    print("| game | table | matches | won | without luck of the deal | without any luck | fair |")
    print("|---|---|--:|--:|--:|--:|--:|")
    for name in names:
        seats = TABLES[name][0]
        for table in (("strong:20",) * seats, ("strong:20", *["greedy"] * (seats - 1))):
            found = [without_luck(record) for record in matches(name, count, table, "luck")]
            what = "one among greedy" if "greedy" in table else "all strong"
            columns = [interval([each[place] for each in found]) for place in range(4)]
            print(f"| {name} | {what} | {count} | {' | '.join(columns)} |", flush=True)


def without_luck(record: Record) -> tuple[float, float, float, float]:
    """The mean over strong seats of a match: what they won; that without luck of the deal; without
    any luck, if others are taken to play like the reference policy; and if what the others gained
    is no luck either. Every decision gets 60 worlds.
    """
    course = Playback(replay(record))
    seats = course.seats
    valuer = Valuer(course.game, course.options, seats, course.state, Plan(60))
    judged: list[list[ValuedDecision]] = [[] for _ in range(seats)]
    for moment in course.moments(frozenset(range(1, seats + 1))):
        if moment.viewer != PUBLIC:
            judged[moment.viewer - 1].append(valuer.judged(moment))
    results, even = course.results(), even_share(seats, course.teams)
    parts = parts_of(judged, results, course.teams)
    strong = [at for at, seat in enumerate(record.seats) if "strong" in seat]
    gains = [fsum([each.played - each.base for each in judged[at]]) for at in strong]
    return (
        fsum([results[at] for at in strong]) / len(strong),
        fsum([results[at] - (parts[at].deal or 0.0) for at in strong]) / len(strong),
        even + fsum(gains) / len(strong),
        even + fsum([parts[at].skill or 0.0 for at in strong]) / len(strong),
    )


def marks(names: list[str], count: int) -> None:
    """What becomes of marks when ten times the worlds, and others, judge again."""
    print("| game | mark | marks | still as bad, or one step less |\n|---|---|--:|--:|")
    for name in names:
        kept = {glyph: [0, 0] for glyph in GLYPHS}
        order = [*GLYPHS, ""]
        for record in matches(name, count, ("greedy", "random")):
            for mark, later in judged_again(record, worlds=200):
                kept[mark][0] += 1
                kept[mark][1] += order.index(later) <= order.index(mark) + 1
        for glyph, (seen, near) in kept.items():
            print(f"| {name} | `{glyph}` | {seen} | {near} |", flush=True)


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
        mark = first.judged(moment).judgement.glyph
        if mark:
            yield mark, again.judged(moment).judgement.glyph


TASKS: dict[str, Callable[[list[str], int], None]] = {
    "cost": cost,
    "luck": luck,
    "marks": marks,
}


def main() -> None:
    """Print what is asked for."""
    parser = argparse.ArgumentParser(description=__doc__, prog="python -m benchmarks.judging")
    parser.add_argument("task", choices=[*TASKS])
    parser.add_argument("--game", action="append", choices=[*TABLES])
    parser.add_argument("--matches", type=int, default=5)
    asked = parser.parse_args()
    TASKS[asked.task](asked.game or [*TABLES], asked.matches)


if __name__ == "__main__":
    main()
