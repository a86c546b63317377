"""What a seat sees of 6 nimmt! as an array: the one that `states.observation` makes of the view of
`display`, in a small part of the time, for players that learn from millions of positions.

This module is compiled (see `kifu.notation.native`).
"""

from __future__ import annotations

from typing import Final

from kifu.notation.native import i64, vec
from kifu.replay.elements.arrays import shorts, zeros
from kifu.replay.games.nimmt.cards import ROWS
from kifu.replay.games.nimmt.position import CHOOSE, MARKET, PLAYED, TAKEN, WIDE, Position

#: By phase: its place in the table's list of phases.
_PHASES: Final = vec[i64]([3, 0, 1, 2, 4])


def seen_cells(state: Position, viewer: i64) -> bytes:
    """The array of what the seat `viewer` sees; b"" where a hand has unknown cards."""
    n, choosing = state.n, state.stage == CHOOSE
    # The first cell of each part (of the facts by their names: cards, deck, heads, phase, points,
    # round, to_move, turn), and the number of the zone of choices; after it come those of hands and
    # taken cards.
    rows: i64 = 5 + 4 * n
    choice: i64 = rows + ROWS
    zone: i64 = ROWS + 1
    if state.drafted:
        choice += 1
        zone += 1
    deck: i64 = choice + 3 * n
    cards: i64 = deck + 1 - 3
    cells = zeros(cards + 3 + 3 * state.deck_size)
    cells[0], cells[2 + 2 * n] = viewer, _PHASES[state.stage]
    cells[3 + 3 * n], cells[rows - 1] = state.round, state.turn
    cells[1 + n] = state.market if state.market > 0 else state.stock
    cells[deck] = state.stock
    for row in range(ROWS):
        for place in range(state.sizes[row]):
            at: i64 = cards + 3 * state.rows[WIDE * row + place]
            _put(cells, at, row + 1, 0, rows + row)
    for card in range(1, state.deck_size + 1):
        holder, at = state.held[card], cards + 3 * card
        if holder == MARKET:
            _put(cells, at, zone - 1, 0, choice - 1)
        elif holder > 0 and holder <= n:
            ahead: i64 = (holder - viewer + n) % n
            if ahead == 0 or state.drafted:
                _put(cells, at, zone + 1, ahead + 1, choice + n + ahead)
            else:
                cells[choice + n + ahead] += 1
        elif choosing and _is_chosen(state, card):
            ahead = (holder - PLAYED - viewer + n) % n
            if ahead == 0:
                _put(cells, at, zone, 1, choice)
            else:
                cells[choice + ahead] = 1
                if state.drafted:
                    _put(cells, at, zone + 1, ahead + 1, choice + n + ahead)
    for place in range(state.took):
        card = state.taken[place]
        ahead = (state.held[card] - TAKEN - viewer + n) % n
        _put(cells, cards + 3 * card, zone + 2, ahead + 1, choice + 2 * n + ahead)
    for place in range(state.to_place):
        card = state.placing[place]
        ahead = (state.held[card] - PLAYED - viewer + n) % n
        _put(cells, cards + 3 * card, zone, ahead + 1, choice + ahead)
    for ahead in range(n):
        seat: i64 = (viewer + ahead - 1) % n + 1
        if state.unknown[seat] > 0:
            return b""
        if state.choices[seat] == 0 if choosing else seat == state.next_seat:
            cells[4 + 3 * n + ahead] = 1
        cells[1 + ahead] = state.hand_size(seat)
        cells[2 + n + ahead] = state.heads[seat]
        cells[3 + 2 * n + ahead] = state.target - state.heads[seat]
    return shorts(cells)


def _is_chosen(state: Position, card: i64) -> bool:
    seat: i64 = state.held[card] - PLAYED
    return seat > 0 and seat <= state.n and state.choices[seat] == card


def _put(cells: vec[i64], at: i64, zone: i64, owner: i64, size: i64) -> None:
    """Write that a card, whose cells begin `at`, is the next one in a zone; `size` is the cell of
    the zone's size.
    """
    cells[size] += 1
    cells[at], cells[at + 1], cells[at + 2] = zone, owner, cells[size]
