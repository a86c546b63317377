"""What each viewer of a match knows when it begins."""

from __future__ import annotations

from typing import Any

from kifu.replay.elements.sight import Sight
from kifu.replay.game import Game, State


def first_sights(game: Game, state: State, options: Any, seats: int) -> list[Sight]:
    """The sights of a match at ply 0, in which `state` is: place 0 for somebody who sees no hand,
    then each seat.

    >>> from kifu.replay.chance import Chance, derived_seed
    >>> from kifu.replay.registry import game
    >>> nimmt = game("nimmt")
    >>> options = nimmt.read_options({})
    >>> state = nimmt.start(options, 3, Chance(derived_seed("doc")))
    >>> sights = first_sights(nimmt, state, options, 3)
    >>> [sight.hidden.get("hand/2") for sight in sights]
    [10, 10, None, 10]
    """
    backs = {token for token, face in game.layout(options, seats).faces.items() if face.back}
    return [Sight(viewer, state.view(viewer), backs) for viewer in range(seats + 1)]
