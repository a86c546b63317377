"""A simple player of 6 nimmt!, so that simulated matches look like matches.

This module is compiled (see `kifu.replay.elements.native`).
"""

from __future__ import annotations

from kifu.replay.elements.native import i64
from kifu.replay.games.nimmt.cards import FULL, HEADS, LARGEST, LEFT, PICK, RIGHT, ROWS, TAKE
from kifu.replay.games.nimmt.position import CHOOSE, DRAFT, WIDE, Position


def code(state: Position, seat: i64) -> i64:
    """A simple player: the card that now lies closest above a row with room, the lowest card
    where none does; the row with the fewest heads; the place that takes nothing. In a draft the
    card with the fewest heads.
    """
    if state.stage == CHOOSE and state.unknown[seat] == 0 and state.choices[seat] == 0:
        return _choice(state, seat)
    codes = state.legal_codes(seat)
    best, least = codes[0], _cost(state, codes[0])
    for at in range(1, len(codes)):
        cost = _cost(state, codes[at])
        if cost < least:
            best, least = codes[at], cost
    return best


def _choice(state: Position, seat: i64) -> i64:
    """The same for a choice from a known hand, in one go through the cards."""
    held, ends, sizes = state.held, state.ends, state.sizes
    left = state.left
    best: i64 = 0
    least: i64 = 1 << 30
    fewest: i64 = 0
    card: i64 = 0
    while left > 0:
        card += 1
        if held[card] != seat:
            continue
        left -= 1
        gap: i64 = LARGEST
        length: i64 = 0
        for row in range(ROWS):
            between = card - ends[row]
            if between > 0 and between < gap:
                gap, length = between, sizes[row]
        if length == 0:
            if fewest == 0:
                fewest = _fewest(state)
            cost = fewest << 16 | card
        else:
            taken: i64 = 2 * length if length == FULL else 0
            cost = taken << 16 | gap + length << 8 | card
        if cost < least:
            best, least = card, cost
    return best


def _fewest(state: Position) -> i64:
    """The heads on the row with the fewest."""
    fewest: i64 = LARGEST
    for row in range(ROWS):
        fewest = min(fewest, heads_in(state, row))
    return fewest


def _cost(state: Position, move: i64) -> i64:
    """What a move costs, the more important first; no two moves cost the same."""
    if state.stage == CHOOSE:
        return _risk(state, move)
    if state.stage == DRAFT:
        card = move - PICK
        return HEADS[card] << 8 | card
    if move < RIGHT:
        return heads_in(state, move - TAKE) << 8 | move
    # Of two places the left end comes first.
    if move < LEFT:
        return _sixth(state, move - RIGHT) << 8 | move
    return _sixth(state, move - LEFT) << 8


def _risk(state: Position, card: i64) -> i64:
    """How a choice looks on the rows as they are: what it takes, then how far it is."""
    gap: i64 = LARGEST
    length: i64 = 0
    for row in range(ROWS):
        between = card - state.ends[row]
        if between > 0 and between < gap:
            gap, length = between, state.sizes[row]
    if length == 0:
        return _fewest(state) << 16 | card
    taken = 2 * length if length == FULL else 0
    return taken << 16 | gap + length << 8 | card


def _sixth(state: Position, row: i64) -> i64:
    """The heads that a card takes at an end of this row."""
    return heads_in(state, row) if state.sizes[row] == FULL else 0


def heads_in(state: Position, row: i64) -> i64:
    """The heads on the cards of a row (from 0)."""
    heads: i64 = 0
    for at in range(WIDE * row, WIDE * row + state.sizes[row]):
        heads += HEADS[state.rows[at]]
    return heads
