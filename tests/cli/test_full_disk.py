"""A full disk: every command that writes names the file, says what is kept, and leaves nothing."""

from __future__ import annotations

import errno
import os
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from tests.archives import by_itself

from kifu.replay.players.simulate import simulate
from kifu.replay.registry import game

from .running import kifu, write

made_once = kept_open = by_itself

resource = pytest.importorskip("resource")

NOTHING = "nothing was written"
SAME = "it is as it was before"
#: Each command that writes, the file that it has no room for, and what it says is kept.
COMMANDS = [
    ("convert {log} {out}/a.jsonl", "a.jsonl", NOTHING),
    ("convert {log} {out}/a.jsonl.gz", "a.jsonl.gz", NOTHING),
    ("convert {log} {out}/old.jsonl --force", "old.jsonl", SAME),
    ("simulate nimmt --games 5 -o {out}/a.kifu", "a.kifu", NOTHING),
    ("anonymise {log} {out}/a.kifu", "a.kifu", NOTHING),
    ("fmt {out}/ugly.kifu", "ugly.kifu", SAME),
    (
        "analyse {log} -o {out}/a.kifu --budget 4",
        "a.kifu.part",
        "it keeps what was judged",
    ),
    ("export {archive} -o {out}/a.kifu", "a.kifu", NOTHING),
    ("export {archive} --dataset {out}/set --license MIT", "set", "so nothing was"),
    ("view {log} --record 1 -o {out}/a.html", "a.html", NOTHING),
    ("picture {log} --record 1 -o {out}/a.svg", "a.svg", NOTHING),
    ("site {archive} -o {out}/site --jobs 1", ".", "pages that were written stay"),
    ("backup {archive} {out}/backup", "games.duckdb", "was undone"),
    ("index {out}/new.duckdb {log}", "new.duckdb", "can't be created"),
]


@pytest.fixture(scope="module")
def logs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("logs")
    records = simulate(game("nimmt"), 5, seats=3, seed="full", options={"rounds": "2"})
    log = write(folder / "games.kifu", records)
    assert kifu("index", folder / "games.duckdb", log).exit_code == 0
    return folder


@contextmanager
def no_room() -> Iterator[None]:
    """No file can have more than a thousand bytes: nor could the modules that Python compiles."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1_000, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


@pytest.mark.parametrize(("line", "file", "kept"), COMMANDS, ids=lambda text: text.split("{")[0])
def test_a_full_disk_is_said_with_the_file_and_what_is_kept(
    line: str, file: str, kept: str, logs: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")  # for workers
    text = (logs / "games.kifu").read_text()
    (tmp_path / "old.jsonl").write_text("old")
    (tmp_path / "ugly.kifu").write_text(text.replace("\n1. ", "\n\n1. ").replace(" 2. ", "  2. "))
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    names = {"log": logs / "games.kifu", "archive": logs / "games.duckdb", "out": tmp_path}
    given = [part.format(**names) for part in line.split()]
    with no_room():
        done = kifu(*given)
    assert done.exit_code == 1, done.stderr
    assert file in done.stderr and kept in done.stderr
    assert "File too large" in done.stderr or "duckdb" in done.stderr or "parquet" in done.stderr
    after = {path.name: path.read_bytes() for path in tmp_path.iterdir() if path.is_file()}
    assert {name: after.get(name) for name in before} == before
    assert set(after) - set(before) <= {"a.kifu.part"}


def test_a_backup_that_there_is_no_room_for_is_not_made(
    logs: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(shutil, "copyfile", full)
    done = kifu("backup", logs / "games.duckdb", tmp_path / "backup")
    assert done.exit_code == 1
    assert done.stderr.endswith("archive.duckdb: No space left on device; no backup was made\n")
    assert list(tmp_path.iterdir()) == []
