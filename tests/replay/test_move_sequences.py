"""How many sequences of moves there are from the start, to a small depth: a number that changes
with almost any mistake in what is legal.

The golden file is made anew by `python tests/replay/test_move_sequences.py`.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from kifu.replay import registry
from kifu.replay.chance import Chance, derived_seed
from kifu.replay.game import Game, State

GOLDEN = Path(__file__).parent / "move-sequences.txt"

#: No count goes deeper than this, or to where there may be more sequences than this.
DEEPEST = 8
MOST = 5_000


def test_the_numbers_of_move_sequences_are_as_they_were() -> None:
    expected = GOLDEN.read_text(encoding="utf-8").splitlines()
    for line in lines():
        assert line in expected
        expected.remove(line)
    assert not expected


def lines() -> Iterator[str]:
    """For every option set and number of seats, the numbers at depth 1, 2, 3, ..."""
    for name in registry.BUILT_IN:
        game = registry.game(name)
        for given in game.option_sets:
            options = game.read_options(given)
            for seats in game.seats(options):
                said = " ".join(f"{key}={value}" for key, value in given.items()) or "none"
                start = game.start(options, seats, Chance(derived_seed(f"sequences {name}")))
                counts = " ".join(map(str, numbers(game, start)))
                yield f"{name}, {seats} seats, options {said}: {counts}"


def numbers(game: Game, start: State) -> Iterator[int]:
    """The numbers of sequences; those that end the game early count where they end."""
    states = [start]
    for _ in range(DEEPEST):
        following = []
        count = 0
        for state in states:
            moves = [(seat, move) for seat in state.to_move() for move in state.legal_moves(seat)]
            count += len(moves)
            if count > MOST:
                return
            for seat, move in moves:
                after = state.copy()
                after.play(move, seat)
                following.append(after)
        yield count
        if count * 10 > MOST:
            return
        states = following


if __name__ == "__main__":
    GOLDEN.write_text("\n".join(lines()) + "\n", encoding="utf-8")
