"""Whole matches of Atarayo: the cards are conserved, and unknown cards are taken as they come."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from kifu.replay.chance import Chance, derived_seed
from kifu.replay.games.atarayo.cards import BIT, COPIES, NUMBERS
from kifu.replay.games.atarayo.game import GAME
from kifu.replay.games.atarayo.rules import Atarayo, start
from kifu.replay.players.asking import next_move
from kifu.replay.players.players import random_player
from kifu.replay.table import Step

from .atarayo_positions import hands_of

TABLES = [
    ({}, 3),
    ({}, 5),
    ({"draw2": "ends_turn"}, 4),
    ({"mode": "duel"}, 2),
    ({"mode": "duel", "goal": "standby"}, 2),
]
tables = st.sampled_from(TABLES)


@given(table=tables, lots=st.integers(0, 10**6))
def test_cards_are_conserved(table: tuple[dict[str, str], int], lots: int) -> None:
    options, seats = table
    state = start(GAME.read_options(options), seats, Chance(derived_seed(f"conserved {lots}")))
    player = random_player(GAME, str(lots))
    for _ in range(300):
        assert everything(state) == sorted(COPIES_EACH)
        assert all(len(hand) < 10 for hand in hands_of(state))
        assert state.pile
        assert all(is_kept_well(state, hand) for hand in state.by_name)
        if state.is_over:
            return
        seat, move = next_move(state, [player] * seats)
        state.play(move, seat)


COPIES_EACH = [kind for kind, copies in enumerate(COPIES) for _ in range(copies)]


def everything(state: Atarayo) -> list[int]:
    zones = [*hands_of(state), state.pile, state.discards, state.field, state.revealed]
    return sorted([card for zone in zones for card in zone] + [state.point] * (state.point > 0))


def is_kept_well(state: Atarayo, hand: int) -> bool:
    """Whether all that is kept of a hand is what its cards say."""
    cards = state.cards_in(hand)
    numbers = [NUMBERS[card] for card in cards]
    return (
        state.size[hand] == len(cards)
        and state.held[hand] == sum({BIT[card] for card in cards})
        and state.numbers[hand] == sum(16**number for number in numbers)
        and state.open_in(hand) == cards[: state.bare[hand]]
    )


@given(table=tables, number=st.integers(0, 200))
def test_in_one_stretch_all_ends_the_same_but_the_next_round_is_not_dealt(
    table: tuple[dict[str, str], int], number: int
) -> None:
    options, seats = table
    ends = []
    for one_stretch in (False, True):
        chance = Chance(derived_seed(f"stretch {number}"))
        first = start(GAME.read_options(options), seats, chance)
        first.one_stretch = one_stretch
        state = first.copy()
        while state.stretch() == 1:
            seat, move = next_move(state, [GAME.greedy] * seats)
            state.play(move, seat)
        assert ("deal/2" in chance.events) == (state.to_move() != []) == (not one_stretch)
        ends.append((state.scores(), state.facts(), state.is_over))
    assert ends[0] == ends[1]


def test_archives_can_find_what_happens_in_matches() -> None:
    steps: list[Step] = []
    for options, seats in [({}, 3), *[({"mode": "duel"}, 2)] * 8]:
        seed = derived_seed(f"events {len(steps)}")
        state = start(GAME.read_options(options), seats, Chance(seed))
        while not state.is_over:
            seat, move = next_move(state, [GAME.greedy] * seats)
            state.play(move, seat, steps.append)
    events = {"call", "counter", "burst", "open", "point", "reshuffle"}
    assert {step.kind for step in steps} >= set(GAME.archive.events) == events
