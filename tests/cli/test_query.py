"""`kifu query`: SQL in, rows out, errors with their exit codes."""

from __future__ import annotations

import io
import json
import shutil
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import duckdb
import pytest

from kifu.notation.errors import LimitHit
from kifu.store import Archive, interrupting, journal

from .running import Running, has_threads, kifu, stdout_of


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
    none = stdout_of("query", archive, "FROM games WHERE false", "--format", "csv")
    assert none.startswith("match,game,rules,options,seats,players")


def test_a_limit_says_that_there_is_more(archive: Path) -> None:
    done = kifu("query", archive, "FROM seats", "--limit", "5")
    assert len(done.stdout.splitlines()) == 5
    assert done.stderr == "there are more than 5 rows: raise --limit, or leave it out to get all\n"
    exact = kifu("query", archive, "FROM seats", "--limit", "6")
    assert (len(exact.stdout.splitlines()), exact.stderr) == (6, "")
    whole = kifu("query", archive, "FROM range(25000)")
    assert (len(whole.stdout.splitlines()), whole.stderr) == (25_000, "")


def test_an_error_in_the_middle_of_the_rows_is_exit_2(archive: Path) -> None:
    sql = "SELECT CASE WHEN range < 9000 THEN 1 ELSE error('late') END FROM range(10000)"
    done = kifu("query", archive, sql)
    assert done.exit_code == 2
    assert "late" in done.stderr


