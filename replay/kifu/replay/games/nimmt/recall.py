"""6 nimmt!: what a seat can't know of earlier positions, so that what others played says something
about what they hold (see `kifu.replay.analysis.likely`).

This module is compiled (see `kifu.replay.elements.native`).
"""

from __future__ import annotations

from kifu.replay.elements.arrays import NONE, zeros
from kifu.replay.elements.native import i64, vec
from kifu.replay.games.nimmt.cards import LARGEST
from kifu.replay.games.nimmt.position import CHOOSE, NOWHERE, Position


def loose_cards(state: Position, seat: i64) -> vec[i64]:
    """The cards in hands of others and in the stock; none where hands were drafted."""
    if state.drafted:
        return NONE
    held, n = state.held, state.n
    cards = zeros(LARGEST)
    size: i64 = 0
    for card in range(1, LARGEST + 1):
        if _is_loose(held[card], seat, n):
            cards[size] = card
            size += 1
    return cards[:size]


def recall(past: Position, world: Position, seat: i64) -> bool:
    """Let `past`, a position of the same round, have the cards that `seat` can't know where `world`
    has them. False where the choice made in it is not revealed yet, or is not a choice of a card.
    """
    if past.stage != CHOOSE or (past.turn == world.turn and world.stage == CHOOSE):
        return False
    held, n = past.held, past.n
    for card in range(1, LARGEST + 1):
        if _is_loose(world.held[card], seat, n):
            held[card] = world.held[card]
    return True


def _is_loose(whose: i64, seat: i64, n: i64) -> bool:
    return whose == NOWHERE or (whose <= n and whose != seat)
