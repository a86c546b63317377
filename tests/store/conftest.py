"""What the tests of the store share: simulated records, files of them, and an archive."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from tests.archives import empty as empty
from tests.archives import kept_open as kept_open
from tests.archives import made_once as made_once
from tests.archives import spilled as spilled

from kifu.notation.files import writer
from kifu.notation.record import Record
from kifu.replay.players.simulate import simulate
from kifu.replay.registry import game
from kifu.store import Archive
from kifu.store.database import reading
from kifu.store.index.entering import Report

from .lake_pair import Pair

Write = Callable[[str, Sequence[Record]], Path]
Rows = dict[str, list[tuple[Any, ...]]]
Contents = Callable[[Archive], Rows]

#: The tables that do not depend on when a run was cut short.
TABLES = (
    "record", "place", "player", "seat", "tag", "note", "quarantine", "variant",
    "setting", "source", "event", "situation", "move",
)  # fmt: skip


@pytest.fixture(autouse=True)
def _impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever finds an archive locked says so at once."""
    monkeypatch.setattr("kifu.store.journal.WAIT", 0.0)


@pytest.fixture(scope="session")
def played() -> list[Record]:
    """Thirty one-round matches of three, all different."""
    names = ["Aki", "Ben", "千恵"]
    records = list(simulate(game("nimmt"), 30, seats=3, seed="store", options={"rounds": "1"}))
    for number, record in enumerate(records):
        record.seats = names[number % 3 :] + names[: number % 3]
        record.tags = [("Date", f"2026-{number % 12 + 1:02}-05"), ("Event", f"Cup {number % 2}")]
    return records


def written(folder: Path, name: str, records: Sequence[Record]) -> Path:
    """Records in a file of the folder, in the form that its name says."""
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    with writer(path, force=True) as file:
        for record in records:
            file.write(record)
    return path


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Write records to a file of the test's folder."""
    return partial(written, tmp_path)


#: The modules that test questions: with an archive, and with a lake of the same logs. Those of
#: `LATER` ask a lake in the campaign only: its rows are in the same views, which others compare.
ASKING = {
    "test_addresses", "test_draws", "test_every_game", "test_explore", "test_export",
    "test_export_names", "test_judged", "test_moves", "test_python", "test_search", "test_sql",
    "test_stats", "test_times",
}  # fmt: skip
LATER = {"test_export", "test_judged", "test_moves", "test_python", "test_stats", "test_times"}


def archive_first(test: Callable[..., None]) -> Callable[..., None]:
    """A matrix of one question, which only the campaign asks a lake: its rows are in the same
    views, and other tests compare those.
    """
    test.archive_first = True  # type: ignore[attr-defined]  # for `pytest_generate_tests`
    return test


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """By default a lake is asked where tests share one; one of a test's own is for the campaign."""
    name = metafunc.module.__name__.split(".")[-1]
    if "holder" in metafunc.fixturenames and name in ASKING:
        own = {"archive", "own"} & {*metafunc.fixturenames}
        is_late = own or hasattr(metafunc.function, "archive_first") or name in LATER
        later = [pytest.mark.campaign] if is_late else []
        holders = ["games.duckdb", pytest.param("games.lake", marks=later)]
        metafunc.parametrize("holder", holders, scope="module")


@pytest.fixture(scope="session")
def holder() -> str:
    """The name of the archive of a test."""
    return "games.duckdb"


@pytest.fixture
def archive(tmp_path: Path, holder: str) -> Archive:
    """An archive that is not there yet, and that waits for nobody."""
    return Archive(tmp_path / holder)


def counts(report: Report) -> tuple[int, int, int, int]:
    """How many records of a run were new, duplicates, read again, and bad."""
    return report.new, report.duplicate, report.again, report.quarantined


def stopped(record: Record, words: int = 6) -> Record:
    """The record as it was after so many words of its main line."""
    moves = " ".join(record.moves.split()[:words])
    return replace(record, moves=moves, end="*", result=None, winner=None)


def shared(shelf: Path, holder: str = "games.duckdb") -> Iterator[Archive]:
    """An archive that tests only ask, so that one is enough for all of them. Where one has changed
    anything in its folder, an error says so at the end of the module.
    """
    before = states(shelf)
    yield Archive(shelf / holder)
    assert states(shelf) == before, "a test has changed what all tests of the module share"


def states(folder: Path) -> dict[str, tuple[int, int]]:
    """The size of every file below a folder, and when it was last changed."""
    files = [path for path in sorted(folder.rglob("*")) if path.is_file()]
    about = [(str(path.relative_to(folder)), path.stat()) for path in files]
    return {name: (found.st_size, found.st_mtime_ns) for name, found in about}


def moved(shelf: Path, folder: Path, holder: str = "games.duckdb") -> Archive:
    """An archive that is there, with its logs, as a test's own: a copy costs less than a run."""
    shutil.copytree(shelf, folder, dirs_exist_ok=True)
    return Archive(folder / holder)


@pytest.fixture
def contents() -> Contents:
    """Everything in an archive that says something about records, in a fixed order."""
    return rows


#: Times and inodes are those of files.
_CONTENTS = {"source": "SELECT * EXCLUDE (modified, inode) FROM source"}


def rows(archive: Archive) -> Rows:
    with reading(archive.path) as connection:
        return {
            table: connection.execute(
                f"{_CONTENTS.get(table, f'FROM {table}')} ORDER BY ALL"
            ).fetchall()
            for table in TABLES
        }


@pytest.fixture
def pair(tmp_path: Path) -> Pair:
    """An archive and a lake, neither there yet."""
    return Pair(tmp_path)
