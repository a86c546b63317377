"""What is legal in a position of yuhodo: section 6 of its page (docs/rules/yuhodo.md).

This module is compiled (see `kifu.notation.native`).
"""

from __future__ import annotations

from typing import Final

from kifu.notation.native import append, i64, vec
from kifu.replay.elements.arrays import bit, sort_up, zeros
from kifu.replay.games.yuhodo.cards import (
    DECLARE,
    DISCARD,
    FITTING,
    FITTING_FROM,
    GAIN,
    GOAL,
    MAKE,
    OPEN,
    PAIRS,
    RUN,
    SETS,
    SETS_FROM,
    WIDE,
)
from kifu.replay.games.yuhodo.position import ACT, TAKE, THROWER, Position
from kifu.replay.games.yuhodo.shapes import UNIT, distance, has_big_set

#: Why something is not legal: what the functions `why_no_...` return; `sentences` has the words.
#: 0: it is legal.
NO_DISCARD: Final[i64] = 1
OWN_DISCARD: Final[i64] = 2
GOAL_NEEDS_SET: Final[i64] = 3
GOAL_NEEDS_READY: Final[i64] = 4
NO_GOAL: Final[i64] = 5
OWN_WAIT: Final[i64] = 6
READY_OPENS_NOT: Final[i64] = 7
TOO_FEW: Final[i64] = 8
READY_DISCARDS: Final[i64] = 9
NOT_HELD: Final[i64] = 10
READY_ALREADY: Final[i64] = 11
READY_NEEDS_SET: Final[i64] = 12
TOO_FAR: Final[i64] = 13


def codes(state: Position, seat: i64) -> vec[i64]:
    """The codes of all legal moves of `seat`, each kind in canonical order. In TAKE: cards to take,
    or `m` for a new market, then claims (for a goal, for sets). In ACT: a goal, sets to open,
    discards, discards that declare Ready.
    """
    if state.stage == TAKE:
        found = vec[i64]()
        if seat == state.next_seat:
            found = _takes(state)
        return _with_claims(state, seat, found)
    if state.stage == ACT and seat == state.next_seat:
        return _acts(state, seat)
    return zeros(0)


# Phase TAKE


def _takes(state: Position) -> vec[i64]:
    """The codes of what the seat on turn may do in TAKE other than claim: take a card of the market
    (equal cards once) or, if the market is empty, make a new one.
    """
    found = vec[i64]()
    rest = state.market
    if rest == 0:
        return append(found, MAKE)
    seen: i64 = 0
    while rest:
        if not seen >> (rest & 63) & 1:
            found = append(found, rest & 63)
        seen |= bit(rest & 63)
        rest >>= 6
    sort_up(found)
    return found


def _with_claims(state: Position, seat: i64, found: vec[i64]) -> vec[i64]:
    """`found`, with the codes of the claims that `seat` may make added at the end."""
    if why_no_claim(state, seat) != 0:
        return found
    if why_no_goal(state, seat) == 0:
        found = append(found, GOAL)
    place = next_gain(state, seat, FITTING_FROM[state.window])
    while place >= 0:
        found = append(found, GAIN + FITTING[place])
        place = next_gain(state, seat, place + 1)
    return found


def may_claim(state: Position, seat: i64) -> bool:
    """Whether `seat` may claim the discard now, for a goal or for a set."""
    if why_no_claim(state, seat) != 0:
        return False
    return next_gain(state, seat, FITTING_FROM[state.window]) >= 0 or why_no_goal(state, seat) == 0


def next_gain(state: Position, seat: i64, place: i64) -> i64:
    """The index in FITTING, the first from `place` on, of a pair of cards with which `seat` may
    claim the discard for a set; -1 if there is none. There must be a discard to claim.
    """
    if state.ready >> seat & 1:
        return -1
    held, at = state.held, WIDE * seat
    if held[at] == 0 and not _has_pair(state, seat, state.window >> 1):
        return -1
    for fitting in range(place, FITTING_FROM[state.window + 1]):
        pair = PAIRS[FITTING[fitting]]
        if (held[at] > 0 or held[at + (pair & 63)] > 0) and state.lacks(seat, pair) == 0:
            return fitting
    return -1


def _has_pair(state: Position, seat: i64, kind: i64) -> bool:
    """Whether two known cards in the hand of `seat` make a big set with a card of this kind."""
    for first in range(max(kind - 2, 1), kind + 1):
        if RUN[first] > 0:
            found: i64 = 0
            for other in range(first, first + 3):
                found += other == kind or _known(state, seat, other) > 0
            if found == 3:
                return True
    return _known(state, seat, kind) > 1


def _known(state: Position, seat: i64, kind: i64) -> i64:
    """How many cards of this kind are known in the hand of `seat`."""
    at = WIDE * seat + 2 * kind
    return state.held[at] + state.held[at + 1]


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
    for at in range(state.discards):
        if state.thrown[at] >> THROWER == seat:
            card = state.thrown[at] & 63
            if distance(state.shapes[seat] + UNIT[card]) == 0:
                return card
    return 0


# Phase ACT


def _acts(state: Position, seat: i64) -> vec[i64]:
    """The codes of what the seat on turn may do in ACT, once it has taken a card."""
    found = vec[i64]()
    if why_no_goal(state, seat) == 0:
        found = append(found, GOAL)
    if state.ready >> seat & 1:
        return append(found, DISCARD + state.taken)
    for place in sets_to_open(state, seat):
        found = append(found, OPEN + place)
    first: i64 = len(found)
    for card in _cards_to_show(state, seat):
        found = append(found, DISCARD + card)
    # A hand that is too far from a goal shape with all its cards is so without one of them.
    if distance(state.shapes[seat]) <= state.held[WIDE * seat] + 1:
        for at in range(first, len(found)):
            card = found[at] - DISCARD
            if why_no_ready(state, seat, card) == 0:
                found = append(found, DECLARE + card)
    return found


def sets_to_open(state: Position, seat: i64) -> vec[i64]:
    """The places in SETS of all sets whose cards `seat` has, or may have, in its hand."""
    found = vec[i64]()
    if state.held[WIDE * seat] == 0 and not has_big_set(state.shapes[seat]):
        return found
    for card in _cards_to_show(state, seat):
        for place in range(SETS_FROM[card], SETS_FROM[card + 1]):
            if state.lacks(seat, SETS[place]) == 0:
                found = append(found, place)
    return found


def _cards_to_show(state: Position, seat: i64) -> vec[i64]:
    """The different cards that `seat` has, or may have, in its hand, ascending."""
    found = vec[i64]()
    for card in range(2, WIDE):
        if state.may_show(seat, card):
            found = append(found, card)
    return found


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
