"""The classes of moves of 6つ子7組, as numbers: the places of `GAME.classes`, from 1.

This module is compiled (see `kifu.replay.elements.native`).
"""

from __future__ import annotations

from kifu.replay.elements.native import i64
from kifu.replay.games.mutsugo.position import Position
from kifu.replay.games.mutsugo.tokens import DISSOLVE, DRAW, END, follows_of, taken_of


def code(state: Position, move: i64) -> i64:
    """The class of a legal move: 1 the end of the turn, 2 a discard, 3 a draw, 4 a set dissolved,
    5 a free card taken, a set of 6 one's own cards, 7 with a free card, 8 with a robbed one.
    """
    if move <= 0:
        return 0
    if move == END:
        return 1
    if move < END:
        return 2
    if move == DRAW:
        return 3
    if move >= DISSOLVE:
        return 4
    if follows_of(move, 0) == 0:
        return 5
    taken = taken_of(move)
    if taken == 0:
        return 6
    return 8 if state.owner_of(taken) else 7
