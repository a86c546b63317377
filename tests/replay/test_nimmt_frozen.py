"""Frozen for rules revision 1: digests and situations of records that are out in the world.

A difference here breaks checkpoints and archives; it needs a new rules revision, not new numbers.
"""

from __future__ import annotations

import pytest

from kifu.replay.chance import Chance
from kifu.replay.games import nimmt_table
from kifu.replay.games.nimmt import GAME, Nimmt

SEED = "shake256-1:00112233445566778899aabbccddeeff"

#: Options, seats, plies played (always the first legal move), then the digest and what the seat
#: to move faces.
FROZEN = [
    ({}, 2, 0, "9d2c8cf96afb45be", "std all n2 choose hand=10 rows=1.1.1.1 nowhere=0 full=0"),
    ({}, 2, 2, "889d54d3c5e69255", "std all n2 place heads=1.1.1.5 behind=1"),
    ({}, 4, 45, "dc564d5b14f9a700", "std all n4 choose hand=1 rows=1.2.5.3 nowhere=0 full=0"),
    ({}, 10, 100, "339e45d51fee8930", "std all n10 choose hand=1 rows=3.1.2.1 nowhere=1 full=0"),
    (
        {"deck": "tactics"},
        3,
        7,
        "c1af2dc09e0c7069",
        "std dealt n3 choose hand=8 rows=4.3.1.1 nowhere=0 full=0",
    ),
    (
        {"placement": "professional"},
        5,
        60,
        "c03c3dff9e4a7472",
        "pro all n5 choose hand=9 rows=1.2.2.2 nowhere=0 full=0",
    ),
    (
        {"deck": "tactics", "placement": "professional", "rounds": "1"},
        10,
        55,
        "695d9bc96519d7da",
        "pro dealt n10 choose hand=5 rows=2.3.3.2 nowhere=0 full=0",
    ),
    (
        {"deck": "tactics", "hands": "drafted"},
        2,
        7,
        "195c9b6745c472cd",
        "std drafted n2 draft picks=3 sixths=2.1.0.0.0.0",
    ),
    (
        {"deck": "tactics", "hands": "drafted", "target": "9"},
        3,
        41,
        "241b167bcfe91a65",
        "std drafted n3 choose hand=7 rows=4.1.1.1 nowhere=0 full=0",
    ),
]


@pytest.mark.parametrize(("options", "seats", "plies", "digest", "situation"), FROZEN)
def test_digest_and_situation(
    options: dict[str, str], seats: int, plies: int, digest: str, situation: str
) -> None:
    state = played(options, seats, plies)
    assert state.digest() == digest
    assert state.situation(state.next_seat) == situation


def test_the_canonical_line_is_what_the_page_counts_as_the_position() -> None:
    state = played({"placement": "professional"}, 2, 2)
    assert nimmt_table.canonical(state) == (
        "nimmt 1 2|standard dealt professional 66 0|1 2 choose|"
        "66 67 71 77 81 83 84 88 92/2 10 27 35 38 47 53 54 87|1 11/59 63/89/13|0 0|80||||"
        "0"
    )


def played(options: dict[str, str], seats: int, plies: int) -> Nimmt:
    state = Nimmt(GAME.read_options(options), seats, Chance(SEED))
    for _ in range(plies):
        state.play(state.legal_moves(state.next_seat)[0])
    return state
