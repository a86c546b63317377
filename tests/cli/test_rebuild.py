"""`kifu rebuild`: an archive is made anew from its logs."""

from __future__ import annotations

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
    return list(simulate(game("nimmt"), 3, seats=2, seed="rebuild", options={"rounds": "1"}))


@pytest.fixture
def archive(tmp_path: Path, played: list[Record]) -> Path:
    """Three matches of Aki and Ben, and one bad record."""
    for record in played:
        record.seats = ["Aki", "Ben"]
    bad = msgspec.structs.replace(played[0], result=[0, 0])
    write(tmp_path / "a.jsonl", [*played, bad])
    Archive(tmp_path / "games.duckdb").index([tmp_path])
    return tmp_path / "games.duckdb"


def test_the_counts_are_said_and_the_rows_stay(archive: Path) -> None:
    before = Archive(archive).query("FROM games ORDER BY id")
    done = kifu("rebuild", archive, "--jobs", "1")
    assert (done.exit_code, done.stdout) == (0, "")
    assert done.stderr.startswith(
        "1 source (0 unchanged), 4 records: 3 new, 0 duplicate, 0 again, 1 quarantined; "
    )
    assert Archive(archive).query("FROM games ORDER BY id") == before


def test_a_log_that_is_gone_is_exit_1_and_the_archive_stays(archive: Path) -> None:
    (archive.parent / "a.jsonl").unlink()
    done = kifu("rebuild", archive, "--jobs", "1")
    assert done.exit_code == 1
    assert "--without-missing" in done.stderr
    assert len(Archive(archive).query("FROM games")) == 3
    assert kifu("rebuild", archive, "--without-missing").exit_code == 0
    assert Archive(archive).query("FROM games") == []
