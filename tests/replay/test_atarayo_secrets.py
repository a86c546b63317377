"""Proof that a table of Atarayo holds nothing hidden: exchange what a viewer may not know, and
its table, its offers, its situation and the steps it sees stay the same to the last byte.
"""

from __future__ import annotations

import msgspec
import pytest

from kifu.replay.chance import Chance, derived_seed
from kifu.replay.game import IllegalMove
from kifu.replay.games.atarayo.cards import KIND
from kifu.replay.games.atarayo.game import GAME
from kifu.replay.games.atarayo.rules import Atarayo, start
from kifu.replay.players.asking import next_move
from kifu.replay.players.players import random_player
from kifu.replay.table import ALL, PUBLIC, Step, as_seen

from .atarayo_positions import called_on, kinds, set_hand, set_heap, set_pile
from .cases import some_of


def exchanged(state: Atarayo, viewer: int, turn: int) -> Atarayo:
    """Another world that looks the same to `viewer`: every card that it can't know is turned
    `turn` places on among the places it can't see into (other hands as far as they are not
    opened, the pile but for its face-up card).
    """
    other, pile = state.copy(), state.pile
    hands = {hand: state.cards_in(hand) for hand in state.by_name if state.owners[hand] != viewer}
    places = [(pile, at) for at in range(len(pile)) if at != state.above]
    for hand, held in hands.items():
        places += [(held, at) for at in range(state.bare[hand], len(held))]
    cards = [zone[at] for zone, at in places]
    for (zone, at), card in zip(places, cards[turn:] + cards[:turn], strict=True):
        zone[at] = card
    set_pile(other, pile)
    other.up = max(state.above, 0)
    for hand, held in hands.items():
        set_hand(other, hand, held, state.bare[hand])
    return other


def seen(state: Atarayo, move: str, viewer: int) -> list[bytes] | None:
    """What `viewer` sees of a move and reads of it; None where it is not legal."""
    steps: list[Step] = []
    words = []
    try:
        before = state.copy()
        state.play(move, watch=steps.append)
        words.append(before.describe(move, before.next_seat))
    except IllegalMove:
        return None
    words += GAME.words.consequences(move, steps)
    shown = [msgspec.json.encode(as_seen(step, viewer)) for step in steps]
    return [*shown, msgspec.json.encode(words), msgspec.json.encode(state.view(viewer))]


def shows_nothing_to(viewer: int, state: Atarayo, move: str) -> bool:
    """Whether the move lets `viewer` see no card that it could not see before."""
    if move[0] == "A" or (move == "x" and state.attack == 13):
        return False
    return move not in ("d", "x") or viewer != state.next_seat


CASES = [({}, 3), ({"draw2": "ends_turn"}, 5), ({"mode": "duel"}, 2),
         ({"mode": "duel", "goal": "standby"}, 2)]  # fmt: skip


@pytest.mark.parametrize(("given", "seats"), CASES)
@pytest.mark.parametrize("most", some_of([600, 3000], [600]))
def test_exchanging_hidden_cards_changes_nothing_that_is_seen(
    given: dict[str, str], seats: int, most: int
) -> None:
    options = GAME.read_options(given)
    state = start(options, seats, Chance(derived_seed(f"secrets {seats} {given}")))
    player = GAME.greedy if seats == 2 else random_player(GAME, "secrets")
    worlds = compared = 0
    while not state.is_over and worlds < most:
        seat, move = next_move(state, [player] * seats)
        for viewer in (PUBLIC, *range(1, seats + 1)):
            for turn in (1, 7):
                world = exchanged(state, viewer, turn)
                worlds += world.digest() != state.digest()
                assert world.view(viewer) == state.view(viewer)
                if viewer:
                    assert world.offers(viewer) == state.offers(viewer)
                    assert world.situation(viewer) == state.situation(viewer)
                if shows_nothing_to(viewer, state, move):
                    there = seen(world, move, viewer)
                    compared += there is not None
                    assert there in (None, seen(state.copy(), move, viewer))
        state.play(move, seat)
    assert worlds > 300
    assert compared > 150


def test_a_card_drawn_is_only_a_back_to_the_others() -> None:
    state = start(GAME.read_options({}), 3, Chance(derived_seed("a back")))
    card = state.pile[0]
    steps: list[Step] = []
    state.play("d", 1, steps.append)
    shown = {
        viewer: [m.enters for step in steps for m in as_seen(step, viewer).motions]
        for viewer in (PUBLIC, 1, 2, ALL)
    }
    token = next(token for token, kind in KIND.items() if kind == card)
    assert shown == {PUBLIC: ["_"], 1: [token], 2: ["_"], ALL: [token]}


def test_who_may_call_is_shown_to_nobody_else() -> None:
    state = start(GAME.read_options({}), 4, Chance(derived_seed("calls 4")))
    callers = 0
    lots = random_player(GAME, "calls")
    while callers < 5:
        steps: list[Step] = []
        seat, move = next_move(state, [lots] * 4)
        state.play(move, seat, steps.append)
        for viewer in (PUBLIC, 1, 2, 3, 4):
            facts = as_seen(steps[-1], viewer).facts
            others = set(str(facts["to_move"]).split()) - {str(state.next_seat)}
            assert others <= {str(viewer)}
            callers += bool(others)


def test_a_seat_that_does_not_know_its_own_cards_learns_nothing_of_those_of_others() -> None:
    state = start(GAME.read_options({}), 3, Chance(derived_seed("secrets of its own")))
    player = random_player(GAME, "unknown")
    strict = compared = 0
    while compared < 150:
        seat, move = next_move(state, [player] * 3)
        state.play(move, seat)
        for viewer in (1, 2, 3) if state.window and not state.is_over else ():
            views = set()
            for turn in range(6):
                world = exchanged(state, PUBLIC, turn)
                hand = list(world.owners).index(viewer)
                opened = world.open_in(hand)
                unknown = [0] * (world.size[hand] - len(opened))
                set_hand(world, hand, opened + unknown, len(opened))
                strict += viewer in world.to_move()
                view = world.view(viewer)
                views.add((msgspec.json.encode(view), world.situation(viewer)))
            assert len(views) == 1
            compared += 1
    assert strict


def test_the_point_card_is_none_of_a_seats_own_unknown_cards() -> None:
    state = called_on("y3", ["b1", "b2", "_"])
    set_heap(state, kinds("p3 r3 g3"), kinds("y3"))
    set_pile(state, [0] * 5)
    assert state.view(3).facts["to_move"] == "2 3"
    state.point = KIND["b3"]
    assert state.view(3).facts["to_move"] == "2"
    assert state.to_move() == [2]
