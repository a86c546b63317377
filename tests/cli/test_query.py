"""`kifu query`: SQL in, rows out, errors with their exit codes."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from kifu.notation.errors import LimitHit
from kifu.notation.files import writer
from kifu.replay.players.simulate import simulate
from kifu.replay.registry import game
from kifu.store import Archive, interrupting

from .running import kifu


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("query")
    with writer(folder / "games.msgpack") as file:
        for record in simulate(game("nimmt"), 3, seats=2, seed="query", options={"rounds": "1"}):
            file.write(record)
    Archive(folder / "games.duckdb").index([folder])
    return folder / "games.duckdb"


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


@pytest.mark.parametrize("sql", ["SELEC 1", "DROP TABLE record", "SELECT 1; SELECT 2", ""])
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


def work_of(process: int) -> float:
    """The processor seconds that a process has taken."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def test_ctrl_c_ends_a_question_that_duckdb_is_busy_with(archive: Path) -> None:
    long = "SELECT count(*) FROM range(1000000) a, range(1000000) b WHERE a.range * b.range % 7 = 3"
    call = [sys.executable, "-m", "kifu", "query", str(archive), long]
    asking = subprocess.Popen(call, stderr=subprocess.PIPE, text=True)
    while str(archive) not in map(os.path.realpath, Path(f"/proc/{asking.pid}/fd").iterdir()):
        assert asking.poll() is None
        time.sleep(0.05)
    # To begin takes Python a part of that: the rest is DuckDB's.
    end = work_of(asking.pid) + 1.5
    while work_of(asking.pid) < end:
        assert asking.poll() is None
        time.sleep(0.05)
    asking.send_signal(signal.SIGINT)
    try:
        _, said = asking.communicate(timeout=300)
    finally:
        asking.kill()
    assert (asking.returncode, said) == (130, "kifu: interrupted\n")


def test_a_value_that_is_too_large_is_a_limit_and_leaves_the_process_as_it_was(
    archive: Path,
) -> None:
    resource = pytest.importorskip("resource")
    before = resource.getrlimit(resource.RLIMIT_DATA)
    done = kifu("query", archive, "SELECT length(repeat('x', 4000000000)) AS n")
    assert (done.exit_code, done.stdout) == (4, "")
    assert "more memory than it may use" in done.stderr
    assert resource.getrlimit(resource.RLIMIT_DATA) == before


#: Some minutes of work for DuckDB.
LONG = "SELECT count(*) FROM range(1000000) a, range(100000) b WHERE a.range * b.range % 7 = 3"


def test_a_question_that_takes_too_long_is_stopped(archive: Path) -> None:
    done = kifu("query", archive, LONG, "--timeout", 0.2)
    assert (done.exit_code, done.stdout) == (4, "")
    assert done.stderr == "kifu: the query takes longer than 0.2 seconds\n"
    assert kifu("query", archive, "SELECT 1 AS n", "--timeout", 0).stdout == '{"n":1}\n'


def test_the_time_has_a_default() -> None:
    assert "--timeout SECONDS" in kifu("query", "--help").stdout
    assert "[default: 30.0; x>=0]" in kifu("query", "--help").stdout


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
    monkeypatch.setattr(interrupting, "time", clock)
    seen = 0
    with Archive(archive).ask("FROM range(3000)", timeout=60) as answer:
        for _ in answer:
            clock.now += 1
            seen += 1
    assert seen == 3000
