"""What viewers get of a move: as tables and records; moves as somebody sees them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kifu.notation.record import Record
from kifu.replay.game import Game, IllegalMove, State
from kifu.replay.hidden_cards.redact import redacted
from kifu.replay.match import replay
from kifu.replay.table import ALL, PUBLIC, UNKNOWN, Step, as_seen, fold


def unseen(state: State, seat: int, move: str) -> str:
    """`move` as somebody writes it who does not see its card, such as `=_`, if that may be played
    (it is in no list of legal moves); else `move`.
    """
    hidden = move[0] + UNKNOWN
    try:
        state.copy().play(hidden, seat)
    except IllegalMove:
        return move
    return hidden


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
