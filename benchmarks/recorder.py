"""How many moves a second are written down?

The moves are those of simulated matches of 6 nimmt!. `Recorder.play` checks a move and appends its
line, which then outlives the process; `sync` waits until the disk has it. Time is the clock's,
since players wait for that. It depends on the disk: `TMPDIR` says where logs lie.
"""

from __future__ import annotations

import statistics
import tempfile
from collections.abc import Callable, Sequence
from itertools import zip_longest
from pathlib import Path
from time import perf_counter
from typing import NamedTuple

from benchmarks.matches import Kind, played
from benchmarks.measure import figure, table

from kifu.notation.record import Record
from kifu.replay import Recorder
from kifu.replay.match import replay
from kifu.replay.track import Ply


class Writing(NamedTuple):
    """A match to be written: its record without moves, its secret seed, and its moves."""

    begun: Record
    seed: str
    plies: list[Ply]


class Taken(NamedTuple):
    """The seconds of a run, without those in which the logs were begun and closed (`whole`), and
    the seconds of each move, in the order in which they were written.
    """

    whole: float
    moves: list[float]


class Way(NamedTuple):
    """A way to write matches: `write` writes so many into a folder, of each the first `moves`."""

    name: str
    matches: int
    moves: int
    write: Callable[[Path, Sequence[Writing]], Taken]


def recorder_table(rounds: int) -> list[str]:
    """The lines of a Markdown table with a row for each way to write matches, over so many `rounds`
    (at least one), in which the ways take turns: moves a second by the clock, and how long a move
    takes, the median and what 99 of 100 moves don't exceed. Logs are written into temporary
    folders, which are deleted.
    """
    ways = [
        Way("`Recorder`, one match", 1, 1000, in_turn),
        Way("`Recorder`, 100 matches in turn", 100, 100, in_turn),
        Way("`Recorder` and `sync` after each move", 1, 200, with_sync),
    ]
    matches = written(max(way.matches for way in ways), max(way.moves for way in ways))
    rates: dict[str, list[float]] = {way.name: [] for way in ways}
    waits: dict[str, list[float]] = {way.name: [] for way in ways}
    for _ in range(rounds):
        for way in ways:
            some = [one._replace(plies=one.plies[: way.moves]) for one in matches[: way.matches]]
            with tempfile.TemporaryDirectory() as logs:
                taken = way.write(Path(logs), some)
            rates[way.name].append(len(taken.moves) / taken.whole)
            waits[way.name] += taken.moves
    rows = []
    for name, moves in waits.items():
        centiles = statistics.quantiles(moves, n=100)
        usual, slow = (figure(seconds * 1e6) for seconds in (centiles[49], centiles[98]))
        rows.append([name, figure(statistics.median(rates[name])), f"{usual} µs", f"{slow} µs"])
    return table("way|moves a second|a move, median|99 of 100", rows)


def written(count: int, longest: int) -> list[Writing]:
    """`count` matches of 6 nimmt! to be written, as a new list: the first, of two seats, has at
    least `longest` moves; the others, of five seats, are up to 50 different ones, which are
    repeated. Always the same.
    """
    long = Kind("nimmt", 2, {"rounds": str(longest // 20 + 1)}, "random", 1)
    usual = [_writing(one) for one in played(Kind("nimmt", 5, {"rounds": "2"}, "random", 50), 50)]
    (first,) = played(long, 1)
    return [_writing(first), *(usual[number % 50] for number in range(1, count))]


def _writing(record: Record) -> Writing:
    assert record.seed is not None
    begun = Record(game=record.game, rules=record.rules, seats=record.seats, options=record.options)
    return Writing(begun, record.seed, replay(record).plies)


def in_turn(
    folder: Path,
    matches: Sequence[Writing],
    after: Callable[[Recorder], object] = lambda recorder: None,
) -> Taken:
    """Write matches, each into its log `0.jsonl`, `1.jsonl` ... in `folder`, in turn: every match's
    first move, then every match's second one, and so on. A move is written when the system has it,
    not the disk. `after` is called with the recorder after each move, and its time counts. Returns
    the seconds taken; logs are closed then. Raises what `Recorder` raises, if a log exists, say.
    """
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
                after(recorder)
                took.append(perf_counter() - begun)
    whole = perf_counter() - start
    for recorder in recorders:
        recorder.close()
    return Taken(whole, took)


def with_sync(folder: Path, matches: Sequence[Writing]) -> Taken:
    """As `in_turn`, but wait after each move until it is on the disk."""
    return in_turn(folder, matches, Recorder.sync)
