"""The classes of moves of Yuhodo, as numbers: the places of `GAME.classes`, from 1.

This module is compiled (see `kifu.replay.elements.native`).
"""

from __future__ import annotations

from kifu.replay.elements.native import i64
from kifu.replay.games.yuhodo.tokens import DECLARE, DISCARD, GAIN, GOAL, MAKE


def code(move: i64) -> i64:
    """The class of a legal move: 1 nobody claims the discard, 2 a card taken, 3 a goal, 4 a set
    opened, 5 a discard, 6 one that declares Ready, 7 the discard gained.
    """
    if move <= 0:
        return 0
    if move == MAKE:
        return 1
    if move < GOAL:
        return 2
    if move == GOAL:
        return 3
    if move < DISCARD:
        return 4
    if move < DECLARE + 2:  # no card is below 2
        return 5
    return 6 if move < GAIN else 7
