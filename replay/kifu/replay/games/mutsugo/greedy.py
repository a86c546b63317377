"""A simple player of 6つ子7組, so that simulated matches look like matches."""

from __future__ import annotations

from kifu.replay.games.mutsugo.cards import DECK, GROUPS, HAND, LARGEST_HAND, TOKEN
from kifu.replay.games.mutsugo.position import FREE, Position
from kifu.replay.games.mutsugo.sets import possible_sets, write_set

#: With fewer cards in the pile for each seat than this, small hands win, so none is refilled.
LATE = 3


def greedy(state: Position, seat: int) -> str:
    """A simple player: it draws a free card that makes a set possible, else from the pile; makes
    the largest set it can, if possible by robbing; refills its hand until the pile runs low; and
    discards the card that fits the others least. It dissolves nothing.

    Each of its turns draws from the pile or leaves it with fewer cards in hand, so a match of
    such players ends.
    """
    if state.phase == "start":
        return _helpful(state, seat) or "d"
    if state.phase == "closing":
        return "/"
    sets = state.sets_in_sight(seat)
    if sets:
        return write_set(*max(sets, key=lambda made: _worth(state, *made)))
    if state.size[seat] == LARGEST_HAND:
        return f"-{_misfit(state, seat)}"
    refills = state.size[seat] < HAND and len(DECK) - state.top >= LATE * state.n
    return (_helpful(state, seat) or "d") if refills else "/"


def _worth(state: Position, hand: tuple[int, ...], taken: int) -> tuple[int, bool, list[int]]:
    """Large sets first, then those that rob, then the first in the order of the deck."""
    robs = bool(taken) and state.held[taken] != FREE
    return len(hand) + bool(taken), robs, [-card for card in (*hand, taken)]


def _helpful(state: Position, seat: int) -> str:
    """The first free card that makes a set possible once it is in the hand, or ""."""
    hand, table = state.hand(seat), state.table(seat)
    for card in state.cards_at(FREE):
        rest = {other: size for other, size in table.items() if other != card}
        if next(possible_sets([*hand, card], rest), None):
            return TOKEN[card]
    return ""


def _misfit(state: Position, seat: int) -> str:
    """The card of the hand that has the fewest cards of its mark or number beside it."""
    hand = state.hand(seat) or state.hidden(seat)
    return TOKEN[min(hand, key=lambda card: sum(len({*g} & {*hand}) for g in GROUPS if card in g))]
