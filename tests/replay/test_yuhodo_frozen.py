"""Frozen for rules revision 1: digests and situations of records that are out in the world.

A difference here breaks checkpoints and archives; it needs a new rules revision, not new numbers.
"""

from __future__ import annotations

import pytest

from kifu.replay.chance import Chance
from kifu.replay.games import yuhodo_table
from kifu.replay.games.yuhodo import GAME, Yuhodo
from kifu.replay.players import next_move

from .yuhodo_positions import SEED

#: Options, seats, plies played by simple players, then the digest, a seat and what it faces.
FROZEN = [
    ({}, 2, 0, "5f3384baf7dc50e4", 2,
     "basic n2 take own away=3 opened=0 ready=0.0 claim=none pile=3"),
    ({}, 2, 1, "c3beb4f9c9fa8819", 2,
     "basic n2 act own away=2 opened=0 ready=0.0 claim=none pile=3"),
    ({}, 2, 205, "267d6158d9117c43", 1,
     "basic n2 take own away=2 opened=1 ready=0.1 claim=none pile=3"),
    ({}, 3, 6, "1f979a5799b75de9", 1,
     "basic n3 take other away=3 opened=1 ready=0.0 claim=gain pile=3"),
    ({}, 3, 47, "22cf317189925eb8", 1,
     "basic n3 take other away=1 opened=1 ready=1.0 claim=goal pile=2"),
    ({}, 4, 33, "fab7ac22686693a1", 3,
     "basic n4 act own away=3 opened=0 ready=0.0 claim=none pile=3"),
    ({"rules": "advanced"}, 3, 100, "96c3d7ca47bc6869", 1,
     "advanced n3 take own away=2 opened=1 ready=0.0 claim=none pile=3"),
    ({"rules": "advanced", "item_reds": "all", "games": "1"}, 2, 39, "7ccecd35bdf52b2f", 1,
     "advanced n2 over other away=1 opened=1 ready=1.1 claim=none pile=2"),
    ({"ready": "opened", "target": "1"}, 4, 26, "8166f2b1ce6b9a26", 1,
     "basic n4 over other away=0 opened=1 ready=1.0 claim=none pile=3"),
]  # fmt: skip


@pytest.mark.parametrize(("options", "seats", "plies", "digest", "seat", "situation"), FROZEN)
def test_digest_and_situation(
    options: dict[str, str], seats: int, plies: int, digest: str, seat: int, situation: str
) -> None:
    state = played(options, seats, plies)
    assert state.digest() == digest
    assert state.situation(seat) == situation


def test_the_canonical_line_is_what_the_page_counts_as_the_position() -> None:
    assert yuhodo_table.canonical(played({"rules": "advanced"}, 2, 31)) == (
        "yuhodo 1 2|advanced 6 24 free i4|1 2 14 1 1 act|0 0|"
        "a2a3d1D2d3i1i1I1/h2H2h5h7d5D6D7|d4d5d6/a5a6a7|h1h3h5A6h2/d2h1d2d6d3i1|1 2|i4|"
        "D1A3h6h6H4a3a5d5H7h1d7a6a4D4h5a2H6d2h2d1h4d1A1A2a2a6A4a1d3a5D5a4d7a7d4h3i2i4h4I3a1h3I2"
        "a3H3i3a1h6a7h7A7i3d4i2A5D3h4d7H1H5i2d6i3h7i4a4I4|0 i1|0  0"
    )


def played(options: dict[str, str], seats: int, plies: int) -> Yuhodo:
    state = Yuhodo(GAME.read_options(options), seats, Chance(SEED))
    for _ in range(plies):
        seat, move = next_move(state, [GAME.greedy] * seats)
        state.play(move, seat)
    return state
