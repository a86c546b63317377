"""The reference player of 6 nimmt!, by whom matches are played on in thought. Version 1.

It looks at its own hand, the rows, and which cards have been seen in this round.

This module is compiled (see `kifu.replay.elements.native`).
"""

from __future__ import annotations

from typing import Final

from kifu.replay.elements.native import i64
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
    held, n, left = state.held, state.n, state.left
    total = max(state.stock + (n - 1) * left, 1)
    end, row, best, least, unseen = i64(0), NO_ROW, i64(0), i64(0), i64(0)
    following = _next_row(state, 0)
    for card in range(1, LARGEST + 1):
        whose = held[card]
        # Nothing is asked at most cards that a processor could guess wrongly.
        unseen += whose <= n
        if card == following:
            end, row, unseen = card, _row_of(state, card), 0
            following = _next_row(state, card)
        elif whose == seat:
            unseen -= 1
            between = unseen + _face_down(state, end, card)
            cost = _cost(state, row, between, between * _SURE // total)
            if state.deck_size == LARGEST:
                cost -= _HIGHER * card
            if best == 0 or cost < least:
                best, least = card, cost
            left -= 1
            if left == 0:
                break
    return best


#: Of a card that is lower than all rows.
NO_ROW: Final[i64] = -1


def _next_row(state: Position, card: i64) -> i64:
    """The lowest last card of a row above a card, 0 where there is none."""
    lowest: i64 = LARGEST + 1
    for row in range(ROWS):
        end = state.ends[row]
        if card < end and end < lowest:
            lowest = end
    if lowest > LARGEST:
        return 0
    return lowest


def _row_of(state: Position, end: i64) -> i64:
    """The row of this last card."""
    row: i64 = 0
    while state.ends[row] != end:
        row += 1
    return row


def _face_down(state: Position, end: i64, card: i64) -> i64:
    """How many cards between these two others have chosen face down."""
    count: i64 = 0
    if state.waiting < state.n:
        for chosen in state.choices:
            count += end < chosen and chosen < card
    return count


def _cost(state: Position, row: i64, between: i64, each: i64) -> i64:
    """What a card that comes to a row takes on average, and a little for the unseen cards `between`
    them; `each` is the chance that another seat plays one of these.
    """
    others = state.n - 1
    if row == NO_ROW:
        # It takes the cheapest row, unless a lower card comes and makes a place for it.
        fewest = greedy.heads_in(state, 0)
        for other in range(1, ROWS):
            fewest = min(fewest, greedy.heads_in(state, other))
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
        cost += (chance >> 12) * (5 * greedy.heads_in(state, row) + 9 * missing) // 5
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
