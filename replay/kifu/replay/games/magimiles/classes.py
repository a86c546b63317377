"""The classes of moves of MAGiMiLES, as numbers: the places of `GAME.classes`, from 1.

This module is compiled (see `kifu.replay.elements.native`).
"""

from __future__ import annotations

from kifu.replay.elements.native import i64
from kifu.replay.games.magimiles.cards import (
    DECLARED,
    PASSED,
    PICKED,
    SUPPORT_CARD,
    TAKEN,
    TARGET_OF,
)


def code(move: i64, seat: i64) -> i64:
    """The class of a legal move: 1 a main card laid, 2 one laid to declare, 3 a card passed, a
    support card laid at 4 one's own main card or 5 another's, 6 piles picked, 7 cards taken.
    """
    if move <= 0:
        return 0
    if move < DECLARED:
        return 1
    if move < PASSED:
        return 2
    if move < SUPPORT_CARD:
        return 3
    if move < PICKED:
        return 4 if TARGET_OF[move] == seat else 5
    return 6 if move < TAKEN else 7
