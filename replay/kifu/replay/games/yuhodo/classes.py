"""The classes of moves of Yuhodo: what like moves of many matches are counted as.

This module is compiled (see `kifu.replay.elements.native`).
"""

from __future__ import annotations

from typing import Final

from kifu.notation.words import Words
from kifu.replay.elements.move_classes import numbered
from kifu.replay.elements.native import i64
from kifu.replay.games.yuhodo.tokens import DECLARE, DISCARD, GAIN, GOAL, MAKE
from kifu.replay.states.game_words import DISCARDS

# The classes of moves

NO_CLAIM: Final[i64] = 1
TAKEN: Final[i64] = 2
REACHED: Final[i64] = 3
OPENED: Final[i64] = 4
DISCARDED: Final[i64] = 5
READIED: Final[i64] = 6
GAINED: Final[i64] = 7

CLASSES: Final = numbered(
    {
        NO_CLAIM: ("no claim", Words("nobody claims the discard", "だれも捨札を取らない")),
        TAKEN: ("take", Words("takes a card", "テイクする")),
        REACHED: ("goal", Words("goes out", "ゴールする")),
        OPENED: ("open", Words("opens a set", "オープンする")),
        DISCARDED: ("discard", DISCARDS),
        READIED: (
            "discard and Ready",
            Words("discards a card and declares Ready", "カードを捨ててレディを宣言する"),
        ),
        GAINED: ("gain", Words("gains the discard", "ゲインする")),
    }
)


def class_of(move: i64) -> i64:
    """The class of a legal move; 0 for another."""
    if move <= 0:
        return 0
    if move == MAKE:
        return NO_CLAIM
    if move < GOAL:
        return TAKEN
    if move == GOAL:
        return REACHED
    if move < DISCARD:
        return OPENED
    if move < DECLARE + 2:  # no card is below 2
        return DISCARDED
    return READIED if move < GAIN else GAINED
