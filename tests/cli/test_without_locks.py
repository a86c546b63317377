"""On a system without `flock`, such as Windows, records and archives are read, and nothing else."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

#: Hides what Windows does not have from a process, and runs commands in it: a JSON list of their
#: arguments, in its folder. Prints for each its exit code, its stdout and its stderr.
HIDDEN = """
import json, os, sys
for name in ("fcntl", "resource", "termios", "tty", "pwd", "grp"):
    sys.modules[name] = None
for name in ("pread", "pwrite", "O_NOFOLLOW", "O_CLOEXEC", "O_NONBLOCK", "sched_getaffinity",
             "mkfifo", "getuid", "fchmod"):
    if hasattr(os, name):
        delattr(os, name)
from click.testing import CliRunner
from kifu import cli
done = [CliRunner().invoke(cli.main, args, input="x\\n") for args in json.loads(sys.argv[1])]
print(json.dumps([[each.exit_code, each.stdout, each.stderr] for each in done]))
"""

READING = [
    ("check", "a.jsonl"),
    ("show", "a.jsonl"),
    ("convert", "a.jsonl", "a.kifu"),
    ("view", "a.jsonl", "-o", "a.html"),
    ("find", "games.duckdb", "--format", "csv"),
    ("query", "games.duckdb", "SELECT count(*) AS n FROM games"),
    ("stats", "games.duckdb"),
    ("export", "games.duckdb", "-o", "out.jsonl"),
    ("verify", "games.duckdb", "--jobs", "1"),
    ("player", "list", "games.duckdb"),
    ("quarantine", "list", "games.duckdb"),
]
WRITING = [
    ("index", "games.duckdb", "a.jsonl"),
    ("index", "new.duckdb", "a.jsonl"),
    ("compact", "games.duckdb"),
    ("player", "erase", "games.duckdb", "Aki"),
    ("site", "games.duckdb", "-o", "out"),
    ("play", "nimmt", "--seat", "Aki", "-o", "new.jsonl"),
]
Done = dict[tuple[str, ...], tuple[int, str, str]]


def kifu(folder: Path, commands: list[tuple[str, ...]]) -> Done:
    """What became of each command, by its arguments: one process runs them all."""
    done = subprocess.run(
        [sys.executable, "-c", HIDDEN, json.dumps(commands)], cwd=folder, capture_output=True,
        text=True, timeout=300, check=True,
    )  # fmt: skip
    found: list[Any] = json.loads(done.stdout)
    return dict(zip(commands, map(tuple, found), strict=True))


@pytest.fixture(scope="module")
def folder(shelf_of_verbs: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An archive and its log, with a journal that a system with locks has left."""
    folder = tmp_path_factory.mktemp("without") / "locks"
    shutil.copytree(shelf_of_verbs, folder)
    (folder / "games.duckdb.journal").write_bytes(b"left by a system with locks")
    return folder


@pytest.fixture(scope="module")
def written(folder: Path) -> tuple[Done, bool]:
    """What became of what writes, and whether everything in the folder is as before."""
    before = {path: path.read_bytes() for path in folder.iterdir()}
    done = kifu(folder, WRITING)
    after = {path: path.read_bytes() for path in folder.iterdir() if path.is_file()}
    return done, after == before


@pytest.fixture(scope="module")
def read(folder: Path, written: object) -> Done:
    """What became of what reads, after that."""
    return kifu(folder, READING)


@pytest.mark.parametrize("args", WRITING, ids=" ".join)
def test_what_writes_says_that_it_can_not(
    written: tuple[Done, bool], args: tuple[str, ...]
) -> None:
    done, is_unchanged = written
    code, _, stderr = done[args]
    assert code == 1
    assert "this system has no file locks (flock), without which kifu only reads" in stderr
    assert is_unchanged


@pytest.mark.parametrize("args", READING, ids=lambda args: args[0])
def test_what_reads_works(read: Done, args: tuple[str, ...]) -> None:
    code, stdout, stderr = read[args]
    bad = args[0] == "check"  # one of the records in the file has errors, and so can't be shown
    assert code == int(bad), stderr
    assert "bug in kifu" not in stderr
    if args[0] == "find":
        assert len(stdout.splitlines()) == 1 + 3
