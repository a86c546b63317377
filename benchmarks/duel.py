"""Which of two players is stronger, and which takes longer? `python -m benchmarks.duel GAME ONE
OTHER --seats 4 [--matches 400]`.

    python -m benchmarks.duel nimmt strong:64 strong:16 --seats 4

Each has half of the sides; where their number is odd, one more by turns. Every deal is played with
every such seating. A row for each player: its win share (1/k of a match that k seats win), its
points ahead of the other's, and the seconds of the processor in which it chose, all for one seat
and match; intervals of 95 % count each match as one.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator, Sequence
from itertools import combinations
from math import fsum

from benchmarks.foreign import PLAYERS
from benchmarks.measure import interval, table

from kifu.notation.record import Record
from kifu.replay import registry
from kifu.replay.analysis.outcome import shares_of
from kifu.replay.chance import derived_seed
from kifu.replay.elements.placing import first_of_sides
from kifu.replay.game import Game, State
from kifu.replay.options import options_given
from kifu.replay.players.asking import Player
from kifu.replay.players.new_match import NewMatch, play_by
from kifu.replay.players.players import Attentive, maker_of
from kifu.replay.table import Step


class Timed:
    """A player whose `seconds` of the processor are counted while it chooses."""

    def __init__(self, player: Player) -> None:
        self.player = player
        self.seconds = 0.0

    def sit_down(self, state: State, options: object, seats: int, seat: int) -> None:
        if isinstance(self.player, Attentive):
            self.player.sit_down(state, options, seats, seat)

    def expect(self, state: State, move: str, seat: int) -> None:
        if isinstance(self.player, Attentive):
            self.player.expect(state, move, seat)

    def see(self, steps: Sequence[Step]) -> None:
        if isinstance(self.player, Attentive):
            self.player.see(steps)

    def __call__(self, state: State, seat: int) -> str:
        begun = time.process_time()
        move = self.player(state, seat)
        self.seconds += time.process_time() - begun
        return move


def seatings(sides: Sequence[int]) -> list[frozenset[int]]:
    """The seats of one player in every seating: those of half of the sides. `sides` names the side
    of each seat.

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


def duel(game: Game, asked: argparse.Namespace) -> Iterator[list[str]]:
    """A row for each of the two players."""
    names, seats, given = (asked.one, asked.other), asked.seats, options_given(asked.option)
    options = game.settle(game.read_options(given), seats)
    teams = game.ranking.teams(options, seats)
    ways = seatings(first_of_sides(seats, teams))
    makers = [PLAYERS[name] if name in PLAYERS else maker_of(name) for name in names]
    shares: tuple[list[float], ...] = ([], [])
    points: list[float] = []
    seconds: tuple[list[float], ...] = ([], [])
    for number in range(asked.matches):
        seed, own = derived_seed(f"duel:{number // len(ways)}"), ways[number % len(ways)]
        record = Record(
            game=game.name,
            rules=game.rules,
            options=game.write_options(options, seats),
            seats=[names[seat not in own] for seat in range(1, seats + 1)],
            seed=seed,
        )
        players = [
            Timed(makers[seat not in own](game, f"{seed}:{seat}")) for seat in range(1, seats + 1)
        ]
        match = NewMatch(game, record)
        play_by(match, players)
        state = match.state
        won, scores = shares_of(state.winners(), seats, teams), state.scores()
        both = [own, {*range(1, seats + 1)} - own]
        for found, spent, chairs in zip(shares, seconds, both, strict=True):
            found.append(fsum(won[seat - 1] for seat in chairs) / len(chairs))
            spent.append(fsum(players[seat - 1].seconds for seat in chairs) / len(chairs))
        one, other = (fsum(scores[seat - 1] for seat in each) / len(each) for each in both)
        points.append(one - other)
    for name, found, spent, sign in zip(names, shares, seconds, (1, -1), strict=True):
        ahead = interval([sign * each for each in points])
        yield [name, interval(found), ahead, f"{fsum(spent) / len(spent):.3f}"]


def main() -> None:
    """Print both rows."""
    parser = argparse.ArgumentParser(description=__doc__, prog="python -m benchmarks.duel")
    parser.add_argument("game")
    parser.add_argument("one")
    parser.add_argument("other")
    parser.add_argument("--seats", type=int, required=True)
    parser.add_argument("--option", action="append", default=[], metavar="KEY=VALUE")
    parser.add_argument("--matches", type=int, default=400)
    asked = parser.parse_args()
    rows = duel(registry.game(asked.game), asked)
    print(*table("player|win share|points ahead|seconds", rows), sep="\n")


if __name__ == "__main__":
    main()
