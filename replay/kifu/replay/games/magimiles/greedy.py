"""A simple player of MAGiMiLES, so that simulated matches look like matches.

This module is compiled (see `kifu.replay.elements.native`).
"""

from __future__ import annotations

from kifu.replay.elements.native import i64
from kifu.replay.games.magimiles.cards import (
    ALL_CARD,
    CARD_BITS,
    PICKED,
    PLACES,
    TAKEN,
    TARGET_OF,
    count,
)
from kifu.replay.games.magimiles.position import (
    DECLARE,
    IN_PILE,
    MAIN,
    PASS1,
    PASS2,
    PICK1,
    PICK2,
    PILES,
    SUPPORT,
    TAKE,
    Position,
)
from kifu.replay.states.playout import PASS


def code(state: Position, seat: i64) -> i64:
    """A simple player: the piles of the highest sums; a card passed on that has little company in
    the hand; the declaration that would make the hand worth most, with a low card; the highest
    main card; the support card that leaves its own side best, as far as it knows, and is low; the
    cards that are worth most.

    Of two partners who may act, the lower one leaves it to the other, but for the declaration of
    a hand with three or more all cards and the lead of an all card.
    """
    if state.either == seat and not _wants(state, seat):
        return PASS
    # Of equally good moves the last one as text, of support cards and passes the first one.
    codes = state.legal_codes(seat)
    first = state.stage == SUPPORT or state.stage == PASS1 or state.stage == PASS2
    best, most = codes[0], _merit(state, codes[0], seat)
    for at in range(1, len(codes)):
        merit = _merit(state, codes[at], seat)
        if merit > most or (merit == most and not first):
            best, most = codes[at], merit
    return best


def _wants(state: Position, seat: i64) -> bool:
    """Whether the lower partner acts itself."""
    every = count(state.hands[seat] & state.tables.cards_of[ALL_CARD])
    if state.stage == DECLARE:
        return every >= 3
    return every >= 1


def _merit(state: Position, move: i64, seat: i64) -> i64:
    """How good a move looks, the more the better."""
    tables, card = state.tables, move & CARD_BITS
    if state.stage == SUPPORT:
        return -(_rank_after(state, card, TARGET_OF[move], seat) << 8) - tables.number[card]
    if state.stage == MAIN:
        return tables.number[card]
    if state.stage == DECLARE:
        return _hope(state, card, seat)
    if state.stage == TAKE:
        return _gain(state, move - TAKEN, seat)
    if state.stage == PICK1 or state.stage == PICK2:
        return _sum(state, move - PICKED)
    return _loneliness(state, card, seat)


def _sum(state: Position, picked: i64) -> i64:
    """The numbers of the cards of some piles, a mask."""
    number, begin = state.tables.number, state.dealt - PILES * IN_PILE
    whole: i64 = 0
    for pile in range(PILES):
        if picked >> pile & 1:
            for at in range(begin + IN_PILE * pile, begin + IN_PILE * (pile + 1)):
                whole += number[state.deck[at]]
    return whole


def _gain(state: Position, taken: i64, seat: i64) -> i64:
    """What the cards of these seats, a mask, are worth to the seat."""
    cards: i64 = 0
    for other in range(1, state.n + 1):
        if taken >> other & 1:
            cards |= state.shown_by(other)
    return state.worth(cards, state.declared[seat])


def _rank_after(state: Position, card: i64, target: i64, seat: i64) -> i64:
    """Which place the main card of the seat's side would have if no other support card counted."""
    tables, effect = state.tables, PLACES * card + state.mains[target]
    total = state.totals[target] * tables.times[effect] + tables.plus[effect]
    return state.rank_of(seat, target, total)


def _hope(state: Position, card: i64, seat: i64) -> i64:
    """What the known hand would be worth under a declaration, then how low its card is."""
    hand = state.hands[seat]
    worth: i64 = 0
    if hand & state.tables.same[card]:
        worth = state.worth(hand, card)
    return worth * 256 - state.tables.number[card]


def _loneliness(state: Position, card: i64, seat: i64) -> i64:
    """How few cards of a card's attribute the hand holds, then how low it is."""
    tables = state.tables
    company = count(state.hands[seat] & tables.cards_of[tables.attribute[card]])
    return -(company << 8) - tables.number[card]
