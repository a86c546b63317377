"""`kifu query`: SQL in, rows out, errors with their exit codes."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from datetime import date
from pathlib import Path

import pytest

from kifu.notation.errors import LimitHit
from kifu.store import Archive
from kifu.store.ask import apart
from kifu.store.ask.apart import LARGEST_ROW
from kifu.store.commands import find

from .running import Running, children, has_threads, is_alive, kifu


@pytest.fixture(scope="module")
def archive(shelf_of_verbs: Path) -> Path:
    """Three matches of two seats, which are only asked about."""
    return shelf_of_verbs / "games.duckdb"


def test_rows_are_objects_of_the_columns(archive: Path) -> None:
    done = kifu(
        "query", archive, "SELECT game, count(*) AS n, max(scores) AS best FROM games GROUP BY 1"
    )
    (row,) = map(json.loads, done.stdout.splitlines())
    assert (row["game"], row["n"], len(row["best"])) == ("nimmt", 3, 2)
    assert (done.exit_code, done.stderr) == (0, "")


def test_no_rows_are_fine(archive: Path) -> None:
    done = kifu("query", archive, "FROM games WHERE false", "--format", "csv")
    assert done.exit_code == 0
    assert done.stdout.startswith("match,game,rules,options,seats,players")


def test_a_limit_says_that_there_is_more(archive: Path) -> None:
    done = kifu("query", archive, "FROM seats", "--limit", "5")
    assert len(done.stdout.splitlines()) == 5
    assert done.stderr == "there are more than 5 rows: raise --limit, or leave it out to get all\n"
    exact = kifu("query", archive, "FROM seats", "--limit", "6")
    assert (len(exact.stdout.splitlines()), exact.stderr) == (6, "")
    whole = kifu("query", archive, "FROM range(25000)")
    assert (len(whole.stdout.splitlines()), whole.stderr) == (25_000, "")


@pytest.mark.parametrize("sql", ["SELEC 1", "DROP TABLE record"])
def test_sql_that_can_not_be_answered_is_exit_2(archive: Path, sql: str) -> None:
    done = kifu("query", archive, sql)
    assert (done.exit_code, done.stdout) == (2, "")
    assert done.stderr.startswith("kifu: ")


def test_an_error_in_the_middle_of_the_rows_is_exit_2(archive: Path) -> None:
    sql = "SELECT CASE WHEN range < 9000 THEN 1 ELSE error('late') END FROM range(10000)"
    done = kifu("query", archive, sql)
    assert done.exit_code == 2
    assert "late" in done.stderr


def test_a_locked_archive_is_exit_3_with_the_process(archive: Path) -> None:
    code = "import duckdb, sys\nheld = duckdb.connect(sys.argv[1])\nprint(1, flush=True)\ninput()"
    command = [sys.executable, "-c", code, str(archive)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        process.stdout.readline()
        done = kifu("query", archive, "SELECT 1", "--wait", "0")
        process.communicate(b"\n")
    assert done.exit_code == 3
    assert f"in use by process {process.pid}" in done.stderr


def test_ctrl_c_ends_a_question_that_duckdb_is_busy_with(archive: Path) -> None:
    with Running("query", archive, LONG) as running:
        running.until(lambda: any(map(has_threads, children(running.process.pid))))
        (asking,) = children(running.process.pid)
        assert running.interrupt() == 130
        assert running.said == ["kifu: interrupted\n"]
    assert not is_alive(asking)


@pytest.mark.campaign
@pytest.mark.parametrize("hundredths", range(0, 40, 2))
def test_ctrl_c_is_one_line_whatever_the_question_is_doing(archive: Path, hundredths: int) -> None:
    counting = "SELECT count(*) FROM range(100000000) a, range(1000) b"
    with Running("query", archive, counting) as running:
        running.until(lambda: bool(children(running.process.pid)))
        time.sleep(hundredths / 100)
        assert running.interrupt() == 130
        assert running.said == ["kifu: interrupted\n"]


def test_a_value_that_is_too_large_is_a_limit(archive: Path) -> None:
    done = kifu("query", archive, "SELECT length(repeat('x', 4000000000)) AS n")
    assert (done.exit_code, done.stdout) == (4, "")
    assert "more memory than it may use" in done.stderr


@pytest.mark.campaign
def test_a_row_that_is_too_large_is_a_limit(archive: Path) -> None:
    done = kifu("query", archive, "SELECT repeat('x', 70000000) AS n")
    assert (done.exit_code, done.stdout) == (4, "")
    assert done.stderr == (
        f"kifu: a row of the answer has 70000012 bytes; {LARGEST_ROW} are allowed\n"
    )


def test_an_answer_that_is_too_large_for_a_table_is_a_limit(
    archive: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(find, "LARGEST_TABLE", 1000)
    done = kifu("query", archive, "FROM range(1000)", "--format", "table")
    assert (done.exit_code, done.stdout) == (4, "")
    assert "--limit N shows its first rows" in done.stderr
    assert kifu("query", archive, "FROM range(1000)", "--format", "csv").exit_code == 0


def test_the_process_that_asks_is_ended_by_the_system(
    archive: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(apart, "_BEGIN", "import os; os.kill(os.getpid(), 9)")
    done = kifu("query", archive, "SELECT 1")
    assert (done.exit_code, done.stdout) == (4, "")
    assert "was ended (SIGKILL), perhaps because memory ran out" in done.stderr


def test_a_function_of_one_row_is_stopped_in_time(archive: Path) -> None:
    """DuckDB looks for an interruption between two of its steps, and this is one of a minute."""
    begun = time.monotonic()
    done = kifu("query", archive, "SELECT length(lpad('x', 2000000000, 'abc'))", "--timeout", 0.1)
    assert done.exit_code == 4
    assert done.stderr == "kifu: the query takes longer than 0.1 seconds\n"
    # The start of the process, and the second that it gets to put its files away.
    assert time.monotonic() - begun < 15


def test_rows_have_the_same_types_in_either_process(archive: Path) -> None:
    sql = """
        SELECT 1::HUGEINT << 70 AS a, 1.50::DECIMAL(10, 2) AS b, DATE '2026-01-01' AS c, [1, NULL]
        AS d, {'x': 1, 'y': 'z'} AS e, MAP {1: 'k'} AS f, INTERVAL '3 days 1 second' AS g,
        'infinity'::DOUBLE AS h, TIMESTAMP '2026-01-01 12:00:00.5' AS i, TIME '20:05' AS j,
        '\\x00'::BLOB AS k, [1, 2]::INTEGER[2] AS l, true AS m, NULL AS n, 0::UBIGINT - 0 AS o,
        '8be4a376-b66a-4a7e-b1cb-82934f193e7a'::UUID AS p, ? AS q, ? AS r
    """
    given = ["秋", date(2026, 11, 20)]
    here, apart = (Archive(archive).query(sql, given, timeout) for timeout in (None, 60))
    assert here == apart
    types = [{name: type(value) for name, value in rows[0].items()} for rows in (here, apart)]
    assert types[0] == types[1]


#: Some minutes of work for DuckDB.
LONG = "SELECT count(*) FROM range(1000000) a, range(100000) b WHERE a.range * b.range % 7 = 3"


def test_a_question_that_takes_too_long_is_stopped(archive: Path) -> None:
    done = kifu("query", archive, LONG, "--timeout", 0.2)
    assert (done.exit_code, done.stdout) == (4, "")
    assert done.stderr == "kifu: the query takes longer than 0.2 seconds\n"
    assert kifu("query", archive, "SELECT 1 AS n", "--timeout", 0).stdout == '{"n":1}\n'


def test_rows_that_come_slowly_are_stopped_too(archive: Path) -> None:
    rows = "SELECT i FROM range(5000) t(i) WHERE i < 1000 OR (FROM (" + LONG + ")) > 0"
    with pytest.raises(LimitHit, match="takes longer than"):
        Archive(archive).query(rows, timeout=0.2)


def test_the_time_of_who_reads_the_rows_does_not_count(
    archive: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Clock:
        """Time that passes only between the rows."""

        now = 0.0

        def monotonic(self) -> float:
            return self.now

    clock = Clock()
    monkeypatch.setattr(apart, "time", clock)
    seen = 0
    with Archive(archive).ask("FROM range(30000)", timeout=60) as answer:
        for _ in answer:
            clock.now += 1
            seen += 1
    assert seen == 30_000
