"""What is legal in a position of yuhodo: section 6 of its page (docs/rules/yuhodo.md).

This module is compiled (see `kifu.notation.native`).
"""

from __future__ import annotations

from typing import Final

from kifu.notation.native import append, i64, vec
from kifu.replay.elements.arrays import NONE, bit
from kifu.replay.games.yuhodo.cards import (
    DECLARE,
    DISCARD,
    FITTING,
    GAIN,
    GOAL,
    MAKE,
    OPEN,
    PAIRS,
    SETS,
    WIDE,
)
from kifu.replay.games.yuhodo.position import ACT, TAKE, Position
from kifu.replay.games.yuhodo.shapes import UNIT, big_set_with, distance, has_big_set

#: The rules that forbid a move, by number; `sentences` has the words. 0: it is legal.
NO_DISCARD: Final = 1
OWN_DISCARD: Final = 2
GOAL_NEEDS_SET: Final = 3
GOAL_NEEDS_READY: Final = 4
NO_GOAL: Final = 5
OWN_WAIT: Final = 6
READY_OPENS_NOT: Final = 7
TOO_FEW: Final = 8
READY_DISCARDS: Final = 9
NOT_HELD: Final = 10
READY_ALREADY: Final = 11
READY_NEEDS_SET: Final = 12
TOO_FAR: Final = 13
NOT_TO_MOVE: Final = 14
#: The phase asks for other tokens.
NO_SUCH_MOVE: Final = 15
NO_PAIR: Final = 16


def why_not(state: Position, code: i64, seat: i64) -> i64:
    """The number of the rule that forbids `seat` (0: not written) the move with this code, such as
    NOT_HELD; 0 if it is legal.
    """
    if state.is_claim(code):
        if seat < 1 or seat > state.n:
            return NOT_TO_MOVE
        why = why_no_claim(state, seat)
        if why != 0 or code == GOAL:
            return why if why != 0 else why_no_goal(state, seat)
        if code - GAIN not in FITTING[state.window]:
            return NO_PAIR
        return why_no_set(state, seat, laid_by(code))
    if state.next_seat == 0 or (seat != 0 and seat != state.next_seat):
        return NOT_TO_MOVE
    seat = state.next_seat
    if state.stage == TAKE:
        is_there = code < GOAL and code > MAKE and state.shift_in_market(code) >= 0
        return 0 if is_there or (code == MAKE and state.market == 0) else NO_SUCH_MOVE
    if code == GOAL:
        return why_no_goal(state, seat)
    if code < OPEN or code >= GAIN:
        return NO_SUCH_MOVE
    if code < DISCARD:
        return why_no_set(state, seat, laid_by(code))
    why = why_no_discard(state, seat, laid_by(code))
    return why_no_ready(state, seat, laid_by(code)) if why == 0 and declares(code) else why


def declares(code: i64) -> bool:
    """Whether the discard with this code declares Ready."""
    return code > DECLARE + 1


def laid_by(code: i64) -> i64:
    """The cards, packed, that the move with this code lays from the hand; 0 if it lays none."""
    if code >= GAIN:
        return PAIRS[code - GAIN]
    if code >= DISCARD:
        return code - DECLARE if declares(code) else code - DISCARD
    return SETS[code - OPEN] if code >= OPEN else 0


def codes(state: Position, seat: i64) -> vec[i64]:
    """The codes of all legal moves of `seat`, each kind in canonical order. In TAKE: cards to take,
    or `m` for a new market, then claims (for a goal, for sets). In ACT: a goal, sets to open,
    discards, discards that declare Ready.
    """
    found, on_turn = vec[i64](), seat == state.next_seat
    if state.stage == TAKE:
        if on_turn:
            found = _takes(state)
        if why_no_claim(state, seat) == 0:
            if why_no_goal(state, seat) == 0:
                found = append(found, GOAL)
            for code in gains(state, seat):
                found = append(found, code)
    elif state.stage == ACT and on_turn:
        if why_no_goal(state, seat) == 0:
            found = append(found, GOAL)
        for code in sets_to_open(state, seat):
            found = append(found, code)
        first: i64 = len(found)
        for card in range(2, WIDE):
            if why_no_discard(state, seat, card) == 0:
                found = append(found, DISCARD + card)
        for at in range(first, len(found)):
            card = found[at] - DISCARD
            if why_no_ready(state, seat, card) == 0:
                found = append(found, DECLARE + card)
    return found


def _takes(state: Position) -> vec[i64]:
    """The codes of what the seat on turn may do in TAKE other than claim: take a card of the market
    (equal cards once) or, if the market is empty, make a new one.
    """
    found, there = vec[i64](), i64(0)
    rest = state.market
    while rest:
        there |= bit(rest & 63)
        rest >>= 6
    for card in range(2, WIDE):
        if there >> card & 1:
            found = append(found, card)
    return found if there else append(found, MAKE)


def may_claim(state: Position, seat: i64) -> bool:
    """Whether `seat` may claim the discard now, for a goal or for a set."""
    if why_no_claim(state, seat) != 0:
        return False
    return len(gains(state, seat)) > 0 or why_no_goal(state, seat) == 0


