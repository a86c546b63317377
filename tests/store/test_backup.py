"""A backup is an archive that works where it is, with all of its logs and nothing else."""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import stat
from io import FileIO
from pathlib import Path
from typing import Any

import pytest

from kifu.notation.errors import UsageError
from kifu.notation.record import Record
from kifu.store import Archive, database
from kifu.store.upkeep import backup

from .conftest import stopped, written


def filled(folder: Path, played: list[Record]) -> Archive:
    """An archive with logs in its folder and elsewhere, an alias and an erasure."""
    going_on = stopped(played[9])
    here = written(folder, "home/logs/a.jsonl", played[:4])
    there = written(folder, "far/a.jsonl", [*played[4:8], going_on])
    archive = Archive(folder / "home" / "games.duckdb")
    archive.index([here, there])
    archive.alias("Ben", "Aki")
    archive.erase("千恵")
    return archive


@pytest.fixture(scope="module")
def shelf(played: list[Record], tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("shelf")
    filled(folder, played)
    return folder / "home"


@pytest.fixture
def archive(tmp_path: Path, played: list[Record]) -> Archive:
    return filled(tmp_path, played)


def answers(archive: Archive) -> list[Any]:
    going_on = "SELECT * EXCLUDE (match) FROM games ORDER BY ALL"
    return [archive.query(going_on), archive.query("FROM players ORDER BY ALL"), archive.aliases()]


def files(folder: Path) -> list[str]:
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file())


def test_it_works_by_itself_and_where_it_is_copied(archive: Archive, tmp_path: Path) -> None:
    before = answers(archive)
    done = archive.back_up(tmp_path / "saved")
    assert (done.logs, done.said) == (2, [])
    assert answers(archive) == before
    shutil.rmtree(tmp_path / "home")
    shutil.rmtree(tmp_path / "far")
    shutil.copytree(tmp_path / "saved", tmp_path / "copy")
    for folder in (tmp_path / "saved", tmp_path / "copy"):
        saved = Archive(folder / "archive.duckdb")
        assert answers(saved) == before
        assert list(saved.verify()) == []
        assert saved.index([folder]).unchanged == 2
        assert files(folder) == [
            "archive.duckdb", "archive.duckdb.people", "elsewhere/1/a.jsonl", "logs/a.jsonl"
        ]  # fmt: skip
    for path in (tmp_path / "saved").glob("archive*"):
        assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_a_backup_of_a_backup_has_each_log_once(
    archive: Archive, tmp_path: Path, played: list[Record]
) -> None:
    archive.back_up(tmp_path / "saved")
    saved = Archive(tmp_path / "saved/archive.duckdb")
    saved.index([written(tmp_path, "further/a.jsonl", played[10:12])])
    saved.back_up(tmp_path / "again")
    again = Archive(tmp_path / "again/archive.duckdb")
    assert (len(again.query("FROM sources")), list(again.verify())) == (3, [])
    with database.writing(again.path) as connection:
        connection.execute("UPDATE source SET path = 'logs/a.jsonl' WHERE path LIKE '%/2/%'")
    assert [each.found for each in again.verify()] == ["known twice", "known twice"]


def test_verify_finds_what_has_changed_in_a_backup(archive: Archive, tmp_path: Path) -> None:
    archive.back_up(tmp_path / "saved")
    log, people = tmp_path / "saved/logs/a.jsonl", tmp_path / "saved/archive.duckdb.people"
    log.write_bytes(log.read_bytes()[:-1] + b"x")
    people.write_bytes(people.read_bytes().replace(b"Ben", b"Bob"))
    found = list(Archive(tmp_path / "saved/archive.duckdb").verify())
    assert [(Path(each.path).name, each.what) for each in found] == [
        ("archive.duckdb.people", "file"), ("a.jsonl", "file")
    ]  # fmt: skip


