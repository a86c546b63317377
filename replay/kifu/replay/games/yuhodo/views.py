"""Views of yuhodo: what a viewer sees of a position (section 9 of the page).

Written from the position alone, never from the steps that led to it: the test that folds the
steps into these tables would otherwise prove nothing.
"""

from __future__ import annotations

from typing import Final

from kifu.replay.elements.native import i64
from kifu.replay.games.yuhodo.cards import SIZE, TOKEN, UNKNOWN
from kifu.replay.games.yuhodo.position import Position
from kifu.replay.table import ALL, Fact, Table

#: By seat the names of its zones, and of its other facts; more seats than the most of the game.
_ZONES: Final[list[tuple[str, str, str, str]]] = [
    (f"hand/{n}", f"opened/{n}", f"river/{n}", f"goal/{n}") for n in range(6)
]
_FACTS: Final[list[tuple[str, str, str]]] = [
    (f"points/{n}", f"ready/{n}", f"score/{n}") for n in range(6)
]


def view(state: Position, viewer: i64) -> Table:
    """The table as `viewer` sees it.

    Hands are in canonical order, unknown cards last. The discard that may be claimed lies apart
    from its river, and the hand of a seat that went out as its three sets.
    """
    pile: int = SIZE - state.top
    zones = {
        "market": _tokens(state.market_cards()),
        "window": [TOKEN[state.window]] if state.window else [],
        "bonus": _tokens(state.bonus()),
        "pile": [TOKEN[UNKNOWN]] * pile,
    }
    rivers, sets, split = state.rivers(), state.sets_by_seat(), state.split_sets()
    if state.window:
        rivers[state.discarder].pop()
    for seat in range(1, state.n + 1):
        of_hand, of_opened, of_river, of_goal = _ZONES[seat]
        zones[of_hand] = _hand(state, seat, viewer)
        zones[of_opened] = _flat(sets[seat])
        zones[of_river] = _tokens(rivers[seat])
        zones[of_goal] = _flat(split) if seat == state.out else []
    return Table(zones, _facts(state, viewer, sets, split))


def _hand(state: Position, seat: int, viewer: i64) -> list[str]:
    """A hand as `viewer` sees it; that of a seat that went out lies open, in its sets."""
    if seat == state.out:
        return []
    hand = state.hand(seat)
    if viewer in (seat, ALL):
        return _tokens(hand)
    return [TOKEN[UNKNOWN]] * len(hand)


def _facts(
    state: Position, viewer: i64, sets: list[list[list[int]]], split: list[list[int]]
) -> dict[str, Fact]:
    acting = [
        str(seat) for seat in state.to_move() if viewer in (seat, ALL) or seat == state.next_seat
    ]
    facts: dict[str, Fact] = {
        "round": state.round,
        "turn": state.turn,
        "phase": state.phase,
        "to_move": " ".join(acting),
        "starter": state.starter,
        "pile": SIZE - state.top,
    }
    scores = state.scores()
    for seat in range(1, state.n + 1):
        of_points, of_ready, of_score = _FACTS[seat]
        is_out = seat == state.out
        facts[of_points] = scores[seat - 1]
        facts[of_ready] = "✓" if state.ready >> seat & 1 else "–"
        facts[_ZONES[seat][1]] = _sizes(sets[seat])
        facts[_ZONES[seat][3]] = _sizes(split) if is_out else ""
        facts[of_score] = state.tally() if is_out else ""
    return facts


def _flat(sets: list[list[int]]) -> list[str]:
    return [TOKEN[card] for cards in sets for card in cards]


def _tokens(cards: list[int]) -> list[str]:
    return [TOKEN[card] for card in cards]


def _sizes(sets: list[list[int]]) -> str:
    return " ".join([str(len(cards)) for cards in sets])
