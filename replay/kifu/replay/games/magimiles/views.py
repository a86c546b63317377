"""Views of MAGiMiLES: what a viewer sees of a position (section 11 of the page).

Written from the position alone, never from the steps that led to it: the test that folds the
steps into these tables would otherwise prove nothing.
"""

from __future__ import annotations

from typing import Final

from kifu.replay.elements.native import i64
from kifu.replay.games.magimiles.position import NO_TRUMP, PILES, TAKE, Position, holders
from kifu.replay.table import ALL, UNKNOWN, Fact, Table

#: The backs in the order in which a hand shows them, and a card that is not known.
BACKS: Final = ("r_", "g_", "b_", UNKNOWN)
#: By seat the names of its zones, and of its facts; more seats than the most of the game.
_ZONES: Final[list[tuple[str, str, str, str]]] = [
    (f"main/{n}", f"support/{n}", f"hand/{n}", f"declared/{n}") for n in range(6)
]
_FACTS: Final[list[tuple[str, str, str, str]]] = [
    (f"score/{n}", f"cards/{n}", f"total/{n}", f"team/{n}") for n in range(6)
]


def view(state: Position, viewer: i64) -> Table:
    """The table as `viewer` sees it. Hands are in canonical order; those of others show their
    backs, red, green, blue. The cards of the trick lie by the seat whose main card it is.
    """
    tokens = state.tables.tokens
    zones: dict[str, list[str]] = {"trump": [tokens[state.trump_card]] if state.trump_card else []}
    if state.n == 2:
        for pile in range(1, PILES + 1):
            zones[f"pile/{pile}"] = [tokens[card] for card in state.pile(pile)]
    laid = state.cards_laid()
    for seat in range(1, state.n + 1):
        of_main, of_support, of_hand, of_declared = _ZONES[seat]
        main, declared = state.mains[seat], state.declared[seat]
        zones[of_main] = [tokens[main]] if main else []
        zones[of_support] = [
            _shown(state, card, layer, viewer, state.stage == TAKE)
            for layer, card, target in laid
            if target == seat
        ]
        zones[of_hand] = _hand(state, seat, viewer)
        zones[of_declared] = (
            [_shown(state, declared, seat, viewer, state.is_over)] if declared else []
        )
    for seat in holders(state.n):
        zones[f"won/{seat}"] = [tokens[card] for card in state.cards_won(seat)]
    deck: int = state.deck_size()
    zones["deck"] = [UNKNOWN] * deck
    return Table(zones, _facts(state))


def table_facts(state: Position) -> dict[str, Fact]:
    """What the table as a whole says."""
    return {
        "round": state.round,
        "turn": state.turn,
        "phase": state.phase,
        "to_move": " ".join([str(seat) for seat in state.to_move()]),
        "deck": state.deck_size(),
        "trump": "-" if state.trump == NO_TRUMP else state.trump,
    }


def _hand(state: Position, seat: int, viewer: i64) -> list[str]:
    tokens, backs, cards = state.tables.tokens, state.tables.back, state.hand(seat)
    if viewer in (seat, ALL):
        return [tokens[card] for card in cards]
    shown = [backs[card] for card in cards]
    return [back for one in BACKS for back in shown if back == one]


def _facts(state: Position) -> dict[str, Fact]:
    facts = table_facts(state)
    scores = state.scores()
    for seat in range(1, state.n + 1):
        of_score, of_cards, of_total, of_team = _FACTS[seat]
        facts[of_score] = scores[seat - 1]
        facts[of_cards] = state.hand_size(seat)
        facts[of_total] = state.totals[seat] if state.mains[seat] else "-"
        if state.n == 4:
            facts[of_team] = "AB"[(seat - 1) % 2]
    return facts


def _shown(state: Position, card: i64, layer: i64, viewer: i64, turned: bool) -> str:
    """A card that `layer` has laid face down; `turned`: it has been turned up."""
    is_known = turned or viewer in (layer, ALL)
    return state.tables.tokens[card] if is_known else state.tables.back[card]
