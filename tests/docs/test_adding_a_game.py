"""docs/adding-a-game.md is true: the package in examples/duel is a game and a command of kifu."""

from __future__ import annotations

import importlib.util
import json
import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest

from kifu.replay.chance import Chance, derived_seed
from kifu.replay.players import random_player
from kifu.replay.registry import vet
from kifu.replay.table import ALL, PUBLIC, Step, as_seen, fold

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "examples/duel"
PAGE = ROOT / "docs/adding-a-game.md"

Kifu = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def kifu(tmp_path: Path) -> Kifu:
    """The command line, in a process where the package is installed."""
    project = tomllib.loads((PACKAGE / "pyproject.toml").read_text())["project"]
    info = tmp_path / "installed" / "kifu_duel-1.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: 1\n")
    groups = [
        "\n".join([f"[{group}]", *(f"{name} = {value}" for name, value in points.items())])
        for group, points in project["entry-points"].items()
    ]
    (info / "entry_points.txt").write_text("\n".join(groups) + "\n")
    path = os.pathsep.join([str(info.parent), str(PACKAGE)])

    def run(*args: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "kifu", *args],
            cwd=tmp_path, env={**os.environ, "PYTHONPATH": path, "PYTHONDONTWRITEBYTECODE": "1"},
            capture_output=True, text=True, timeout=300, check=False,
        )  # fmt: skip

    return run


@pytest.fixture(scope="module")
def duel() -> ModuleType:
    spec = importlib.util.spec_from_file_location("duel_example", PACKAGE / "duel.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # where the types of its options are looked up
    spec.loader.exec_module(module)
    return module


def test_the_game_keeps_the_contract(duel: ModuleType) -> None:
    vet(duel.GAME)


def test_its_steps_fold_to_its_views(duel: ModuleType) -> None:
    game = duel.GAME
    for given in game.option_sets:
        options = game.read_options(given)
        order = {token: at for at, token in enumerate(game.layout(options, 2).faces)}
        state = game.start(options, 2, Chance(derived_seed("duel")))
        tables = {viewer: state.view(viewer) for viewer in (PUBLIC, 1, 2, ALL)}
        player = random_player(game, "duel")
        while not state.is_over:
            steps: list[Step] = []
            state.play(player(state, state.next_seat), 0, steps.append)
            for viewer, table in tables.items():
                for step in steps:
                    fold(table, as_seen(step, viewer), order)
                assert table == state.view(viewer)


def test_every_verb_knows_the_game(kifu: Kifu) -> None:
    assert "duel" in kifu("games", "--format", "ndjson").stdout
    simulated = kifu("simulate", "duel", "--games", "5", "--seats", "2", "--seed", "a",
                     "--option", "cards=4", "-o", "duels.kifu")  # fmt: skip
    assert simulated.returncode == 0, simulated.stderr
    for args in (
        ["check", "duels.kifu"],
        ["show", "duels.kifu", "--at", "3", "--as", "1"],
        ["index", "archive.duckdb", "duels.kifu"],
        ["view", "duels.kifu", "-o", "duel.html"],
    ):
        done = kifu(*args)
        assert done.returncode == 0, done.stderr
    found = kifu("find", "archive.duckdb", "--game", "duel", "--format", "json")
    assert len(json.loads(found.stdout)) == 5


def test_the_command_is_found(kifu: Kifu) -> None:
    done = kifu("duel-odds")
    assert (done.returncode, done.stdout) == (0, "1/2\n")


def test_the_page_quotes_the_example_as_it_is() -> None:
    sources = (PACKAGE / "duel.py").read_text() + (PACKAGE / "pyproject.toml").read_text()
    quotes = re.findall(r"```(?:python|toml)\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    assert quotes
    for quote in quotes:
        for part in re.split(r"^ *\.\.\.\n", quote, flags=re.MULTILINE):
            assert part.strip("\n") in sources
