"""How many sequences of moves there are from the start, to a small depth: a number that changes
with almost any mistake in what is legal.

Golden files are made again by `python tests/replay/test_move_sequences.py [GAME...]`.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from kifu.replay import registry
from kifu.replay.chance import Chance, derived_seed
from kifu.replay.game import State

GOLDEN = Path(__file__).parent / "move-sequences"

#: No count goes deeper than this, or to where there may be more sequences than this.
DEEPEST = 8
MOST = 5_000


@pytest.mark.parametrize("name", registry.BUILT_IN)
def test_the_numbers_of_move_sequences_are_as_they_were(name: str) -> None:
    golden = (GOLDEN / f"{name}.txt").read_text(encoding="utf-8")
    assert list(lines(name)) == golden.splitlines()


def lines(name: str) -> Iterator[str]:
    """For every option set and number of seats, the numbers at depth 1, 2, 3, ..."""
    game = registry.game(name)
    for given in game.option_sets:
        options = game.read_options(given)
        for seats in game.seats(options):
            said = " ".join(f"{key}={value}" for key, value in given.items()) or "none"
            start = game.start(options, seats, Chance(derived_seed(f"sequences {name}")))
            counts = " ".join(map(str, numbers(start)))
            yield f"{seats} seats, options {said}: {counts}"


def numbers(start: State) -> Iterator[int]:
    """The numbers of sequences of one move, of two, ...; each counts where it ends the game too."""
    states = [start]
    for _ in range(DEEPEST):
        count = 0
        moves = []
        for state in states:
            moves.append([(seat, move) for seat in state.to_move()
                          for move in state.legal_moves(seat)])  # fmt: skip
            count += len(moves[-1])
            if count > MOST:
                return
        yield count
        if count * 10 > MOST:
            return
        states = [
            after(state, seat, move)
            for state, possible in zip(states, moves, strict=True)
            for seat, move in possible
        ]


def after(state: State, seat: int, move: str) -> State:
    following = state.copy()
    following.play(move, seat)
    return following


if __name__ == "__main__":
    for game in sys.argv[1:] or registry.BUILT_IN:
        (GOLDEN / f"{game}.txt").write_text("\n".join(lines(game)) + "\n", encoding="utf-8")
