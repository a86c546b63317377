"""How honest judgements are, and what they cost.

    python -m benchmarks.judging cost | luck | marks [--game NAME ...]

Each prints a table for docs/analysis.md. Times are of the processor.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Iterator
from math import fsum, sqrt
from statistics import median

from kifu.notation.record import Record
from kifu.replay import judge, registry
from kifu.replay.analysis.judgement import THRESHOLDS
from kifu.replay.players.simulate import simulate

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
    """Raw and luck-adjusted win share of one strong player among greedy ones, and of each seat of
    a table of strong ones.
    """
    print("| game | table | raw | luck-adjusted |\n|---|---|--:|--:|")
    for name in names:
        seats = TABLES[name][0]
        for table in (("strong:20", *["greedy"] * (seats - 1)), ("strong:20",) * seats):
            raw, adjusted = [], []
            for record in matches(name, count, table):
                strong = [at for at, seat in enumerate(record.seats, 1) if "strong" in seat]
                analysis = judge(record, budget=60, seats=strong[:1])
                report = analysis.seats[0]
                assert report.luck_deal is not None and report.luck_others is not None
                result = analysis.chances[-1][1][strong[0] - 1]
                raw.append(result)
                adjusted.append(result - report.luck_deal - report.luck_others)
            what = "one among greedy" if "greedy" in table else "all strong"
            print(f"| {name} | {what} | {_interval(raw)} | {_interval(adjusted)} |", flush=True)


def _interval(values: list[float]) -> str:
    mean = fsum(values) / len(values)
    spread = fsum([(value - mean) ** 2 for value in values]) / (len(values) - 1)
    return f"{mean:.3f} ± {1.96 * sqrt(spread / len(values)):.3f}"


def marks(names: list[str], count: int) -> None:
    """What becomes of marks when ten times the worlds, and others, judge again."""
    print("| game | mark | marks | at least as bad, or one step less |\n|---|---|--:|--:|")
    for name in names:
        kept = {glyph: [0, 0] for glyph, _ in THRESHOLDS}
        order = [glyph for glyph, _ in THRESHOLDS] + [""]
        for record in matches(name, count, ("greedy", "random")):
            first = judge(record, budget=200)
            again = judge(record, budget=2000, seed="again")
            for one, other in zip(first.judgements, again.judgements, strict=True):
                if one.glyph:
                    kept[one.glyph][0] += 1
                    kept[one.glyph][1] += order.index(other.glyph) <= order.index(one.glyph) + 1
        for glyph, (seen, near) in kept.items():
            share = f"{100 * near / seen:.0f} %" if seen else ""
            print(f"| {name} | `{glyph}` | {seen} | {share} |", flush=True)


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
