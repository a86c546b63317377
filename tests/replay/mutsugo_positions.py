"""Positions of 6つ子7組 set up for tests, and how tests read them."""

from __future__ import annotations

import pytest

from kifu.replay.chance import Chance
from kifu.replay.game import IllegalMove
from kifu.replay.games.mutsugo.cards import CARD, TOKEN
from kifu.replay.games.mutsugo.position import FREE, NOWHERE, PILE, Options, Phase
from kifu.replay.games.mutsugo.rules import Mutsugo

SEED = "shake256-1:00112233445566778899aabbccddeeff"


def on_table(
    hands: list[str],
    sets: list[str],
    free: str = "",
    pile: str = "a1 a2 a3 a4 a5 a6 a7",
    phase: Phase = "main",
    target: int = 15,
) -> Mutsugo:
    """A position of turn 9 with seat 1 to act: hands and sets by seat (`c1+c2+c3 s4+p4+t4`), the
    free cards and the pile, top first. `_` is an unknown card.
    """
    state = Mutsugo(Options(target), len(hands), Chance(SEED))
    state.held = [NOWHERE] * 43
    state.turn = 9
    state.phase = phase
    state.begun = phase != "start"
    for seat, (hand, made) in enumerate(zip(hands, sets, strict=True), 1):
        state.size[seat] = len(hand.split())
        state.unknown[seat] = hand.split().count("_")
        state.sets[seat] = [[CARD[card] for card in one.split("+")] for one in made.split()]
        state.score[seat] = sum(len(cards) for cards in state.sets[seat])
        place(state, hand, seat)
        place(state, made.replace("+", " "), -seat)
    place(state, free, FREE)
    place(state, pile, PILE)
    cards = [CARD.get(card, 0) for card in pile.split()]
    state.top = 42 - len(cards)
    state.deck = [0] * state.top + cards
    return state


def place(state: Mutsugo, cards: str, where: int) -> None:
    for card in cards.split():
        if card != "_":
            state.held[CARD[card]] = where


def hand_of(state: Mutsugo, seat: int) -> str:
    return " ".join(TOKEN[card] for card in state.hand(seat))


def sets_of(state: Mutsugo, seat: int) -> str:
    return " ".join("+".join(TOKEN[card] for card in cards) for cards in state.sets[seat])


def free_of(state: Mutsugo) -> str:
    return " ".join(TOKEN[card] for card in state.cards_at(FREE))


def refusal(state: Mutsugo, token: str, seat: int = 0) -> str:
    """Why `token` is illegal; the position stays as it is."""
    before = state.digest()
    with pytest.raises(IllegalMove) as raised:
        state.play(token, seat)
    assert state.digest() == before
    return str(raised.value)
