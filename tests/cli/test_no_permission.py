"""Archives and sites in folders and files without permission: what the user named is named."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from kifu.notation.record import Record

from .running import kifu, write

#: As root, without the power to open every file.
_POWERS = "-dac_override,-dac_read_search"
_AS_ANYBODY = ["setpriv", f"--bounding-set={_POWERS}", f"--inh-caps={_POWERS}"]
_IS_ROOT = hasattr(os, "geteuid") and os.geteuid() == 0
pytestmark = pytest.mark.skipif(
    os.name == "nt" or (_IS_ROOT and shutil.which("setpriv") is None),
    reason="root may open every file",
)


@pytest.fixture(name="club")
def _club(
    tmp_path: Path, played: Sequence[Record], monkeypatch: pytest.MonkeyPatch
) -> Iterator[Path]:
    """The folder `club` of the working directory, with an archive, its log and a site."""
    monkeypatch.chdir(tmp_path)
    club = Path("club")
    club.mkdir()
    write(club / "a.kifu", played[:1])
    assert kifu("index", club / "club.duckdb", club).exit_code == 0
    assert kifu("site", club / "club.duckdb", "-o", club / "site").exit_code == 0
    yield club
    for path in (club, club / "site"):
        path.chmod(0o700)


def said(*args: object) -> str:
    """The errors of a command that fails, run without the rights of root."""
    command = [sys.executable, "-c", "from kifu.cli import main; main()", *map(str, args)]
    command = [*_AS_ANYBODY, *command] if _IS_ROOT else command
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (1, "")
    return done.stderr


def test_an_archive_in_a_folder_that_cannot_be_written_is_named_not_its_lock(club: Path) -> None:
    (club / "site").chmod(0o500)
    club.chmod(0o500)
    why = (
        "can't be locked: Permission denied in its folder; get permission to write there, or work "
        "on a copy elsewhere\n"
    )
    archive = club / "club.duckdb"
    assert said("index", archive, club / "a.kifu") == f"kifu: club/club.duckdb {why}"
    assert said("backup", archive, "kept") == f"kifu: club/club.duckdb {why}"
    assert said("index", club / "new.duckdb", club / "a.kifu") == f"kifu: club/new.duckdb {why}"
    assert said("site", archive, "-o", club / "site") == f"kifu: club/site {why}"


def test_a_lock_of_somebody_else_is_named(club: Path) -> None:
    lock = club / "club.duckdb.lock"
    lock.touch()
    lock.chmod(0o400)
    refused = said("index", club / "club.duckdb", club / "a.kifu")
    assert refused == f"kifu: {lock.resolve()}: Permission denied\n"


def test_a_file_that_cannot_be_written_or_read_is_named_once(club: Path) -> None:
    archive = club / "club.duckdb"
    archive.chmod(0o400)
    why = "can't be opened: Permission denied; get permission to"
    changed = said("player", "alias", archive, "Ben", "Aki")
    assert changed == f"kifu: {archive} {why} change it, or work on a copy elsewhere\n"
    archive.chmod(0)
    assert said("site", archive, "-o", "x") == f"kifu: {archive} {why} read it\n"
