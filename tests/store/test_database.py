"""The file of an archive: no other file is taken for one, processes share it, kills do no harm."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import contextmanager
from pathlib import Path

import duckdb
import pytest
from tests.archives import by_itself

from kifu.notation.errors import Busy, KifuError, UsageError
from kifu.notation.record import Record
from kifu.store import Archive, ArchiveError, database, journal, lock
from kifu.store.lock import indexing

from .conftest import Write, moved, written

made_once = kept_open = by_itself


@contextmanager
def elsewhere(code: str, *arguments: str | Path) -> Iterator[int]:
    """Another process that runs `code`, says "ready" and waits; its id."""
    waiting = f"{code}\nprint('ready', flush=True)\nsys.stdin.read()"
    command = [sys.executable, "-c", f"import sys\n{waiting}", *map(str, arguments)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"ready\n"
        yield process.pid
        process.communicate()


@pytest.fixture(scope="module")
def shelf(played: list[Record], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An archive of one match, with its log beside it."""
    folder = tmp_path_factory.mktemp("shelf")
    Archive(folder / "games.duckdb").index([written(folder, "a.kifu", played[:1])])
    return folder


@pytest.fixture
def held(shelf: Path, tmp_path: Path) -> Archive:
    """That archive as a test's own."""
    return moved(shelf, tmp_path)


HOLD = "import duckdb\nheld = duckdb.connect(sys.argv[1], read_only=len(sys.argv) > 2)"


