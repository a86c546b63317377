"""`kifu quarantine`: bad records are listed, and tried again."""

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
    return list(simulate(game("nimmt"), 3, seats=2, seed="quarantine", options={"rounds": "1"}))


@pytest.fixture
def archive(tmp_path: Path, played: list[Record]) -> Path:
    """Three matches of Aki and Ben, and one bad record."""
    for record in played:
        record.seats = ["Aki", "Ben"]
    bad = msgspec.structs.replace(played[0], result=[0, 0])
    write(tmp_path / "a.jsonl", [*played, bad])
    Archive(tmp_path / "games.duckdb").index([tmp_path])
    return tmp_path / "games.duckdb"


def test_bad_records_are_rows_and_a_line_counts(archive: Path) -> None:
    done = kifu("quarantine", "list", archive)
    assert (done.exit_code, done.stderr) == (0, "1 record in quarantine\n")
    (row,) = map(json.loads, done.stdout.splitlines())
    assert (row["path"], row["number"]) == (str(archive.parent / "a.jsonl"), 4)
    assert kifu("quarantine", "list", archive, "--code", row["code"]).stdout == done.stdout
    assert kifu("quarantine", "list", archive, "--code", "KF999").stdout == ""


def test_a_retry_says_what_it_reads_and_counts(archive: Path) -> None:
    done = kifu("quarantine", "retry", archive, "--jobs", "1")
    assert (done.exit_code, done.stdout) == (0, "")
    said, counts = done.stderr.splitlines()
    assert said.endswith("a.jsonl is read again for its 1 in quarantine")
    assert counts.startswith(
        "1 source (0 unchanged), 4 records: 0 new, 0 duplicate, 3 again, 1 quarantined; "
    )


def test_wrong_usage_and_what_is_missing(tmp_path: Path) -> None:
    assert kifu("quarantine", "mend", tmp_path / "no.duckdb").exit_code == 2
    assert kifu("quarantine", "list", tmp_path / "no.duckdb").exit_code == 1
    assert kifu("quarantine", "retry", tmp_path / "no.duckdb").exit_code == 1
