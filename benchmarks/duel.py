"""Which of two players is stronger? `python -m benchmarks.duel GAME ONE OTHER --seats 4`.

    python -m benchmarks.duel nimmt strong:64 monte-carlo --seats 4 --matches 400

They are players of kifu or from outside (see `benchmarks.foreign`). Each has half of the sides;
where their number is odd, one more by turns. Every deal is played with every such seating. A row
for each player: its win share (1/k of a match that k seats win) and its points ahead of the
other's, for one seat and match; intervals of 95 % count each match as one.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from itertools import combinations
from math import fsum

from benchmarks.foreign import match_of
from benchmarks.measure import interval, table

from kifu.replay import registry
from kifu.replay.analysis.outcome import shares_of
from kifu.replay.game import Game
from kifu.replay.match import replay
from kifu.replay.options import options_given
from kifu.replay.ranking import first_of_sides


def seatings(sides: Sequence[int]) -> list[frozenset[int]]:
    """The seats of one player in every seating, as a new list of sets: those of half of the sides
    or, if their number is odd, of half rounded down and half rounded up. `sides` is for each seat,
    in seat order, the number of its side.

    >>> [sorted(seats) for seats in seatings([1, 2, 3])]
    [[1], [2], [3], [1, 2], [1, 3], [2, 3]]
    >>> [sorted(seats) for seats in seatings([1, 2, 1, 2])]
    [[1, 3], [2, 4]]
    """
    names = sorted({*sides})
    return [
        frozenset(seat for seat, side in enumerate(sides, 1) if side in chosen)
        for size in sorted({len(names) // 2, (len(names) + 1) // 2})
        for chosen in combinations(names, size)
    ]


def duel(game: Game, asked: argparse.Namespace) -> list[list[str]]:
    """Play the matches that `asked` (the arguments of the command) says, and return a row of texts
    for each of the two players: its name, the mean share of the win of one of its seats, and by how
    many points a seat of it is ahead of one of the other's on average; both with intervals of 95 %.
    There must be two matches or more. OptionError for options, UsageError for players and seats
    that are not allowed.
    """
    names, seats, given = (asked.one, asked.other), asked.seats, options_given(asked.option)
    teams = game.ranking.teams(game.settle(game.read_options(given), seats), seats)
    ways = seatings(first_of_sides(seats, teams))
    won: tuple[list[float], ...] = ([], [])
    ahead = []
    for number in range(asked.matches):
        own = ways[number % len(ways)]
        seated = [names[seat not in own] for seat in range(1, seats + 1)]
        state = replay(match_of(game, seated, f"duel {number // len(ways)}", given)).state
        assert state is not None
        scores, shares = state.scores(), shares_of(state.winners(), seats, teams)
        both = [own, {*range(1, seats + 1)} - own]
        for found, chairs in zip(won, both, strict=True):
            found.append(fsum(shares[seat - 1] for seat in chairs) / len(chairs))
        one, other = (fsum(scores[seat - 1] for seat in each) / len(each) for each in both)
        ahead.append(one - other)
    return [
        [name, interval(found), interval([sign * each for each in ahead])]
        for name, found, sign in zip(names, won, (1, -1), strict=True)
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, prog="python -m benchmarks.duel")
    parser.add_argument("game")
    parser.add_argument("one")
    parser.add_argument("other")
    parser.add_argument("--seats", type=int, required=True)
    parser.add_argument("--option", action="append", default=[], metavar="KEY=VALUE")
    parser.add_argument("--matches", type=int, default=400)
    asked = parser.parse_args()
    rows = duel(registry.game(asked.game), asked)
    print(*table("player|win share|points ahead", rows), sep="\n")


if __name__ == "__main__":
    main()
