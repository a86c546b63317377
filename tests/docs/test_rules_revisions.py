"""Two rules revisions of one game side by side: records of both stay what they were."""

from __future__ import annotations

import json
from pathlib import Path
from types import ModuleType

import pytest
from msgspec.structs import replace
from tests.cli.running import write

from kifu.notation.record import Record
from kifu.replay.registry import UnfitGame, vet

from .packages import ROOT, known, module_of

PACKAGE = ROOT / "examples/duel"


@pytest.fixture(scope="module")
def duel() -> ModuleType:
    return module_of(PACKAGE / "duel.py")


@pytest.fixture
def both() -> list[Record]:
    """A match of each revision with the same deal, and one of a revision that nobody has."""
    first = Record(
        game="duel", rules=1, seats=["Aki", "Ben"], chance=[("deal", "1 3 5 2 4 6")],
        moves="3 4 2 5 1 6", result=[1, 2], end="=",
    )  # fmt: skip
    second = replace(first, rules=2, moves="3 4 1 2 5 6", result=[0, 3])
    return [first, second, replace(second, rules=3)]


def test_records_of_both_replay_are_shown_and_archived(both: list[Record], tmp_path: Path) -> None:
    kifu = known(PACKAGE, tmp_path)
    for number, record in enumerate(both, 1):
        write(tmp_path / f"{number}.kifu", [record])
    write(tmp_path / "swapped.kifu", [replace(both[0], rules=2)])
    for number in (1, 2):
        checked = kifu("check", f"{number}.kifu")
        assert checked.returncode == 0, checked.stdout + checked.stderr
        shown = kifu("show", f"{number}.kifu")
        assert f"Duel (duel, rules {number})" in shown.stdout
        assert kifu("view", f"{number}.kifu", "-o", f"{number}.html").returncode == 0
    done = kifu("index", "games.duckdb", "1.kifu", "2.kifu", "--situations", "--events")
    assert done.returncode == 0, done.stderr
    asked = "SELECT rules, count(*) AS n FROM games GROUP BY rules ORDER BY rules"
    rows = kifu("query", "games.duckdb", asked, "--format", "ndjson").stdout.splitlines()
    assert kifu("check", "swapped.kifu").returncode == 1
    assert [json.loads(row) for row in rows] == [{"rules": 1, "n": 1}, {"rules": 2, "n": 1}]
    assert kifu("verify", "games.duckdb").returncode == 0
    assert json.loads(kifu("games", "duel", "--format", "ndjson").stdout)["revisions"] == [1, 2]
    table = kifu("games", "duel", "--format", "table").stdout
    assert "revisions 1\nrevisions 2\n" in table


def test_a_record_of_an_unknown_revision_says_what_to_do(
    both: list[Record], tmp_path: Path
) -> None:
    kifu = known(PACKAGE, tmp_path)
    write(tmp_path / "3.kifu", both[2:])
    checked = kifu("check", "3.kifu")
    assert checked.returncode == 1
    assert (
        "duel has no rules revision 3 here, only 1 and 2; install a version of kifu, or of the "
        "game's package, that has it, or correct the tag"
    ) in " ".join((checked.stdout + checked.stderr).split())


def test_odd_revisions_are_refused(duel: ModuleType) -> None:
    first, newest = duel.FIRST, duel.GAME
    for odd in (
        replace(newest, rules=1),
        replace(newest, earlier=(replace(first, name="other"),)),
        replace(newest, rules=3, earlier=(newest,)),
        replace(newest, earlier=(first, first)),
    ):
        with pytest.raises(UnfitGame, match="revision"):
            vet(odd)
    vet(newest)
