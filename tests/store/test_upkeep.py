"""Looking after an archive: duplicates, quarantine, verify, compact, rebuild."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import duckdb
import pytest
from msgspec.structs import replace
from tests.archives import by_itself

from kifu.notation.errors import Busy, LimitHit
from kifu.notation.record import Record
from kifu.store import Archive, ArchiveError, Filters
from kifu.store.database import BOUNDS, SCHEMA, reading
from kifu.store.index import planning
from kifu.store.index.course import Detail
from kifu.store.lock import indexing
from kifu.store.paths import fingerprint

from .conftest import Contents, Write, moved, stopped, written
from .lake_pair import noted
from .test_database import killed_in_a_commit

kept_open = by_itself


VIEWS = ("games", "records", "seats", "players", "tags", "notes", "bad_records", "sources",
         "events", "situations")  # fmt: skip


def answers(archive: Archive) -> dict[str, list[dict[str, Any]]]:
    """Everything that can be asked of an archive."""
    with reading(archive.path) as connection:
        views = {view: connection.sql(f"FROM {view} ORDER BY ALL") for view in VIEWS}
        return {
            view: [dict(zip(rows.columns, row, strict=True)) for row in rows.fetchall()]
            for view, rows in views.items()
        }


def wrong(record: Record) -> Record:
    return replace(record, result=[0, 0, 0])


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory, played: list[Record]) -> Path:
    """Thirty matches in two files, one bad record, one match with notes in a third file."""
    folder = tmp_path_factory.mktemp("shelf")
    Archive(folder / "games.duckdb").index(
        [
            written(folder, "logs/a.jsonl", [*played[:15], wrong(played[16])]),
            written(folder, "logs/b.kifu.gz", played[15:]),
            written(folder, "logs/c.kifu", [played[3], noted(played[4], "why?")]),
        ]
    )
    return folder


@pytest.fixture
def filled(shelf: Path, tmp_path: Path) -> Archive:
    return moved(shelf, tmp_path)


def test_a_retry_takes_in_what_is_now_understood_and_reads_nothing_else(
    filled: Archive, monkeypatch: pytest.MonkeyPatch
) -> None:
    from kifu.store.index import ingest
    from kifu.store.index.entry import examine

    def lenient(reading: Any, *about: Any) -> Any:
        if reading.record is not None and reading.record.result == [0, 0, 0]:
            reading.record.result = None
            reading.record.end = "*"
            reading.record.moves = ""
        return examine(reading, *about)

    monkeypatch.setattr(ingest, "examine", lenient)
    report = filled.retry()
    assert (report.new, report.again + report.duplicate, report.quarantined) == (1, 15, 0)
    assert filled.quarantine() == []
    assert filled.retry().sources == 0


def differences(archive: Archive, jobs: int = 1) -> list[tuple[str, int | None, str]]:
    return [(Path(found.path).name, found.number, found.what) for found in archive.verify(jobs)]


@pytest.mark.parametrize("jobs", [1, 2])
def test_an_archive_is_like_its_logs(filled: Archive, jobs: int) -> None:
    assert differences(filled, jobs) == []


def test_to_verify_with_too_little_memory_is_a_limit(
    filled: Archive, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(BOUNDS, "memory_limit", "3MB")
    with pytest.raises(LimitHit, match="needs more memory"):
        differences(filled)


def test_whatever_differs_is_said_with_its_place(
    filled: Archive, write: Write, played: list[Record], tmp_path: Path
) -> None:
    with duckdb.connect(filled.path) as connection:
        for number, change in (
            (2, "position = position + 1"),
            (5, "scores = [1, 2, 3]"),
            (7, "winners = NULL"),
            (8, "play = record"),
        ):
            connection.execute(
                f"UPDATE record SET {change} WHERE key = (SELECT record FROM place JOIN source "
                "ON source.id = place.source WHERE path = 'logs/a.jsonl' AND number = ?)",
                [number],
            )
        connection.execute("DELETE FROM place WHERE number = 9")
    assert differences(filled) == [
        ("a.jsonl", 2, "position"), ("a.jsonl", 5, "scores"), ("a.jsonl", 7, "winners"),
        ("a.jsonl", 8, "match"), ("a.jsonl", 9, "record"), ("b.kifu.gz", 9, "record"),
    ]  # fmt: skip
    os.unlink(tmp_path / "logs" / "a.jsonl")
    write("logs/c.kifu", played[:2])
    found = list(filled.verify())
    assert [(Path(each.path).name, each.number, each.what) for each in found] == [
        ("a.jsonl", None, "file"), ("c.kifu", None, "file"), ("b.kifu.gz", 9, "record"),
    ]  # fmt: skip
    assert [each.found for each in found][:2] == ["missing", "changed"]


def test_a_match_that_is_in_several_places_is_a_duplicate(filled: Archive) -> None:
    rows = filled.query("FROM duplicates ORDER BY versions")
    assert [(row["places"], row["versions"]) for row in rows] == [(2, 1), (2, 2)]


@pytest.mark.campaign
def test_unfinished_matches_are_verified(
    archive: Archive, write: Write, played: list[Record]
) -> None:
    archive.index([write("a.kifu", [stopped(played[0], 9), played[1]])])
    assert differences(archive) == []


#: What is in the folder of an archive with aliases.
ALL_FILES = ["games.duckdb", "games.duckdb.people", "logs"]


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory, played: list[Record]) -> Path:
    """Many small runs, with changes between, so that there is much to compact."""
    folder = tmp_path_factory.mktemp("runs")
    archive = Archive(folder / "games.duckdb")
    for number in range(4):
        path = written(folder, f"logs/{number}.kifu", played[number * 4 : number * 4 + 8])
        archive.index([path], detail=Detail(True, True, True))
    archive.index([written(folder, "logs/0.kifu", [noted(played[0], "first"), wrong(played[1])])])
    return folder


@pytest.fixture
def scattered(runs: Path, tmp_path: Path) -> Archive:
    return moved(runs, tmp_path)


def test_compacting_changes_no_answer(scattered: Archive, contents: Contents) -> None:
    scattered.alias("Ben", "Aki")
    before, rows = answers(scattered), contents(scattered)
    sizes = scattered.compact()
    assert sizes.after == os.path.getsize(scattered.path)
    assert answers(scattered) == before
    assert contents(scattered) == rows
    keys = [row["key"] for row in scattered.query("SELECT key FROM situation")]
    assert keys == sorted(keys)
    seats = [tuple(row.values()) for row in scattered.query("SELECT player, record FROM seat")]
    assert seats == sorted(seats)
    assert sorted(os.listdir(Path(scattered.path).parent)) == ALL_FILES
    assert scattered.index([Path(scattered.path).parent]).unchanged == 4


def test_a_rebuilt_archive_answers_as_the_old_one_did(
    scattered: Archive, contents: Contents
) -> None:
    scattered.alias("Ben", "Aki")
    scattered.rename("千恵", "Chie")
    before = answers(scattered)
    assert before["situations"]
    report = scattered.rebuild()
    assert report.sources == 4
    assert answers(scattered) == before
    assert scattered.find(Filters(winner="chie")) == scattered.find(Filters(winner="千恵"))
    assert sorted(os.listdir(Path(scattered.path).parent)) == ALL_FILES


def of_schema(archive: Archive, schema: str | None) -> None:
    with duckdb.connect(archive.path) as connection:
        connection.execute("ALTER TABLE meta ALTER value DROP NOT NULL")
        connection.execute("UPDATE meta SET value = ? WHERE name = 'schema'", [schema])


@pytest.mark.campaign
def test_an_archive_from_before_says_how_to_index_it_again(filled: Archive, tmp_path: Path) -> None:
    """Nothing opens it or changes it. A new one in its place has its aliases and erasures."""
    filled.alias("Ben", "Aki")
    pseudonym = filled.erase("千恵").pseudonym
    before = answers(filled)
    of_schema(filled, None)
    with pytest.raises(ArchiveError, match="not a kifu archive"):
        filled.find()
    of_schema(filled, str(SCHEMA - 1))
    data = Path(filled.path).read_bytes()
    for call in (
        filled.find,
        filled.compact,
        filled.rebuild,
        filled.quarantine,
        lambda: filled.index([tmp_path]),
        lambda: filled.erase("Aki"),
        lambda: Archive(tmp_path / "other.duckdb").absorb(filled.path),
    ):
        with pytest.raises(ArchiveError, match=r"made by a kifu before 1\.0") as caught:
            call()
        assert f"move it away and index the logs again, `kifu index {filled.path} LOGS`" in str(
            caught.value
        )
    assert Path(filled.path).read_bytes() == data
    os.rename(filled.path, tmp_path / "away")
    filled.index([tmp_path / "logs"])
    assert answers(filled) == before
    assert filled.aliases() == [("Ben", "Aki")]
    assert filled.find(Filters(players=[pseudonym])).total > 0


@pytest.mark.campaign
def test_a_rebuild_stops_where_a_log_can_not_be_read(
    filled: Archive, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(path: str, *known: Any) -> Any:
        if path.endswith("c.kifu"):
            raise PermissionError(13, "Permission denied")
        return fingerprint(path, *known)

    before = answers(filled)
    monkeypatch.setattr(planning, "fingerprint", refused)
    with pytest.raises(
        ArchiveError, match=r"c\.kifu: Permission denied: the archive was not changed"
    ):
        filled.rebuild()
    assert answers(filled) == before
    assert len(filled.rebuild(without_missing=True).failed) == 1
    assert filled.find().total == 30
    assert len(filled.query("FROM sources")) == 2


def test_a_damaged_archive_says_so_with_what_to_do(filled: Archive) -> None:
    """A bit of one block after the other is changed, until a question meets it."""
    path = Path(filled.path)
    whole = path.read_bytes()
    said = ""
    for at in range(20_000, len(whole), 1 << 18):
        path.write_bytes(whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :])
        try:
            filled.query("FROM tags")
        except ArchiveError as error:
            said = str(error)
            break
    assert re.search(r"games\.duckdb is damaged\. `kifu rebuild", said)
    with pytest.raises(ArchiveError, match=r"games\.duckdb is damaged\. `kifu rebuild"):
        filled.compact()
    path.write_bytes(whole[: len(whole) // 2])
    with pytest.raises(ArchiveError, match=r"is damaged\. .* into a new archive"):
        filled.rebuild()


@pytest.mark.parametrize(
    "work", [Archive.compact, Archive.rebuild, partial(Archive.erase, name="Aki")]
)
def test_a_table_that_is_not_kifu_s_is_not_lost(
    filled: Archive, work: Callable[[Archive], object]
) -> None:
    name = "odd; COPY meta TO 'x'"
    with duckdb.connect(filled.path) as connection:
        connection.execute(f'CREATE TABLE "{name}" (a INTEGER)')
    with pytest.raises(ArchiveError, match="that kifu does not make, so it was not changed: odd"):
        work(filled)
    assert filled.query(f'SELECT count(*) AS n FROM "{name}"') == [{"n": 0}]
    assert filled.query("SELECT name FROM player WHERE name = 'Aki'")
    assert not os.path.exists(f"{filled.path}.people")


@pytest.mark.parametrize("work", ["compact", "rebuild", "retry"])
def test_work_on_an_archive_that_is_being_indexed_is_refused(filled: Archive, work: str) -> None:
    with indexing(filled.path), pytest.raises(Busy, match="is being indexed by process"):
        getattr(filled, work)()


def test_a_log_that_a_killed_run_left_is_part_of_what_is_compacted(filled: Archive) -> None:
    killed_in_a_commit(filled)
    filled.compact()
    assert not os.path.exists(f"{filled.path}.wal")
    assert filled.query("SELECT count(*) AS n FROM player WHERE id > 100") == [{"n": 3}]
