"""A match followed from the start: what each viewer remembers at every ply."""

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


def play_on_seen(game: Game, state: State, move: str, seat: int, sights: list[Sight]) -> None:
    """Play a move of `seat`, and let every sight take in what it sees of that. Raises IllegalMove
    as `State.play` does; then nothing has changed.
    """
    pairs = list(game.barred(state, move, seat))
    steps: list[Any] = []
    state.play(move, seat, steps.append)
    for sight in sights:
        if pairs:
            sight.bar(pairs)
        for step in steps:
            sight.see(step)
