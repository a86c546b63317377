"""Arrays of what a seat sees: they tell neither more nor less than its view."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from kifu.replay.codes.observation import Observation
from kifu.replay.game import State
from kifu.replay.registry import BUILT_IN, game
from kifu.replay.table import ALL

from .analysis.deal_laws import deal_again, expected, moments
from .cases import Case, every_case, quick_cases

Cells = Callable[[State, int], Iterable[int]]


def observation(case: Case) -> Observation:
    return Observation(case.game, case.game.read_options(case.given), case.seats)


def breaches(case: Case, text: str, cells: Cells) -> Iterator[str]:
    """Where an array tells more or less than the view, in some positions of a match."""
    arrays: dict[tuple[int, ...], str] = {}
    for moment in moments(case, text):
        if moment.ply > 60:
            return
        for state, seat in product(ways_on(moment.state), range(1, case.seats + 1)):
            told, view = (seat, *cells(state, seat)), str(state.view(seat))
            if arrays.setdefault(told, view) != view:
                yield f"less: {view} is {told}, as {arrays[told]}"
        seat = moment.ply % case.seats + 1
        if not moment.state.is_over:
            world = deal_again(case, moment, seat, text)
            if list(cells(world, seat)) != list(cells(expected(moment, seat), seat)):
                yield f"more: to seat {seat} after ply {moment.ply}"


def ways_on(state: State) -> Iterator[State]:
    """A position and some that may come next, which differ in little."""
    yield state
    for seat in state.to_move()[:1]:
        for move in state.legal_moves(seat)[:3]:
            after = state.copy()
            after.play(move, seat)
            yield after


@pytest.mark.matrix(12)
@every_case
def test_arrays_say_as_much_as_views_in_every_game(case: Case) -> None:
    assert list(breaches(case, "arrays", observation(case).of)) == []


@settings(max_examples=12, deadline=None)
@given(st.sampled_from(list(quick_cases())), st.text("abc", max_size=5))
def test_arrays_say_as_much_as_views(case: Case, text: str) -> None:
    assert list(breaches(case, text, observation(case).of)) == []


@pytest.mark.parametrize("name", BUILT_IN)
def test_a_leak_in_either_direction_is_found(name: str) -> None:
    case = next(case for case in quick_cases() if case.game.name == name)
    sight = observation(case)

    def hidden_too(state: State, seat: int) -> list[int]:
        return list(sight.of_view(state.view(ALL), seat))

    def without_cards(state: State, seat: int) -> list[int]:
        return list(sight.of_view(replace(state.view(seat), zones={}), seat))

    assert not sight.number("")
    assert "more" in next(breaches(case, "leak", hidden_too))
    assert "less" in next(breaches(case, "leak", without_cards))


@pytest.mark.matrix(5)
@every_case
def test_arrays_made_without_a_view_are_the_same(case: Case) -> None:
    sight = observation(case)
    for moment in moments(case, "packed"):
        if moment.ply < 80 or moment.state.is_over:
            for seat in range(1, case.seats + 1):
                seen = list(sight.of(moment.state, seat))
                assert seen == list(sight.of_view(moment.state.view(seat), seat))


def test_numbers_that_need_more_than_16_bits_are_not_written_without_a_view() -> None:
    """A match of 6 nimmt! may have 9,999 rounds."""
    case = Case(game("nimmt"), {}, 2)
    state: Any = next(iter(moments(case, "long"))).state
    blank = observation(case)._blank
    assert state.seen_cells(1, blank[:])
    state.round, cells = 191, blank[:]
    assert not state.seen_cells(1, cells) and cells == blank
