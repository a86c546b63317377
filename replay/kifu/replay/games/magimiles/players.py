"""Players of MAGiMiLES: a simple one, so that simulated matches look like matches, and the one by
whom matches are played on in thought.

This module is compiled (see `kifu.replay.elements.native`).
"""

from __future__ import annotations

from typing import Final

from kifu.replay.elements.native import i64
from kifu.replay.games.magimiles.cards import (
    ALL_CARD,
    BIT,
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


def greedy_code(state: Position, seat: i64) -> i64:
    """The move of a simple player: the piles of the highest sums; a card to pass on of whose
    attribute the hand holds few; the declaration that would make the hand worth most, with a low
    card; the highest main card; the support card that leaves its own side best, as far as it knows,
    and is low; the cards that are worth most.

    Of two partners who may act, the lower one leaves it to the other, but for the declaration of a
    hand with three or more all cards and the lead of an all card.
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
    """Whether the lower of two partners acts itself instead of leaving it to the other."""
    every = count(state.hands[seat] & state.tables.cards_of[ALL_CARD])
    if state.stage == DECLARE:
        return every >= 3
    return every >= 1


def _merit(state: Position, move: i64, seat: i64) -> i64:
    """How good a move looks; more is better."""
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
    """The sum of the numbers of the cards of some piles, a mask."""
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
    """The merit of a declaration: first what the known hand would be worth under it, then how low
    its card is.
    """
    hand = state.hands[seat]
    worth: i64 = 0
    if hand & state.tables.same[card]:
        worth = state.worth(hand, card)
    return worth * 256 - state.tables.number[card]


def _loneliness(state: Position, card: i64, seat: i64) -> i64:
    """The merit of passing a card on: first how few cards of its attribute the hand holds, then how
    low it is.
    """
    tables = state.tables
    company = count(state.hands[seat] & tables.cards_of[tables.attribute[card]])
    return -(company << 8) - tables.number[card]


# The player by whom matches are played on in thought. Version 1.

# Worths are hundredths of a point.

_POINT: Final[i64] = 100
#: To win a trick, or to be second of three, whatever is in it.
_BEST: Final[i64] = 300
_SECOND: Final[i64] = 100


def reference_code(state: Position, seat: i64) -> i64:
    """The move of the reference player. In tricks it counts what cards are worth under its own
    declaration. Its main card is high and worth little to it; with its support card it wins tricks
    that are worth something and loses others, as far as it knows, and gives what is worth little.
    All else is chosen as by the simple player, also which of two partners acts.
    """
    if (state.stage != MAIN and state.stage != SUPPORT) or state.unknown[seat] > 0:
        return greedy_code(state, seat)
    if state.either == seat and greedy_code(state, seat) == PASS:
        return PASS
    best: i64 = 0
    most: i64 = 0
    pot = _pot(state, seat)
    for move in state.legal_codes(seat):
        card = move & CARD_BITS
        merit = _POINT * state.tables.number[card] - _POINT // 2 * _value(state, seat, card)
        if state.stage == SUPPORT:
            merit = _support(state, seat, card, TARGET_OF[move], pot)
        if best == 0 or merit > most:
            best, most = move, merit
    return best


def _value(state: Position, seat: i64, card: i64) -> i64:
    """What one card scores for the seat, 0 where it has declared nothing."""
    if state.declared[seat] == 0:
        return 0
    return state.worth(BIT[card], state.declared[seat])


def _pot(state: Position, seat: i64) -> i64:
    """What the main cards of the trick score for the seat."""
    pot: i64 = 0
    for other in range(1, state.n + 1):
        if state.mains[other] != 0:
            pot += _value(state, seat, state.mains[other])
    return pot


def _support(state: Position, seat: i64, card: i64, target: i64, pot: i64) -> i64:
    """How good a support card is on this main card if no other one counted."""
    tables, effect = state.tables, PLACES * card + state.mains[target]
    total = state.totals[target] * tables.times[effect] + tables.plus[effect]
    rank, value = state.rank_of(seat, target, total), _value(state, seat, card)
    pot = _POINT * (pot + value)
    merit = -pot
    if rank == 1:
        merit = pot + _BEST
    elif state.n == 3:
        merit = -pot // 2
        if rank == 2:
            merit = pot // 3 + _SECOND
    return merit - tables.number[card] - _POINT // 2 * max(value, 0)
