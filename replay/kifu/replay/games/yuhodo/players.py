"""Players of Yuhodo: a simple one, so that simulated matches look like matches, and the one by
whom matches are played on in thought.

This module is compiled (see `kifu.replay.elements.native`).
"""

from __future__ import annotations

from typing import Final

from kifu.replay.elements.arrays import zeros
from kifu.replay.elements.native import i64, vec
from kifu.replay.games.yuhodo.cards import KINDS, WIDE
from kifu.replay.games.yuhodo.legal import away_without, codes
from kifu.replay.games.yuhodo.position import ACT, Position, not_open
from kifu.replay.games.yuhodo.scoring import is_item_group
from kifu.replay.games.yuhodo.shapes import UNIT, distance
from kifu.replay.games.yuhodo.tokens import (
    DECLARE,
    DISCARD,
    GAIN,
    GOAL,
    MAKE,
    OPEN,
    PAIRS,
    RANK,
    SETS,
)

#: Worse than any move.
_WORST: Final[i64] = 1 << 20
_AWAY: Final[i64] = 14
_FIRST: Final[i64] = 1 << 13
_SECOND: Final[i64] = 1 << 12


def greedy_code(state: Position, seat: i64) -> i64:
    """The code of a simple player's move. It goes out when it can, claims or opens a first set, and
    with the advanced rules every set of Items; otherwise it takes and keeps what is nearest to a
    goal shape, and declares Ready once it has an opened set. It lets a discard pass that it has no
    use for.

    Of moves that are equally good, the one whose token comes first in text order is played.
    """
    best: i64 = 0
    least = _WORST
    lays = False
    for move in codes(state, seat):
        if move == GOAL:
            return GOAL
        if move == MAKE:
            best = MAKE
            continue
        sets = move >= GAIN or (move >= OPEN and move < DISCARD)
        if sets and not _wanted(state, seat, move):
            continue
        if lays and not sets:
            continue
        cost = _cost(state, seat, move)
        # A set that is wanted comes before all else.
        if cost < least or (sets and not lays):
            best, least = move, cost
        lays = sets
    return best


def _cards_of(move: i64) -> i64:
    """The cards, packed, that the hand gives for the set opened or claimed by the code `move`."""
    if move >= GAIN:
        return PAIRS[move - GAIN]
    return SETS[move - OPEN]


def _wanted(state: Position, seat: i64, move: i64) -> bool:
    if state.advanced and is_item_group(_cards_of(move)):
        return True
    return state.melds[seat] == 0


def _cost(state: Position, seat: i64, move: i64) -> i64:
    """How bad the move with this code looks; less is better: first how far the hand then is from a
    goal shape; for a discard, then Ready (of use with an opened set only) and red cards; for a card
    to take, then that it is red; last the order of the tokens.
    """
    if move < GOAL:
        away = distance(state.shapes[seat] + UNIT[move])
        cost = away << _AWAY | RANK[move]
        if not move & 1:
            cost |= _SECOND
        return cost
    if move >= GAIN or move < DISCARD:
        return away_without(state, seat, _cards_of(move)) << _AWAY | RANK[move]
    card = move - DISCARD
    declares = move > DECLARE + 1
    if declares:
        card = move - DECLARE
    cost = away_without(state, seat, card) << _AWAY | RANK[move]
    if declares != (state.melds[seat] > 0):
        cost |= _FIRST
    if card & 1:
        cost |= _SECOND
    return cost


# The player by whom matches are played on in thought. Version 1.

_KINDS: Final[i64] = len(KINDS)


def reference_code(state: Position, seat: i64) -> i64:
    """The code of the reference player's move. It plays as the simple player does, except that of
    takes and discards that leave the hand equally near to a goal shape it prefers, after colour and
    Ready, the one with which most unseen cards would bring it nearer.
    """
    first = greedy_code(state, seat)
    if state.held[WIDE * seat] > 0 or state.ready >> seat & 1 or seat != state.next_seat:
        return first
    if state.stage == ACT:
        if first >= DISCARD:
            return _best_discard(state, seat, first)
    elif first > 1 and first < GOAL:
        return _best_take(state, seat, first)
    return first


def _best_take(state: Position, seat: i64, first: i64) -> i64:
    """The code of the best card to take from the market, among those that are as good as the code
    `first` by distance to a goal shape and colour: the one after which most unseen cards help.
    """
    shape, unseen = state.shapes[seat], _unseen(state, seat)
    away = distance(shape + UNIT[first])
    best: i64 = first
    most: i64 = -1
    for move in codes(state, seat):
        if (
            move > 1
            and move < GOAL
            and distance(shape + UNIT[move]) == away
            and move & 1 == first & 1
        ):
            useful = _useful(shape + UNIT[move], away, unseen)
            if useful > most:
                best, most = move, useful
    return best


def _best_discard(state: Position, seat: i64, first: i64) -> i64:
    """The code of the best discard among those that leave the hand as near to a goal shape as the
    code `first` does, with Ready if that declares it.
    """
    mark = DISCARD
    if first > DECLARE + 1:
        mark = DECLARE
    shape, unseen = state.shapes[seat], _unseen(state, seat)
    away = distance(shape - UNIT[first - mark])
    best: i64 = first
    most: i64 = -1
    for card in range(2, WIDE):
        if state.held[WIDE * seat + card] > 0 and distance(shape - UNIT[card]) == away:
            useful = 2 * _useful(shape - UNIT[card], away, unseen) + 1 - (card & 1)
            if useful > most:
                best, most = mark + card, useful
    return best


def _unseen(state: Position, seat: i64) -> vec[i64]:
    """By kind, how many cards the seat does not see."""
    left, unseen = not_open(state), zeros(_KINDS)
    for card in range(2, WIDE):
        left[card] -= state.held[WIDE * seat + card]
    for card in range(2, WIDE):
        unseen[card >> 1] += left[card]
    return unseen


def _useful(shape: i64, away: i64, unseen: vec[i64]) -> i64:
    """How many of the `unseen` cards (by kind) would bring the hand `shape`, now `away` cards from
    a goal shape, nearer to one.
    """
    useful: i64 = 0
    for kind in range(1, _KINDS):
        if unseen[kind] > 0 and distance(shape + UNIT[2 * kind]) < away:
            useful += unseen[kind]
    return useful
