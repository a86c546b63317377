"""What the tests of the verbs on archives share: a small archive."""

from __future__ import annotations

import shutil
from copy import deepcopy
from pathlib import Path

import msgspec
import pytest
from tests.archives import empty as empty
from tests.archives import kept_open as kept_open
from tests.archives import made_once as made_once
from tests.archives import spilled as spilled

from kifu.notation.record import Record
from kifu.replay.players.simulate import simulate
from kifu.replay.registry import game
from kifu.store import Archive

from .running import write


@pytest.fixture(scope="session")
def matches() -> list[Record]:
    """Four short matches of Aki and Ben."""
    records = list(simulate(game("nimmt"), 4, seats=2, seed="verbs", options={"rounds": "1"}))
    for record in records:
        record.seats = ["Aki", "Ben"]
    return records


@pytest.fixture
def played(matches: list[Record]) -> list[Record]:
    """The same as a test's own."""
    return deepcopy(matches)


@pytest.fixture(scope="session")
def shelf_of_verbs(tmp_path_factory: pytest.TempPathFactory, matches: list[Record]) -> Path:
    """An archive of three of the matches, and one bad record, in `a.jsonl` beside it."""
    folder = tmp_path_factory.mktemp("verbs")
    bad = msgspec.structs.replace(matches[0], result=[0, 0])
    write(folder / "a.jsonl", [*matches[:3], bad])
    Archive(folder / "games.duckdb").index([folder])
    return folder


@pytest.fixture
def archive(tmp_path: Path, shelf_of_verbs: Path) -> Path:
    """That archive with its log as a test's own: a copy costs less than a run."""
    shutil.copytree(shelf_of_verbs, tmp_path, dirs_exist_ok=True)
    return tmp_path / "games.duckdb"