def test_importing_the_store_loads_neither_duckdb_nor_numpy_nor_rich() -> None:
    code = (
        "import sys, kifu.store, kifu.store.commands.find\n"
        "print(*{'duckdb', 'numpy', 'rich', 'jinja2', 'multiprocessing'} & set(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "\n"


def test_an_archive_that_is_not_there_is_said_with_how_to_make_one(archive: Archive) -> None:
    with pytest.raises(ArchiveError, match=r"there is no archive .* `kifu index .* creates one"):
        archive.find()
    assert not os.path.exists(archive.path)


def test_a_command_that_is_suggested_can_be_pasted_into_a_shell(tmp_path: Path) -> None:
    path = tmp_path / "it's a club; true.duckdb"
    with pytest.raises(ArchiveError) as raised:
        Archive(str(path)).find()
    (command,) = re.findall(r"`(kifu index .*) LOGS`", str(raised.value))
    assert shlex.split(command) == ["kifu", "index", str(path)]


@pytest.mark.parametrize("content", [b"", b"no database", os.urandom(20_000)])
def test_a_file_that_is_no_database_is_refused_and_left_alone(
    archive: Archive, write: Write, played: list[Record], content: bytes
) -> None:
    Path(archive.path).write_bytes(content)
    for call in (archive.find, lambda: archive.index([write("a.kifu", played[:1])])):
        with pytest.raises(ArchiveError, match="is not a kifu archive"):
            call()
    assert Path(archive.path).read_bytes() == content


def test_a_folder_is_refused_by_that_name(tmp_path: Path) -> None:
    archive = Archive(tmp_path)
    for call in (archive.find, archive.compact, lambda: archive.index([tmp_path])):
        with pytest.raises(ArchiveError, match=r" is a folder, not a kifu archive$"):
            call()


def test_a_database_of_another_kind_is_refused_and_left_alone(
    archive: Archive, write: Write, played: list[Record]
) -> None:
    for statement in ("CREATE TABLE t (a INT)", "CREATE TABLE meta (name INT, value INT)"):
        with duckdb.connect(archive.path) as connection:
            connection.execute(statement)
        with pytest.raises(ArchiveError, match="is a DuckDB file, but not a kifu archive"):
            archive.index([write("a.kifu", played[:1])])
        with duckdb.connect(archive.path) as connection:
            assert connection.execute("SHOW TABLES").fetchall() in ([("t",)], [("meta",), ("t",)])


def test_the_views_of_a_hostile_archive_reach_no_other_file(
    archive: Archive, write: Write, played: list[Record], tmp_path: Path
) -> None:
    archive.index([write("a's.kifu", played[:1])])
    secret = tmp_path / "secret.txt"
    secret.write_text("secret")
    with duckdb.connect(archive.path) as connection:
        read = f"(SELECT max(content) FROM read_text('{secret}'))"
        connection.execute(f"CREATE OR REPLACE MACRO hex_id(id) AS {read}")
        connection.execute(f"CREATE OR REPLACE VIEW games AS SELECT {read} AS game")
    for call in (archive.find, lambda: archive.query("FROM games")):
        with pytest.raises(KifuError, match="disabled by configuration"):
            call()


@pytest.mark.parametrize(
    ("schema", "said"),
    [
        ("99", "was written by a newer kifu .* index the logs"),
        ("6", "made by a kifu before 1.0 .* index the logs again, `kifu index .* LOGS`"),
        ("new", "not a kifu archive"),
    ],
)
def test_an_archive_of_another_schema_says_what_to_do(
    held: Archive, schema: str, said: str
) -> None:
    with duckdb.connect(held.path) as connection:
        connection.execute("UPDATE meta SET value = ? WHERE name = 'schema'", [schema])
    for call in (held.find, held.rebuild):
        with pytest.raises(ArchiveError, match=said):
            call()


def test_a_writer_elsewhere_is_waited_for_and_then_named(held: Archive, tmp_path: Path) -> None:
    with elsewhere(HOLD, held.path) as process:
        for call in (held.find, lambda: held.index([tmp_path / "a.kifu"])):
            with pytest.raises(Busy, match=f"in use by process {process};"):
                call()
    assert held.find().total == 1


def test_readers_elsewhere_hinder_writing_but_not_reading(
    held: Archive, write: Write, played: list[Record]
) -> None:
    with elsewhere(HOLD, held.path, "read-only") as process:
        assert held.find().total == 1
        with pytest.raises(Busy, match=f"in use by process {process};"):
            held.index([write("b.kifu", played[1:2])])
    assert held.index([write("b.kifu", played[1:2])]).new == 1


def test_a_lock_that_is_given_up_in_time_is_no_trouble(
    held: Archive, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(journal, "WAIT", 30)
    code = f"{HOLD}\nimport threading\nthreading.Timer(0.2, held.close).start()"
    with elsewhere(code, held.path):
        assert Archive(held.path).find().total == 1


def test_new_readers_wait_for_a_writer_that_waits(
    held: Archive, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lock, "LONGEST", 30)
    with ThreadPoolExecutor() as pool:
        with lock.waiting_to_write(held.path):
            asked = [pool.submit(ask) for ask in (held.find, lambda: held.query("SELECT 1"))]
            assert not wait(asked, timeout=0.3).done
        assert [future.exception(timeout=300) for future in asked] == [None, None]
    assert not os.path.exists(f"{held.path}.turn")
    Path(f"{held.path}.turn").touch()  # as a killed writer leaves it
    assert held.find().total == 1
    monkeypatch.setattr(lock, "LONGEST", 0.1)
    with lock.waiting_to_write(held.path):
        assert held.find().total == 1


def test_a_second_run_elsewhere_is_named_while_questions_are_answered(
    held: Archive, tmp_path: Path
) -> None:
    code = "from kifu.store.lock import indexing\nlock = indexing(sys.argv[1])\nlock.__enter__()"
    with elsewhere(code, held.path) as process:
        with pytest.raises(Busy, match=f"is being indexed by process {process};"):
            held.index([tmp_path / "a.kifu"])
        assert held.find().total == 1
    assert held.index([tmp_path / "a.kifu"]).unchanged == 1
    assert not os.path.exists(f"{held.path}.lock")


def test_the_lock_of_a_process_that_was_killed_holds_nobody_up(archive: Archive) -> None:
    Path(f"{archive.path}.lock").write_text("4711")
    with indexing(archive.path):
        assert Path(f"{archive.path}.lock").read_text() == str(os.getpid())


def killed_in_a_commit(archive: Archive) -> None:
    """Leave a write-ahead log behind: a player was committed, and no checkpoint came."""
    code = (
        "import duckdb, os, signal, sys\n"
        "connection = duckdb.connect(sys.argv[1])\n"
        "for n in (101, 102, 103):\n"
        "    connection.execute('INSERT INTO player VALUES (?, ?, ?, ?)', [n, str(n), 'x', n])\n"
        "os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    subprocess.run([sys.executable, "-c", code, archive.path], check=False)
    assert os.path.getsize(f"{archive.path}.wal") > 0


def test_what_a_killed_run_had_committed_is_there_and_said(held: Archive, tmp_path: Path) -> None:
    killed_in_a_commit(held)
    assert held.query("SELECT count(*) AS n FROM player WHERE id > 100") == [{"n": 3}]
    said: list[str] = []
    assert held.index([tmp_path / "a.kifu"], said.append).unchanged == 1
    assert said == [f"the last run on {held.path} was cut short; what it had committed is kept"]
    assert not os.path.exists(f"{held.path}.wal")


def test_a_torn_write_ahead_log_keeps_its_whole_commits(
    held: Archive, write: Write, played: list[Record]
) -> None:
    killed_in_a_commit(held)
    log = Path(f"{held.path}.wal")
    log.write_bytes(log.read_bytes()[:-10])
    assert held.query("SELECT count(*) AS n FROM player WHERE id > 100") == [{"n": 2}]
    assert held.index([write("b.kifu", played[1:2])]).new == 1
    assert held.find().total == 2


def test_a_write_ahead_log_of_another_file_is_an_error_that_says_so(
    held: Archive, tmp_path: Path
) -> None:
    killed_in_a_commit(held)
    os.unlink(held.path)
    other = Archive(tmp_path / "other.duckdb")
    other.index([tmp_path / "a.kifu"])
    os.rename(other.path, held.path)
    with pytest.raises(ArchiveError, match=r"\.wal does not belong to .* Move it away"):
        held.find()


def test_a_write_ahead_log_without_its_archive_is_named(held: Archive, tmp_path: Path) -> None:
    killed_in_a_commit(held)
    os.unlink(held.path)
    with pytest.raises(ArchiveError, match=r"\.wal is left over from an archive"):
        held.index([tmp_path / "a.kifu"])
    os.unlink(f"{held.path}.wal")
    assert held.index([tmp_path / "a.kifu"]).new == 1


def test_a_draft_of_a_killed_run_goes_whoever_has_its_number_now(
    archive: Archive, write: Write, played: list[Record]
) -> None:
    """In a container kifu may have the same number each time."""
    draft = Path(archive.path).with_name(f".games.duckdb.{os.getpid()}")
    draft.mkdir()
    Path(f"{archive.path}.lock").write_text(f"{os.getpid()}")
    assert archive.index([write("a.kifu", played[:1])]).new == 1
    assert sorted(os.listdir(Path(archive.path).parent)) == ["a.kifu", "games.duckdb"]


def test_a_name_that_is_not_utf_8_is_refused(
    write: Write, played: list[Record], tmp_path: Path
) -> None:
    archive = Archive(tmp_path / "\udcff.duckdb")
    for call in (archive.find, lambda: archive.index([write("a.kifu", played[:1])])):
        with pytest.raises(UsageError, match="not UTF-8"):
            call()


def test_nothing_of_a_transaction_that_fails_is_left(held: Archive) -> None:
    with pytest.raises(KeyError), database.writing(held.path) as connection:
        connection.execute("DELETE FROM record")
        raise KeyError
    assert held.find().total == 1


def test_an_archive_in_a_folder_that_is_not_there_is_an_error(
    write: Write, played: list[Record], tmp_path: Path
) -> None:
    with pytest.raises(KifuError, match=r"there is no folder .*/no for the archive"):
        Archive(tmp_path / "no" / "games.duckdb").index([write("a.kifu", played[:1])])
