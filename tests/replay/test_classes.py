"""Classes of moves: what each move of a short match is of, and that every game's are sound."""

from __future__ import annotations

import pytest

from kifu.replay.decision import decisions
from kifu.replay.players.simulate import simulate
from kifu.replay.registry import game, game_names
from kifu.replay.replayer import replay


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
