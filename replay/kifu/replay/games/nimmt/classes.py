"""The classes of moves of 6 nimmt!, as numbers: the places of `GAME.classes`, from 1.

This module is compiled (see `kifu.replay.elements.native`).
"""

from __future__ import annotations

from kifu.replay.elements.native import i64
from kifu.replay.games.nimmt.cards import FULL, LARGEST, LEFT, PICK, RIGHT, ROWS, TAKE
from kifu.replay.games.nimmt.greedy import heads_in
from kifu.replay.games.nimmt.position import CHOOSE, SECOND, Position

# The places in `GAME.classes`


def code(state: Position, move: i64, seat: i64) -> i64:
    """The class of a legal move; 0 for another.

    - A choice: 1 for the only card; else 2, 5 or 8 for the lowest, one between, the highest of the
      hand, and 0, 1 or 2 more where it is lower than every row, where it would be the sixth of its
      row as the rows lie, and where it fits;
    - a row taken: 11 where no other costs less, else 12;
    - a card laid by choice: 13 at the right of a row, 14 at the left;
    - a pick: 15, 16 or 17 for the lowest, middle or highest third of the deck.
    """
    if move >= LEFT:
        return 14
    if move >= RIGHT:
        return 13
    if move >= TAKE:
        return _taking(state, move - TAKE)
    if move > PICK:
        return 15 + (move - PICK - 1) * 3 // state.deck_size
    if state.stage != CHOOSE or move < 1:
        return 0
    return _choosing(state, move, seat)


def _taking(state: Position, row: i64) -> i64:
    heads = heads_in(state, row)
    for other in range(ROWS):
        if heads_in(state, other) < heads:
            return 12
    return 11


def _choosing(state: Position, card: i64, seat: i64) -> i64:
    held = state.held
    lower: i64 = 0
    higher: i64 = 0
    for other in range(1, card):
        lower += held[other] == seat
    for other in range(card + 1, LARGEST + 1):
        higher += held[other] == seat
    if lower + higher + state.unknown[seat] == 0:
        return 1
    if lower == 0:
        return 2 + _fit(state, card)
    if higher == 0:
        return 8 + _fit(state, card)
    return 5 + _fit(state, card)


def _fit(state: Position, card: i64) -> i64:
    """0 where the card is lower than every row, 1 where it would be a sixth, 2 where it fits."""
    if state.professional:
        places = state.nearest_places(card)
        if places == 0:
            return 0
        second = places // SECOND
        full = _is_full(state, places % SECOND) and (second == 0 or _is_full(state, second))
        return 1 if full else 2
    nearest: i64 = 0
    size: i64 = 0
    for row in range(ROWS):
        end = state.ends[row]
        if nearest < end and end < card:
            nearest = end
            size = state.sizes[row]
    if nearest == 0:
        return 0
    return 1 if size == FULL else 2


def _is_full(state: Position, place: i64) -> bool:
    row = place - RIGHT
    if place >= LEFT:
        row = place - LEFT
    return state.sizes[row] == FULL
