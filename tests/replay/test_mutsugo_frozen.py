"""Frozen for rules revision 1: digests and situations of records that are out in the world.

A difference here breaks checkpoints and archives; it needs a new rules revision, not new numbers.
"""

from __future__ import annotations

import pytest

from kifu.replay.chance import Chance
from kifu.replay.games import mutsugo_table
from kifu.replay.games.mutsugo import GAME, Mutsugo

SEED = "shake256-1:00112233445566778899aabbccddeeff"

#: Options, seats, plies played (see `played`), then the digest and what the seat to move faces
#: (seat 1 where the game is over).
FROZEN = [
    ({}, 2, 0, "1d2173c6924ac163", "n2 start hand=4 sets=0 best=0 pile=6 need=5 rival=5"),
    ({}, 2, 8, "176a6bdf1e366b9c", "n2 closing hand=4 sets=0 best=0 pile=5 need=5 rival=5"),
    ({}, 2, 56, "09a5401448e2bafe", "n2 main hand=2 sets=0 best=0 pile=3 need=2 rival=5"),
    ({}, 2, 119, "1028c42779232ccf", "n2 over hand=4 sets=3 best=3 pile=0 need=1 rival=4"),
    ({}, 3, 60, "f6d0d30732ac3c85", "n3 closing hand=4 sets=3 best=3 pile=2 need=4 rival=3"),
    ({}, 3, 85, "2bc58ad69be66d99", "n3 main hand=4 sets=3 best=3 pile=1 need=3 rival=4"),
    ({}, 4, 31, "9c6b2246fa0248d1", "n4 start hand=4 sets=0 best=0 pile=4 need=4 rival=3"),
    ({}, 4, 201, "702fc97de6bc5f1e", "n4 main hand=2 sets=0 best=0 pile=2 need=1 rival=1"),
    (
        {"target": "6"},
        3,
        34,
        "1a6af4a22adab70a",
        "n3 over hand=3 sets=0 best=0 pile=3 need=1 rival=0",
    ),
    (
        {"target": "42"},
        4,
        215,
        "f7da8caa19048578",
        "n4 main hand=2 sets=0 best=0 pile=2 need=5 rival=5",
    ),
]


@pytest.mark.parametrize(("options", "seats", "plies", "digest", "situation"), FROZEN)
def test_digest_and_situation(
    options: dict[str, str], seats: int, plies: int, digest: str, situation: str
) -> None:
    state = played(options, seats, plies)
    assert state.digest() == digest
    assert state.situation(state.next_seat or 1) == situation


def test_the_canonical_line_is_what_the_page_counts_as_the_position() -> None:
    state = played({"target": "20"}, 2, 56)
    assert mutsugo_table.canonical(state) == (
        "mutsugo 1 2|20|16 main 2|"
        "p2 c5 x3 c2 p1 p6 p4 x7 a1 s7 t7 c1 t6|"
        "c3 c6 c7 s4 s6 p3 p5 t1 x2 x4 x6 a2 a4 a7|s2 p7 x1 x5/c4 t5|/t2+t3+t4 s1+s3+s5 a3+a5+a6|2"
    )
    assert mutsugo_table.canonical(Mutsugo(GAME.read_options({}), 2, Chance())) == (
        "mutsugo 1 2|15|1 waiting 0|" + " ".join(["_"] * 42) + "||/|/|0"
    )


def played(options: dict[str, str], seats: int, plies: int) -> Mutsugo:
    """A match in which ply k is the legal move at place 5k, counted round the list from 0."""
    state = Mutsugo(GAME.read_options(options), seats, Chance(SEED))
    for ply in range(plies):
        legal = state.legal_moves(state.next_seat)
        state.play(legal[ply * 5 % len(legal)])
    return state
