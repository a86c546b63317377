"""`kifu dups`: places of matches that have several."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner, Result

from kifu import cli
from kifu.notation.files import writer
from kifu.notation.record import Note, Record
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
    return list(simulate(game("nimmt"), 3, seats=2, seed="dups", options={"rounds": "1"}))


@pytest.fixture
def archive(tmp_path: Path, played: list[Record]) -> Path:
    """Three matches of Aki and Ben, and one bad record."""
    for record in played:
        record.seats = ["Aki", "Ben"]
    bad = msgspec.structs.replace(played[0], result=[0, 0])
    write(tmp_path / "a.jsonl", [*played, bad])
    Archive(tmp_path / "games.duckdb").index([tmp_path])
    return tmp_path / "games.duckdb"


def test_places_are_rows_and_a_line_counts(archive: Path, played: list[Record]) -> None:
    none = kifu("dups", archive)
    assert (none.exit_code, none.stdout, none.stderr) == (0, "", "0 places of 0 matches\n")
    noted = msgspec.structs.replace(played[1], notes=[Note(at=1, text="why?")])
    Archive(archive).index([write(archive.parent / "b.kifu", [played[0], noted])])
    done = kifu("dups", archive)
    assert (done.exit_code, done.stderr) == (0, "4 places of 2 matches\n")
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    assert {Path(row["path"]).name for row in rows} == {"a.jsonl", "b.kifu"}
    differing = kifu("dups", archive, "--noted")
    assert differing.stderr == "2 places of 1 match\n"
    assert kifu("dups", archive, "--winner", "nobody").stdout == ""
