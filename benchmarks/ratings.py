"""How often do the intervals of ratings hold? `python -m benchmarks.ratings [--archives 200]`.

Eight players, of whom each beats the next 60:40, at tables of two to five in turn, who finish as
the model of Plackett and Luce has it. Each archive has so many matches; all archives are events of
one, and each is rated by itself, as `kifu stats ratings --by event` does. A row for each player:
how many intervals of 95 % have its true rating, and how far ratings are off, on the mean and by
their standard deviation, beside the error that they state.
"""

from __future__ import annotations

import argparse
import random
import tempfile
from collections import defaultdict
from collections.abc import Iterator, Sequence
from math import log
from pathlib import Path
from statistics import fmean, pstdev

from benchmarks.measure import table

from kifu.notation.files import writer
from kifu.notation.record import Record
from kifu.store import Archive
from kifu.store.ask.intervals import NORMAL
from kifu.store.ask.ratings import MEAN, POINTS

#: What the chance of the better one of two neighbours is to the other's.
ODDS = 60 / 40
PLAYERS = [f"Player {number}" for number in range(1, 9)]
TRUE = {
    name: MEAN + POINTS * log(ODDS) * (len(PLAYERS) / 2 - 0.5 - number)
    for number, name in enumerate(PLAYERS)
}


def finished(archive: int, matches: int) -> Iterator[Record]:
    """The matches of one archive: a record without moves for each, whose scores are the order."""
    chance = random.Random(f"ratings {archive}")
    for number in range(matches):
        seated = chance.sample(PLAYERS, 2 + number % 4)
        luck = {name: TRUE[name] / POINTS - log(chance.expovariate(1)) for name in seated}
        order = sorted(seated, key=luck.__getitem__)
        scores = [order.index(name) for name in seated]
        yield Record(
            game="chronicle",
            rules=0,
            seats=seated,
            tags=[("Event", f"Archive {archive}"), ("Round", str(number))],
            moves="e",
            end="=",
            result=scores,
            winner=[scores.index(max(scores)) + 1],
        )


def rated(archives: int, matches: int) -> dict[str, list[tuple[float, float, float]]]:
    """The ratings of each player, one of each archive, with the ends of their intervals."""
    found = defaultdict(list)
    with tempfile.TemporaryDirectory() as folder:
        with writer(Path(folder) / "matches.jsonl") as file:
            for archive in range(archives):
                for record in finished(archive, matches):
                    file.write(record)
        kept = Archive(Path(folder) / "matches.duckdb")
        kept.index([folder])
        for row in kept.stats("ratings", by="event"):
            own = (row["rating"], row["rating_low"], row["rating_high"])
            found[row["player"]].append(own)
    return dict(found)


def rows(
    found: dict[str, list[tuple[float, float, float]]],
) -> Iterator[Sequence[str]]:
    """A row for each player, and one of all together."""
    every = []
    for name in PLAYERS:
        true = TRUE[name]
        held = [low <= true <= high for _, low, high in found[name]]
        every += held
        off = [rating - true for rating, _, _ in found[name]]
        stated = fmean((high - low) / 2 / NORMAL for _, low, high in found[name])
        figures = [f"{true:.0f}", f"{100 * fmean(held):.1f} %", f"{fmean(off):+.1f}"]
        yield [name, *figures, f"{pstdev(off):.1f}", f"{stated:.1f}"]
    yield ["all", "", f"{100 * fmean(every):.1f} %", "", "", ""]


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, prog="python -m benchmarks.ratings")
    parser.add_argument("--archives", type=int, default=200)
    parser.add_argument("--matches", type=int, default=2000)
    asked = parser.parse_args()
    head = "player|true rating|intervals that hold|off by|standard deviation|stated error"
    print(*table(head, rows(rated(asked.archives, asked.matches))), sep="\n")


if __name__ == "__main__":
    main()
