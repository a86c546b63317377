"""`kifu compact`: an archive's file is written anew."""

from __future__ import annotations

import re
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
    return list(simulate(game("nimmt"), 3, seats=2, seed="compact", options={"rounds": "1"}))


@pytest.fixture
def archive(tmp_path: Path, played: list[Record]) -> Path:
    """Three matches of Aki and Ben, and one bad record."""
    for record in played:
        record.seats = ["Aki", "Ben"]
    bad = msgspec.structs.replace(played[0], result=[0, 0])
    write(tmp_path / "a.jsonl", [*played, bad])
    Archive(tmp_path / "games.duckdb").index([tmp_path])
    return tmp_path / "games.duckdb"


def test_the_sizes_are_said_and_the_rows_stay(archive: Path) -> None:
    before = Archive(archive).query("FROM games ORDER BY id")
    done = kifu("compact", archive)
    assert (done.exit_code, done.stdout) == (0, "")
    assert re.fullmatch(r"\d+ bytes before, \d+ now\n", done.stderr)
    assert Archive(archive).query("FROM games ORDER BY id") == before


def test_no_archive_is_exit_1(tmp_path: Path) -> None:
    done = kifu("compact", tmp_path / "no.duckdb")
    assert done.exit_code == 1
    assert "there is no archive" in done.stderr
    assert not list(tmp_path.iterdir())
