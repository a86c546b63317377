"""What a seat of MAGiMiLES faces, as a number. `display` says it in words.

This module is compiled (see `kifu.replay.elements.native`).
"""

from __future__ import annotations

from typing import Final

from kifu.replay.elements.arrays import sort_down, sort_up, zeros
from kifu.replay.elements.native import i64, vec
from kifu.replay.games.magimiles.cards import ALL_CARD, count
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

# A situation is its phase in the lowest 4 bits, then numbers of 6 bits by phase, from below

_PHASE_BITS: Final[i64] = 4
_BITS: Final[i64] = 6


def code(state: Position, seat: i64) -> i64:
    """What `seat` faces.

    - PICK1, PICK2: the sums of the piles left in tens, ascending;
    - PASS1, PASS2, DECLARE: the cards of each colour in hand, descending, and the all cards;
    - MAIN: cards in hand; 0, or 1 for a colour that was led and 2 for all, with the number of the
      lead below (0), at (1) or above (2) the trump, and how many cards can follow, 3 for more;
    - SUPPORT: cards in hand; cards laid; the rank of the main card of its side;
    - TAKE: for the cards of each seat 0, 1, 2 where they are worth less than nothing, nothing or
      more, descending.
    """
    stage = state.stage
    if stage in (PICK1, PICK2):
        return stage | _packed(_sums(state)) << _PHASE_BITS
    if stage == MAIN:
        return stage | _facing_lead(state, seat) << _PHASE_BITS
    if stage == SUPPORT:
        faced = state.laid | state.rank_of(seat, 0, 0) << _BITS
        return stage | (state.hand_size(seat) | faced << _BITS) << _PHASE_BITS
    if stage in (PASS1, PASS2, DECLARE):
        return stage | _packed(_by_attribute(state, seat)) << _PHASE_BITS
    if stage == TAKE:
        return stage | _packed(_signs(state, seat)) << _PHASE_BITS
    return stage


def _packed(numbers: vec[i64]) -> i64:
    """Numbers of 6 bits in one, the first one in the lowest bits."""
    whole: i64 = 0
    for at in range(len(numbers) - 1, -1, -1):
        whole = whole << _BITS | numbers[at]
    return whole


def _sums(state: Position) -> vec[i64]:
    """The sums of the piles left, in tens."""
    number, begin = state.tables.number, state.dealt - PILES * IN_PILE
    sums = zeros(count(state.piles))
    left: i64 = 0
    for pile in range(PILES):
        if state.piles >> pile & 1:
            whole: i64 = 0
            for at in range(begin + IN_PILE * pile, begin + IN_PILE * (pile + 1)):
                whole += number[state.deck[at]]
            sums[left] = whole // 10
            left += 1
    sort_up(sums)
    return sums


def _by_attribute(state: Position, seat: i64) -> vec[i64]:
    """The known cards of each colour, descending, then the all cards."""
    hand, cards_of = state.hands[seat], state.tables.cards_of
    counts = zeros(ALL_CARD)
    for colour in range(ALL_CARD):
        counts[colour] = count(hand & cards_of[colour])
    sort_down(counts)
    every = zeros(ALL_CARD + 1)
    for place in range(ALL_CARD):
        every[place] = counts[place]
    every[ALL_CARD] = count(hand & cards_of[ALL_CARD])
    return every


def _facing_lead(state: Position, seat: i64) -> i64:
    size = state.hand_size(seat)
    if state.played == 0:
        return size
    tables, led = state.tables, state.led
    kind: i64 = 1
    if led == ALL_CARD:
        kind = 2
    number = tables.number[state.mains[state.order[0]]]
    against: i64 = 0
    if number >= state.trump:
        against = 1
    if number > state.trump:
        against = 2
    follow = min(count(state.hands[seat] & tables.allowed[led]), 3)
    return size | (kind | (against | follow << _BITS) << _BITS) << _BITS


def _signs(state: Position, seat: i64) -> vec[i64]:
    """What the cards of each seat in the trick are worth to this one: 0, 1, 2, descending."""
    signs = zeros(state.played)
    for at in range(state.played):
        worth = state.worth(state.shown_by(state.order[at]), state.declared[seat])
        if worth > 0:
            signs[at] = 2
        elif worth == 0:
            signs[at] = 1
    sort_down(signs)
    return signs
