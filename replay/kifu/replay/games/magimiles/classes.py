"""The classes of moves of MAGiMiLES: what like moves of many matches are counted as.

This module is compiled (see `kifu.replay.elements.native`).
"""

from __future__ import annotations

from typing import Final

from kifu.notation.words import Words
from kifu.replay.elements.move_classes import numbered
from kifu.replay.elements.native import i64
from kifu.replay.games.magimiles.cards import (
    DECLARED,
    PASSED,
    PICKED,
    SUPPORT_CARD,
    TAKEN,
    TARGET_OF,
)

# The classes of moves

MAIN_CARD: Final[i64] = 1
DECLARED_CARD: Final[i64] = 2
PASSED_CARD: Final[i64] = 3
OWN_SUPPORT: Final[i64] = 4
OTHER_SUPPORT: Final[i64] = 5
PILES_PICKED: Final[i64] = 6
CARDS_TAKEN: Final[i64] = 7

CLASSES: Final = numbered(
    {
        MAIN_CARD: ("main card", Words("lays a main card", "メインカードを出す")),
        DECLARED_CARD: (
            "declared card",
            Words("lays a main card face down to declare", "カードを伏せて宣言する"),
        ),
        PASSED_CARD: ("passed card", Words("passes a card to the partner", "味方にカードを渡す")),
        OWN_SUPPORT: (
            "own support",
            Words(
                "lays a support card at its own main card",
                "自分のメインカードにサポートカードを出す",
            ),
        ),
        OTHER_SUPPORT: (
            "support for another",
            Words(
                "lays a support card at another main card",
                "ほかの人のメインカードにサポートカードを出す",
            ),
        ),
        PILES_PICKED: ("piles", Words("picks piles", "カードの束を選ぶ")),
        CARDS_TAKEN: ("cards taken", Words("takes cards", "カードを受け取る")),
    }
)


def class_of(move: i64, seat: i64) -> i64:
    """The class of a legal move; 0 for another."""
    if move <= 0:
        return 0
    if move < DECLARED:
        return MAIN_CARD
    if move < PASSED:
        return DECLARED_CARD
    if move < SUPPORT_CARD:
        return PASSED_CARD
    if move < PICKED:
        return OWN_SUPPORT if TARGET_OF[move] == seat else OTHER_SUPPORT
    return PILES_PICKED if move < TAKEN else CARDS_TAKEN