def gains(state: Position, seat: i64) -> vec[i64]:
    """The codes of the claims by which `seat` may gain the discard, which there must be."""
    window = state.window
    if state.held[WIDE * seat] == 0 and not big_set_with(state.shapes[seat], window):
        return NONE
    return _to_lay(state, seat, FITTING[window], PAIRS, GAIN)


def sets_to_open(state: Position, seat: i64) -> vec[i64]:
    """The codes of all sets that `seat` may open by its hand."""
    if state.held[WIDE * seat] == 0 and not has_big_set(state.shapes[seat]):
        return NONE
    return _to_lay(state, seat, _ALL_SETS, SETS, OPEN)


_ALL_SETS: Final = vec[i64](list(range(len(SETS))))


def _to_lay(state: Position, seat: i64, places: vec[i64], laid: vec[i64], first: i64) -> vec[i64]:
    """The codes, from `first` on, of those of the `places` in `laid` whose cards (packed) `seat`
    may lay from its hand for a set.
    """
    found, held, at = vec[i64](), state.held, WIDE * seat
    for place in places:
        may_have = held[at] > 0 or held[at + (laid[place] & 63)] > 0
        if may_have and why_no_set(state, seat, laid[place]) == 0:
            found = append(found, first + place)
    return found


def why_no_claim(state: Position, seat: i64) -> i64:
    """Why `seat` can't claim a discard, whatever cards it has: NO_DISCARD (there is none to claim)
    or OWN_DISCARD; otherwise 0.
    """
    if state.window == 0:
        return NO_DISCARD
    if state.next_seat == seat % state.n + 1:
        return OWN_DISCARD
    return 0


def why_no_goal(state: Position, seat: i64) -> i64:
    """Why `seat` can't go out, with the discard if one may be claimed: the first of GOAL_NEEDS_SET
    (it has opened none), GOAL_NEEDS_READY (to claim), NO_GOAL (no goal shape) and OWN_WAIT (to
    claim, by the advanced rules: a card in its own river would have completed its hand); 0 if it
    can. Whether it may act is not checked.

    A hand with k unknown cards counts as a goal shape if at most k cards are missing, and has no
    OWN_WAIT.
    """
    if state.melds[seat] == 0:
        return GOAL_NEEDS_SET
    if state.window > 0 and not state.ready >> seat & 1:
        return GOAL_NEEDS_READY
    if away(state, seat) > state.held[WIDE * seat]:
        return NO_GOAL
    if state.window > 0 and state.advanced and own_wait(state, seat) > 0:
        return OWN_WAIT
    return 0


def away(state: Position, seat: i64) -> i64:
    """How many cards are missing for a goal shape from the known cards in the hand of `seat`,
    together with the discard if one may be claimed.
    """
    return distance(state.shapes[seat] + UNIT[state.window])


def own_wait(state: Position, seat: i64) -> i64:
    """The first card in the river of `seat` that would complete its hand to a goal shape; 0 if
    there is no such card, or the hand has unknown cards.
    """
    if state.held[WIDE * seat] > 0:
        return 0
    for card in state.river(seat):
        if distance(state.shapes[seat] + UNIT[card]) == 0:
            return card
    return 0


def why_no_set(state: Position, seat: i64, cards: i64) -> i64:
    """Why `seat` can't open a set of these cards (packed) from its hand: READY_OPENS_NOT (it is
    Ready) or TOO_FEW (it does not have them all); 0 if it can. Neither whose turn it is nor whether
    the cards make a set is checked.
    """
    if state.ready >> seat & 1:
        return READY_OPENS_NOT
    if state.lacks(seat, cards) > 0:
        return TOO_FEW
    return 0


def why_no_discard(state: Position, seat: i64, card: i64) -> i64:
    """Why `seat` can't discard `card`: READY_DISCARDS (it is Ready, and has just taken another
    card) or NOT_HELD; 0 if it can. Whose turn it is, is not checked.
    """
    if state.ready >> seat & 1 and card != state.taken:
        return READY_DISCARDS
    if not state.may_show(seat, card):
        return NOT_HELD
    return 0


def why_no_ready(state: Position, seat: i64, card: i64) -> i64:
    """Why `seat` can't declare Ready as it discards `card`, the first of: READY_ALREADY (it has
    declared), READY_NEEDS_SET (an option asks for an opened set, and it has none), TOO_FAR (its
    other cards lack more than one for a goal shape; each unknown one may be a card it lacks). 0 if
    it can. Whether it may discard `card` is not checked.
    """
    if state.ready >> seat & 1:
        return READY_ALREADY
    if state.opened_only and state.melds[seat] == 0:
        return READY_NEEDS_SET
    unknown = state.held[WIDE * seat]
    if state.held[WIDE * seat + card] == 0:
        unknown -= 1
    if away_if_laid(state, seat, card) > unknown + 1:
        return TOO_FAR
    return 0


def away_if_laid(state: Position, seat: i64, cards: i64) -> i64:
    """How many cards are missing for a goal shape from the known cards in the hand of `seat` once
    it has laid `cards` (packed), some of which may be among its unknown cards.
    """
    shape = state.shapes[seat]
    at = WIDE * seat
    while cards:
        card = cards & 63
        left = state.held[at + card]
        while cards & 63 == card:
            cards >>= 6
            if left > 0:
                shape -= UNIT[card]
                left -= 1
    return distance(shape)
