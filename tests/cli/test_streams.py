"""stdin and stdout of `kifu`: UTF-8 whatever the locale says, closed, full or a pipe."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from kifu.notation.record import Record
from kifu.store import Archive

from . import running
from .running import write

#: Ways to say that the terminal is no UTF-8 one.
LOCALES = [
    {"PYTHONIOENCODING": "cp932"},
    {"PYTHONIOENCODING": "latin-1"},
    {"PYTHONIOENCODING": "ascii:replace"},
    {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
]


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory, matches: list[Record]) -> Path:
    """A record with a name that neither Latin-1 nor Shift JIS has, in an archive and a file."""
    folder = tmp_path_factory.mktemp("shelf")
    named = msgspec.structs.replace(matches[0], seats=["千恵 é 한", "Ben"])
    Archive(folder / "games.duckdb").index([write(folder / "a.kifu", [named])])
    return folder


@pytest.fixture
def folder(shelf: Path, tmp_path: Path) -> Path:
    """The same as a test's own."""
    return Path(shutil.copytree(shelf, tmp_path, dirs_exist_ok=True))


def kifu(folder: Path, *args: str, **env: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "-m", "kifu", *args], cwd=folder, env={**os.environ, **env},
        capture_output=True, timeout=300, check=False,
    )  # fmt: skip


#: Commands that print names.
NAMING = [
    ("show", "a.kifu"),
    ("convert", "a.kifu", "-"),
    ("view", "a.kifu", "-o", "-"),
    ("picture", "a.kifu", "-o", "-"),
    ("find", "games.duckdb", "--format", "csv"),
    ("query", "games.duckdb", "SELECT players FROM games", "--format", "ndjson"),
    ("games", "mutsugo"),
]


@pytest.mark.matrix
@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("args", NAMING, ids=lambda args: args[0])
def test_data_is_utf_8_in_every_locale(
    folder: Path, args: tuple[str, ...], locale: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folder)
    expected = running.kifu(*args)
    assert expected.exit_code == 0
    assert not expected.stdout_bytes.isascii()
    done = kifu(folder, *args, **locale)
    assert (done.returncode, done.stdout) == (0, expected.stdout_bytes), done.stderr


def test_what_is_no_text_is_an_error_and_no_bug(folder: Path) -> None:
    code = "from kifu import cli\ncli.click.echo = print\n" + SHOUT
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=300, check=False
    )
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == "kifu: this can't be written as UTF-8: '\\udcff.kifu'\n"


#: A command that prints a file's name which is not UTF-8.
SHOUT = """
@cli.click.command()
def shout():
    print("a\\udcff.kifu")
cli.Verbs.get_command = lambda *_: shout
cli.main(["shout"])
"""


def in_a_shell(folder: Path, redirected: str, *args: str) -> subprocess.CompletedProcess[str]:
    """Run kifu with a redirection that closes something."""
    command = ["sh", "-c", f'exec "$@" {redirected}', "sh", sys.executable, "-m", "kifu", *args]
    return subprocess.run(
        command, cwd=folder, capture_output=True, text=True, timeout=300, check=False
    )


CLOSED = "kifu: Bad file descriptor\n"


def test_a_closed_stdin_is_said_by_who_reads_it(folder: Path) -> None:
    done = in_a_shell(folder, "<&-", "show", "-")
    assert (done.returncode, done.stderr) == (1, CLOSED)
    done = in_a_shell(folder, "<&-", "check", "-")
    assert done.returncode == 1 and done.stderr.startswith("kifu: -: Bad file descriptor\n")
    assert in_a_shell(folder, "<&-", "check", "a.kifu").returncode == 0


@pytest.mark.matrix
@pytest.mark.parametrize("args", [("games",), ("find", "games.duckdb"), ("convert", "a.kifu", "-")])
def test_a_closed_stdout_is_said_by_who_writes_to_it(folder: Path, args: tuple[str, ...]) -> None:
    done = in_a_shell(folder, ">&-", *args)
    assert done.returncode == 1
    assert done.stderr in (CLOSED, "kifu: stdout: Bad file descriptor\n")


def test_who_writes_nothing_to_a_closed_stdout_does_not_notice(folder: Path) -> None:
    before = (folder / "games.duckdb").stat().st_size
    for redirected in (">&-", "<&- >&-"):
        done = in_a_shell(folder, redirected, "index", "games.duckdb", "a.kifu", "--jobs", "2")
        assert (done.returncode, "1 unchanged" in done.stderr) == (0, True), done.stderr
    assert (folder / "games.duckdb").stat().st_size == before


def test_with_everything_closed_the_exit_code_still_tells(folder: Path) -> None:
    closed = "<&- >&- 2>&-"
    assert in_a_shell(folder, closed, "check", "a.kifu").returncode == 0
    assert in_a_shell(folder, closed, "check", "none.kifu").returncode == 1
    assert in_a_shell(folder, closed, "games", "none").returncode == 1
    assert in_a_shell(folder, closed, "chek").returncode == 2


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="Linux has it")
def test_a_full_disk_for_stdout_is_reported_once(folder: Path) -> None:
    for args in (("games",), ("find", "games.duckdb")):
        done = in_a_shell(folder, "> /dev/full", *args)
        assert done.returncode == 1
        assert re.fullmatch("kifu: (stdout: )?No space left on device\n", done.stderr)


@pytest.mark.matrix
@pytest.mark.parametrize(
    "args",
    [
        ("find", "games.duckdb"),
        ("index", "games.duckdb", "a.kifu"),
        ("query", "games.duckdb", "SELECT 1"),
        ("compact", "games.duckdb"),
        ("site", "games.duckdb", "-o", "out"),
    ],
    ids=lambda args: args[0],
)
def test_a_pipe_as_archive_is_refused_at_once(folder: Path, args: tuple[str, ...]) -> None:
    (folder / "games.duckdb").unlink()
    os.mkfifo(folder / "games.duckdb")
    done = kifu(folder, *args)
    assert done.returncode == 1
    assert b"games.duckdb is a pipe, a socket or a device" in done.stderr


@pytest.mark.matrix
@pytest.mark.parametrize("end", [".wal", ".journal"])
def test_a_pipe_in_the_place_of_a_log_is_refused_too(folder: Path, end: str) -> None:
    os.mkfifo(folder / f"games.duckdb{end}")
    done = kifu(folder, "find", "games.duckdb")
    assert done.returncode == 1
    assert f"games.duckdb{end} is a pipe, a socket or a device".encode() in done.stderr


@pytest.mark.matrix
@pytest.mark.parametrize("end", [".lock", ".turn"])
def test_a_pipe_beside_an_archive_is_not_waited_for(folder: Path, end: str) -> None:
    os.mkfifo(folder / f"games.duckdb{end}")
    done = kifu(folder, "find", "games.duckdb")
    assert done.returncode == 0 and done.stdout
