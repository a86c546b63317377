"""Any writer of an archive or a lake can be killed at any moment: `tests.campaigns.kills`."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from msgspec.structs import replace

from kifu.notation.record import Record
from kifu.store import Archive

from .conftest import written

ROOT = Path(__file__).parents[2]


@pytest.mark.campaign
@pytest.mark.parametrize("words", [["60"], ["20", "index"], ["10", "compact", "rebuild"]])
def test_nothing_is_lost_and_nothing_is_there_twice(words: list[str]) -> None:
    """Sixty kills, in which thirteen works take turns, those on a lake, too; and more of the works
    that are most at risk, of which an index run is killed three times each.
    """
    command = [sys.executable, "-m", "tests.campaigns.kills", *words]
    done = subprocess.run(
        command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=1800
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.count("nothing lost, nothing twice") == (len(words) - 1 or 13)


@pytest.mark.campaign
@pytest.mark.parametrize(("where", "kills"), [("FILE", 11), ("LOGS", 9)])
def test_an_erasure_that_is_killed_is_ended_by_the_next_run(
    where: str, kills: int, played: list[Record], tmp_path: Path
) -> None:
    folder = tmp_path / "kept"
    named = [replace(record, seats=["Zacharias", "Ben", "Cho"]) for record in played[:2]]
    log = written(folder, "logs/a.jsonl", [*named, *played[2:5]])
    Archive(folder / "games.duckdb").index([log])
    killing = str(Path(__file__).with_name("killing_erasures.py"))
    command = [sys.executable, killing, str(kills), str(folder), where]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.stdout, done.returncode) == (f"kills: {kills}\n", 0), done.stderr
