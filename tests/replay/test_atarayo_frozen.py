"""Frozen for rules revision 1: digests and situations of records that are out in the world.

A difference here breaks checkpoints and archives; it needs a new rules revision, not new numbers.
"""

from __future__ import annotations

import pytest

from kifu.replay.chance import Chance
from kifu.replay.games import atarayo_table
from kifu.replay.games.atarayo import GAME, Atarayo

SEED = "shake256-1:00112233445566778899aabbccddeeff"

#: Options, seats, plies played (by the greedy player of the seat on turn; nobody else calls),
#: then the digest and what the seat to move faces.
FROZEN = [
    (
        {},
        3,
        0,
        "da0b180b23b5f485",
        "table standby n3 act own field=1 colour=printed "
        "attack=none hand=5 fits=4 call=no standby=no",
    ),
    (
        {},
        3,
        9,
        "a9b80a9f5f9abbc5",
        "table standby n3 act own field=5 colour=printed "
        "attack=none hand=3 fits=1 call=no standby=no",
    ),
    (
        {},
        4,
        33,
        "483830112978401f",
        "table standby n4 act own field=8 colour=printed "
        "attack=none hand=3 fits=3 call=no standby=no",
    ),
    (
        {},
        5,
        90,
        "078b26d5b1299d31",
        "table standby n5 act own field=13 colour=printed "
        "attack=none hand=2 fits=0 call=no standby=no",
    ),
    (
        {"draw2": "ends_turn"},
        4,
        50,
        "3e66a30ccce2af05",
        "table standby n4 drawn own field=7 colour=printed "
        "attack=none hand=1 fits=0 call=no standby=no",
    ),
    (
        {"mode": "duel"},
        2,
        0,
        "5c588fae9c29448e",
        "duel first3 n2 act own field=1 colour=printed "
        "attack=none hand=5 fits=4 call=no standby=no",
    ),
    (
        {"mode": "duel"},
        2,
        41,
        "40047077ec2885fe",
        "duel first3 n2 act own field=2 colour=printed "
        "attack=none hand=3 fits=0 call=no standby=no",
    ),
    (
        {"mode": "duel", "goal": "standby"},
        2,
        77,
        "96542f718aeb5c51",
        "duel standby n2 drawn own field=3 colour=printed "
        "attack=none hand=3 fits=0 call=no standby=no",
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
    assert atarayo_table.canonical(played({}, 3, 9)) == (
        "atarayo 1 3|table continue standby|1 8 1 act|2 -1|p2 r7 g12 y4 y7/b7 g6 y10/g13 y3|//|b5|"
        "3 1|b1 b9 r1 r12 y1 8 8|r6 g9 p3 8 b13 g5 y12 p1 b6 p5 y5 8 11 b10 y2 p7 p9 g1 y9 r2 b12 "
        "r4 g4 r10 y13 g10 g3 p4 g2 b4 b2 y6 p12 11 b3 11 g7 11 p6 r13 11 p13 p10 r3 8 r5 r9|25||"
        "|0 0|0 0 0|0"
    )


def played(options: dict[str, str], seats: int, plies: int) -> Atarayo:
    state = Atarayo(GAME.read_options(options), seats, Chance(SEED))
    for _ in range(plies):
        state.play(GAME.greedy(state, state.next_seat))
    return state
