"""A ladder of players: one player among others, and how much of the matches it wins.

    python -m benchmarks.ladder nimmt --seats 4 --player strong:10 --player strong:100 --matches 200

The player sits in each seat in turn. A win share is 1/k of a match that k seats win; the interval
is of 95 %. The rating is that of a model in which a seat wins with a chance in proportion to
10 ** (rating / 400) (Bradley and Terry 1952, for more than two), the others having 0.
"""

from __future__ import annotations

import argparse
from math import inf, log10, sqrt

from kifu.notation.record import Record
from kifu.replay import registry
from kifu.replay.analysis.outcome import shares_of
from kifu.replay.options import options_given
from kifu.replay.players.simulate import simulate
from kifu.replay.replayer import replay


def share_of(record: Record, seat: int) -> float:
    """What a seat won of a finished match."""
    state = replay(record).state
    assert state is not None
    return shares_of(state.winners(), len(record.seats))[seat - 1]


def won(
    name: str, player: str, others: str, seats: int, options: dict[str, str], matches: int
) -> list[float]:
    """The shares that `player` won of so many matches."""
    game = registry.game(name)
    shares = []
    for number in range(matches):
        seat = number % seats + 1
        players = [player if each == seat else others for each in range(1, seats + 1)]
        (record,) = simulate(
            game, 1, seed=f"ladder {number}", seats=seats, options=options, players=players
        )
        shares.append(share_of(record, seat))
    return shares


def rating(share: float, seats: int) -> float:
    """What is expected to win such a share of matches against others of rating 0."""
    if not 0 < share < 1:
        return inf if share else -inf
    return 400 * log10(share * (seats - 1) / (1 - share))


def main() -> None:
    """Print the ladder as a table."""
    parser = argparse.ArgumentParser(description=__doc__, prog="python -m benchmarks.ladder")
    parser.add_argument("game")
    parser.add_argument("--seats", type=int, required=True)
    parser.add_argument("--option", action="append", default=[], metavar="KEY=VALUE")
    parser.add_argument("--player", action="append", default=[])
    parser.add_argument("--others", default="greedy")
    parser.add_argument("--matches", type=int, default=200)
    asked = parser.parse_args()
    options = options_given(asked.option)
    print(f"{asked.game}, {asked.seats} seats, one among {asked.others}: {asked.matches} matches\n")
    print("| player | win share | rating |\n|---|--:|--:|")
    for player in asked.player or ["random", "greedy", "reference", "strong:10", "strong:100"]:
        shares = won(asked.game, player, asked.others, asked.seats, options, asked.matches)
        mean = sum(shares) / len(shares)
        spread = sum((share - mean) ** 2 for share in shares) / (len(shares) - 1)
        half = 1.96 * sqrt(spread / len(shares))
        points = rating(mean, asked.seats)
        print(f"| {player} | {mean:.3f} ± {half:.3f} | {points:+.0f} |", flush=True)


if __name__ == "__main__":
    main()
