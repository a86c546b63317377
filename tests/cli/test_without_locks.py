"""On a system without `flock`, such as Windows, records and archives are read, and nothing else."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

#: Hides what Windows does not have from a process, and runs kifu in it.
HIDDEN = """
import os, sys
for name in ("fcntl", "resource", "termios", "tty", "pwd", "grp"):
    sys.modules[name] = None
for name in ("pread", "pwrite", "O_NOFOLLOW", "O_CLOEXEC", "O_NONBLOCK", "sched_getaffinity",
             "mkfifo", "getuid", "fchmod"):
    if hasattr(os, name):
        delattr(os, name)
from kifu import cli
cli.main(sys.argv[1:])
"""


def kifu(folder: Path, *args: str, said: str = "") -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", HIDDEN, *args]
    return subprocess.run(
        command, cwd=folder, input=said, capture_output=True, text=True, timeout=300, check=False
    )


@pytest.mark.parametrize(
    "args",
    [
        ("check", "a.jsonl"),
        ("show", "a.jsonl"),
        ("convert", "a.jsonl", "a.kifu"),
        ("view", "a.jsonl", "-o", "a.html"),
        ("find", "games.duckdb"),
        ("query", "games.duckdb", "SELECT count(*) AS n FROM games"),
        ("stats", "games.duckdb"),
        ("export", "games.duckdb", "-o", "out.jsonl"),
        ("verify", "games.duckdb", "--jobs", "1"),
        ("manifest", "games.duckdb", "--verify"),
        ("player", "list", "games.duckdb"),
        ("quarantine", "list", "games.duckdb"),
    ],
    ids=lambda args: args[0],
)
def test_what_reads_works(archive: Path, args: tuple[str, ...]) -> None:
    done = kifu(archive.parent, *args)
    bad = args[0] == "check"  # one of the records in the file has errors, and so can't be shown
    assert done.returncode == int(bad), done.stderr
    assert "bug in kifu" not in done.stderr


def test_the_answers_are_the_same(archive: Path) -> None:
    (archive.parent / "games.duckdb.journal").write_bytes(b"left by a system with locks")
    done = kifu(archive.parent, "find", "games.duckdb", "--format", "csv")
    assert done.returncode == 0 and len(done.stdout.splitlines()) == 1 + 3


@pytest.mark.parametrize(
    "args",
    [
        ("index", "games.duckdb", "a.jsonl"),
        ("index", "new.duckdb", "a.jsonl"),
        ("compact", "games.duckdb"),
        ("player", "erase", "games.duckdb", "Aki"),
        ("site", "games.duckdb", "-o", "out"),
        ("play", "nimmt", "--seat", "Aki", "-o", "new.jsonl"),
    ],
    ids=lambda args: args[0],
)
def test_what_writes_says_that_it_can_not(archive: Path, args: tuple[str, ...]) -> None:
    before = {path: path.read_bytes() for path in archive.parent.iterdir()}
    done = kifu(archive.parent, *args, said="x\n")
    assert done.returncode == 1
    assert "this system has no file locks (flock), without which kifu only reads" in done.stderr
    after = {path: path.read_bytes() for path in archive.parent.iterdir() if path.is_file()}
    assert after == before
