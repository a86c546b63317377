"""What each viewer of a match knows when it begins."""

from __future__ import annotations

from typing import Any

from kifu.replay.elements.memory import Memory
from kifu.replay.game import Game, State


def first_memories(game: Game, state: State, options: Any, seats: int) -> list[Memory]:
    """The memories of a match at ply 0, which is in `state`: at index 0 that of an onlooker who
    sees no hand, then each seat's.

    >>> from kifu.replay.chance import Chance, derived_seed
    >>> from kifu.replay.registry import game
    >>> nimmt = game("nimmt")
    >>> options = nimmt.read_options({})
    >>> state = nimmt.start(options, 3, Chance(derived_seed("doc")))
    >>> memories = first_memories(nimmt, state, options, 3)
    >>> [memory.hidden.get("hand/2") for memory in memories]
    [10, 10, None, 10]
    """
    backs = {token for token, face in game.layout(options, seats).faces.items() if face.back}
    return [Memory(viewer, state.view(viewer), backs) for viewer in range(seats + 1)]
