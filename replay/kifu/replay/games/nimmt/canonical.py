"""The whole position of 6 nimmt! as a line of text, from which its digest is made (see `display`):
what the page counts as the position, with the game, its options and the number of seats before it.
Frozen for rules revision 1.

This module is compiled (see `kifu.replay.elements.native`).
"""

from __future__ import annotations

from typing import Final

from kifu.replay.elements.native import i64
from kifu.replay.games.nimmt.cards import LARGEST, ROWS
from kifu.replay.games.nimmt.position import CHOOSE, DRAFT, MARKET, PHASES, PLAYED, WIDE, Position
from kifu.replay.table import UNKNOWN

_NUMBERS: Final = [str(number) for number in range(LARGEST + 1)]


def canonical(state: Position) -> str:
    """The position in ASCII."""
    hands: list[list[str]] = [[] for _ in range(state.n + 1)]
    market: list[str] = []
    held = state.held
    for card in range(1, LARGEST + 1):
        place = held[card]
        if place == MARKET:
            market.append(_NUMBERS[card])
        elif 0 < place <= state.n:
            hands[place].append(_NUMBERS[card])
    for seat in range(1, state.n + 1):
        for _ in range(state.unknown[seat]):
            hands[seat].append(UNKNOWN)
    turn = state.next_seat if state.stage == DRAFT else 0
    options = state.options
    parts = [
        f"nimmt 1 {state.n}",
        f"{options.deck} {options.hands} {options.placement} {options.target} {options.rounds}",
        f"{state.round} {state.turn} {PHASES[state.stage]}",
        "/".join([" ".join(hand) for hand in hands[1:]]),
        "/".join([_row(state, row) for row in range(ROWS)]),
        " ".join([str(state.heads[seat]) for seat in range(1, state.n + 1)]),
        str(state.stock),
        " ".join(market),
        _choices(state),
        _placing(state),
        str(turn),
    ]
    return "|".join(parts)


def _row(state: Position, row: i64) -> str:
    begin = WIDE * row
    cards = state.rows[begin : begin + state.sizes[row]]
    return " ".join([_NUMBERS[card] for card in cards])


def _choices(state: Position) -> str:
    """Choices of the turn that are not placed yet and not among those to be placed."""
    if state.stage != CHOOSE:
        return ""
    seats = range(1, state.n + 1)
    choices = state.choices
    return " ".join([f"{seat}:{choices[seat]}" for seat in seats if choices[seat]])


def _placing(state: Position) -> str:
    """The cards that are still to be placed, each with the seat that has played it."""
    words: list[str] = []
    for at in range(state.to_place):
        card = state.placing[at]
        words.append(f"{state.held[card] - PLAYED}:{card}")
    words.reverse()
    return " ".join(words)
