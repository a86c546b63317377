"""A simple player of 6 nimmt!, so that simulated matches look like matches."""

from __future__ import annotations

from kifu.replay.games.nimmt.cards import FULL, HEADS
from kifu.replay.games.nimmt.position import Position


def greedy(state: Position, seat: int) -> str:
    """A simple player: the card that now lies closest above a row with room, the lowest card
    where none does; the row with the fewest heads; the place that takes nothing.
    """
    if state.phase == "draft":
        return f"+{min(state.market, key=lambda card: (HEADS[card], card))}"
    if state.phase == "choose":
        return str(min(map(int, state.legal_moves(seat)), key=lambda card: _risk(state, card)))
    cost = {f"r{k}": sum(HEADS[card] for card in row) for k, row in enumerate(state.rows, 1)}
    for k, row in enumerate(state.rows, 1):
        cost[f">{k}"] = cost[f"<{k}"] = cost[f"r{k}"] if len(row) == FULL else 0
    return min(state.legal_moves(seat), key=lambda move: (cost[move], move))


def _risk(state: Position, card: int) -> tuple[int, int, int]:
    """How a choice looks on the rows as they are: what it takes, then how far it is."""
    places = [(card - row[-1], len(row)) for row in state.rows if row[-1] < card]
    if not places:
        return (min(sum(HEADS[c] for c in row) for row in state.rows), 0, card)
    gap, length = min(places)
    return (2 * length if length == FULL else 0, gap + length, card)
