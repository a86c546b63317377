"""A lake stays open between questions, and no answer is older than its question."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import duckdb
import pytest

from kifu.notation.errors import UsageError
from kifu.notation.record import Record
from kifu.store import Archive, ArchiveError, opening
from kifu.store.database import SCHEMA
from kifu.store.lake.layout import LAYOUT
from kifu.store.opening import LOG

from .conftest import moved, written


@pytest.fixture(scope="module")
def shelf(played: list[Record], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three logs with 1, 2 and 4 matches, each with those of the log before, and a lake with the
    first.
    """
    folder = tmp_path_factory.mktemp("shelf")
    logs = [written(folder, f"{number}.kifu", played[:number]) for number in (1, 2, 4)]
    Archive(folder / "games.lake").index(logs[:1])
    return folder


@pytest.fixture
def lake(shelf: Path, tmp_path: Path) -> Archive:
    """That lake as a test's own, of which a question was asked."""
    found = moved(shelf, tmp_path, "games.lake")
    assert found.find().total == 1
    return found


@pytest.fixture
def logs(lake: Archive, tmp_path: Path) -> list[Path]:
    """The logs beside it."""
    return [tmp_path / f"{number}.kifu" for number in (1, 2, 4)]


def test_what_others_commit_is_seen(lake: Archive, logs: list[Path]) -> None:
    command = [sys.executable, "-c", "from kifu.cli import main; main()", "index", lake.path]
    subprocess.run([*command, str(logs[1])], check=True, capture_output=True)
    assert lake.find().total == 2
    lake.index(logs[2:])
    assert len(lake.query("FROM games")) == 4


@pytest.mark.matrix
@pytest.mark.parametrize(
    ("layout", "said"),
    [
        (f"{SCHEMA}.1", r"made by a kifu before 1\.0 .* `kifu index NEW\.lake LOGS`"),
        (f"{SCHEMA - 1}.2", r"made by a kifu before 1\.0 .* `kifu index NEW\.lake LOGS`"),
        (f"{SCHEMA + 1}.1", "written by a newer kifu .*; upgrade kifu"),
        ("odd", "is a Delta table, but no kifu lake"),
    ],
)
def test_a_lake_of_another_form_says_what_to_do(
    lake: Archive, logs: list[Path], tmp_path: Path, layout: str, said: str
) -> None:
    other = shutil.copytree(lake.path, tmp_path / "other.lake")
    first = other / LOG / f"{0:020}.json"
    text = first.read_text("utf-8")
    first.write_text(text.replace(f'"kifu.lake":"{SCHEMA}.{LAYOUT}"', f'"kifu.lake":"{layout}"'))
    before = sorted(path.name for path in other.rglob("*"))
    found = Archive(other)
    for call in (found.find, found.compact, lambda: found.index(logs[1:])):
        with pytest.raises(ArchiveError, match=said):
            call()
    assert sorted(path.name for path in other.rglob("*")) == before


@pytest.mark.campaign
def test_each_question_has_a_connection_of_its_own(lake: Archive, logs: list[Path]) -> None:
    with opening.reading(lake.path) as first, opening.reading(lake.path) as second:
        first.execute("CREATE TEMP TABLE mine AS SELECT 1 AS one")
        with pytest.raises(duckdb.CatalogException, match="mine"):
            second.execute("FROM mine")
        lake.index(logs[1:2])
        assert lake.find().total == 2
        assert second.execute("SELECT count(*) FROM games").fetchall() == [(1,)]


#: What a worker is to DuckDB: a process whose main module is no file.
AT_A_PROMPT = """
import sys
from kifu.store.lake.asking import opened
from kifu.store.lake.asking import draft
from kifu.store.lake.table import LakeTable
lake = LakeTable(sys.argv[1])
for connection in draft(), opened(lake, lake.at()):
    with connection as asked:
        print(asked.execute("SELECT current_setting('enable_progress_bar')").fetchall())
"""


@pytest.mark.campaign
def test_no_progress_is_printed_into_what_a_run_prints(lake: Archive) -> None:
    command = [sys.executable, "-c", AT_A_PROMPT, lake.path]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    assert done.stdout == "[(False,)]\n" * 2


@pytest.mark.parametrize("damage", ["missing", "cut", "pipe", "junk\n", "/*-", "/\\u0000-"])
def test_a_damaged_lake_is_one_sentence(lake: Archive, logs: list[Path], damage: str) -> None:
    in_files = damage in ("missing", "cut", "pipe")
    for file in Path(lake.path).rglob("*.parquet" if in_files else "*.json"):
        if damage == "cut":
            file.write_bytes(file.read_bytes()[:-9])
        elif in_files:
            file.unlink()
            if damage == "pipe":
                os.mkfifo(file)
        else:
            log = file.read_text("utf-8")
            changed = log.replace("/part-", damage) if "-" in damage else log + damage
            file.write_text(changed, "utf-8")
    for call in (
        lake.find,
        lambda: lake.query("FROM seats"),
        lambda: lake.index(logs),
        lake.compact,
    ):
        with pytest.raises(ArchiveError, match=r"lake") as found:
            call()
        assert "\n" not in str(found.value)


@pytest.mark.parametrize("name", ["a[1].lake", "a%20b.lake"])
def test_a_name_that_delta_takes_for_another_is_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(UsageError, match=r"can't have \[, \] or % in it"):
        Archive(tmp_path / name).index([])
    assert not list(tmp_path.iterdir())
