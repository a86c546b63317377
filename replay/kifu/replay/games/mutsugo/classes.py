"""The classes of moves of 6つ子7組: what like moves of many matches are counted as.

This module is compiled (see `kifu.replay.elements.native`).
"""

from __future__ import annotations

from typing import Final

from kifu.notation.words import Words
from kifu.replay.elements.move_classes import numbered
from kifu.replay.elements.native import i64
from kifu.replay.games.mutsugo.position import Position
from kifu.replay.games.mutsugo.tokens import DISSOLVE, DRAW, END, follows_of, taken_of
from kifu.replay.states.game_words import DISCARDS

# The classes of moves

TURN_END: Final[i64] = 1
DISCARD: Final[i64] = 2
DRAWN: Final[i64] = 3
DISSOLVED: Final[i64] = 4
FREE_CARD: Final[i64] = 5
OWN_SET: Final[i64] = 6
FREE_SET: Final[i64] = 7
ROBBED_SET: Final[i64] = 8

CLASSES: Final = numbered(
    {
        TURN_END: ("end of turn", Words("ends the turn", "手番を終える")),
        DISCARD: ("discard", DISCARDS),
        DRAWN: ("draw", Words("draws from the pile", "山札から引く")),
        DISSOLVED: ("dissolve", Words("dissolves a set", "セットを解散する")),
        FREE_CARD: ("free card", Words("takes a free card", "フリーカードを取る")),
        OWN_SET: ("own set", Words("makes a set of its own cards", "手札だけでセットを作る")),
        FREE_SET: (
            "set with a free card",
            Words("makes a set with a free card", "フリーカードでセットを作る"),
        ),
        ROBBED_SET: (
            "set with a robbed card",
            Words("makes a set with a robbed card", "奪ったカードでセットを作る"),
        ),
    }
)


def class_of(state: Position, move: i64) -> i64:
    """The class of a legal move; 0 for another."""
    if move <= 0:
        return 0
    if move == END:
        return TURN_END
    if move < END:
        return DISCARD
    if move == DRAW:
        return DRAWN
    if move >= DISSOLVE:
        return DISSOLVED
    if follows_of(move, 0) == 0:
        return FREE_CARD
    taken = taken_of(move)
    if taken == 0:
        return OWN_SET
    return ROBBED_SET if state.owner_of(taken) else FREE_SET
