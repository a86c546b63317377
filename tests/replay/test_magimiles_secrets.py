"""Proof that nothing of MAGiMiLES shows what is hidden: exchange cards with equal backs that a
viewer may not know, and its table, situation, steps and sentences stay the same to the last byte.
"""

from __future__ import annotations

import pytest

from kifu.replay.chance import derived_seed
from kifu.replay.game import IllegalMove
from kifu.replay.games.magimiles.game import GAME
from kifu.replay.games.magimiles.position import NEEDED
from kifu.replay.games.magimiles.rules import Magimiles
from kifu.replay.players.asking import next_move
from kifu.replay.players.players import random_player
from kifu.replay.table import ALL, PUBLIC, Step, as_seen

from .cases import some_of
from .magimiles_positions import start
from .shown import shown

#: A place where a card lies: what kind, which one, and the card.
Slot = tuple[str, int, int]


def hidden(state: Magimiles, viewer: int) -> list[Slot]:
    """Where the cards lie whose fronts `viewer` may not know."""
    others = [seat for seat in range(1, state.n + 1) if seat != viewer]
    slots = [("hand", seat, card) for seat in others for card in state.hand(seat)]
    slots += [("declared", seat, state.declared[seat]) for seat in others if state.declared[seat]]
    if state.phase == "support":
        slots += [
            ("support", at, card)
            for at, (seat, card, _target) in enumerate(state.cards_laid())
            if seat != viewer
        ]
    rest = range(state.dealt, NEEDED[state.n])
    return slots + [("deck", at, state.deck[at]) for at in rest]


def exchanged(state: Magimiles, slots: list[Slot], turn: int) -> Magimiles:
    """Another world: cards with equal backs are turned `turn` places on among `slots`."""
    other = state.copy()
    other.deck = state.deck[:]  # copies share it
    for back in ("r_", "g_", "b_"):
        alike = [slot for slot in slots if state.tables.back[slot[2]] == back]
        for (kind, at, card), (_, _, new) in zip(alike, alike[turn:] + alike[:turn], strict=True):
            if kind == "hand":
                other.hands[at] += (1 << new) - (1 << card)
            elif kind == "declared":
                other.declared[at] = new
            elif kind == "support":
                other.supports[at] = new
            else:
                other.deck[at] = new
    return other


def shown_by(state: Magimiles, seat: int, move: str, viewer: int) -> set[str]:
    """The cards that `viewer` gets to know by `move`."""
    steps: list[Step] = []
    state.copy().play(move, seat, steps.append)
    motions = [motion for step in steps for motion in as_seen(step, viewer).motions]
    return {card for motion in motions for card in (motion.leaves, motion.enters)}


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("match", some_of(range(3), [0]))
def test_exchanging_hidden_cards_changes_nothing_that_is_shown(seats: int, match: int) -> None:
    text = f"secrets {seats} {match}"
    state = start(seats, seed=derived_seed(text))
    players = [random_player(GAME, f"{text} {seat}") for seat in range(1, seats + 1)]
    worlds = compared = 0
    while not state.is_over:
        seat, move = next_move(state, players)
        for viewer in (PUBLIC, *range(1, seats + 1)):
            known = shown_by(state, seat, move, viewer) | {move.strip("=^").partition(">")[0]}
            slots = [
                slot for slot in hidden(state, viewer) if state.tables.tokens[slot[2]] not in known
            ]
            for turn in (1, 2):
                world = exchanged(state, slots, turn)
                worlds += world.digest() != state.digest()
                assert world.view(viewer) == state.view(viewer)
                if viewer:
                    assert world.situation(viewer) == state.situation(viewer)
                try:
                    there = shown(GAME, world, seat, move, viewer)
                except IllegalMove:
                    continue  # in that world the seat could follow
                compared += 1
                assert there == shown(GAME, state, seat, move, viewer)
        state.play(move, seat)
    assert worlds > 100
    assert compared > 50


def test_a_card_drawn_is_seen_by_its_seat_alone() -> None:
    state = start(2, seed=derived_seed("drawn"))
    steps: list[Step] = []
    state.play("p1")
    state.play("p2+p3", 2, steps.append)
    one, other = (step for step in steps if step.kind == "draw")
    for step, seat in ((one, 1), (other, 2)):
        (motion,) = step.motions
        assert as_seen(step, seat).motions[0].enters == motion.card
        assert as_seen(step, ALL).motions[0].enters == motion.card
        for viewer in (PUBLIC, 3 - seat):
            assert as_seen(step, viewer).motions[0].enters == motion.back


def test_the_partner_does_not_see_the_declared_card() -> None:
    state = start(4, seed=derived_seed("declared"))
    for _ in range(2):
        state.play(state.legal_moves(state.next_seat)[0])
    token = state.legal_moves(3)[0]
    state.play(token, 3)
    assert state.view(3).zones["declared/3"] == [token[1:]]
    for viewer in (PUBLIC, 1, 2, 4):
        assert state.view(viewer).zones["declared/3"] == [state.tables.back[state.declared[3]]]
