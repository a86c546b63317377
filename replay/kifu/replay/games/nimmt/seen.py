"""What a seat sees of 6 nimmt! as an array: the one that `states.observation` makes of the view of
`display`, in a small part of the time, for players that learn from millions of positions.

This module is compiled (see `kifu.notation.native`).
"""

from __future__ import annotations

from typing import Final

from kifu.notation.native import i64, vec
from kifu.replay.elements.arrays import filled, shorts, zeros
from kifu.replay.games.nimmt.cards import ROWS
from kifu.replay.games.nimmt.position import CHOOSE, MARKET, TAKEN, Position

#: By phase: its place in the table's list of phases.
_PHASES: Final = filled([3, 0, 1, 2, 4])


def seen_cells(state: Position, viewer: i64) -> bytes:
    """What the seat `viewer` sees, as the packed array of 16-bit numbers that `states.observation`
    makes of its view; b"" if any hand has unknown cards.
    """
    if state.unknown_cards() > 0:
        return b""
    n, open_hands, choosing = state.n, state.drafted, state.stage == CHOOSE
    # The first cell of each part (of the facts by their names: cards, deck, heads, phase, points,
    # round, to_move, turn), and the number of the zone of choices; after it come those of hands and
    # taken cards.
    rows: i64 = 5 + 4 * n
    market: i64 = rows + ROWS
    choice: i64 = market + open_hands
    zone: i64 = ROWS + 1 + open_hands
    cells = zeros(choice + 3 * n + 1 + 3 * state.deck_size)
    cells[0], cells[2 + 2 * n] = viewer, _PHASES[state.stage]
    cells[3 + 3 * n], cells[rows - 1] = state.round, state.turn
    cells[1 + n] = state.market if state.market > 0 else state.stock
    cells[choice + 3 * n] = state.stock
    for row in range(ROWS):
        _lay(state, cells, state.row(row + 1), row + 1, 0, rows + row)
    if open_hands:
        _lay(state, cells, state.cards_at(MARKET), zone - 1, 0, market)
    for ahead in range(n):
        seat: i64 = (viewer + ahead - 1) % n + 1
        if state.choices[seat] == 0 if choosing else seat == state.next_seat:
            cells[4 + 3 * n + ahead] = 1
        cells[1 + ahead] = state.hand_size(seat)
        cells[2 + n + ahead] = state.heads[seat]
        cells[3 + 2 * n + ahead] = state.target - state.heads[seat]
        hand, chosen, hands = state.hand(seat), int(state.choices[seat]), choice + n + ahead
        if choosing and chosen > 0 and ahead > 0:
            cells[choice + ahead] = 1
            if open_hands:  # the others still see the card there
                hand = sorted([*hand, chosen])
        elif chosen > 0 and (choosing or chosen in state.to_be_placed()):
            _lay(state, cells, [chosen], zone, ahead + 1, choice + ahead)
        if ahead == 0 or open_hands:
            _lay(state, cells, hand, zone + 1, ahead + 1, hands)
        else:
            cells[hands] = len(hand)
        taken = [card for card in state.taken[: state.took] if state.held[card] == TAKEN + seat]
        _lay(state, cells, taken, zone + 2, ahead + 1, hands + n)
    return shorts(cells)


def _lay(
    state: Position, cells: vec[i64], cards: list[int], zone: i64, owner: i64, size: i64
) -> None:
    """Write into `cells` that `cards` lie in this order in the zone with the number `zone`: for
    each card, zone, owner and place (from 1); and their number at the index `size`. `owner` counts
    from the viewer, who is 1 (0: nobody's).
    """
    cells[size] = len(cards)
    for place, card in enumerate(cards, 1):
        at: i64 = len(cells) - 3 * (state.deck_size + 1 - card)
        cells[at], cells[at + 1], cells[at + 2] = zone, owner, place
