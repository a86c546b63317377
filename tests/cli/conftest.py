"""What the tests of the verbs on archives share: a small archive."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from kifu.notation.record import Record
from kifu.replay.players.simulate import simulate
from kifu.replay.registry import game
from kifu.store import Archive

from .running import write


@pytest.fixture
def played() -> list[Record]:
    """Four short matches of Aki and Ben."""
    records = list(simulate(game("nimmt"), 4, seats=2, seed="verbs", options={"rounds": "1"}))
    for record in records:
        record.seats = ["Aki", "Ben"]
    return records


@pytest.fixture
def archive(tmp_path: Path, played: list[Record]) -> Path:
    """Three of the matches, and one bad record, in `a.jsonl` beside the archive."""
    bad = msgspec.structs.replace(played[0], result=[0, 0])
    write(tmp_path / "a.jsonl", [*played[:3], bad])
    Archive(tmp_path / "games.duckdb").index([tmp_path])
    return tmp_path / "games.duckdb"
