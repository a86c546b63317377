"""The classes of moves of 6 nimmt!: what like moves of many matches are counted as.

This module is compiled (see `kifu.replay.elements.native`).
"""

from __future__ import annotations

from typing import Final

from kifu.notation.words import Words
from kifu.replay.elements.move_classes import numbered
from kifu.replay.elements.native import i64
from kifu.replay.games.nimmt.cards import FULL, LARGEST, LEFT, PICK, RIGHT, ROWS, TAKE
from kifu.replay.games.nimmt.greedy import heads_in
from kifu.replay.games.nimmt.position import CHOOSE, SECOND, Position

# The classes of moves

ONLY_CARD: Final[i64] = 1
LOWEST: Final[i64] = 2
LOWEST_SIXTH: Final[i64] = 3
LOWEST_FITS: Final[i64] = 4
BETWEEN: Final[i64] = 5
BETWEEN_SIXTH: Final[i64] = 6
BETWEEN_FITS: Final[i64] = 7
HIGHEST: Final[i64] = 8
HIGHEST_SIXTH: Final[i64] = 9
HIGHEST_FITS: Final[i64] = 10
CHEAPEST_ROW: Final[i64] = 11
DEARER_ROW: Final[i64] = 12
RIGHT_OF_ROW: Final[i64] = 13
LEFT_OF_ROW: Final[i64] = 14
LOW_PICK: Final[i64] = 15
MIDDLE_PICK: Final[i64] = 16
HIGH_PICK: Final[i64] = 17

CLASSES: Final = numbered(
    {
        ONLY_CARD: ("only card", Words("the only card in the hand", "最後の1枚")),
        LOWEST: (
            "lowest, below every row",
            Words("the lowest card, lower than every row", "一番小さいカード(どの列にも置けない)"),
        ),
        LOWEST_SIXTH: (
            "lowest, a sixth",
            Words("the lowest card, the sixth of its row", "一番小さいカード(列の6枚目)"),
        ),
        LOWEST_FITS: (
            "lowest, fits",
            Words("the lowest card, which fits a row", "一番小さいカード(列に置ける)"),
        ),
        BETWEEN: (
            "between, below every row",
            Words("a card between, lower than every row", "中間のカード(どの列にも置けない)"),
        ),
        BETWEEN_SIXTH: (
            "between, a sixth",
            Words("a card between, the sixth of its row", "中間のカード(列の6枚目)"),
        ),
        BETWEEN_FITS: (
            "between, fits",
            Words("a card between, which fits a row", "中間のカード(列に置ける)"),
        ),
        HIGHEST: (
            "highest, below every row",
            Words("the highest card, lower than every row", "一番大きいカード(どの列にも置けない)"),
        ),
        HIGHEST_SIXTH: (
            "highest, a sixth",
            Words("the highest card, the sixth of its row", "一番大きいカード(列の6枚目)"),
        ),
        HIGHEST_FITS: (
            "highest, fits",
            Words("the highest card, which fits a row", "一番大きいカード(列に置ける)"),
        ),
        CHEAPEST_ROW: (
            "cheapest row",
            Words("takes a row that costs least", "牛が一番少ない列を引き取る"),
        ),
        DEARER_ROW: (
            "dearer row",
            Words("takes a row that costs more than another", "もっと安い列があるのに引き取る"),
        ),
        RIGHT_OF_ROW: (
            "right of a row",
            Words("lays the card at the right of a row", "列の右端に置く"),
        ),
        LEFT_OF_ROW: (
            "left of a row",
            Words("lays the card at the left of a row", "列の左端に置く"),
        ),
        LOW_PICK: (
            "low pick",
            Words("picks a card of the lowest third", "小さい3分の1のカードを選ぶ"),
        ),
        MIDDLE_PICK: (
            "middle pick",
            Words("picks a card of the middle third", "中間の3分の1のカードを選ぶ"),
        ),
        HIGH_PICK: (
            "high pick",
            Words("picks a card of the highest third", "大きい3分の1のカードを選ぶ"),
        ),
    }
)


#: How a card fits: added to LOWEST, BETWEEN or HIGHEST.
BELOW: Final[i64] = 0
SIXTH: Final[i64] = 1
FITS: Final[i64] = 2


def class_of(state: Position, move: i64, seat: i64) -> i64:
    """The class of a legal move; 0 for another.

    A choice is classed by its place in the hand and by how it fits the rows as they lie; a row that
    is taken by its heads; a pick by its third of the deck.
    """
    if move >= LEFT:
        return LEFT_OF_ROW
    if move >= RIGHT:
        return RIGHT_OF_ROW
    if move >= TAKE:
        return _taking(state, move - TAKE)
    if move > PICK:
        return LOW_PICK + (move - PICK - 1) * 3 // state.deck_size
    if state.stage != CHOOSE or move < 1:
        return 0
    return _choosing(state, move, seat)


def _taking(state: Position, row: i64) -> i64:
    heads = heads_in(state, row)
    for other in range(ROWS):
        if heads_in(state, other) < heads:
            return DEARER_ROW
    return CHEAPEST_ROW


def _choosing(state: Position, card: i64, seat: i64) -> i64:
    held = state.held
    lower: i64 = 0
    higher: i64 = 0
    for other in range(1, card):
        lower += held[other] == seat
    for other in range(card + 1, LARGEST + 1):
        higher += held[other] == seat
    if lower + higher + state.unknown[seat] == 0:
        return ONLY_CARD
    if lower == 0:
        return LOWEST + _fit(state, card)
    if higher == 0:
        return HIGHEST + _fit(state, card)
    return BETWEEN + _fit(state, card)


def _fit(state: Position, card: i64) -> i64:
    """How a card fits the rows as they lie: BELOW, SIXTH or FITS."""
    if state.professional:
        places = state.nearest_places(card)
        if places == 0:
            return BELOW
        second = places // SECOND
        full = _is_full(state, places % SECOND) and (second == 0 or _is_full(state, second))
        return SIXTH if full else FITS
    nearest: i64 = 0
    size: i64 = 0
    for row in range(ROWS):
        end = state.ends[row]
        if nearest < end and end < card:
            nearest = end
            size = state.sizes[row]
    if nearest == 0:
        return BELOW
    return SIXTH if size == FULL else FITS


def _is_full(state: Position, place: i64) -> bool:
    row = place - RIGHT
    if place >= LEFT:
        row = place - LEFT
    return state.sizes[row] == FULL
