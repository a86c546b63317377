"""A rule is changed in one place: whoever lists, plays, refuses, chooses or counts follows it."""

from __future__ import annotations

import re
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from types import FunctionType

import pytest

from kifu.replay.analysis.kernel import NO_MOVE
from kifu.replay.analysis.ways import SIMPLE
from kifu.replay.chance import Chance
from kifu.replay.elements.arrays import INTERPRETED
from kifu.replay.elements.lots import QuickLots
from kifu.replay.game import IllegalMove
from kifu.replay.games.atarayo.position import Position as Atarayo
from kifu.replay.games.magimiles.cards import Tables
from kifu.replay.games.magimiles.players import barred
from kifu.replay.games.mutsugo.cards import size_to_rob
from kifu.replay.games.nimmt.cards import nearest
from kifu.replay.games.nimmt.options import Options
from kifu.replay.games.nimmt.rollouts import Round
from kifu.replay.games.nimmt.rules import start
from kifu.replay.games.yuhodo.legal import why_no_ready
from kifu.replay.registry import BUILT_IN
from kifu.replay.states.coded import Coded

from . import atarayo_positions, magimiles_positions, mutsugo_positions, nimmt_positions
from .yuhodo_positions import position

Change = Callable[[object, object], None]


@pytest.fixture
def change(monkeypatch: pytest.MonkeyPatch) -> Change:
    """Gives one function, wherever it is called from, the body of another."""
    if not INTERPRETED:
        pytest.skip("what is compiled is not changed")

    def swap(rule: object, other: object) -> None:
        assert isinstance(rule, FunctionType)
        assert isinstance(other, FunctionType)
        monkeypatch.setattr(rule, "__code__", other.__code__)

    return swap


def agrees(state: Coded, seat: int, *tried: str) -> set[str]:
    """Those of the moves `tried` that are listed, which are those that can be played; what the
    simple player chooses is listed.
    """
    played = set()
    for move in tried:
        try:
            state.copy().play(move, seat)
        except IllegalMove as error:
            assert error.reason.en
            assert error.reason.ja
        else:
            played.add(move)
    legal = state.legal_moves(seat)
    assert played == {*tried} & {*legal}
    assert state.count_legal(seat) == len(legal)
    assert state.lexicon.token(state.greedy_code(seat)) in legal
    return played


def test_where_a_card_of_6_nimmt_is_placed(change: Change) -> None:
    kernel, state = Round(), start(Options(), 3, Chance(nimmt_positions.SEED))
    assert kernel.load(state)
    kernel.play(NO_MOVE, 1, SIMPLE, QuickLots(""))
    kept = list(kernel.scores)
    change(nearest, lambda card, ends, firsts, wide, both_ends: 0)
    kernel.play(NO_MOVE, 1, SIMPLE, QuickLots(""))
    assert sum(kernel.scores) < sum(kept), "each card takes a row"
    state = nimmt_positions.in_the_middle("10|20|30|40", ["41 50", "42 60"])
    assert "nowhere=2" in state.situation(1)
    assert state.greedy_code(1) == 41
    for seat, move in ((1, "41"), (2, "42")):
        assert state.class_code(int(move), seat) == 2, "lowest, below every row"
        state.play(move, seat)
    assert agrees(state, 1, "r1", "r4", ">4", "<1") == {"r1", "r4"}


def test_what_a_set_of_mutsugo_may_rob(change: Change) -> None:
    state = mutsugo_positions.on_table(["s3 p3 a7", ""], ["", "t3+t4+t5"])
    assert agrees(state, 1, "s3+p3<t3") == set()
    change(size_to_rob, lambda robbed: 3)
    assert agrees(state, 1, "s3+p3<t3") == {"s3+p3<t3"}
    assert state.lexicon.token(state.greedy_code(1)) == "s3+p3<t3"
    assert state.lexicon.token(state.reference_code(1)) == "s3+p3<t3"
    assert "sets=1 best=3" in state.situation(1)


def test_what_fits_on_the_field_card_of_atarayo(change: Change) -> None:
    state = atarayo_positions.on_table("b4", ["b7 r4 8", "b1 b2", "b5 b6"])
    assert agrees(state, 1, "b7", "r4", "8", "d") == {"b7", "r4", "8", "d"}
    change(Atarayo.fitting, lambda self: 0)
    assert agrees(state, 1, "b7", "r4", "8", "d") == {"d"}
    assert "fits=0" in state.situation(1)


def test_who_follows_in_magimiles(change: Change) -> None:
    state = magimiles_positions.trick(20, {1: "r5", 2: "r1 g2"})
    state.play("r5", 1)
    assert agrees(state, 2, "r1", "g2") == {"r1"}
    assert ("hand/2", "r1") in barred(state, "g2", 2)
    change(Tables.may_follow, lambda self, led, hand: (1 << 37) - 2)
    assert agrees(state, 2, "r1", "g2") == {"r1", "g2"} and barred(state, "g2", 2) == []


def test_who_may_declare_ready_in_yuhodo(change: Change) -> None:
    state = position("""
        hand 1    h1 h2 h3 a4 a5 a6 d1 d3
        hand 2    d1 d2 a2 a4 d7 d4 i1
        took      d3
        market    d1 d2""")
    assert agrees(state, 1, "-d3", "-d3R") == {"-d3", "-d3R"}
    change(why_no_ready, lambda state, seat, card: 11)
    assert agrees(state, 1, "-d3", "-d3R") == {"-d3"}


@pytest.mark.parametrize("name", BUILT_IN)
def test_the_reading_order_names_each_file_of_the_game(name: str) -> None:
    """`game` says in what order to read its package."""
    module = import_module(BUILT_IN[name].partition(":")[0])
    order, folder = (module.__doc__ or "").partition("Read in the order")[2], module.__file__
    assert folder is not None
    files = {path.stem for path in Path(folder).parent.glob("*.py")} - {"game", "__init__"}
    named = re.findall("`([a-z_]+)`", order)
    assert sorted(named) == sorted(files)
