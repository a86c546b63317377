"""What holds for every registered game, at every ply and for every viewer."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product
from typing import Any

import pytest

from kifu.replay.codes.coded import Coded
from kifu.replay.game import IllegalMove, State, WrongActor
from kifu.replay.players.asking import next_move
from kifu.replay.players.new_match import random_player
from kifu.replay.registry import BUILT_IN
from kifu.replay.table import ALL, EVERY, PUBLIC, UNKNOWN, SeenStep, Step, Table, as_seen, fold

from .cases import Case, every_case, quick_cases


@pytest.mark.matrix(10)
@every_case
def test_the_laws_hold_at_every_ply(case: Case) -> None:
    """One match is watched by everybody; its twin is played without a watcher."""
    state, twin = case.start(), case.start()
    layout = case.game.layout(case.game.read_options(case.given), case.seats)
    order = {token: place for place, token in enumerate(layout.faces)}
    own = {
        viewer: {zone.name for zone in layout.zones if zone.seat and viewer in (zone.seat, ALL)}
        for viewer in case.viewers
    }
    tables = {viewer: state.view(viewer) for viewer in case.viewers}
    for turn, (seat, move) in enumerate(played(case, state)):
        every_legal_move_is_playable(case, state, seat)
        if turn % 11 == 3:
            a_copy_goes_its_own_way(state, seat, move)
        before = {viewer: tokens(table) for viewer, table in tables.items()}
        assert state.describe(move, seat) == twin.describe(move, seat)
        steps: list[Step] = []
        state.play(move, seat, steps.append)
        twin.play(move, seat)
        the_twin_is_equal(case, state, twin)
        laid_open = {card for step in steps for card in step_tokens(as_seen(step, PUBLIC))}
        for viewer, table in tables.items():
            seen = [as_seen(step, viewer) for step in steps]
            for step in seen:
                fold(table, step, order)
            assert table == state.view(viewer), (viewer, seat, move)
            # No step shows a card that no table of this viewer shows.
            shown = {card for step in seen for card in step_tokens(step)}
            held = entered(seen, own[viewer])
            assert shown <= before[viewer] | tokens(table) | laid_open | held
    assert (state.scores(), state.facts()) == (twin.scores(), twin.facts())
    assert state.winners() == twin.winners() != []
    for seat, token in product(range(case.seats + 1), (*list(layout.faces)[:3], move, "")):
        with pytest.raises(IllegalMove, match=r"^the game is over$"):
            state.play(token, seat)


def played(case: Case, state: State) -> Iterator[tuple[int, str]]:
    """Choose moves at random until the game is over; whoever asks plays them."""
    play = random_player(case.game, case.name)
    turn = 0
    while not state.is_over:
        acting = state.to_move()
        seat = acting[turn * 7919 % len(acting)]
        turn += 1
        move = play(state, seat)
        yield (seat, move) if move else next_move(state, [play] * case.seats)


def every_legal_move_is_playable(case: Case, state: State, seat: int) -> None:
    """And a token of the game, listed once; who may not act has none."""
    legal = state.legal_moves(seat)
    assert len(set(legal)) == len(legal)
    for token in legal:
        assert case.game.token.fullmatch(token)
        state.copy().play(token, seat)
    idle = set(range(1, case.seats + 1)) - set(state.to_move())
    assert not [other for other in idle if state.legal_moves(other)]


def a_copy_goes_its_own_way(state: Coded, seat: int, move: str) -> None:
    """One that a watcher takes amid a move has nothing left of that move."""
    before, played, taken = everything(state), state.copy(), list[Coded]()
    played.play(move, seat, lambda _step: taken.append(played.copy()))
    assert everything(state) == before
    assert {copy.token(1) for copy in taken} == {state.token(1)}


def the_twin_is_equal(case: Case, state: State, twin: State) -> None:
    """A watcher changes nothing, and the same moves give the same everything."""
    assert state.digest() == twin.digest()
    for seat in range(1, case.seats + 1):
        assert state.situation(seat) == twin.situation(seat)


def everything(state: State) -> tuple[Any, ...]:
    return state.digest(), state.view(ALL), state.marks()


def tokens(table: Table) -> set[str]:
    """The cards whose faces a table shows; a token of a back ends in `_`."""
    return {card for cards in table.zones.values() for card in cards if card[-1] != UNKNOWN}


def step_tokens(step: SeenStep) -> set[str]:
    cards = {card for motion in step.motions for card in (motion.leaves, motion.enters)}
    return {card for card in cards if card[-1] != UNKNOWN} - {EVERY}


def entered(seen: list[SeenStep], zones: set[str]) -> set[str]:
    """The cards that a viewer saw come into its own `zones`: a card that is drawn and leaves
    the hand by the same move, as the round ends with it, is on neither table.
    """
    motions = (motion for step in seen for motion in step.motions)
    return {motion.enters for motion in motions if motion.dst in zones}


@pytest.mark.parametrize(
    "wrong", [0, -1, "n + 1", 64, 10**20, -(10**20), "10**5000", True, "1", None]
)
@pytest.mark.parametrize("name", BUILT_IN)
def test_a_seat_that_is_not_there_is_refused_alike_by_every_call(name: str, wrong: Any) -> None:
    case = next(case for case in quick_cases() if case.game.name == name)
    state = case.start()
    seat = {"n + 1": case.seats + 1, "10**5000": 10**5000}.get(wrong, wrong)
    move = state.legal_moves(state.to_move()[0])[0]
    calls: list[Callable[[], object]] = [
        lambda: state.legal_moves(seat),
        lambda: state.situation(seat),
        lambda: state.describe(move, seat),
        lambda: case.game.offers.visible(state, seat),
    ]
    if seat != 0:  # nobody's token, and everybody's view
        calls += [
            lambda: state.play(move, seat),
            lambda: state.play("nonsense", seat, lambda step: None),
            lambda: state.view(seat),
        ]
    shown = "with so long a number" if wrong == "10**5000" else str(seat)
    before = state.digest()
    for call in calls:
        with pytest.raises(WrongActor, match=f"^there is no seat {shown}$"):
            call()
    assert state.digest() == before
