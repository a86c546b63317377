"""`kifu explore`, and `kifu find` by events and situations."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from kifu.notation.files import writer
from kifu.replay.players.simulate import simulate
from kifu.replay.registry import game

from .running import kifu


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file of matches, and an archive of them with everything noted."""
    folder = tmp_path_factory.mktemp("explore")
    with writer(folder / "a.kifu") as file:
        for record in simulate(game("nimmt"), 6, seats=2, seed="cli", options={"rounds": "1"}):
            file.write(record)
    kifu("index", folder / "g.duckdb", folder / "a.kifu", "--events", "--situations")
    kifu("index", folder / "plain.duckdb", folder / "a.kifu")
    return folder


@pytest.mark.parametrize(
    ("by", "column"), [([], "kind"), (["--by", "kind"], "kind"), (["--by", "move"], "move")]
)
def test_moves_come_as_rows_and_the_counts_on_stderr(
    folder: Path, by: list[str], column: str
) -> None:
    at = f"{folder / 'a.kifu'}#2@0"
    done = kifu("explore", folder / "g.duckdb", "--situation", at, *by)
    assert done.exit_code == 0
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    assert list(rows[0]) == [
        column, "times", "share", "decided", "won", "win_share",
        "win_low", "win_high", "mean_score", "score_low", "score_high",
    ]  # fmt: skip
    assert f"faced {sum(row['times'] for row in rows)} times in " in done.stderr
    key = done.stderr.split()[1].rstrip(":")
    again = kifu("explore", folder / "g.duckdb", "--situation", key, "--format", "table", *by)
    assert again.stdout.splitlines()[0].split()[:3] == [column, "times", "share"]


def test_another_seat_is_asked_about_with_as(folder: Path) -> None:
    at = f"{folder / 'a.kifu'}#2@0"
    keys = {
        kifu("explore", folder / "g.duckdb", "--situation", at, *more).stderr.split()[1]
        for more in ((), ("--as", "1"), ("--as", "2"))
    }
    assert len(keys) == 2


def test_find_takes_events_and_situations(folder: Path) -> None:
    archive, at = folder / "g.duckdb", f"{folder / 'a.kifu'}#2@0"
    found = kifu("find", archive, "--event", "take", "--situation", at)
    assert 2 in [json.loads(line)["number"] for line in found.stdout.splitlines()]
    assert kifu("find", archive, "--event", "nothing").stdout == ""


def test_an_archive_that_does_not_know_says_so(folder: Path) -> None:
    at = f"{folder / 'a.kifu'}@0"
    done = kifu("explore", folder / "plain.duckdb", "--situation", at)
    assert (done.exit_code, done.stdout) == (0, "")
    assert "plain.duckdb was indexed without --situations" in done.stderr
    found = kifu("find", folder / "plain.duckdb", "--event", "take")
    assert (found.exit_code, found.stdout) == (0, "")
    assert "plain.duckdb was indexed without --events" in found.stderr
    assert "plain.duckdb --events` adds it" in found.stderr


def test_what_a_lake_lacks_another_one_has(folder: Path) -> None:
    assert kifu("index", folder / "plain.lake", folder / "a.kifu").exit_code == 0
    found = kifu("find", folder / "plain.lake", "--event", "take")
    assert "`kifu index NEW.lake LOGS --events` makes a lake that has it" in found.stderr
