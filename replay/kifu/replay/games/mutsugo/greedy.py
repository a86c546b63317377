"""A simple player of 6つ子7組, so that simulated matches look like matches.

This module is compiled (see `kifu.replay.elements.native`).
"""

from __future__ import annotations

from typing import Final

from kifu.replay.elements.arrays import bit
from kifu.replay.elements.native import i64
from kifu.replay.games.mutsugo.cards import (
    CARDS,
    HAND,
    LARGEST_HAND,
    MASK,
    OF_MARK,
    OF_NUMBER,
    count,
)
from kifu.replay.games.mutsugo.position import CLOSING, START, Position
from kifu.replay.games.mutsugo.sets import best_sets, possible_sets
from kifu.replay.games.mutsugo.tokens import DRAW, END, RANK, hand_of, take, taken_of

#: With fewer cards in the pile for each seat than this, small hands win, so none is refilled.
LATE: Final[i64] = 3


def code(state: Position, seat: i64) -> i64:
    """A simple player: it draws a free card that makes a set possible, else from the pile; makes
    the largest set it can, if possible by robbing; refills its hand until the pile runs low; and
    discards the card that fits the others least. It dissolves nothing.

    Each of its turns draws from the pile or leaves it with fewer cards in hand, so a match of
    such players ends.
    """
    if state.stage == START:
        return _draw(state, seat)
    if state.stage == CLOSING:
        return END
    best = _best_set(state, seat)
    if best > 0:
        return best
    if state.size[seat] == LARGEST_HAND:
        return RANK[_misfit(state, seat)]
    if state.size[seat] < HAND and CARDS - state.top >= LATE * state.n:
        return _draw(state, seat)
    return END


def _draw(state: Position, seat: i64) -> i64:
    """The first free card that makes a set possible once it is in the hand, or else the draw."""
    needs = state.needs(seat)
    for card in range(1, CARDS + 1):
        if state.free >> card & 1:
            needs[card] = 0
            found, _best = best_sets(state.hands[seat] | bit(card), needs)
            needs[card] = 1
            if found > 0:
                return take(card)
    return DRAW


def _best_set(state: Position, seat: i64) -> i64:
    """The largest set that the known cards allow, 0 where there is none."""
    best: i64 = 0
    most: i64 = -1
    for made in possible_sets(state.hands[seat], 0, 0, state.needs(seat)):
        worth = _worth(state, hand_of(made), taken_of(made))
        if worth > most:
            best, most = made, worth
    return best


def _worth(state: Position, hand: i64, taken: i64) -> i64:
    """Large sets first, then those that rob, then the first in the order of the deck."""
    size = count(hand)
    worth: i64 = 0
    items: i64 = 0
    for card in range(1, CARDS + 1):
        if hand >> card & 1:
            worth = worth << 6 | 63 - card
            items += 1
    worth = worth << 6 | 63 - taken
    worth <<= 6 * (LARGEST_HAND - items)
    if taken > 0:
        size += 1
        if not state.free >> taken & 1:
            worth |= bit(36)
    return size << 37 | worth


def _misfit(state: Position, seat: i64) -> i64:
    """The card of the hand that has the fewest cards of its mark or number beside it."""
    hand = state.hands[seat]
    if hand == 0:
        hand = state.hidden_mask(seat)
    least: i64 = 2 * CARDS
    misfit: i64 = 0
    for card in range(1, CARDS + 1):
        if hand >> card & 1:
            company = count(hand & MASK[OF_MARK[card]]) + count(hand & MASK[OF_NUMBER[card]])
            if company < least:
                misfit, least = card, company
    return misfit
