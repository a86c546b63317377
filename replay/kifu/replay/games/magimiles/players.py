"""Players of MAGiMiLES: a simple one, so that simulated matches look like matches, and the one by
whom matches are played on in thought.

This module is compiled (see `kifu.notation.native`).
"""

from __future__ import annotations

from typing import Final

from kifu.notation.native import i64
from kifu.replay.elements.arrays import count
from kifu.replay.games.magimiles.cards import (
    ALL_CARD,
    CARD_BITS,
    PICKED,
    PLACES,
    SUPPORT_CARD,
    TAKEN,
    TARGET,
    lowest,
)
from kifu.replay.games.magimiles.position import (
    DECLARE,
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

#: The lowest bits of a merit in tricks: there the order of moves as text decides between equally
#: good ones.
_TEXT_BITS: Final[i64] = 9


def greedy_code(state: Position, seat: i64) -> i64:
    """The code of a simple player's move. It picks the piles with the highest sums; passes on a
    card of whose attribute it has few; declares what would make its hand worth most, with a low
    card; plays the highest main card, and the support card that leaves its own side best, as far as
    it knows, and is low; and takes the cards that are worth most.

    Where either of two partners may act, the lower seat begins to pass cards. Else it leaves the
    move to the other, except to declare with three or more all cards in hand, or to lead with one
    or more.
    """
    if state.stage == PASS1 and seat != state.next_seat:
        return PASS
    if state.stage != PASS1 and state.either == seat and not _moves_itself(state, seat):
        return PASS
    if state.stage == MAIN:
        return _highest_main(state, seat)
    if state.stage == SUPPORT:
        return _lifting_support(state, seat)
    # Of equally good moves the last one as text, of passes the first one.
    codes = state.legal_codes(seat)
    first = state.stage == PASS1 or state.stage == PASS2
    best, most = codes[0], _merit(state, codes[0], seat)
    for at in range(1, len(codes)):
        merit = _merit(state, codes[at], seat)
        if merit > most or (merit == most and not first):
            best, most = codes[at], merit
    return best


def _moves_itself(state: Position, seat: i64) -> bool:
    """Whether `seat`, the lower of two partners either of whom may act, moves itself instead of
    leaving it to the other.
    """
    every = count(state.hands[seat] & state.tables.cards_of[ALL_CARD])
    if state.stage == DECLARE:
        return every >= 3
    return every >= 1


def _highest_main(state: Position, seat: i64) -> i64:
    """The code of the highest main card that may be played; of equal ones, of the last as text."""
    number, place = state.tables.number, state.tables.place
    best: i64 = 0
    most: i64 = 0
    cards = state.playable(seat)
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        merit = (number[card] << _TEXT_BITS) + place[card]
        if best == 0 or merit > most:
            best, most = card, merit
    return best


def _lifting_support(state: Position, seat: i64) -> i64:
    """The code of the support move that brings the main card of `seat` or its team to the best
    place; of equally good ones, with the lowest card and then the first as text.
    """
    tables, own, cards = state.tables, state.own_main(seat), state.playable(seat)
    best: i64 = 0
    most: i64 = 0
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        for at in range(state.played):
            merit = -(_rank_after(state, card, at, own) << 8) - tables.number[card]
            merit = (merit << _TEXT_BITS) - _support_text(state, card, at)
            if best == 0 or merit > most:
                best, most = SUPPORT_CARD + TARGET * state.order[at] + card, merit
    return best


def _rank_after(state: Position, card: i64, at: i64, own: i64) -> i64:
    """The place (1 is best) that the main card at place `own` of the trick would have if `card` was
    laid as a support card on the one at place `at`, and no other support card counted.
    """
    tables, target = state.tables, state.order[at]
    effect = PLACES * card + state.mains[target]
    total = state.totals[target] * tables.times[effect] + tables.plus[effect]
    return state.rank_of(own, at, total)


def _support_text(state: Position, card: i64, at: i64) -> i64:
    """The place among all support moves, as text, of laying `card` on the main card at place `at`
    of the trick.
    """
    return 8 * state.tables.support_place[card] + state.order[at]


def _merit(state: Position, move: i64, seat: i64) -> i64:
    """How good the move with this code looks to the simple player outside of tricks or, of three
    seats, after one; higher for better. Comparable only with other moves of the same position.
    """
    card = move & CARD_BITS
    if state.stage == DECLARE:
        return _declaring_merit(state, card, seat)
    if state.stage == TAKE:
        return _trick_points(state, move - TAKEN, seat)
    if state.stage == PICK1 or state.stage == PICK2:
        return _sum_of_piles(state, move - PICKED)
    return _passing_merit(state, card, seat)


def _sum_of_piles(state: Position, picked: i64) -> i64:
    """The sum of the numbers on the cards of the piles in the mask `picked` (bit k for pile k +
    1).
    """
    number = state.tables.number
    whole: i64 = 0
    for pile in range(PILES):
        if picked >> pile & 1:
            for card in state.pile_at(pile):
                whole += number[card]
    return whole


def _trick_points(state: Position, taken: i64, seat: i64) -> i64:
    """The points that the cards played in the trick by the seats in the mask `taken` would score
    for `seat`, by its declared card.
    """
    cards: i64 = 0
    for other in range(1, state.n + 1):
        if taken >> other & 1:
            cards |= state.shown_by(other)
    return state.worth(cards, state.declared[seat])


def _declaring_merit(state: Position, card: i64, seat: i64) -> i64:
    """How good it is to declare `card`, higher for better: the points that the known hand would
    score by it and, if equal, how low the card is.
    """
    hand = state.hands[seat]
    worth: i64 = 0
    if hand & state.tables.same[card]:
        worth = state.worth(hand, card)
    return worth * 256 - state.tables.number[card]


def _passing_merit(state: Position, card: i64, seat: i64) -> i64:
    """How good it is to pass on `card`, higher for better: how few cards of its attribute the hand
    has and, if equal, how low the card is.
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
    """The code of the reference player's move. In tricks it counts what cards score by its own
    declared card. Its main card is high and scores little; with its support card, as far as it
    knows, it wins tricks that score for it, loses others, and gives away what scores little. In
    other phases, and with unknown cards in hand, it plays as the simple player does.
    """
    if (state.stage != MAIN and state.stage != SUPPORT) or state.unknown[seat] > 0:
        return greedy_code(state, seat)
    if state.either == seat and not _moves_itself(state, seat):
        return PASS
    if state.stage == MAIN:
        return _reference_main(state, seat)
    return _reference_support(state, seat)


def _reference_main(state: Position, seat: i64) -> i64:
    """The code of the main card that is high and scores little by the own declared card; of equally
    good ones, of the first as text.
    """
    number, points, place = state.tables.number, state.tables.points, state.tables.place
    declared, cards = PLACES * state.declared[seat], state.playable(seat)
    best: i64 = 0
    most: i64 = 0
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        merit = _POINT * number[card] - _POINT // 2 * points[declared + card]
        merit = (merit << _TEXT_BITS) - place[card]
        if best == 0 or merit > most:
            best, most = card, merit
    return best


def _reference_support(state: Position, seat: i64) -> i64:
    """The code of the best support move (see `_supporting_merit`); of equally good ones, with the
    lowest card and then the first as text.
    """
    tables, own, cards = state.tables, state.own_main(seat), state.playable(seat)
    declared = PLACES * state.declared[seat]
    pot = _pot(state, declared)
    best: i64 = 0
    most: i64 = 0
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        for at in range(state.played):
            rank = _rank_after(state, card, at, own)
            merit = _supporting_merit(state, rank, tables.points[declared + card], pot)
            merit = (merit - tables.number[card] << _TEXT_BITS) - _support_text(state, card, at)
            if best == 0 or merit > most:
                best, most = SUPPORT_CARD + TARGET * state.order[at] + card, merit
    return best


def _pot(state: Position, declared: i64) -> i64:
    """The points that the main cards played so far in the trick would score for a seat if it won
    them all; `declared` is PLACES times the card that it has declared.
    """
    pot: i64 = 0
    for at in range(state.played):
        pot += state.tables.points[declared + state.mains[state.order[at]]]
    return pot


def _supporting_merit(state: Position, rank: i64, value: i64, pot: i64) -> i64:
    """How good a support card that scores `value` looks to the reference player, if by it its main
    card comes to the place `rank` of a trick whose main cards score `pot`; higher for better.
    """
    pot = _POINT * (pot + value)
    merit = -pot
    if rank == 1:
        merit = pot + _BEST
    elif state.n == 3:
        merit = -pot // 2
        if rank == 2:
            merit = pot // 3 + _SECOND
    return merit - _POINT // 2 * max(value, 0)
