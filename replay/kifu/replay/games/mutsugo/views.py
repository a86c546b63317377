"""Views of 6つ子7組: what a viewer sees of a position (section 9 of the page).

Written from the position alone, never from the steps that led to it: the test that folds the
steps into these tables would otherwise prove nothing.
"""

from __future__ import annotations

from typing import Final

from kifu.replay.elements.native import i64
from kifu.replay.games.mutsugo.cards import CARDS, TOKEN
from kifu.replay.games.mutsugo.position import Position
from kifu.replay.table import ALL, UNKNOWN, Fact, Table

#: By seat the names of its zones and facts; more seats than the most of the game.
_SEATS: Final[list[tuple[str, str, str, str]]] = [
    (f"sets/{n}", f"hand/{n}", f"points/{n}", f"cards/{n}") for n in range(6)
]


def view(state: Position, viewer: i64) -> Table:
    """The table as `viewer` sees it.

    Hands and free cards are in canonical order, unknown cards of a hand last. A hand of another
    seat is only so many backs, whatever of it could be remembered.
    """
    zones = {"free": _tokens(state.free_cards())}
    facts: dict[str, Fact] = {
        "turn": state.turn,
        "target": state.target,
        "phase": state.phase,
        "to_move": " ".join([str(seat) for seat in state.to_move()]),
        "made": " ".join([str(number) for number in state.made_this_turn()]) or "-",
    }
    for seat in range(1, state.n + 1):
        of_sets, of_hand, of_points, of_cards = _SEATS[seat]
        sets = state.sets_of(seat)
        zones[of_sets] = [TOKEN[card] for cards in sets for card in cards]
        known = _tokens(state.hand(seat)) if viewer in (seat, ALL) else []
        size: int = state.size[seat]
        zones[of_hand] = known + [UNKNOWN] * (size - len(known))
        facts[of_points] = state.score[seat]
        facts[of_cards] = size
        facts[of_sets] = " ".join([str(len(cards)) for cards in sets])
    pile: int = CARDS - state.top
    zones["pile"] = [UNKNOWN] * pile
    return Table(zones, facts)


def _tokens(cards: list[int]) -> list[str]:
    return [TOKEN[card] for card in cards]
