"""docs/lake.md is true: its Python runs, and its commands are commands of kifu."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from tests.cli.running import kifu, write

from kifu.replay.players.simulate import simulate
from kifu.replay.registry import game
from kifu.store import Archive
from kifu.store.lake.layout import KINDS

from .pages import blocks, text_of

PAGE = text_of("docs/lake.md")
#: The page's first command, and the one that compacts.
COMMAND = r"^(?:\$ | {4}\$ )kifu (index games\.lake logs|compact .*?)(?: +#.*)?$"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with logs, in which the page's examples are called."""
    (tmp_path / "logs").mkdir()
    write(tmp_path / "logs/a.kifu", simulate(game("nimmt"), 3, seed="lake"))
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_its_python_counts_what_an_archive_counts(folder: Path) -> None:
    lake = Archive("games.lake")
    lake.index(["logs"])
    (code,) = blocks(PAGE, "python")
    *lines, last = code.strip().splitlines()
    names: dict[str, Any] = {}
    exec("\n".join([*lines, f"answer = {last}.rows()"]), names)
    asked = "SELECT player, count(*) FILTER (won) FROM seats GROUP BY player"
    assert {*names["answer"]} == {tuple(row.values()) for row in lake.query(asked)}


def test_its_first_command_and_compact_work(folder: Path) -> None:
    for line in re.findall(COMMAND, PAGE, re.MULTILINE):
        done = kifu(*line.split())
        assert done.exit_code == 0, done.output
    assert Archive("games.lake").find().total == 3


def test_every_kind_of_row_is_on_the_page() -> None:
    assert [kind for kind in KINDS if f"`{kind}`" not in PAGE] == []


def test_what_is_for_an_archive_only_says_so(folder: Path) -> None:
    Archive("games.lake").index(["logs"])
    for line in ("status games.lake", "rebuild games.lake", "backup games.lake copy"):
        done = kifu(*line.split())
        assert done.exit_code == 2, done.output
        assert "is a lake" in done.output
