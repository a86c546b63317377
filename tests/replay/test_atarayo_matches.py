"""Whole matches of Atarayo: the cards are conserved, and unknown cards are taken as they come."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kifu.replay.chance import Chance, derived_seed
from kifu.replay.games.atarayo.cards import BIT, COPIES, DECK, LAST_PLAY, LEXICON, NUMBERS
from kifu.replay.games.atarayo.game import GAME
from kifu.replay.games.atarayo.rules import Atarayo, start
from kifu.replay.players.asking import next_move
from kifu.replay.players.players import random_player
from kifu.replay.table import Step

from .atarayo_positions import hands_of, playable
from .cases import some_of

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


@given(table=tables, number=st.integers(0, 200), hidden=st.sets(st.integers(2, 64)))
def test_a_record_with_unknown_cards_replays_where_the_whole_one_does(
    table: tuple[dict[str, str], int], number: int, hidden: set[int]
) -> None:
    """Whatever really happened stays legal when cards of the deals are not known."""
    options, seats = table
    seed = derived_seed(f"hidden {number}")
    state = start(GAME.read_options(options), seats, Chance(seed))
    deck = Chance(seed).shuffle("deal/1", DECK, 65)
    assert deck is not None
    words = ["_" if at in hidden else DECK[card - 1] for at, card in enumerate(deck)]
    veiled = start(GAME.read_options(options), seats, Unseeded(seed, [("deal/1", " ".join(words))]))
    player = random_player(GAME, str(number))
    while not state.is_over and state.round == 1:
        seat, move = next_move(state, [player] * seats)
        assert move in veiled.legal_moves(seat)
        assert set(state.legal_moves(seat)) <= set(veiled.legal_moves(seat))
        assert set(state.to_move()) <= set(veiled.to_move())
        state.play(move, seat)
        veiled.play(move, seat)
    assert veiled.scores() == state.scores()


class Unseeded(Chance):
    """The first deal as written, whatever comes later from the seed; nothing is compared."""

    def __init__(self, seed: str, outcomes: list[tuple[str, str]]) -> None:
        super().__init__(None, outcomes)
        self.later = Chance(seed)

    def shuffle(self, label: str, names: Sequence[str], need: int) -> list[int] | None:
        known = super().shuffle(label, names, need)
        return self.later.shuffle(label, names, need) if known is None else known


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


CALLERS = ["".join(seats) for k in range(1, 5) for seats in permutations("12345", k)]
CHAINS = ["".join(f"C{c}" for c in chain) for k in range(5) for chain in product("LR", repeat=k)]

#: Every token that there is, and some that there are not.
EVERY_TOKEN = [
    *list(LEXICON.codes)[:LAST_PLAY],
    *(f"f{token}" for token in dict.fromkeys(DECK)),
    *("d", "x", "-", "", "A", "AC", "A0", "A16", "A１", "a2", "8+8+8+8+8+8", "11", "b8", "b4+b4"),
    *(f"A{seats}{counter}" for seats in CALLERS for counter in ("", "C")),
    *(f"A{seat}{hand}{chain}" for seat in "12" for hand in "LR" for chain in CHAINS),
    "A" + "1" * 199, "A2L" + "CL" * 98, "b4" + "+r4" * 66, "A" * 200,
]  # fmt: skip


@pytest.mark.matrix
@pytest.mark.parametrize(
    ("options", "seats", "unknown"),
    some_of(
        [(*table, unknown) for table in TABLES for unknown in (0, 3)],
        [(*TABLES[2], 3), (*TABLES[4], 0)],
    ),
)
def test_what_can_be_played_is_exactly_what_is_listed(
    options: dict[str, str], seats: int, unknown: int
) -> None:
    seed = derived_seed(f"listed {seats} {options}")
    deck = Chance(seed).shuffle("deal/1", DECK, 65)
    assert deck is not None
    words = [DECK[card - 1] for card in deck]
    if unknown:
        words[2::unknown] = ["_"] * len(words[2::unknown])
    chance = Unseeded(seed, [("deal/1", " ".join(words))])
    state = start(GAME.read_options(options), seats, chance)
    player = random_player(GAME, seed)
    for ply in range(60):
        if state.is_over or state.missing:
            break
        if ply % 6 == 0:
            legal = {token for seat in state.to_move() for token in state.legal_moves(seat)}
            assert {token for token in EVERY_TOKEN if playable(state, token)} == legal
        seat, move = next_move(state, [player] * seats)
        state.play(move, seat)
