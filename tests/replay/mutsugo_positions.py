"""Positions of 6つ子7組 set up for tests, and how tests read them."""

from __future__ import annotations

import pytest

from kifu.replay.chance import Chance
from kifu.replay.codes.arrays import filled
from kifu.replay.game import IllegalMove
from kifu.replay.games.mutsugo.options import Options
from kifu.replay.games.mutsugo.position import CARD, PHASES, TOKEN, cards_of
from kifu.replay.games.mutsugo.rules import Mutsugo, start

SEED = "shake256-1:00112233445566778899aabbccddeeff"

#: Places of cards: k in the hand of seat k, -k in a set of seat k, or one of these.
NOWHERE, FREE, PILE = 0, 9, 10


def on_table(
    hands: list[str],
    sets: list[str],
    free: str = "",
    pile: str = "a1 a2 a3 a4 a5 a6 a7",
    phase: str = "main",
    target: int = 15,
) -> Mutsugo:
    """A position of turn 9 with seat 1 to act: hands and sets by seat (`c1+c2+c3 s4+p4+t4`), the
    free cards and the pile, top first. `_` is an unknown card.
    """
    state = bare(len(hands), target)
    state.stage = PHASES.index(phase)
    state.begun = phase != "start"
    for seat, (hand, made) in enumerate(zip(hands, sets, strict=True), 1):
        state.unknown[seat] = hand.split().count("_")
        place(state, hand, seat)
        meld(state, seat, made)
    place(state, free, FREE)
    pile_up(state, [CARD.get(card, 0) for card in pile.split()])
    return state


def bare(seats: int, target: int | None = None) -> Mutsugo:
    """Turn 9 of a match whose cards are all nowhere; seat 1 is to act."""
    state = start(Options(target), seats, Chance(SEED))
    state.free, state.nowhere = 0, 2**43 - 2
    state.turn, state.stage, state.begun = 9, PHASES.index("main"), True
    for seat in range(1, seats + 1):
        state.hands[seat] = 0
    return state


def pile_up(state: Mutsugo, cards: list[int]) -> None:
    """Let these cards be the pile, top first."""
    state.top = 42 - len(cards)
    for at, card in enumerate(cards, state.top):
        state.deck[at] = card
        if card:
            move_card(state, card, PILE)


def meld(state: Mutsugo, seat: int, sets: str) -> None:
    """Let these be the sets of a seat: `c1+c2+c3 s4+p4+t4`."""
    place(state, sets.replace("+", " "), -seat)
    for one in sets.split():
        lay_set(state, seat, sum(1 << CARD[card] for card in one.split("+")))


def lay_set(state: Mutsugo, seat: int, cards: int) -> None:
    """Give a seat one more set, of the cards in a mask."""
    state.sets = filled([*state.sets, cards])
    state.owners = filled([*state.owners, seat])


def place(state: Mutsugo, cards: str, where: int) -> None:
    for card in cards.split():
        if card != "_":
            move_card(state, CARD[card], where)


def move_card(state: Mutsugo, card: int, where: int) -> None:
    """Put a card into a place, from wherever it is."""
    bit = 1 << card
    state.free &= ~bit
    state.nowhere &= ~bit
    for seat in range(1, state.n + 1):
        state.hands[seat] &= ~bit
    if where == FREE:
        state.free |= bit
    elif where == NOWHERE:
        state.nowhere |= bit
    elif 0 < where != PILE:
        state.hands[where] |= bit


def where_is(state: Mutsugo, card: int) -> int:
    """The place of a card."""
    for seat in range(1, state.n + 1):
        if state.hands[seat] >> card & 1:
            return seat
    if state.free >> card & 1:
        return FREE
    if state.set_with(card) >= 0:
        return -state.owners[state.set_with(card)]
    return NOWHERE if state.nowhere >> card & 1 else PILE


def sets_of(state: Mutsugo, seat: int) -> str:
    return " ".join("+".join(TOKEN[card] for card in cards) for cards in state.sets_of(seat))


def free_of(state: Mutsugo) -> str:
    return " ".join(TOKEN[card] for card in cards_of(state.free))


def refusal(state: Mutsugo, token: str, seat: int = 0) -> str:
    """Why `token` is illegal; the position stays as it is."""
    before = state.digest()
    with pytest.raises(IllegalMove) as raised:
        state.play(token, seat)
    assert state.digest() == before
    return str(raised.value)
