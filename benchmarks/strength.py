"""How many judged matches make a strength? `python -m benchmarks.strength [GAME] [--judged 40]`.

Players of different kinds, of kifu's and from outside (see `benchmarks.foreign`), at tables drawn
by lot. A few of their matches are judged and give each a strength, whose scale is that of the
results of all matches. A row for each player: the points that it lost a choice, what its strength
loses a choice, the strength, the rating by the results of the judged matches, and that by the
results of all, each with its interval of 95 %.
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from benchmarks.foreign import match_of
from benchmarks.measure import table

from kifu.notation.files import writer
from kifu.notation.record import Record
from kifu.replay import judge, registry
from kifu.replay.analysis.written import write
from kifu.replay.elements.lots import QuickLots
from kifu.replay.replayer import replay
from kifu.store import Archive

PLAYERS = ("random", "greedy", "reference", "strong:16")


def matches(name: str, players: Sequence[str], seats: int, count: int) -> Iterator[Record]:
    """Matches of so many of the players, drawn by lot, at each table."""
    game = registry.game(name)
    for number in range(count):
        lots, left = QuickLots(f"strength {number}"), list(players)
        seated = [left.pop(lots.below(len(left))) for _ in range(seats)]
        record = match_of(game, seated, f"strength {number}")
        record.seats = seated
        yield record


def figure(row: dict[str, Any], name: str, ends: str, digits: int) -> str:
    """A number of a row with its interval; "" for none."""
    if row[name] is None:
        return ""
    own, low, high = (f"{row[each]:.{digits}f}" for each in (name, f"{ends}_low", f"{ends}_high"))
    return f"{own} ({low} to {high})"


def rows(asked: argparse.Namespace, folder: Path) -> Iterator[list[str]]:
    """A row for each player, those who lose least first."""
    few, many = Archive(folder / "few.duckdb"), Archive(folder / "many.duckdb")
    with writer(folder / "few.jsonl") as judged, writer(folder / "many.jsonl") as every:
        found = matches(asked.game, asked.player, asked.seats, asked.matches)
        for number, record in enumerate(found):
            if number < asked.judged:
                record = write(replay(record), judge(record, budget=asked.worlds))
                judged.write(record)
            every.write(record)
    few.index([folder / "few.jsonl"])
    many.index([folder / "many.jsonl"])
    results = {row["player"]: row for row in few.stats("ratings")}
    for row in many.stats("strength"):
        yield [
            row["player"],
            str(row["choices"]),
            figure(row, "expected_lost", "expected", 2),
            figure(row, "strength", "strength", 0),
            figure(results[row["player"]], "rating", "rating", 0),
            figure(row, "rating", "rating", 0),
        ]


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, prog="python -m benchmarks.strength")
    parser.add_argument("game", nargs="?", default="nimmt")
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--player", action="append", default=[])
    parser.add_argument("--judged", type=int, default=40)
    parser.add_argument("--matches", type=int, default=2000)
    parser.add_argument("--worlds", type=int, default=50)
    asked = parser.parse_args()
    asked.player = asked.player or PLAYERS
    few, many = f"results of {asked.judged}", f"results of {asked.matches}"
    head = f"player|choices|expected loss, points a choice|strength|{few}|{many}"
    with tempfile.TemporaryDirectory() as folder:
        print(*table(head, rows(asked, Path(folder))), sep="\n")


if __name__ == "__main__":
    main()
