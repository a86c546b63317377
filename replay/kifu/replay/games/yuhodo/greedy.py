"""A simple player of yuhodo, so that simulated matches look like matches.

This module is compiled (see `kifu.replay.elements.native`).
"""

from __future__ import annotations

from typing import Final

from kifu.replay.elements.native import i64
from kifu.replay.games.yuhodo.legal import away_without, codes
from kifu.replay.games.yuhodo.position import Position
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


def code(state: Position, seat: i64) -> i64:
    """A simple player: it goes out when it can, claims or opens a first set, and with the
    advanced rules every set of Items; else it takes and keeps what is nearest to a goal shape,
    and declares Ready once it has an opened set. It lets a discard pass that it has no use for.

    Moves that are as good come in the order of their tokens as text.
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
    """The cards of the hand that an open or a gain lays down, packed."""
    if move >= GAIN:
        return PAIRS[move - GAIN]
    return SETS[move - OPEN]


def _wanted(state: Position, seat: i64, move: i64) -> bool:
    if state.advanced and is_item_group(_cards_of(move)):
        return True
    return state.melds[seat] == 0


def _cost(state: Position, seat: i64, move: i64) -> i64:
    """How far from a goal shape the hand is with the move; after a discard then Ready (of use
    with an opened set only) and red cards, of cards to take the black ones; then the token.
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
