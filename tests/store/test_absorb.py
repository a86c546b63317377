"""One archive absorbs another: the same as if its logs were indexed, with its names."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from kifu.notation.errors import UsageError
from kifu.notation.record import Note, Record
from kifu.store import Archive
from kifu.store.database import reading

from .conftest import moved, stopped, written
from .lake_pair import EVERYTHING

#: What people ask; ids of rows are each archive's own.
QUESTIONS = (
    "FROM games", "FROM records", "FROM seats", "FROM players", "FROM tags", "FROM notes",
    "FROM events", "FROM situations", "FROM moves", "FROM rounds", "FROM bad_records",
    "FROM sources", "SELECT * EXCLUDE (variant) FROM setting",
)  # fmt: skip


def answers(archive: Archive) -> list[list[tuple[Any, ...]]]:
    with reading(archive.path) as connection:
        return [sorted(connection.execute(sql).fetchall(), key=repr) for sql in QUESTIONS]


@pytest.fixture(scope="module")
def shelf(played: list[Record], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two archives of a log each, with matches that both have, noted ones, one that goes on, and a
    bad one.
    """
    folder = tmp_path_factory.mktemp("shelf")
    noted = replace(played[2], notes=[Note(at=1, text="a note")])
    going_on = stopped(played[20])
    bad = replace(played[9], result=[9, 9, 9])
    one = written(folder, "one/a.jsonl", [*played[:8], going_on])
    two = written(folder, "two/logs/b.kifu", [noted, *played[6:12], bad, going_on])
    Archive(folder / "into.duckdb").index([one])
    Archive(folder / "other.duckdb").index([two])
    return folder


@pytest.fixture
def both(shelf: Path, tmp_path: Path) -> tuple[Archive, Archive]:
    """Those archives as a test's own."""
    return moved(shelf, tmp_path, "into.duckdb"), Archive(tmp_path / "other.duckdb")


@pytest.fixture
def logs(shelf: Path, tmp_path: Path) -> list[Path]:
    """The logs alone."""
    for name in ("one", "two"):
        shutil.copytree(shelf / name, tmp_path / name)
    return [tmp_path / "one/a.jsonl", tmp_path / "two/logs/b.kifu"]


def test_it_answers_as_if_the_logs_had_been_indexed(logs: list[Path], tmp_path: Path) -> None:
    into, other = Archive(tmp_path / "into.duckdb"), Archive(tmp_path / "two/other.duckdb")
    both = Archive(tmp_path / "both.duckdb")
    into.index([logs[0]], **EVERYTHING)
    other.index([logs[1]])
    both.index(logs, **EVERYTHING)
    before = answers(other)
    report = into.absorb(other.path).report
    assert (report.new, report.duplicate, report.quarantined, report.failed) == (5, 3, 1, [])
    assert answers(into) == answers(both)
    assert answers(other) == before
    assert into.index(logs).unchanged == 2
    assert into.absorb(other.path).report.unchanged == 1
    assert answers(into) == answers(both)


def test_it_makes_the_archive_where_there_is_none(logs: list[Path], tmp_path: Path) -> None:
    other, into = Archive(tmp_path / "other.duckdb"), Archive(tmp_path / "new.duckdb")
    other.index(logs, **EVERYTHING)
    into.index([])  # as a run leaves it that ended before its first commit
    into.absorb(other.path)
    assert answers(into) == answers(other)


def test_a_log_that_is_gone_or_changed_is_said(
    both: tuple[Archive, Archive], tmp_path: Path, played: list[Record]
) -> None:
    into, other = both
    log = tmp_path / "two/logs/b.kifu"
    written(tmp_path, "two/logs/b.kifu", played[20:])
    said: list[str] = []
    report = into.absorb(other.path, say=said.append).report
    assert report.failed == [f"{log}: it has changed since it was indexed"]
    log.unlink()
    assert into.absorb(other.path, say=said.append).report.failed == [f"{log}: it is gone"]
    assert said == [f"left out: {log}: it has changed since it was indexed",
                    f"left out: {log}: it is gone"]  # fmt: skip
    assert into.find().total == 9


def test_a_player_who_is_erased_in_one_is_erased_in_both(
    both: tuple[Archive, Archive], tmp_path: Path
) -> None:
    into, other = both
    here = into.erase("Aki").pseudonym
    there = other.erase("Ben").pseudonym
    other.alias("千恵", there)
    other.erase("Aki")  # whose own pseudonym counts
    into.absorb(other.path)
    rows = into.query("SELECT DISTINCT player FROM seats ORDER BY player")
    assert [row["player"] for row in rows] == sorted([here, there, "千恵"])
    into.rebuild()
    for name in ("Aki", "Ben"):
        for path in tmp_path.glob("into.duckdb*"):
            assert name.encode() not in path.read_bytes(), (name, path)
    assert into.aliases() == [("千恵", there)]


def test_aliases_come_unless_they_contradict(both: tuple[Archive, Archive]) -> None:
    into, other = both
    into.alias("Aki", "Ben")
    other.rename("千恵", "Chie")
    other.alias("Ben", "Aki")
    done = into.absorb(other.path)
    assert done.aliases == [("Ben", "Aki")]
    assert into.aliases() == [("Aki", "Ben"), ("千恵", "Chie")]


def test_an_archive_is_not_merged_into_itself(
    both: tuple[Archive, Archive], tmp_path: Path
) -> None:
    archive, _ = both
    (tmp_path / "link.duckdb").symlink_to("into.duckdb")
    with pytest.raises(UsageError, match="into itself"):
        archive.absorb(tmp_path / "link.duckdb")
