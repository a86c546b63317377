"""What a viewer gets of a move, as bytes that can be compared between worlds."""

from __future__ import annotations

import msgspec

from kifu.replay.game import Game, State
from kifu.replay.table import Step, as_seen


def shown(game: Game, state: State, seat: int, move: str, viewer: int) -> list[bytes]:
    """Everything that `viewer` gets of `move`: steps, sentences, and the table after it."""
    state = state.copy()
    steps: list[Step] = []
    veil = game.words.veil(state, move, seat)
    sentences = [state.describe(move, seat), state.describe(veil, seat) if veil else None]
    state.play(move, seat, steps.append)
    sentences += game.words.consequences(move, steps)
    seen = [as_seen(step, viewer) for step in steps]
    return [msgspec.json.encode(part) for part in (veil, sentences, seen, state.view(viewer))]
