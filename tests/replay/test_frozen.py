"""Frozen for rules revision 1: digests, situations and positions of records that are out in the
world, in frozen/NAME.txt.

A difference here breaks checkpoints and archives; it needs a new rules revision, not new numbers.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from typing import NamedTuple

import pytest

from kifu.replay import registry
from kifu.replay.chance import Chance
from kifu.replay.game import State

SEED = "shake256-1:00112233445566778899aabbccddeeff"
GOLDEN = Path(__file__).parent / "frozen"
POSITION = re.compile(r"(\d+) seats((?: \w+=\w+)*), (\d+) pl(?:y|ies)(?:: (\w{16}))?")


class Frozen(NamedTuple):
    """What a file says of one position: how to get there, and its digest, the situation of a
    seat, or the line of text that its digest is made from.
    """

    game: str
    options: dict[str, str]
    seats: int
    plies: int
    digest: str
    seat: int
    situation: str
    canonical: str


def frozen(name: str) -> Iterator[Frozen]:
    lines = (GOLDEN / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    for place, facts in zip(lines[::2], lines[1::2], strict=True):
        how = POSITION.fullmatch(place)
        kind, _, text = facts.strip().partition(": ")
        assert how, place
        options = dict(word.split("=") for word in how[2].split())
        seat = int(kind.removeprefix("seat")) if kind != "position" else 0
        said = ("", text) if not seat else (text, "")
        yield Frozen(name, options, int(how[1]), int(how[3]), how[4] or "", seat, *said)


CASES = [case for name in registry.BUILT_IN for case in frozen(name)]


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.game}-{case.seats}-{case.plies}")
def test_digests_situations_and_positions_are_as_they_were(case: Frozen) -> None:
    state = played(case)
    if case.canonical:
        table = import_module(f"kifu.replay.games.{case.game}.keys")
        assert table.canonical(state) == case.canonical
    else:
        assert state.digest() == case.digest
        assert state.situation(case.seat) == case.situation


@pytest.mark.parametrize("name", registry.BUILT_IN)
def test_every_game_has_digests_and_a_position_frozen(name: str) -> None:
    cases = list(frozen(name))
    assert sum(bool(case.digest) for case in cases) >= 8
    assert any(case.canonical for case in cases)


def test_the_position_of_an_undealt_mutsugo_match_is_frozen() -> None:
    game = registry.game("mutsugo")
    table = import_module("kifu.replay.games.mutsugo.keys")
    assert table.canonical(game.start(game.read_options({}), 2, Chance())) == (
        "mutsugo 1 2|15|1 waiting 0|" + " ".join(["_"] * 42) + "||/|/|0"
    )


def played(case: Frozen) -> State:
    """The position after the moves that `MOVES` has for its game."""
    game = registry.game(case.game)
    state = game.start(game.read_options(case.options), case.seats, Chance(SEED))
    for ply in range(case.plies):
        seat, move = MOVES[case.game](state, ply)
        state.play(move, seat)
    return state


def first(state: State, _: int) -> tuple[int, str]:
    """The first legal move of the first seat that may act."""
    seat = state.to_move()[0]
    return seat, state.legal_moves(seat)[0]


def fifth(state: State, ply: int) -> tuple[int, str]:
    """At ply k the legal move at place 5k, counted round the list from 0."""
    legal = state.legal_moves(state.next_seat)
    return state.next_seat, legal[ply * 5 % len(legal)]


def greedy_in_turn(state: State, _: int) -> tuple[int, str]:
    """What the simple player of the seat on turn does; nobody else calls."""
    return state.next_seat, registry.game("atarayo").greedy(state, state.next_seat)


def greedy(state: State, _: int) -> tuple[int, str]:
    """What the simple player of the lowest seat does that wishes to claim, else that of the seat on
    turn.
    """
    play = registry.game("yuhodo").greedy
    claims = {seat: play(state, seat) for seat in state.to_move() if seat != state.next_seat}
    return next(
        ((seat, move) for seat, move in claims.items() if move),
        (state.next_seat, play(state, state.next_seat)),
    )


#: How the frozen matches of each game go on.
MOVES: dict[str, Callable[[State, int], tuple[int, str]]] = {
    "nimmt": first,
    "atarayo": greedy_in_turn,
    "mutsugo": fifth,
    "magimiles": first,
    "yuhodo": greedy,
}
