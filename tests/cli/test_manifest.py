"""`kifu manifest`: logs with their checksums, and whether they are still like that."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner, Result

from kifu import cli
from kifu.notation.files import writer
from kifu.notation.record import Record
from kifu.replay.registry import game
from kifu.replay.simulate import simulate
from kifu.store import Archive


def kifu(*args: str | Path) -> Result:
    return CliRunner().invoke(cli.main, list(map(str, args)))


def write(path: Path, records: list[Record]) -> Path:
    with writer(path, force=True) as file:
        for record in records:
            file.write(record)
    return path


@pytest.fixture
def played() -> list[Record]:
    return list(simulate(game("nimmt"), 3, seats=2, seed="manifest", options={"rounds": "1"}))


@pytest.fixture
def archive(tmp_path: Path, played: list[Record]) -> Path:
    """Three matches of Aki and Ben, and one bad record."""
    for record in played:
        record.seats = ["Aki", "Ben"]
    bad = msgspec.structs.replace(played[0], result=[0, 0])
    write(tmp_path / "a.jsonl", [*played, bad])
    Archive(tmp_path / "games.duckdb").index([tmp_path])
    return tmp_path / "games.duckdb"


def test_logs_are_rows(archive: Path) -> None:
    done = kifu("manifest", archive)
    assert (done.exit_code, done.stderr) == (0, "")
    (row,) = map(json.loads, done.stdout.splitlines())
    assert row["records"] == 4
    assert row["size"] == (archive.parent / "a.jsonl").stat().st_size
    assert "state" not in row


def test_a_log_that_changed_is_exit_1(archive: Path, played: list[Record]) -> None:
    done = kifu("manifest", archive, "--verify")
    assert (done.exit_code, done.stderr) == (0, "1 file, 0 not as indexed\n")
    write(archive.parent / "a.jsonl", played[:1])
    done = kifu("manifest", archive, "--verify")
    assert (done.exit_code, done.stderr) == (1, "1 file, 1 not as indexed\n")
    assert json.loads(done.stdout)["state"] == "changed"
