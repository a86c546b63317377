"""What a seat of 6 nimmt! faces, as a number: an archive asks for it before every move. `display`
says it in words.

This module is compiled (see `kifu.replay.elements.native`).
"""

from __future__ import annotations

from kifu.replay.elements.native import i64
from kifu.replay.games.nimmt.cards import FULL, LARGEST, LEFT, RIGHT, ROWS
from kifu.replay.games.nimmt.greedy import heads_in
from kifu.replay.games.nimmt.position import CHOOSE, DRAFT, PLACE, SECOND, Position

# A situation is its phase in the lowest 3 bits, then by phase from below


def code(state: Position, seat: i64) -> i64:
    """What `seat` faces.

    - CHOOSE: cards in hand (4 bits); the lengths of the rows by right end (3 bits each); how many
      own cards fit nowhere now, 3 for more (2 bits); how many fit best on a full row, likewise;
    - PLACE: the cards that wait after this one (4 bits), and for each legal answer the heads that
      it takes, 9 for more, and 1 (4 bits each), ascending;
    - DRAFT: the cards of the hand in each sixth of the deck (4 bits each).
    """
    if state.stage == CHOOSE:
        return CHOOSE | _choosing(state, seat) << 3
    if state.stage == PLACE:
        return PLACE | (state.to_place - 1 | _costs(state) << 4) << 3
    if state.stage == DRAFT:
        sixths: i64 = 0
        for card in range(1, state.deck_size + 1):
            if state.held[card] == seat:
                sixths += 1 << (card - 1) * 6 // state.deck_size * 4
        return DRAFT | sixths << 3
    return state.stage


def _choosing(state: Position, seat: i64) -> i64:
    ends, sizes, held = state.ends, state.sizes, state.held
    lengths: i64 = 0
    lowest: i64 = LARGEST
    full: i64 = 0
    nowhere: i64 = 0
    for row in range(ROWS):
        rank: i64 = 0
        following: i64 = LARGEST + 1
        for other in range(ROWS):
            if ends[other] < ends[row]:
                rank += 1
            elif ends[other] > ends[row] and ends[other] < following:
                following = ends[other]
        lengths |= sizes[row] << 3 * rank
        if ends[row] < lowest:
            lowest = ends[row]
        if sizes[row] == FULL and not state.professional:
            for card in range(ends[row] + 1, following):
                full += held[card] == seat
    if state.professional:
        nowhere, full = _professional(state, seat)
    else:
        for card in range(1, lowest):
            nowhere += held[card] == seat
    size = state.left - 1 if state.choices[seat] != 0 else state.left
    return size | (lengths | (min(nowhere, 3) | min(full, 3) << 2) << 12) << 4


def _professional(state: Position, seat: i64) -> tuple[i64, i64]:
    """How many cards of a hand fit nowhere, and how many would be the sixth of their row."""
    nowhere: i64 = 0
    full: i64 = 0
    for card in range(1, LARGEST + 1):
        if state.held[card] == seat:
            places = state.nearest_places(card)
            if places == 0:
                nowhere += 1
            elif _is_full(state, places % SECOND) and _is_full(state, places // SECOND):
                full += 1
    return nowhere, full


def _row_of(place: i64) -> i64:
    """The row of a professional place."""
    return place - LEFT if place >= LEFT else place - RIGHT


def _is_full(state: Position, place: i64) -> bool:
    """Whether a card at this place is the sixth of its row; no place (0) changes nothing."""
    return place == 0 or state.sizes[_row_of(place)] == FULL


def _costs(state: Position) -> i64:
    """What the legal answers take, ascending: which row it is means nothing."""
    costs: i64 = 0
    counts: list[i64] = []
    places: i64 = 0
    if state.professional:
        places = state.nearest_places(state.placing[state.to_place - 1])
    while places > 0:
        row = _row_of(places % SECOND)
        counts.append(heads_in(state, row) if state.sizes[row] == FULL else 0)
        places //= SECOND
    if not counts:
        counts = [heads_in(state, row) for row in range(ROWS)]
    for heads in sorted(counts, reverse=True):
        costs = costs << 4 | min(heads, 9) + 1
    return costs
