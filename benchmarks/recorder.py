"""Measure the recorder, print the table and write it into docs/performance.md.

`make bench-recorder`, or `python -m benchmarks.recorder --folder /somewhere`. The moves are those
of simulated matches of 6 nimmt!; a move is checked, written and, in the rows that say so, waited
for until the disk has it. Time is the clock's, since that is what who plays waits for: of so
many runs the median. It depends on the disk, so the folder should be where logs will lie.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import re
import statistics
import tempfile
from collections.abc import Callable, Sequence
from itertools import zip_longest
from pathlib import Path
from time import perf_counter
from typing import NamedTuple

from benchmarks.measure import figure
from benchmarks.run import PAGE

from kifu.notation.record import Record
from kifu.replay import AsyncRecorder, Recorder
from kifu.replay.players.simulate import simulate
from kifu.replay.registry import game
from kifu.replay.replayer import replay
from kifu.replay.replaying.track import Ply

TABLE = re.compile(r"(?<=<!-- bench-recorder -->\n).*(?=<!-- /bench-recorder -->)", re.DOTALL)


class Way(NamedTuple):
    """A way to write matches: `write` writes so many into a folder, of each the first `moves`."""

    name: str
    matches: int
    moves: int
    write: Callable[[Path, Sequence[Match]], Taken]


class Match(NamedTuple):
    """A match to be written: its record without moves, its secret seed, and its moves."""

    begun: Record
    seed: str
    plies: list[Ply]


class Taken(NamedTuple):
    """The seconds of a run, without those in which the logs were begun, and of each move."""

    whole: float
    moves: list[float]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--folder", type=Path, help="where the logs are written")
    parser.add_argument("--rounds", type=int, default=5, help="runs of every way")
    given = parser.parse_args()
    text = "\n".join([*table(ways(), given.folder, given.rounds), ""])
    print(text)
    PAGE.write_text(TABLE.sub(lambda _: text, PAGE.read_text("utf-8")), "utf-8")


def ways() -> list[Way]:
    return [
        Way("`Recorder`, one match", 1, 1000, in_turn),
        Way("`Recorder`, 100 matches in turn", 100, 100, in_turn),
        Way("`Recorder` and `sync` after each move", 1, 200, with_sync),
        Way("`AsyncRecorder`, one match", 1, 200, at_once),
        Way("`AsyncRecorder`, 100 matches at once", 100, 20, at_once),
        Way("`AsyncRecorder`, 1,000 matches at once", 1000, 4, at_once),
    ]


def table(every: list[Way], folder: Path | None, rounds: int) -> list[str]:
    """The table as Markdown. The runs of a round follow each other, so that whatever else the
    machine does meets every way alike.
    """
    load = os.getloadavg()[0]
    longest = max(way.moves for way in every)
    matches = played(max(way.matches for way in every), longest)
    rates: dict[str, list[float]] = {way.name: [] for way in every}
    waits: dict[str, list[float]] = {way.name: [] for way in every}
    for _ in range(rounds):
        for way in every:
            some = [match._replace(plies=match.plies[: way.moves]) for match in matches]
            with tempfile.TemporaryDirectory(dir=folder) as logs:
                taken = way.write(Path(logs), some[: way.matches])
            rates[way.name].append(len(taken.moves) / taken.whole)
            waits[way.name] += taken.moves
    lines = [
        f"{os.cpu_count()} processors, with a load of {load:.0f} before; {rounds} runs.",
        "",
        "| way | moves a second | a move, median | 99 of 100 |",
        "|---|--:|--:|--:|",
    ]
    for way in every:
        centiles = statistics.quantiles(waits[way.name], n=100)
        usual, slow = (figure(seconds * 1e6) for seconds in (centiles[49], centiles[98]))
        rate = figure(statistics.median(rates[way.name]))
        lines.append(f"| {way.name} | {rate} | {usual} µs | {slow} µs |")
    return lines


def played(count: int, longest: int) -> list[Match]:
    """So many matches of at least `longest` moves in all: a long one first, then usual ones."""
    rules = game("nimmt")
    options = {"rounds": str(longest // 20 + 1)}
    first = next(simulate(rules, 1, seats=2, seed="bench long", options=options))
    usual = simulate(rules, 50, seats=5, seed="bench recorder", options={"rounds": "2"})
    some = [_match(record) for record in [first, *usual]]
    return [some[0], *(some[1 + number % 50] for number in range(count - 1))]


def _match(record: Record) -> Match:
    assert record.seed is not None
    begun = Record(game=record.game, rules=record.rules, seats=record.seats, options=record.options)
    return Match(begun, record.seed, replay(record).plies)


def in_turn(folder: Path, matches: Sequence[Match]) -> Taken:
    """Every match's first move, then every match's second one: the system has them."""
    return _in_turn(folder, matches, lambda recorder: None)


def with_sync(folder: Path, matches: Sequence[Match]) -> Taken:
    """The same, and the disk has each move before the next one."""
    return _in_turn(folder, matches, Recorder.sync)


def _in_turn(folder: Path, matches: Sequence[Match], behind: Callable[[Recorder], object]) -> Taken:
    recorders = [
        Recorder.create(folder / f"{number}.jsonl", match.begun, match.seed)
        for number, match in enumerate(matches)
    ]
    took = []
    start = perf_counter()
    for moves in zip_longest(*(match.plies for match in matches)):
        for recorder, ply in zip(recorders, moves, strict=True):
            if ply is not None:
                begun = perf_counter()
                recorder.play(ply[1], ply[0])
                behind(recorder)
                took.append(perf_counter() - begun)
    whole = perf_counter() - start
    for recorder in recorders:
        recorder.close()
    return Taken(whole, took)


def at_once(folder: Path, matches: Sequence[Match]) -> Taken:
    """A task a match, in one event loop: the disk has each move before the task goes on."""

    async def write(recorder: AsyncRecorder, plies: list[Ply]) -> list[float]:
        took = []
        for seat, move in plies:
            begun = perf_counter()
            await recorder.play(move, seat)
            took.append(perf_counter() - begun)
        return took

    async def every() -> Taken:
        recorders = [
            await AsyncRecorder.create(folder / f"{number}.jsonl", match.begun, match.seed)
            for number, match in enumerate(matches)
        ]
        start = perf_counter()
        tasks = [write(*each) for each in zip(recorders, (m.plies for m in matches), strict=True)]
        took = await asyncio.gather(*tasks)
        whole = perf_counter() - start
        for recorder in recorders:
            await recorder.close()
        return Taken(whole, [seconds for each in took for seconds in each])

    return asyncio.run(every())


if __name__ == "__main__":
    main()
