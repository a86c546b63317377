"""Players of MAGiMiLES: a simple one, so that simulated matches look like matches, and the one by
whom matches are played on in thought.

This module is compiled (see `kifu.notation.native`).
"""

from __future__ import annotations

from typing import Final

from kifu.notation.native import i64, vec
from kifu.replay.elements.arrays import count, zeros
from kifu.replay.games.magimiles.cards import (
    ALL_CARD,
    CARD_BITS,
    PICKED,
    PLACES,
    TAKEN,
    TARGET_OF,
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


def greedy_code(state: Position, seat: i64) -> i64:
    """The code of a simple player's move. It picks the piles with the highest sums; passes on a
    card of whose attribute it has few; declares what would make its hand worth most, with a low
    card; plays the highest main card, and the support card that leaves its own side best, as far as
    it knows, and is low; and takes the cards that are worth most.

    Where either of two partners may act, the lower seat begins to pass cards. Else it leaves the
    move to the other, except to declare with three or more all cards in hand, or to lead with one
    or more.
    """
    if _leaves_it(state, seat):
        return PASS
    codes = state.legal_codes(seat)
    merits = zeros(len(codes))
    if state.stage == SUPPORT:
        own = state.own_main(seat)
        for at in range(len(codes)):
            number = state.tables.number[codes[at] & CARD_BITS]
            merits[at] = -(_rank_after(state, codes[at], own) << 8) - number
        return codes[_first_best(merits)]
    for at in range(len(codes)):
        merits[at] = _merit(state, codes[at], seat)
    # Of equally good moves the last one as text, of cards that are given away the first one.
    if state.stage == PASS1 or state.stage == PASS2:
        return codes[_first_best(merits)]
    return codes[_last_best(merits)]


def _first_best(merits: vec[i64]) -> i64:
    """The index of the largest merit, of several the first."""
    best: i64 = 0
    for at in range(1, len(merits)):
        if merits[at] > merits[best]:
            best = at
    return best


def _last_best(merits: vec[i64]) -> i64:
    """The index of the largest merit, of several the last."""
    best: i64 = 0
    for at in range(1, len(merits)):
        if merits[at] >= merits[best]:
            best = at
    return best


def _leaves_it(state: Position, seat: i64) -> bool:
    """Whether `seat`, one of two partners either of whom may act, leaves the move to the other."""
    if state.stage == PASS1:
        return seat != state.next_seat
    every = count(state.hands[seat] & state.tables.cards_of[ALL_CARD])
    return state.either == seat and every < (3 if state.stage == DECLARE else 1)


def _merit(state: Position, move: i64, seat: i64) -> i64:
    """How good the move with this code, which lays no support card, looks to the simple player;
    higher for better. Comparable only with other moves of the same position.
    """
    card = move & CARD_BITS
    if state.stage == MAIN:
        return state.tables.number[card]
    if state.stage == DECLARE:
        return _declaring_merit(state, card, seat)
    if state.stage == TAKE:
        return _trick_points(state, move - TAKEN, seat)
    if state.stage == PICK1 or state.stage == PICK2:
        return _sum_of_piles(state, move - PICKED)
    return _passing_merit(state, card, seat)


def _rank_after(state: Position, move: i64, own: i64) -> i64:
    """The rank (1 is best) that the main card at place `own` of the trick would have after the
    support move with this code, if no other support card counted.
    """
    target = TARGET_OF[move]
    before = state.totals[target]
    state.support_with(move & CARD_BITS, target)
    rank = state.rank_of(own)
    state.totals[target] = before
    return rank


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
    other phases, and with unknown cards in hand, it plays as the simple player does. Of equally
    good moves it plays the first one as text.
    """
    if (state.stage != MAIN and state.stage != SUPPORT) or state.unknown[seat] > 0:
        return greedy_code(state, seat)
    if _leaves_it(state, seat):
        return PASS
    number, points = state.tables.number, state.tables.points
    declared = PLACES * state.declared[seat]
    pot = _pot(state, declared)
    own: i64 = 0
    if state.stage == SUPPORT:
        own = state.own_main(seat)
    codes = state.legal_codes(seat)
    merits = zeros(len(codes))
    for at in range(len(codes)):
        card = codes[at] & CARD_BITS
        value = points[declared + card]
        if state.stage == MAIN:
            merits[at] = _POINT * number[card] - _POINT // 2 * value
        else:
            rank = _rank_after(state, codes[at], own)
            merits[at] = _supporting_merit(state, rank, value, pot) - number[card]
    return codes[_first_best(merits)]


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
