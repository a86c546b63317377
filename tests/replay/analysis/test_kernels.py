"""The law of kernels: they end a stretch with the scores that the rules end it with."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.replay.cases import Case, all_cases

from kifu.replay.analysis.dealing import WorldChance
from kifu.replay.analysis.kernel import Kernel
from kifu.replay.analysis.rollouts import finish, play_after
from kifu.replay.analysis.trying import kernel_of
from kifu.replay.analysis.ways import CARELESS, NO_LOTS, REFERENCE, SIMPLE
from kifu.replay.elements.arrays import INTERPRETED
from kifu.replay.elements.lots import QuickLots
from kifu.replay.registry import BUILT_IN
from kifu.replay.states.coded import Coded
from kifu.replay.states.playout import PASS, RandomPolicy, playout

#: The games that have a kernel.
QUICK = [name for name in BUILT_IN if type(kernel_of(name)) is not Kernel]
CASES = [case for case in all_cases() if case.game.name in QUICK]
WAYS = (REFERENCE, SIMPLE, CARELESS)


def ended(kernel: Kernel) -> Any:
    """How a stretch has ended."""
    winners = kernel.winners if kernel.is_over else []
    return [*kernel.scores], kernel.is_over, winners, kernel.is_over or kernel.rounds


def position(case: Case, text: str) -> Coded:
    """A position of a match at random, at some place before its end."""
    lots = QuickLots(text)
    state = case.start(text)
    state.chance = WorldChance(lots)
    plies = playout(state.copy(), RandomPolicy(QuickLots(f"{text} moves")))
    playout(state, RandomPolicy(QuickLots(f"{text} moves")), lots.below(plies))
    return state


def check(case: Case, text: str) -> bool:
    """The law, from a position and for a move at random. False where the kernel can't play on."""
    state, lots = position(case, text), QuickLots(f"{text} choices")
    kernel = kernel_of(case.game.name)
    if not kernel.load(state):
        return False
    seats = state.to_move()
    seat = seats[lots.below(len(seats))]
    may_pass = len(seats) > 1 and not state.at_once
    codes = [*state.legal_codes(seat), *[PASS] * may_pass]
    code, way, in_stretch = codes[lots.below(len(codes))], WAYS[lots.below(3)], lots.below(4) > 0
    before, rules = state.digest(), Kernel()
    for each in (rules, kernel):
        play_after(each, state, code, seat, in_stretch, way, QuickLots(text))
    assert ended(kernel) == ended(rules)
    assert state.digest() == before
    if in_stretch and not kernel.is_over:
        assert kernel.following().digest() == rules.following().digest()
    for each in (kernel, rules):
        finish(each, state.copy(), in_stretch, REFERENCE, NO_LOTS)
    assert ended(kernel) == ended(rules)
    return True


@given(text=st.text("abcdefgh", min_size=6, max_size=6), case=st.sampled_from(CASES))
def test_it_ends_as_the_rules_do(text: str, case: Case) -> None:
    check(case, text)


def test_it_can_play_on_from_most_positions() -> None:
    assert QUICK
    for case in CASES:
        assert sum(check(case, f"most {number}") for number in range(4)) > 1


@pytest.mark.campaign
@pytest.mark.compiled
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_it_ends_as_the_rules_do_in_a_hundred_thousand_matches(case: Case) -> None:
    """A tenth of them where the rules are interpreted, which takes 15 times as long for each."""
    for number in range((10_000 if INTERPRETED else 100_000) // len(CASES)):
        check(case, f"campaign {number}")
