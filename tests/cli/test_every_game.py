"""Every verb knows every game."""

from __future__ import annotations

from pathlib import Path

import pytest

from kifu.notation.files import read
from kifu.replay.registry import game, game_names

from .running import stdout_of

every_game = pytest.mark.parametrize("name", game_names())


def simulated(folder: Path, name: str) -> Path:
    path = folder / f"{name}.kifu"
    options = game(name).option_sets[-1]
    given = [word for pair in options.items() for word in ("--option", "=".join(pair))]
    stdout_of("simulate", name, "--games", "2", "--seed", "verbs", *given, "-o", path)
    made = [reading.record for reading in read(path)]
    assert [record and record.options for record in made] == [options] * 2
    return path


@every_game
@pytest.mark.parametrize("language", ["en", "ja"])
def test_a_table_is_shown_for_every_viewer(name: str, language: str, tmp_path: Path) -> None:
    path = simulated(tmp_path, name)
    for viewer in ("all", "public", "1"):
        for ply in (0, 1, 3, 7):
            shown = stdout_of("show", path, "--at", ply, "--as", viewer, "--lang", language)
            assert getattr(game(name).title, language) in shown
            assert "{" not in shown
