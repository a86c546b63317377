"""The reference player of 6 nimmt!, by whom matches are played on in thought. Version 1.

It looks at its own hand, the rows, and which cards have been seen in this round.

This module is compiled (see `kifu.replay.elements.native`).
"""

from __future__ import annotations

from typing import Final

from kifu.replay.elements.arrays import zeros
from kifu.replay.elements.native import i64, vec
from kifu.replay.games.nimmt import greedy
from kifu.replay.games.nimmt.cards import FULL, LARGEST, ROWS
from kifu.replay.games.nimmt.position import CHOOSE, Position

#: What is sure, as a chance; and one head, as a cost.
_SURE: Final[i64] = 1 << 12
#: What an unseen card in front of a card costs beside what it may take, times the square of the
#: number of seats; with a deck of which all cards are dealt it costs more.
_NEARER: Final[i64] = 4
_NEARER_IN_HANDS: Final[i64] = 32
#: What a card costs for each number that it is lower, where not all cards are dealt.
_HIGHER: Final[i64] = 12
#: With more seats than this the simple player was not beaten.
_SEATS: Final[i64] = 5


def code(state: Position, seat: i64) -> i64:
    """The card that takes the fewest heads on average, if each of the others plays any card that
    was not seen; with a little more for unseen cards in front of it and, where some cards are not
    dealt, a little less for a high card. A row, a place and a card of a draft are chosen as by the
    simple player, which is the reference with more than five seats.
    """
    if state.stage != CHOOSE or state.unknown[seat] > 0 or state.n > _SEATS:
        return greedy.code(state, seat)
    held, upto, heads = state.held, _unseen_upto(state, seat), zeros(ROWS)
    for row in range(ROWS):
        heads[row] = greedy.heads_in(state, row)
    best: i64 = 0
    least: i64 = 0
    for card in range(1, LARGEST + 1):
        if held[card] == seat:
            cost = _cost(state, card, upto, heads)
            if state.deck_size == LARGEST:
                cost -= _HIGHER * card
            if best == 0 or cost < least:
                best, least = card, cost
    return best


def _unseen_upto(state: Position, seat: i64) -> vec[i64]:
    """By card: how many cards up to it others may hold or have chosen face down."""
    held, choices, n = state.held, state.choices, state.n
    upto = zeros(LARGEST + 1)
    for other in range(1, n + 1):
        if other != seat:
            upto[choices[other]] = 1
    count: i64 = 0
    # Nothing is asked at each card that a processor could guess wrongly.
    for card in range(1, LARGEST + 1):
        whose = held[card]
        count += upto[card]
        count += whose <= n
        count -= whose == seat
        upto[card] = count
    upto[0] = 0
    return upto


def _cost(state: Position, card: i64, upto: vec[i64], heads: vec[i64]) -> i64:
    """What a card takes on average, and a little for unseen cards in front of it."""
    end: i64 = 0
    row: i64 = 0
    for at in range(ROWS):
        if end < state.ends[at] and state.ends[at] < card:
            end, row = state.ends[at], at
    between = upto[card] - upto[end]
    others = state.n - 1
    each = between * _SURE // max(upto[LARGEST], 1)
    if end == 0:
        # It takes the cheapest row, unless a lower card comes and makes a place for it.
        fewest = min(min(heads[0], heads[1]), min(heads[2], heads[3]))
        return fewest * (3 * _SURE + 7 * _power(_SURE - each, others)) // 10
    cost = _NEARER * state.n * state.n * between
    if state.deck_size < LARGEST:
        cost = _NEARER_IN_HANDS * state.n * state.n * between
    missing = FULL - state.sizes[row]
    if missing <= others:
        # So many others fill the row before it, and bring about two heads each.
        chance = (
            _ways(others, missing) * _power(each, missing) * _power(_SURE - each, others - missing)
        )
        cost += (chance >> 12) * (5 * heads[row] + 9 * missing) // 5
    return cost


def _power(chance: i64, times: i64) -> i64:
    """The chance that something happens so many times in a row."""
    power = _SURE
    for _ in range(times):
        power = power * chance >> 12
    return power


def _ways(count: i64, chosen: i64) -> i64:
    """In how many ways so many of some can be chosen."""
    ways: i64 = 1
    for at in range(chosen):
        ways = ways * (count - at) // (at + 1)
    return ways
