"""The classes of moves of Atarayo, as numbers: the places of `GAME.classes`, from 1.

This module is compiled (see `kifu.replay.elements.native`).
"""

from __future__ import annotations

from kifu.replay.elements.native import i64
from kifu.replay.games.atarayo.tokens import (
    ACCEPT,
    CALL,
    COUNTERING,
    LAST_CALL,
    LAST_PLAY,
    PASS,
    SIZE,
    TAKE,
)


def code(move: i64) -> i64:
    """The class of a legal move: 1 one card played, 2 several together, 3 a card drawn, 4 a pass,
    5 what is accepted, 6 the choice of the first field card, 7 a call, 8 one with a counter.
    """
    if move <= 0 or move > LAST_CALL:
        return 0
    if move <= LAST_PLAY:
        return 1 if SIZE[move] == 1 else 2
    if move == TAKE:
        return 3
    if move == PASS:
        return 4
    if move == ACCEPT:
        return 5
    if move < CALL:
        return 6
    return 8 if COUNTERING[move - CALL] else 7