def test_a_locked_archive_is_exit_3_with_the_process(
    archive: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(journal, "WAIT", 0.5)
    code = "import duckdb, sys\nheld = duckdb.connect(sys.argv[1])\nprint(1, flush=True)\ninput()"
    command = [sys.executable, "-c", code, str(archive)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        process.stdout.readline()
        done = kifu("query", archive, "SELECT 1", "--timeout", 0.1)
        process.communicate(b"\n")
    assert done.exit_code == 3
    assert f"in use by process {process.pid}" in done.stderr


@pytest.mark.matrix
@pytest.mark.parametrize("hundredths", range(0, 40, 4))
def test_ctrl_c_is_one_line_whatever_the_question_is_doing(archive: Path, hundredths: int) -> None:
    with Running("query", archive, LONG) as running:
        running.until(lambda: has_threads(running.process.pid))
        time.sleep(hundredths / 100)
        assert running.interrupt() == 130
        assert running.said == ["kifu: interrupted\n"]


def test_a_value_that_is_too_large_is_a_limit(archive: Path) -> None:
    done = kifu("query", archive, "SELECT length(repeat('x', 4000000000)) AS n")
    assert (done.exit_code, done.stdout) == (4, "")
    assert "more memory than it may use" in done.stderr


def test_an_answer_without_an_end_is_a_limit(
    archive: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(interrupting, "LARGEST_OUTPUT", 1000)
    done = kifu("query", archive, "FROM range(10000000000)", "--format", "csv")
    assert (done.exit_code, len(done.stdout) <= 1000) == (4, True)
    assert "more than 1000 characters" in done.stderr
    monkeypatch.setattr(interrupting, "LARGEST_OUTPUT", 100)
    for question in ("find", "stats"):
        done = kifu(question, archive, "--format", "csv")
        assert (done.exit_code, len(done.stdout) <= 100) == (4, True)
        assert "more than 100 characters" in done.stderr


@pytest.mark.parametrize("table", ["record", "meta", "SOURCE"])
def test_views_without_an_end_in_place_of_tables_are_not_asked(
    archive: Path, tmp_path: Path, table: str
) -> None:
    foreign = shutil.copy(archive, tmp_path / "foreign.duckdb")
    with duckdb.connect(foreign) as connection:
        connection.execute(f"CREATE TABLE kept AS FROM {table}; DROP TABLE {table} CASCADE")
        endless = "SELECT kept.* FROM kept, range(100000000), range(1000)"
        connection.execute(f"CREATE VIEW {table} AS {endless}")
    for work in (["find", foreign], ["verify", foreign], ["index", foreign, tmp_path]):
        done = kifu(*work)
        assert (done.exit_code, "not a kifu archive" in done.stderr) == (1, True)


def test_what_is_said_beside_an_answer_is_within_its_limits(archive: Path, tmp_path: Path) -> None:
    foreign = shutil.copy(archive, tmp_path / "foreign.duckdb")
    with duckdb.connect(foreign) as connection:
        endless = "SELECT 1 AS n FROM range(100000000) a, range(100000000) b WHERE hash(a, b) = 0"
        connection.execute(f"CREATE OR REPLACE VIEW analyses AS {endless}")
    for question in (["find", foreign, "--loss-min", 0], ["stats", foreign, "accuracy"]):
        done = kifu(*question, "--timeout", 0.5)
        assert (done.exit_code, "longer than 0.5 s" in done.stderr) == (4, True)


def test_macros_of_an_archive_are_not_called_in_place_of_functions(
    archive: Path, tmp_path: Path
) -> None:
    foreign = shutil.copy(archive, tmp_path / 'a "b".duckdb')
    wanted = stdout_of("find", archive, "--format", "ndjson")
    with duckdb.connect(foreign) as connection:
        for name in ("lower", "hex", "max", "coalesce", "count", "list_contains"):
            connection.execute(f"CREATE MACRO {name}(x) AS 'gotcha'")
    assert stdout_of("query", foreign, "SELECT lower('A') AS a") == '{"a":"a"}\n'
    found = [json.loads(line) for line in stdout_of("find", foreign).splitlines()]
    assert [row["id"] for row in found] == [json.loads(x)["id"] for x in wanted.splitlines()]
    with Archive(foreign).ask("SELECT lower('A')") as answer:
        assert list(answer) == [("a",)]


def test_an_archive_that_is_not_as_its_schema_says_is_one_sentence(
    archive: Path, tmp_path: Path
) -> None:
    foreign = shutil.copytree(archive.parent, tmp_path / "foreign") / archive.name
    log = str(foreign.with_name("a.jsonl"))
    with duckdb.connect(str(foreign)) as connection:
        connection.execute("CREATE OR REPLACE MACRO hex_id(id) AS 'x'")
    done = kifu("export", foreign, "-o", "-")
    assert (done.exit_code, done.stderr[:6]) == (1, "kifu: ")
    assert kifu("verify", foreign).exit_code == 0
    with duckdb.connect(str(foreign)) as connection:
        connection.execute("DROP VIEW bad_records; ALTER TABLE quarantine DROP number")
        connection.execute("UPDATE source SET digest = ''")
    with open(log, "a") as file:
        file.write("\n")
    done = kifu("index", foreign, log)
    assert (done.exit_code, f"\nkifu: {foreign}: Binder Error: " in done.stderr) == (1, True)


#: Some minutes of work for DuckDB.
LONG = "SELECT count(*) FROM range(1000000) a, range(100000) b WHERE a.range * b.range % 7 = 3"


#: DuckDB looks for an interruption between two of its steps, and this is one of a minute.
ENDLESS = "SELECT length(lpad('x', 900000000, 'abc')) + length(lpad('y', 900000000, 'abc'))"


@pytest.mark.parametrize("sql", [LONG, ENDLESS])
def test_a_question_that_takes_too_long_is_stopped(archive: Path, sql: str) -> None:
    with Running("query", archive, sql, "--timeout", "0.5") as running:
        assert running.process.wait(30) == 4
    assert running.said == ["kifu: the question takes longer than 0.5 seconds\n"]
    assert kifu("query", archive, "SELECT 1 AS n", "--timeout", 0).stdout == '{"n":1}\n'


def test_rows_that_come_slowly_are_stopped_too(archive: Path) -> None:
    rows = "SELECT i FROM range(5000) t(i) WHERE i < 1000 OR (FROM (" + LONG + ")) > 0"
    with pytest.raises(LimitHit, match="takes longer than"):
        Archive(archive).query(rows, timeout=0.2)


def test_the_time_of_who_reads_the_rows_does_not_count() -> None:
    class Slow(io.StringIO):
        def write(self, text: str) -> int:
            time.sleep(0.1)
            return super().write(text)

    read = Slow()
    with interrupting.limited(0.3, read) as out:
        for _ in range(4):
            out.write("x")
    assert read.getvalue() == "xxxx"
    with pytest.raises(LimitHit), interrupting.limited(0.3, read) as out:
        while out.write("x"):
            time.sleep(0.1)


def test_an_end_of_the_time_just_after_the_work_is_no_ctrl_c() -> None:
    for step in range(300):
        end = time.monotonic() + 0.01 + (step % 61 - 30) * 1e-5
        with suppress(LimitHit), interrupting.limited(0.01, sys.stdout):
            while time.monotonic() < end:
                pass


def test_the_time_ends_where_ctrl_c_is_ignored(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(interrupting, "_GRACE", 60)
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        with pytest.raises(LimitHit), interrupting.limited(0.1, sys.stdout):
            time.sleep(1)
        assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN
    finally:
        signal.signal(signal.SIGINT, before)


def test_the_system_handles_ctrl_c_after_a_handler_that_is_not_python_s(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    before = signal.getsignal(signal.SIGINT)
    try:
        monkeypatch.setattr(signal, "getsignal", lambda number: None)
        with interrupting.limited(0, sys.stdout):
            monkeypatch.undo()
        assert signal.getsignal(signal.SIGINT) is signal.SIG_DFL
    finally:
        signal.signal(signal.SIGINT, before)
