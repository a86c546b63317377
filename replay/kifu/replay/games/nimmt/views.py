"""Views of 6 nimmt!: what a viewer sees of a position (section 9 of the page).

Written from the position alone, never from the steps that led to it: the test that folds the
steps into these tables would otherwise prove nothing.
"""

from __future__ import annotations

from typing import Final

from kifu.replay.elements.native import i64
from kifu.replay.games.nimmt.cards import LARGEST, ROWS
from kifu.replay.games.nimmt.position import CHOOSE, MARKET, PHASES, TAKEN, WIDE, Position
from kifu.replay.table import ALL, UNKNOWN, Fact, Table

#: The token of each card.
TOKENS: Final[list[str]] = [str(card) for card in range(LARGEST + 1)]
#: The names of the rows' zones.
_ROWS: Final[list[str]] = [f"row/{number}" for number in range(1, ROWS + 1)]
#: By seat the names of its zones and facts; more seats than the most of the game.
_SEATS: Final[list[tuple[str, str, str, str, str, str]]] = [
    (f"hand/{n}", f"choice/{n}", f"taken/{n}", f"points/{n}", f"heads/{n}", f"cards/{n}")
    for n in range(12)
]


def view(state: Position, viewer: i64) -> Table:
    """The table as `viewer` sees it.

    Hands are ascending, unknown cards last. With drafted hands the others see a hand as it was
    before a choice that is not revealed yet.
    """
    zones: dict[str, list[str]] = {}
    for row in range(ROWS):
        zones[_ROWS[row]] = _row(state, row)
    for seat in range(1, state.n + 1):
        names = _SEATS[seat]
        zones[names[0]] = _hand(state, seat, viewer)
        zones[names[1]] = _choice(state, seat, viewer)
        zones[names[2]] = _taken(state, seat)
    zones["market"] = _tokens(state.cards_at(MARKET)) if state.market else []
    zones["deck"] = [UNKNOWN] * int(state.stock)
    return Table(zones, _facts(state))


def _row(state: Position, row: i64) -> list[str]:
    """A row (from 0) from left to right."""
    begin = WIDE * row
    rows = state.rows
    return [TOKENS[rows[at]] for at in range(begin, begin + state.sizes[row])]


def _hand(state: Position, seat: i64, viewer: i64) -> list[str]:
    is_own = viewer in (seat, ALL)
    if not is_own and not state.drafted:
        return [UNKNOWN] * int(_held_by(state, seat) + state.unknown[seat])
    cards = state.hand(seat)
    if not state.drafted:
        return _tokens(cards) + [UNKNOWN] * int(state.unknown[seat])
    chosen = state.choices[seat] if state.stage == CHOOSE else 0
    return _tokens(cards if is_own or chosen == 0 else sorted([*cards, chosen]))


def _held_by(state: Position, seat: i64) -> i64:
    """How many known cards a hand has."""
    held = state.held
    found: i64 = 0
    for card in range(1, LARGEST + 1):
        if held[card] == seat:
            found += 1
    return found


def _choice(state: Position, seat: i64, viewer: i64) -> list[str]:
    """The card in front of a seat: face down until the reveal, then until it is placed."""
    card = state.choices[seat]
    if card == 0:
        return []
    if state.stage == CHOOSE:
        return [TOKENS[card] if viewer in (seat, ALL) else UNKNOWN]
    placing = state.placing
    for at in range(state.to_place):
        if placing[at] == card:
            return [TOKENS[card]]
    return []


def _taken(state: Position, seat: i64) -> list[str]:
    """The cards that a seat has taken in this round, the first ones first."""
    taken, held = state.taken, state.held
    found: list[str] = []
    for at in range(state.took):
        if held[taken[at]] == TAKEN + seat:
            found.append(TOKENS[taken[at]])
    return found


def _facts(state: Position) -> dict[str, Fact]:
    facts: dict[str, Fact] = {
        "round": state.round,
        "turn": state.turn,
        "phase": PHASES[state.stage],
        "to_move": " ".join([TOKENS[seat] for seat in state.to_move()]),
        "deck": state.market or state.stock,
    }
    target, all_heads = state.target, state.heads
    for seat in range(1, state.n + 1):
        names = _SEATS[seat]
        facts[names[3]] = target - all_heads[seat]
        facts[names[4]] = all_heads[seat]
        facts[names[5]] = state.hand_size(seat)
    return facts


def _tokens(cards: list[int]) -> list[str]:
    return [TOKENS[card] for card in cards]
