"""Calls of Atarayo as they are written: whose they are, and which hands they name."""

from __future__ import annotations

import re
from itertools import cycle
from typing import NamedTuple

from kifu.replay.games.atarayo.position import Position


class Exchange(NamedTuple):
    """The hands of a call, by their places: those that call, and those that counter in turn."""

    callers: list[int]
    counters: list[int]


_SEATS = {str(seat): seat for seat in range(1, 6)}


def actor(state: Position, token: str) -> int:
    """Whose token it is: a call is the first caller's, `f` the starter's, who alone is to move
    then, and any other token that of the owner of the hand whose turn it is.
    """
    return _SEATS.get(token[1:2], state.next_seat) if token[:1] == "A" else state.next_seat


def parsed(state: Position, move: str) -> Exchange:
    """The hands that a call token names, none at all where `move` is no such token."""
    if state.options.mode == "table":
        found = re.fullmatch(f"A([1-{state.n}]{{1,{state.n}}})(C?)", move)
        if found is None:
            return Exchange([], [])
        return Exchange([int(seat) for seat in found[1]], [state.window] if found[2] else [])
    found = re.fullmatch("A([12])([LR])((?:C[LR]){0,3})", move)
    if found is None:
        return Exchange([], [])
    answering = cycle([3 - int(found[1]), int(found[1])])
    names = [f"{seat}{letter}" for letter, seat in zip(found[3][1::2], answering, strict=False)]
    return Exchange(
        [state.names.index(found[1] + found[2])], [state.names.index(name) for name in names]
    )
