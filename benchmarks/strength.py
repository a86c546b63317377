"""How many judged matches make a strength? `python -m benchmarks.strength [GAME] [--judged 40]`.

Players of different kinds, of kifu's and from outside (see `benchmarks.foreign`), at tables drawn
by lot. A few of their matches are judged and give each what it loses a choice, an accuracy, a gain
and the strength that is made of it, on the scale of the results of all matches. The first table has
a row for each player, each number with its interval of 95 %. The second has a row for each pair
that the results of all matches tell apart: how many matches each needs until its win shares, its
lost points or its strength (its gain) tell it apart.
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Iterator, Sequence
from itertools import combinations
from math import inf
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

from benchmarks.foreign import match_of
from benchmarks.measure import table

from kifu.notation.files import writer
from kifu.notation.record import Record
from kifu.replay import judge, registry
from kifu.replay.elements.lots import QuickLots
from kifu.replay.judgements.written import write
from kifu.replay.replayer import replay
from kifu.store import Archive

PLAYERS = ("random", "greedy", "reference", "strong:16")
#: Half an interval of 95 % in standard errors; with the second number added, the distance from 0
#: at which a difference is found four times of five.
WIDE, FOUND = 1.96, 0.84
#: How the names begin of players that choose as the engine does, or by which it plays on.
ENGINE = ("reference", "strong")


class Measured(NamedTuple):
    """A number of a player, the greater the better, and the standard deviation of one match."""

    value: float
    spread: float

    def apart(self, other: Measured) -> float:
        """How many matches each of the two needs, until in four of five cases they are apart by a
        test at 5 %, the first being the better; infinite where the first isn't.

        >>> round(Measured(0.5, 0.4).apart(Measured(0.3, 0.4)))
        63
        """
        ahead = self.value - other.value
        if ahead <= 0:
            return inf
        return (WIDE + FOUND) ** 2 * (self.spread**2 + other.spread**2) / ahead**2


#: For each player, what results of all matches, lost points and gains say of it.
Players = dict[str, tuple[Measured, Measured, Measured]]


def matches(name: str, players: Sequence[str], seats: int, count: int) -> Iterator[Record]:
    """Matches of so many of the players, drawn by lot, at each table."""
    game = registry.game(name)
    for number in range(count):
        lots, left = QuickLots(f"strength {number}"), list(players)
        seated = [left.pop(lots.below(len(left))) for _ in range(seats)]
        record = match_of(game, seated, f"strength {number}")
        record.seats = seated
        yield record


def filled(asked: argparse.Namespace, folder: Path) -> tuple[Archive, Archive]:
    """The judged matches, and all of them."""
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
    return few, many


def figure(row: dict[str, Any], name: str, ends: str, digits: int) -> str:
    """A number of a row with its interval; "" for none."""
    if row[name] is None:
        return ""
    own, low, high = (f"{row[each]:.{digits}f}" for each in (name, f"{ends}_low", f"{ends}_high"))
    return f"{own} ({low} to {high})"


def rows(few: Archive, many: Archive) -> Iterator[list[str]]:
    """A row for each player, those who gain most first."""
    results = {row["player"]: row for row in few.stats("ratings")}
    accuracies = {row["player"]: row for row in few.stats("accuracy")}
    wins = {row["player"]: row for row in many.stats("players")}
    for row in many.stats("strength"):
        player = row["player"]
        yield [
            player,
            figure(wins[player], "win_share", "win", 3),
            str(row["choices"]),
            figure(accuracies[player], "points_lost", "points", 2),
            figure(accuracies[player], "accuracy", "accuracy", 0),
            figure(row, "gain", "gain", 1),
            figure(row, "strength", "strength", 0),
            figure(results[player], "rating", "rating", 0),
            figure(row, "rating", "rating", 0),
        ]


def measured(few: Archive, many: Archive) -> Players:
    """Of each player the win share, and what is lost and what is gained a choice."""
    accuracies = {row["player"]: row for row in few.stats("accuracy")}
    wins = {row["player"]: row for row in many.stats("players")}
    found = {}
    for row in many.stats("strength"):
        player = row["player"]
        share, own = wins[player]["win_share"], accuracies[player]
        found[player] = (
            Measured(share, (share * (1 - share)) ** 0.5),
            _measured(own["matches"], -own["points_high"], -own["points_low"]),
            _measured(own["matches"], row["gain_low"], row["gain_high"]),
        )
    return found


def _measured(matches: int, low: float, high: float) -> Measured:
    """The mean of a choice, from its interval of 95 % over so many matches."""
    return Measured((low + high) / 2, (high - low) / 2 / WIDE * matches**0.5)


def pairs(players: Players, matches: int) -> Iterator[tuple[str, str, float, float, float]]:
    """The pairs whose win shares are apart in so many matches of each, the better player first:
    how many matches win shares, lost points and strength need.
    """
    best = sorted(players, key=lambda player: -players[player][0].value)
    for one, other in combinations(best, 2):
        needed = [
            mine.apart(theirs) for mine, theirs in zip(players[one], players[other], strict=True)
        ]
        by_results, by_loss, by_strength = needed
        if by_results * (WIDE / (WIDE + FOUND)) ** 2 <= matches:
            yield one, other, by_results, by_loss, by_strength


def pair_rows(players: Players, matches: int) -> Iterator[list[str]]:
    """A row for each of the pairs, then the medians of how many times fewer matches are needed."""
    fewer: dict[str, list[tuple[float, float]]] = {"without the engine's": [], "with one": []}
    for one, other, *needed in pairs(players, matches):
        by_results, by_loss, by_strength = needed
        has_own = any(name.startswith(ENGINE) for name in (one, other))
        kind = "with one" if has_own else "without the engine's"
        fewer[kind].append((by_results / by_loss, by_results / by_strength))
        counts = ["the other way" if each == inf else f"{each:.1f}" for each in needed]
        times = [f"{by_results / each:.1f}" for each in (by_loss, by_strength)]
        yield [f"{one}, {other}", *counts, *times]
    for kind, found in fewer.items():
        medians = [f"{median(column):.1f}" for column in zip(*found, strict=True)]
        yield [f"median of the {len(found)} {kind}", "", "", "", *medians]


def main() -> None:
    """Print the tables."""
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
    head = "player|win share|choices|points lost a choice|accuracy|gain a match|strength"
    apart = "pair|by win share|by points lost|by strength|fewer by points|fewer by strength"
    with tempfile.TemporaryDirectory() as folder:
        archives = filled(asked, Path(folder))
        print(*table(f"{head}|{few}|{many}", rows(*archives)), sep="\n")
        each = asked.matches * asked.seats // len(asked.player)
        print("", *table(apart, pair_rows(measured(*archives), each)), sep="\n")


if __name__ == "__main__":
    main()
