"""The cards of yuhodo that do not lie open: in hands and in the pile.

This module is compiled (see `kifu.replay.elements.native`).
"""

from __future__ import annotations

from typing import Final

from kifu.replay.elements.native import i64, vec
from kifu.replay.games.yuhodo.cards import COPIES
from kifu.replay.games.yuhodo.position import Position

_COPIES: Final = vec[i64](COPIES)


def not_open(state: Position) -> vec[i64]:
    """By card: how many copies are neither discarded nor in an opened set nor on the market."""
    left = _COPIES[:]
    for at in range(state.discards):
        left[state.thrown[at] & 63] -= 1
    for at in range(state.opened):
        for place in range(3):
            left[state.sets[at] >> 6 * place & 63] -= 1
    market = state.market
    while market:
        left[market & 63] -= 1
        market >>= 6
    return left
