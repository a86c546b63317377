"""The classes of moves of Atarayo: what like moves of many matches are counted as.

This module is compiled (see `kifu.replay.elements.native`).
"""

from __future__ import annotations

from typing import Final

from kifu.notation.words import Words
from kifu.replay.elements.move_classes import numbered
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

# The classes of moves

ONE_CARD: Final[i64] = 1
SEVERAL_CARDS: Final[i64] = 2
DRAW: Final[i64] = 3
PASSED: Final[i64] = 4
ACCEPTED: Final[i64] = 5
FIELD_CARD: Final[i64] = 6
CALLED: Final[i64] = 7
COUNTERED: Final[i64] = 8

CLASSES: Final = numbered(
    {
        ONE_CARD: ("one card", Words("plays one card", "1枚出す")),
        SEVERAL_CARDS: (
            "several cards",
            Words("plays several cards together", "複数枚をまとめて出す"),
        ),
        DRAW: ("draw", Words("draws a card", "1枚引く")),
        PASSED: ("pass", Words("passes", "パスする")),
        ACCEPTED: ("accept", Words("accepts what is due", "受け入れる")),
        FIELD_CARD: ("field card", Words("chooses the first field card", "最初の場札を選ぶ")),
        CALLED: ("call", Words("calls Akimahen", "『あきまへん』を宣言する")),
        COUNTERED: (
            "countered call",
            Words("calls Akimahen, and the call is countered", "『あきまへん』が仕返される"),
        ),
    }
)


def class_of(move: i64) -> i64:
    """The class of a legal move; 0 for another."""
    if move <= 0 or move > LAST_CALL:
        return 0
    if move <= LAST_PLAY:
        return ONE_CARD if SIZE[move] == 1 else SEVERAL_CARDS
    if move == TAKE:
        return DRAW
    if move == PASS:
        return PASSED
    if move == ACCEPT:
        return ACCEPTED
    if move < CALL:
        return FIELD_CARD
    return COUNTERED if COUNTERING[move - CALL] else CALLED