def test_what_is_gone_or_changed_or_breaks_off_is_left_out_and_said(
    archive: Archive, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "far/a.jsonl").unlink()
    log = tmp_path / "home/logs/a.jsonl"
    content = log.read_bytes()
    log.write_bytes(content + b"{}\n")
    done = archive.back_up(tmp_path / "grown")
    assert done.logs == 1
    assert "is not in the backup: No such file" in str(done.said)
    assert "its last 3 bytes are not indexed, nor copied" in str(done.said)
    assert (tmp_path / "grown/logs/a.jsonl").read_bytes() == content
    log.write_bytes(b"x" + content[1:])
    done = archive.back_up(tmp_path / "changed")
    assert done.logs == 0
    assert "it has changed since it was indexed" in str(done.said)
    log.write_bytes(content)
    # Nothing is at address 0 of a process, so to read there is an error.
    monkeypatch.setattr(backup, "open_file", lambda _: FileIO("/proc/self/mem"))
    assert "Input/output error" in str(archive.back_up(tmp_path / "broken"))
    for name in "changed", "broken":
        assert files(tmp_path / name) == ["archive.duckdb", "archive.duckdb.people"]


def test_nothing_is_overwritten(
    archive: Archive, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "saved").mkdir()
    with pytest.raises(UsageError, match="already exists"):
        archive.back_up(tmp_path / "saved")
    copy = backup._copy

    def make_theirs(*given: Any) -> None:
        (tmp_path / "late").mkdir(exist_ok=True)
        (tmp_path / "late/theirs").write_bytes(b"theirs")
        copy(*given)

    monkeypatch.setattr(backup, "_copy", make_theirs)
    with pytest.raises(UsageError, match="late has been made by somebody else"):
        archive.back_up(tmp_path / "late")
    assert files(tmp_path / "late") == ["theirs"]
    assert not list(tmp_path.glob(".late*"))


#: A file that is nobody's log, of which a foreign archive may know the beginning.
SECRET = b"[root] secret\n"


@pytest.mark.matrix
@pytest.mark.parametrize(
    "name",
    ["../secret", "../secret.kifu", "../pipe.kifu", "archive.duckdb.wal", "archive.duckdb.journal",
     ".bashrc", "x\0y.kifu", "elsewhere/1/a.jsonl"],
)  # fmt: skip
@pytest.mark.parametrize("size", [0, 1, 100])
def test_a_foreign_archive_decides_over_no_path(
    shelf: Path, tmp_path: Path, name: str, size: int
) -> None:
    """Whatever path it names: nobody reads, copies or rewrites that file."""
    archive = Archive(shutil.copytree(shelf, tmp_path / "home") / "games.duckdb")
    for path in (tmp_path / "secret", tmp_path / "secret.kifu", tmp_path / "home" / ".bashrc"):
        path.write_bytes(SECRET)
    os.mkfifo(tmp_path / "pipe.kifu")
    digest = hashlib.blake2b(SECRET[:size], digest_size=16).hexdigest()
    digest = "0" * 32 if size > len(SECRET) else digest
    with database.writing(archive.path) as connection:
        change = "UPDATE source SET path = ?, size = ?, digest = ? WHERE path LIKE 'logs%'"
        connection.execute(change, [name, size, digest])
        connection.execute("UPDATE source SET records = 0, whole = false")
    before = {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*") if path.is_file()}
    done = archive.back_up(tmp_path / "saved")
    assert all(SECRET not in path.read_bytes() for path in (tmp_path / "saved").rglob("*")
               if path.is_file())  # fmt: skip
    own = re.compile(r"archive\.duckdb(\.people)?|elsewhere/[12]/(a\.jsonl|secret\.kifu)")
    assert all(map(own.fullmatch, files(tmp_path / "saved")))
    assert done.said
    archive.lags(0)
    list(archive.records(lost=print))
    into = Archive(tmp_path / "into.duckdb")
    report = into.absorb(archive.path).report
    assert report.failed or (name, size) == ("../secret.kifu", 1)
    archive.rebuild(without_missing=True)
    list(archive.verify())
    archive.erase_everywhere("Aki")
    for path, changed in before.items():
        if path.name.startswith((".bashrc", "secret")):
            assert (path.read_bytes(), path.stat().st_mtime_ns) == (SECRET, changed)
