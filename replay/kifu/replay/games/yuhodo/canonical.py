"""The whole position of yuhodo as a line of text, from which its digest is made (see `display`):
what the page counts as the position, the pile from its top, with the game, its options and the
number of seats before it. Frozen for rules revision 1.

This module is compiled (see `kifu.replay.elements.native`).
"""

from __future__ import annotations

from typing import Final

from kifu.replay.games.yuhodo.cards import DECK, SIZE, TOKEN, UNKNOWN
from kifu.replay.games.yuhodo.position import PHASES, Position

#: By place in the deal: its card.
_DEALT: Final = [TOKEN[UNKNOWN], *DECK]


def canonical(state: Position) -> str:
    """The position in ASCII."""
    options = state.options
    seats = range(1, state.n + 1)
    sets = [" ".join([_line(cards) for cards in opened]) for opened in state.sets_by_seat()]
    rivers = [_line(river) for river in state.rivers()]
    parts = [
        f"yuhodo 1 {state.n}",
        f"{options.rules} {state.games} {state.target} {options.ready} {options.item_reds}",
        f"{state.round} {state.starter} {state.turn} {int(state.begun)} {state.next_seat}"
        f" {PHASES[state.stage]}",
        " ".join([str(points) for points in state.scores()]),
        "/".join([_line(state.hand(seat)) for seat in seats]),
        "/".join(sets[1:]),
        "/".join(rivers[1:]),
        " ".join([str(seat) for seat in seats if state.ready >> seat & 1]),
        _line(state.market_cards()),
        _pile(state),
        f"{state.discarder} {TOKEN[state.taken]}",
        f"{state.out} {_line(state.bonus())} {state.champion}",
    ]
    return "|".join(parts)


def _pile(state: Position) -> str:
    if len(state.deck) == 0:
        return TOKEN[UNKNOWN] * (SIZE - state.top)
    return "".join([_DEALT[place] for place in state.deck[state.top :]])


def _line(cards: list[int]) -> str:
    return "".join([TOKEN[card] for card in cards])
