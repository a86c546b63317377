"""The reference player of yuhodo, by whom matches are played on in thought. Version 1.

It looks at its own hand and at what lies open.

This module is compiled (see `kifu.replay.elements.native`).
"""

from __future__ import annotations

from typing import Final

from kifu.replay.elements.arrays import zeros
from kifu.replay.elements.native import i64, vec
from kifu.replay.games.yuhodo import greedy
from kifu.replay.games.yuhodo.cards import KINDS, WIDE
from kifu.replay.games.yuhodo.legal import codes
from kifu.replay.games.yuhodo.position import ACT, Position
from kifu.replay.games.yuhodo.shapes import UNIT, distance
from kifu.replay.games.yuhodo.tokens import DECLARE, DISCARD, GOAL
from kifu.replay.games.yuhodo.unseen import not_open

_KINDS: Final[i64] = len(KINDS)


def code(state: Position, seat: i64) -> i64:
    """As the simple player, but of takes and discards that leave the hand as near to a goal shape
    it chooses, after colour and Ready, what leaves most unseen cards that bring it nearer.
    """
    first = greedy.code(state, seat)
    if state.held[WIDE * seat] > 0 or state.ready >> seat & 1 or seat != state.next_seat:
        return first
    if state.stage == ACT:
        if first >= DISCARD:
            return _best_discard(state, seat, first)
    elif first > 1 and first < GOAL:
        return _best_take(state, seat, first)
    return first


def _best_take(state: Position, seat: i64, first: i64) -> i64:
    """Of the cards of the market that come as near as this one, red ones before black ones."""
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
    """Of the discards that leave the hand as near as this one, declaring Ready as it does."""
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
    """By kind: how many cards the seat does not see."""
    left, unseen = not_open(state), zeros(_KINDS)
    for card in range(2, WIDE):
        left[card] -= state.held[WIDE * seat + card]
    for card in range(2, WIDE):
        unseen[card >> 1] += left[card]
    return unseen


def _useful(shape: i64, away: i64, unseen: vec[i64]) -> i64:
    """How many unseen cards would bring a hand that is so far from a goal shape nearer."""
    useful: i64 = 0
    for kind in range(1, _KINDS):
        if unseen[kind] > 0 and distance(shape + UNIT[2 * kind]) < away:
            useful += unseen[kind]
    return useful
