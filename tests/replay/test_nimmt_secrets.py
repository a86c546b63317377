"""Proof that a table of 6 nimmt! holds nothing hidden: exchange what a viewer may not know,
and its table, situation and steps stay the same to the last byte.
"""

from __future__ import annotations

from itertools import product

import msgspec
import pytest

from kifu.replay.chance import Chance, derived_seed
from kifu.replay.game import State
from kifu.replay.games.nimmt.game import GAME
from kifu.replay.games.nimmt.position import NOWHERE, PLAYED
from kifu.replay.games.nimmt.rules import Nimmt, start
from kifu.replay.players.players import random_player
from kifu.replay.table import PUBLIC, Step, as_seen

from .cases import some_of


def exchanged(state: Nimmt, viewer: int, turn: int) -> Nimmt:
    """Another world that looks the same to `viewer`: every card that it can't know is turned
    `turn` places on among the places it can't see into (other hands, face-down choices, the
    stock).
    """
    other = state.copy()
    hidden_seats = [seat for seat in range(1, state.n + 1) if seat != viewer]
    places = [NOWHERE, *hidden_seats]
    if state.phase == "choose":
        places += [PLAYED + seat for seat in hidden_seats if state.choices[seat]]
    cards = [
        card
        for card, held in enumerate(state.held)
        if held in places and not (held > PLAYED and card not in state.choices)
    ]
    for card, source in zip(cards, cards[turn:] + cards[:turn], strict=True):
        other.held[card] = state.held[source]
        if other.held[card] > PLAYED:
            other.choices[other.owner(card)] = card
    return other


@pytest.mark.parametrize(
    ("seats", "placement", "deck"),
    some_of(
        product([2, 4, 10], ["standard", "professional"], ["standard", "tactics"]),
        [(2, "professional", "standard"), (4, "standard", "tactics")],
    ),
)
def test_exchanging_hidden_cards_changes_no_table(seats: int, placement: str, deck: str) -> None:
    options = GAME.read_options({"placement": placement, "deck": deck, "rounds": "1"})
    state = start(options, seats, Chance(derived_seed(f"secrets {seats} {placement} {deck}")))
    play = random_player(GAME, "secrets")
    worlds = 0
    while not state.is_over:
        seat = state.to_move()[-1]
        for viewer in (PUBLIC, *range(1, seats + 1)):
            for turn in (1, 3):
                world = exchanged(state, viewer, turn)
                worlds += world.digest() != state.digest()
                assert world.view(viewer) == state.view(viewer)
                if viewer:
                    assert world.situation(viewer) == state.situation(viewer)
        state.play(play(state, seat), seat)
    assert worlds > 50


def test_with_drafted_hands_a_choice_is_not_given_away_before_the_reveal() -> None:
    options = GAME.read_options({"deck": "tactics", "hands": "drafted", "rounds": "1"})
    state = start(options, 3, Chance())
    while state.phase == "draft":
        state.play(state.legal_moves(state.next_seat)[0])
    one, two = state.copy(), state.copy()
    first, second, *_rest = state.legal_moves(2)
    seen: list[list[bytes]] = []
    for world, card in ((one, first), (two, second)):
        steps: list[Step] = []
        world.play(card, 2, steps.append)
        seen.append([msgspec.json.encode(as_seen(step, 1)) for step in steps])
    assert seen[0] == seen[1]
    assert one.view(1) == two.view(1)
    assert one.view(PUBLIC) == two.view(PUBLIC)
    assert one.view(2) != two.view(2)
    assert one.view(1).zones["hand/2"] == state.view(1).zones["hand/2"]
    assert one.view(1).facts["cards/2"] == 9


def test_a_choice_in_dealt_hands_is_only_a_back_to_the_others() -> None:
    state: State = start(GAME.read_options({}), 3, Chance(derived_seed("back")))
    card = state.legal_moves(2)[0]
    state.play(card, 2)
    assert state.view(2).zones["choice/2"] == [card]
    assert state.view(1).zones["choice/2"] == ["_"]
    assert state.view(1).zones["hand/2"] == ["_"] * 9
    assert card not in msgspec.json.encode(state.view(1).zones["hand/2"]).decode()
