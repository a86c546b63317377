"""Views of Atarayo: what a viewer sees of a position (section 9 of the page).

Written from the position alone, never from the steps that led to it: the test that folds the
steps into these tables would otherwise prove nothing.
"""

from __future__ import annotations

from typing import Final

from kifu.replay.elements.native import i64
from kifu.replay.games.atarayo import calls
from kifu.replay.games.atarayo.cards import COLOURS, TOKENS
from kifu.replay.games.atarayo.options import fact_name
from kifu.replay.games.atarayo.position import Position
from kifu.replay.table import ALL, UNKNOWN, Fact, Table

#: By the name of a hand those of its zone and its facts.
_HANDS: Final[dict[str, tuple[str, str, str]]] = {
    name: (f"hand/{name}", fact_name("cards", name), fact_name("open", name))
    for name in [f"{seat}{side}" for seat in range(1, 6) for side in ("", "L", "R")]
}
#: By seat the name of its score.
_SCORES: Final[list[str]] = [f"score/{seat}" for seat in range(6)]


def view(state: Position, viewer: i64) -> Table:
    """The table as `viewer` sees it.

    Hands are in canonical order, cards not seen last. The pile has its top first; nobody sees
    more of it than the card that lies face up. The latest of the discards is first.
    """
    zones: dict[str, list[str]] = {}
    for hand in state.by_name:
        zones[_HANDS[state.names[hand]][0]] = _hand(state, hand, viewer)
    pile = [UNKNOWN] * len(state.pile)
    if state.up:
        pile[state.above] = TOKENS[state.deck[state.up]]
    zones["pile"] = pile
    zones["field"] = _tokens(state.field)
    zones["discards"] = _tokens(state.discards[::-1])
    zones["point"] = [TOKENS[state.point]] if state.point else []
    zones["revealed"] = _tokens(state.revealed)
    return Table(zones, _facts(state, viewer, len(pile)))


def in_order(cards: list[int]) -> list[str]:
    """Tokens in canonical order, cards that are not known last.

    >>> in_order([56, 0, 4])
    ['b4', '8', '_']
    """
    known = [card for card in cards if card]
    return [*_tokens(sorted(known)), *[UNKNOWN] * (len(cards) - len(known))]


def _hand(state: Position, hand: int, viewer: i64) -> list[str]:
    is_own = viewer in (state.owners[hand], ALL)
    cards = [card for card in state.cards_in(hand) if card] if is_own else state.open_in(hand)
    size: int = state.size[hand]
    return [*_tokens(sorted(cards)), *[UNKNOWN] * (size - len(cards))]


def _facts(state: Position, viewer: i64, pile: int) -> dict[str, Fact]:
    facts: dict[str, Fact] = {
        "round": state.round,
        "turn": state.turn,
        "phase": state.phase,
        "to_move": _to_move(state, viewer),
        "current": state.names[state.hand] or "-",
        "direction": "↻" if state.direction == 1 else "↺",
        "colour": COLOURS[state.named - 1] if state.named else "-",
        "attack": _attack(state),
        "window": state.names[state.window] or "-",
        "pile": pile,
        "above": str(state.above) if state.up else "-",
    }
    scores = state.scores()
    for seat in range(1, state.n + 1):
        facts[_SCORES[seat]] = scores[seat - 1]
    for hand in range(1, len(state.names)):
        _, of_cards, of_open = _HANDS[state.names[hand]]
        facts[of_cards] = state.size[hand]
        facts[of_open] = " ".join(in_order(state.open_in(hand))) or "-"
    return facts


def _to_move(state: Position, viewer: i64) -> str:
    """Who may act as far as `viewer` can know: whoever may call knows it of itself only."""
    acting = state.to_move()
    if viewer != ALL:
        acting = [seat for seat in acting if seat == state.next_seat]
    if 0 < viewer <= state.n and viewer not in acting and calls.may_call(state, viewer):
        acting = sorted([*acting, int(viewer)])
    return " ".join([str(seat) for seat in acting])


def _attack(state: Position) -> str:
    """`13`, or `6` and the cards to draw: `6+4`."""
    if state.amount:
        return f"{state.attack}+{state.amount}"
    return str(state.attack or "-")


def _tokens(cards: list[int]) -> list[str]:
    return [TOKENS[card] for card in cards]
