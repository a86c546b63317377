"""What a released kifu has written is opened by every later one, and says the same.

There is a folder for each version that was frozen (`freeze`), and what is frozen just now.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from tests.store.conftest import written

from kifu.replay.players.simulate import simulate
from kifu.replay.registry import game
from kifu.store import Archive, Filters

from .answers import LOGS, STORES, answers, frozen_answers, unpacked
from .freeze import ERASED, GOLDEN, freeze

NOW = "now"
#: The folders that were frozen, one a version.
FROZEN = sorted(path.name for path in GOLDEN.glob("[0-9]*"))


@pytest.fixture(
    scope="module", params=[pytest.param(NOW, marks=pytest.mark.campaign, id=NOW), *FROZEN]
)
def golden(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A golden folder; the folder "now" is made with the script that freezes."""
    if request.param != NOW:
        return GOLDEN / str(request.param)
    made = tmp_path_factory.mktemp("golden") / NOW
    freeze(made)
    return made


@pytest.fixture
def folder(golden: Path, tmp_path: Path) -> Path:
    return unpacked(golden, tmp_path)


@pytest.mark.campaign
def test_a_golden_folder_says_what_it_said_when_it_was_frozen(golden: Path, folder: Path) -> None:
    frozen = frozen_answers(golden)
    now = answers(folder, frozen.stores[STORES[0]].rows)
    assert {*now.promises} >= {*frozen.promises}
    assert now.logs == frozen.logs
    assert now.analysis == frozen.analysis
    for name, then in frozen.stores.items():
        found = now.stores[name]
        assert replace(found, rows={}) == replace(then, rows={})
        for question, rows in then.rows.items():
            assert known(found.rows[question], [*rows[0]]) == known(rows, [*rows[0]]), question


def known(rows: list[dict[str, Any]], columns: list[str]) -> list[str]:
    """The rows without the columns that came later."""
    return sorted(repr([row.get(column, "it is gone") for column in columns]) for row in rows)


@pytest.mark.matrix
@pytest.mark.parametrize("name", STORES)
def test_work_goes_on_in_what_was_frozen(folder: Path, name: str) -> None:
    """No log is read again, and a new one is indexed with the aliases and erasures of before."""
    store = Archive(folder / name)
    before = store.find(Filters(players=["Aki"])).total
    report = store.index([folder / LOGS])
    assert (report.unchanged, report.records) == (report.sources, 0)
    (record,) = simulate(game("nimmt"), 1, seats=2, seed="later", options={"rounds": "1"})
    record.seats = ["Ben", ERASED]
    assert store.index([written(folder, "later.kifu", [record])]).new == 1
    assert store.find(Filters(players=["Aki"])).total == before + 1
    assert ERASED not in {row["player"] for row in store.query("FROM seats")}
    store.compact()
    assert store.find(Filters(players=["Aki"])).total == before + 1
    assert list(store.verify()) == []


def test_every_question_has_rows_and_all_is_small(golden: Path) -> None:
    for name, store in frozen_answers(golden).stores.items():
        assert all(store.rows.values()), name
        assert len(store.found) == 3 and len(store.records) == 9 and store.aliases
    # Git, the source package and every clone hold it. A lake has files for each log.
    assert sum(path.stat().st_size for path in golden.rglob("*")) < 300_000


def test_what_is_frozen_is_never_made_again(tmp_path: Path) -> None:
    with pytest.raises(FileExistsError):
        freeze(tmp_path)
