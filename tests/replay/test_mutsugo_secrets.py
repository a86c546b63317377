"""Proof that nothing of 6つ子7組 shows what is hidden: exchange what a viewer may not know, and its
table, situation, steps and sentences stay the same to the last byte.
"""

from __future__ import annotations

import pytest

from kifu.replay.chance import Chance, derived_seed
from kifu.replay.games.mutsugo.cards import CARD
from kifu.replay.games.mutsugo.game import GAME
from kifu.replay.games.mutsugo.rules import Mutsugo, start
from kifu.replay.players.players import random_player
from kifu.replay.table import PUBLIC, Step, as_seen

from .cases import some_of
from .mutsugo_positions import PILE, move_card, where_is
from .shown import shown


def exchanged(state: Mutsugo, viewer: int, turn: int, move: str) -> Mutsugo:
    """Another world that looks the same to `viewer`, and in which `move` is legal too: every card
    that `viewer` can't know, and that neither `move` nor the Start Open behind it is going to
    show, is turned `turn` places on among the hands of others and the pile.
    """
    other = state.copy()
    other.deck = state.deck[:]
    shown = {CARD[word] for word in move.replace("-", "").replace("<", "+").split("+")
             if word in CARD}  # fmt: skip
    if move == "/":
        shown.add(state.deck[state.top])
    hidden = [seat for seat in range(1, state.n + 1) if seat != viewer]
    places_now = {card: where_is(state, card) for card in range(1, 43)}
    cards = [c for c, at in places_now.items() if at in (*hidden, PILE) and c not in shown]
    places = {card: place for place, card in enumerate(state.deck)}
    for card, source in zip(cards, cards[turn:] + cards[:turn], strict=True):
        move_card(other, card, places_now[source])
        if places_now[source] == PILE:
            other.deck[places[source]] = card
    return other


@pytest.mark.parametrize("seats", some_of([2, 3, 4], [3]))
def test_exchanging_hidden_cards_changes_nothing_that_is_shown(seats: int) -> None:
    state = start(GAME.read_options({}), seats, Chance(derived_seed(f"secrets {seats}")))
    play = random_player(GAME, "secrets")
    worlds = 0
    while not state.is_over:
        move = play(state, state.next_seat)
        for viewer in range(seats + 1):
            if viewer == state.next_seat and move == "d":
                continue  # it learns what it draws
            for turn in (1, 3):
                world = exchanged(state, viewer, turn, move)
                worlds += world.digest() != state.digest()
                assert world.view(viewer) == state.view(viewer)
                if viewer:
                    assert world.situation(viewer) == state.situation(viewer)
                there, here = (
                    shown(GAME, each, state.next_seat, move, viewer) for each in (world, state)
                )
                assert there == here
        state.play(move)
    assert worlds > 50


def test_a_card_drawn_is_seen_by_its_seat_alone() -> None:
    state = start(GAME.read_options({}), 3, Chance(derived_seed("drawn")))
    steps: list[Step] = []
    state.play("d", 1, steps.append)
    drawn = steps[0].motions[0].card
    assert drawn in state.view(1).zones["hand/1"]
    for viewer in (PUBLIC, 2, 3):
        assert as_seen(steps[0], viewer).motions[0].enters == "_"
        assert state.view(viewer).zones["hand/1"] == ["_"] * 5


def test_a_free_card_that_was_taken_is_not_marked_in_a_hand() -> None:
    state = start(GAME.read_options({}), 3, Chance(derived_seed("taken")))
    (card,) = state.view(PUBLIC).zones["free"]
    state.play(card)
    assert card in state.view(1).zones["hand/1"]
    assert state.view(2).zones["hand/1"] == ["_"] * 5


def test_unknown_cards_of_a_hand_do_not_tell_of_other_hands() -> None:
    """What an unknown card may be depends on cards that its seat may not know."""
    deal = "c1 _ _ _ {} {} {} {} " + " ".join(["_"] * 34).replace("_", "t2", 1)
    one, two = (
        start(GAME.read_options({}), 2, Chance(None, [("deal", deal.format(*hand.split()))]))
        for hand in ("c2 c3 c4 c5", "s1 s5 p5 x6")
    )
    assert one.legal_moves(1) == two.legal_moves(1)
    for state in (one, two):
        state.play("t2")
    assert one.legal_moves(1) != two.legal_moves(1)
    assert one.situation(1) == two.situation(1)
    assert one.view(1) == two.view(1)
