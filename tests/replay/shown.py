"""What viewers get of a move: as bytes that can be compared between worlds, and as tables."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from kifu.notation.record import Record
from kifu.replay.edit.redact import redacted
from kifu.replay.game import Game, State
from kifu.replay.replayer import replay
from kifu.replay.table import ALL, PUBLIC, Step, as_seen, fold


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


class Onlookers:
    """Everybody at a table, who are told the steps of its moves and see nothing else of them."""

    def __init__(self, game: Game, state: Any, seats: int) -> None:
        faces = game.layout(state.options, seats).faces
        self.order = {token: place for place, token in enumerate(faces)}
        self.tables = {viewer: state.view(viewer) for viewer in (PUBLIC, *range(1, seats + 1), ALL)}

    def watch(self, state: State, move: str, seat: int = 0) -> None:
        """Play `move`: what each of them was told leads to what each of them sees."""
        steps: list[Step] = []
        state.play(move, seat, steps.append)
        for viewer, table in self.tables.items():
            for step in steps:
                fold(table, as_seen(step, viewer), self.order)
            assert table == state.view(viewer), (viewer, seat, move)


def redacted_record(
    record: Record, viewer: int, plies: int, tags: Sequence[str] = ()
) -> Record | None:
    """The record as `viewer` knows it after `plies` plies, or None."""
    seen = redacted(replay(record), viewer, plies, tags)
    return None if seen is None else seen.record
