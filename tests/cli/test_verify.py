"""`kifu verify`: what differs between an archive and its logs."""

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
    return list(simulate(game("nimmt"), 3, seats=2, seed="verify", options={"rounds": "1"}))


@pytest.fixture
def archive(tmp_path: Path, played: list[Record]) -> Path:
    """Three matches of Aki and Ben, and one bad record."""
    for record in played:
        record.seats = ["Aki", "Ben"]
    bad = msgspec.structs.replace(played[0], result=[0, 0])
    write(tmp_path / "a.jsonl", [*played, bad])
    Archive(tmp_path / "games.duckdb").index([tmp_path])
    return tmp_path / "games.duckdb"


def test_an_archive_that_is_like_its_logs(archive: Path) -> None:
    done = kifu("verify", archive, "--jobs", "1")
    assert (done.exit_code, done.stdout) == (0, "")
    assert done.stderr == "1 file, 4 records: 0 differences\n"


def test_a_difference_is_a_row_and_exit_1(archive: Path, played: list[Record]) -> None:
    write(archive.parent / "a.jsonl", played[1:])
    done = kifu("verify", archive, "--jobs", "1")
    assert done.exit_code == 1
    (row,) = map(json.loads, done.stdout.splitlines())
    assert (row["number"], row["what"], row["found"]) == (None, "file", "changed")
    assert done.stderr == "0 files, 0 records: 1 difference\n"
