"""The reference player of MAGiMiLES, by whom matches are played on in thought. Version 1.

It looks at its own hand and declaration, and at what lies open.

This module is compiled (see `kifu.replay.elements.native`).
"""

from __future__ import annotations

from typing import Final

from kifu.replay.elements.native import i64
from kifu.replay.games.magimiles import greedy
from kifu.replay.games.magimiles.cards import BIT, CARD_BITS, PLACES, TARGET_OF
from kifu.replay.games.magimiles.position import MAIN, SUPPORT, Position
from kifu.replay.states.playout import PASS

# Worths are hundredths of a point.

_POINT: Final[i64] = 100
#: To win a trick, or to be second of three, whatever is in it.
_BEST: Final[i64] = 300
_SECOND: Final[i64] = 100


def code(state: Position, seat: i64) -> i64:
    """In tricks it counts what cards are worth under its own declaration. Its main card is high and
    worth little to it; with its support card it wins tricks that are worth something and loses
    others, as far as it knows, and gives what is worth little. All else is chosen as by the simple
    player, also which of two partners acts.
    """
    if (state.stage != MAIN and state.stage != SUPPORT) or state.unknown[seat] > 0:
        return greedy.code(state, seat)
    if state.either == seat and greedy.code(state, seat) == PASS:
        return PASS
    best: i64 = 0
    most: i64 = 0
    pot = _pot(state, seat)
    for move in state.legal_codes(seat):
        card = move & CARD_BITS
        merit = _POINT * state.tables.number[card] - _POINT // 2 * _value(state, seat, card)
        if state.stage == SUPPORT:
            merit = _support(state, seat, card, TARGET_OF[move], pot)
        if best == 0 or merit > most:
            best, most = move, merit
    return best


def _value(state: Position, seat: i64, card: i64) -> i64:
    """What one card scores for the seat, 0 where it has declared nothing."""
    if state.declared[seat] == 0:
        return 0
    return state.worth(BIT[card], state.declared[seat])


def _pot(state: Position, seat: i64) -> i64:
    """What the main cards of the trick score for the seat."""
    pot: i64 = 0
    for other in range(1, state.n + 1):
        if state.mains[other] != 0:
            pot += _value(state, seat, state.mains[other])
    return pot


def _support(state: Position, seat: i64, card: i64, target: i64, pot: i64) -> i64:
    """How good a support card is on this main card if no other one counted."""
    tables, effect = state.tables, PLACES * card + state.mains[target]
    total = state.totals[target] * tables.times[effect] + tables.plus[effect]
    rank, value = state.rank_of(seat, target, total), _value(state, seat, card)
    pot = _POINT * (pot + value)
    merit = -pot
    if rank == 1:
        merit = pot + _BEST
    elif state.n == 3:
        merit = -pot // 2
        if rank == 2:
            merit = pot // 3 + _SECOND
    return merit - tables.number[card] - _POINT // 2 * max(value, 0)
