"""SQL from outside: answers, errors, and everything it can't do."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.archives import by_itself

from kifu.notation.errors import LimitHit
from kifu.notation.record import Record
from kifu.store import Archive, QueryError, database

from .conftest import archive_first, shared, written

kept_open = by_itself


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory, played: list[Record], holder: str) -> Path:
    folder = tmp_path_factory.mktemp("shelf")
    Archive(folder / holder).index([written(folder, "a.kifu", played[:5])])
    return folder


@pytest.fixture(scope="module")
def filled(shelf: Path, holder: str) -> Iterator[Archive]:
    yield from shared(shelf, holder)


def test_rows_are_mappings_and_a_repeated_name_gets_a_number(filled: Archive) -> None:
    rows = filled.query("SELECT seats AS a, 1 AS a, 2 AS a_2 FROM games WHERE seats = ?", [3])
    assert rows == [{"a": 3, "a_2": 1, "a_2_2": 2}] * 5
    assert filled.query("SELECT $n AS n", {"n": "千恵"}) == [{"n": "千恵"}]


@pytest.mark.parametrize(
    "sql", ["FROM games", "DESCRIBE games", "SHOW TABLES", "WITH g AS (FROM games) FROM g",
            "EXPLAIN SELECT 1", "SUMMARIZE games", "VALUES (1)"],
)  # fmt: skip
def test_whatever_only_reads_the_archive_is_answered(filled: Archive, sql: str) -> None:
    assert filled.query(sql)


@pytest.mark.parametrize("kind", ["now()", "[now()]", "{'at': now()}"])
def test_a_time_with_a_zone_is_refused_with_what_to_do(filled: Archive, kind: str) -> None:
    with pytest.raises(
        QueryError, match="column at has times with a time zone; cast it: at::VARCHAR"
    ):
        filled.query(f"SELECT {kind} AS at")
    assert filled.query("SELECT year(now()::TIMESTAMP) > 2000 AS late") == [{"late": True}]


FORBIDDEN = [
    "CREATE TABLE t (a INT)", "CREATE TEMP TABLE t (a INT)", "INSERT INTO player VALUES (1)",
    "DELETE FROM record", "UPDATE record SET main = false", "DROP VIEW games",
    "COPY (SELECT 1) TO '{folder}/out.csv'", "COPY record FROM '/etc/passwd'",
    "SELECT * FROM read_csv('/etc/passwd')", "SELECT * FROM read_text('/etc/passwd')",
    "SELECT * FROM read_blob('/etc/passwd')", "SELECT * FROM '/etc/passwd'",
    "SELECT * FROM glob('/*')", "ATTACH '{folder}/other.db'", "EXPORT DATABASE '{folder}/out'",
    "EXPLAIN ANALYZE COPY (SELECT 1) TO '{folder}/out.csv'", "SET threads = 64",
    "SET enable_external_access = true", "RESET memory_limit", "PRAGMA enable_profiling",
    "INSTALL httpfs", "LOAD json", "CALL enable_logging()", "CHECKPOINT", "VACUUM", "BEGIN",
    "PREPARE p AS SELECT 1", "USE memory", "DETACH games", "SELECT * FROM hidden",
    "SELECT 1; SELECT 2", "", ";", "SELECT getenv('HOME')", "SELECT * FROM query_table('hidden')",
    "SELECT '\udcff'",
]  # fmt: skip


@pytest.mark.parametrize("sql", FORBIDDEN)
def test_nothing_can_be_changed_and_nothing_else_read(
    filled: Archive, sql: str, tmp_path: Path
) -> None:
    """The archive's folder is looked at when the module ends."""
    hidden = {"secret": [1]}
    assert hidden
    folder = tmp_path / "out"
    folder.mkdir()
    with pytest.raises(QueryError):
        filled.query(sql.format(folder=folder))
    assert os.listdir(folder) == []


def test_an_error_says_what_duckdb_says_without_its_advice(filled: Archive) -> None:
    with pytest.raises(QueryError, match='gamez does not exist!\nDid you mean "games') as caught:
        filled.query("SELECT * FROM gamez")
    assert "http" not in str(caught.value)
    with pytest.raises(QueryError, match="onversion"):
        filled.query("SELECT CAST(event AS INTEGER) FROM games")
    with pytest.raises(QueryError, match=r"depth limit of 1000 exceeded\.$"):
        filled.query(f"SELECT {'(' * 2000}1{')' * 2000}")
    with pytest.raises(QueryError, match="extension") as caught:
        filled.query("SELECT current_setting('s3_region')")
    assert "INSTALL" not in str(caught.value)


@pytest.mark.campaign
@archive_first
def test_a_question_beyond_its_memory_is_a_limit(
    filled: Archive, monkeypatch: pytest.MonkeyPatch
) -> None:
    small = {**database.LOCKED, "memory_limit": "20MB", "max_temp_directory_size": "1MB"}
    monkeypatch.setattr(database, "LOCKED", small)
    with pytest.raises(LimitHit, match="more memory than it may use") as limit:
        filled.query("SELECT max(list) FROM (SELECT list(range) AS list FROM range(20000000))")
    assert "SET " not in str(limit.value), "DuckDB's advice can't be followed here"


def test_rows_can_be_left_unread(filled: Archive) -> None:
    with filled.ask("SELECT * FROM range(1000000)") as answer:
        assert next(iter(answer)) == (0,)
    assert filled.find().total == 5
