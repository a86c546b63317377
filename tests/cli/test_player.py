"""`kifu player`: names that are one person's."""

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
    return list(simulate(game("nimmt"), 3, seats=2, seed="player", options={"rounds": "1"}))


@pytest.fixture
def archive(tmp_path: Path, played: list[Record]) -> Path:
    """Three matches of Aki and Ben, and one bad record."""
    for record in played:
        record.seats = ["Aki", "Ben"]
    bad = msgspec.structs.replace(played[0], result=[0, 0])
    write(tmp_path / "a.jsonl", [*played, bad])
    Archive(tmp_path / "games.duckdb").index([tmp_path])
    return tmp_path / "games.duckdb"


def test_an_alias_and_a_new_name_are_listed_and_counted(archive: Path) -> None:
    assert kifu("player", "list", archive).stdout == ""
    done = kifu("player", "alias", archive, "ben", "Aki")
    assert (done.exit_code, done.stdout, done.stderr) == (0, "", "")
    assert kifu("player", "rename", archive, "Aki", "秋").exit_code == 0
    rows = [json.loads(line) for line in kifu("player", "list", archive).stdout.splitlines()]
    assert rows == [{"name": "Aki", "person": "秋"}, {"name": "Ben", "person": "秋"}]
    assert Archive(archive).query("SELECT player FROM players") == [{"player": "秋"}]


def test_who_is_not_there_is_exit_1(archive: Path) -> None:
    done = kifu("player", "alias", archive, "nobody", "Aki")
    assert done.exit_code == 1
    assert done.stderr == "kifu: the archive knows no player nobody\n"
    assert kifu("player", "rename", archive, "Aki", "Ben").exit_code == 1
    assert kifu("player", "rename", archive, "Aki").exit_code == 2
