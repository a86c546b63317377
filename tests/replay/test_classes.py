"""Classes of moves: what each move of a short match is of, and that every game's are sound."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from kifu.notation.errors import Findings
from kifu.notation.words import Words
from kifu.replay.decision import decisions, observe
from kifu.replay.game import Archiving
from kifu.replay.match import Match, replay
from kifu.replay.players.simulate import simulate
from kifu.replay.registry import game, game_names
from kifu.replay.track import Track


@pytest.mark.parametrize("name", game_names())
def test_every_move_of_kifu_s_own_games_is_of_a_kind(name: str) -> None:
    played = game(name)
    classes = played.archive.classes
    assert 1 <= len(classes) <= 255
    assert all(words.en and words.ja for words in classes.values())
    assert all("\n" not in key and key.strip() == key for key in classes)
    for options in played.option_sets:
        for record in simulate(played, 1, seed="kinds", players=["random"], options=options):
            assert all(made.kind in classes for made in decisions(replay(record)))


def test_a_game_of_a_stranger_names_its_kinds_by_a_function() -> None:
    nimmt = game("nimmt")
    (record,) = simulate(nimmt, 1, seed="strange")

    def low_or_none(state: Any, move: str, seat: int) -> str:
        return "low" if move.isdigit() and int(move) < 50 else ""

    named = {"low": Words("a low card", "低いカード")}
    archiving = Archiving(classes=named, move_class=low_or_none)
    strange = replace(nimmt, archive=archiving)
    state = replay(record).position(0)
    track = Track(strange, Strange(state), record.moves, Findings())
    match = Match(record, strange, line=track, _start=track.state.copy())
    track.advance()
    noted = observe(match, legal=True)
    tokens = [move for _, move in track.plies]
    assert noted.kinds == [int(move.isdigit() and int(move) < 50) for move in tokens]
    assert noted.legal == observe(replay(record), legal=True).legal


class Strange:
    """A state that kifu knows nothing of but what every state gives."""

    def __init__(self, state: Any) -> None:
        self._state = state

    def copy(self) -> Strange:
        return Strange(self._state.copy())

    def __getattr__(self, name: str) -> Any:
        return getattr(self._state, name)
