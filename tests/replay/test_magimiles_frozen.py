"""Frozen for rules revision 1: digests and situations of records that are out in the world.

A difference here breaks checkpoints and archives; it needs a new rules revision, not new numbers.
"""

from __future__ import annotations

import pytest

from kifu.replay.chance import Chance
from kifu.replay.games import magimiles_table
from kifu.replay.games.magimiles import GAME, Magimiles

SEED = "shake256-1:00112233445566778899aabbccddeeff"

#: Options, seats, plies played (always the first legal move of the first seat that may act), then
#: the digest and what that seat faces.
FROZEN = [
    ({}, 2, 0, "e43d6a6757be2609", "n2 house1 house1 rgb pick1 piles=1.1.2.2"),
    ({}, 2, 1, "4b328dd1fd8536f8", "n2 house1 house1 rgb pick2 piles=1.1.2"),
    ({}, 2, 2, "d7e514cf0e4a10b8", "n2 house1 house1 rgb declare colours=5.3.0 all=1"),
    ({}, 2, 4, "a58725dadbe41288", "n2 house1 house1 rgb main hand=8 lead=own"),
    ({}, 2, 5, "dca45049f53f6bdd", "n2 house1 house1 rgb main hand=8 lead=colour.below follow=3"),
    ({}, 2, 6, "702638d402e6b755", "n2 house1 house1 rgb support hand=7 laid=0 rank=2"),
    ({}, 2, 27, "cec524ac407ee208", "n2 house1 house1 rgb main hand=6 lead=all.above follow=0"),
    (
        {"cycle": "rbg", "all_follow": "forced", "all_lead": "free"},
        2,
        12,
        "71462be34d9bef17",
        "n2 house1 house1 rbg main hand=4 lead=own",
    ),
    ({}, 3, 0, "dbcc8e934bbb7144", "n3 house1 house1 rgb declare colours=4.3.0 all=4"),
    ({}, 3, 6, "8cce9c75da2b47ea", "n3 house1 house1 rgb support hand=9 laid=0 rank=3"),
    ({}, 3, 9, "747a2555c1eecb3a", "n3 house1 house1 rgb take worth=++0"),
    (
        {"rounds": "3"},
        3,
        40,
        "6d779504b1a1dc36",
        "n3 house1 house1 rgb declare colours=3.2.2 all=4",
    ),
    ({}, 4, 0, "4d2706f61a3e6ec1", "n4 house1 house1 rgb pass1 colours=3.1.0 all=4"),
    ({}, 4, 2, "5cebd004cfbe78a7", "n4 house1 house1 rgb declare colours=3.1.0 all=4"),
    ({}, 4, 8, "749214d23210f86b", "n4 house1 house1 rgb support hand=8 laid=0 rank=1"),
    (
        {"all_follow": "only_if_unable"},
        4,
        21,
        "d36f5e12495318d3",
        "n4 house1 house1 rgb support hand=5 laid=1 rank=2",
    ),
]


@pytest.mark.parametrize(("options", "seats", "plies", "digest", "situation"), FROZEN)
def test_digest_and_situation(
    options: dict[str, str], seats: int, plies: int, digest: str, situation: str
) -> None:
    state = played(options, seats, plies)
    assert state.digest() == digest
    assert state.situation(state.to_move()[0]) == situation


def test_the_canonical_line_is_what_the_page_counts_as_the_position() -> None:
    assert magimiles_table.canonical(played({"cycle": "rbg"}, 2, 8)) == (
        "magimiles 1 2|house1 house1 rbg always all_only 1|1 2 main|2|2|"
        "r3 r4 r6 b5 b7 b9/r1 r2 r7 r8 g1 b6|///|g4|1:a2 2:a3|||/b1 b3 a4 a5|0 0|"
        "g8 a1 g7 a7 g3 g2 a6 g9 a8 b8 b4 g5 a9 r5 r9 b2"
    )


def played(options: dict[str, str], seats: int, plies: int) -> Magimiles:
    state = Magimiles(GAME.read_options(options), seats, Chance(SEED))
    for _ in range(plies):
        seat = state.to_move()[0]
        state.play(state.legal_moves(seat)[0], seat)
    return state
