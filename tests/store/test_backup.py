"""A backup is an archive that works, and comes back as it was."""

from __future__ import annotations

import json
import os
import shutil
import stat
from pathlib import Path
from typing import Any

import pytest

from kifu.notation.errors import KifuError, UsageError
from kifu.notation.record import Record
from kifu.store import Archive, database
from kifu.store.upkeep import backup

from .conftest import stopped, written


def filled(folder: Path, played: list[Record]) -> Archive:
    """An archive with logs in its folder and elsewhere, an alias and an erasure."""
    going_on = stopped(played[9])
    here = written(folder, "home/logs/a.jsonl", played[:4])
    there = written(folder, "far/a.jsonl", [*played[4:8], going_on])
    archive = Archive(folder / "home" / "games.duckdb", wait=0)
    archive.index([here, there])
    archive.alias("Ben", "Aki")
    archive.erase("千恵")
    return archive


@pytest.fixture
def archive(tmp_path: Path, played: list[Record]) -> Archive:
    return filled(tmp_path, played)


@pytest.fixture(scope="module")
def shelf(played: list[Record], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Such an archive and its backup."""
    folder = tmp_path_factory.mktemp("shelf")
    filled(folder, played).back_up(folder / "saved")
    return folder


@pytest.fixture
def saved(shelf: Path, tmp_path: Path) -> Path:
    """A backup as a test's own."""
    return Path(shutil.copytree(shelf / "saved", tmp_path / "saved"))


def answers(archive: Archive) -> list[Any]:
    going_on = "SELECT * EXCLUDE (match) FROM games ORDER BY ALL"
    return [archive.query(going_on), archive.query("FROM players ORDER BY ALL"), archive.aliases()]


def test_it_works_by_itself_and_comes_back(archive: Archive, tmp_path: Path) -> None:
    before = answers(archive)
    done = archive.back_up(tmp_path / "saved")
    assert (done.logs, done.said) == (2, [])
    assert answers(archive) == before
    shutil.rmtree(tmp_path / "home")
    shutil.rmtree(tmp_path / "far")
    saved = Archive(tmp_path / "saved" / "archive.duckdb")
    assert answers(saved) == before
    assert [log.state for log in saved.manifest(check=True)] == ["ok", "ok"]
    assert list(saved.verify()) == []
    (tmp_path / "new").mkdir()
    back = Archive(tmp_path / "new" / "club.duckdb")
    assert back.restore(tmp_path / "saved") == 2
    assert answers(back) == before
    assert list(back.verify()) == []
    kept = tmp_path / "new" / "club.duckdb.people"
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    assert back.index([tmp_path / "new"]).unchanged == 2
    assert sorted(os.listdir(tmp_path / "new")) == [
        "club.duckdb", "club.duckdb.people", "elsewhere", "logs"
    ]  # fmt: skip
    assert back.restore(tmp_path / "saved") == 2  # what already exists is the same


@pytest.mark.campaign
def test_what_is_gone_or_changed_is_said(archive: Archive, tmp_path: Path) -> None:
    (tmp_path / "far/a.jsonl").unlink()
    with (tmp_path / "home/logs/a.jsonl").open("ab") as file:
        file.write(b"\n")
    done = archive.back_up(tmp_path / "saved")
    assert done.logs == 1 and len(done.said) == 2
    assert any("is not in the backup: No such file" in line for line in done.said)
    assert any("has changed since it was indexed" in line for line in done.said)


def test_nothing_is_overwritten(archive: Archive, tmp_path: Path) -> None:
    archive.back_up(tmp_path / "saved")
    with pytest.raises(UsageError, match="already exists"):
        archive.back_up(tmp_path / "saved")
    log = tmp_path / "home/logs/a.jsonl"
    log.write_bytes(b"mine")
    os.unlink(archive.path)
    with pytest.raises(UsageError, match="already exists"):
        archive.restore(tmp_path / "saved")
    assert log.read_bytes() == b"mine" and not os.path.exists(archive.path)


def test_a_folder_that_comes_while_a_backup_is_made_stays(
    archive: Archive, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def make_theirs(names: list[str], inside: set[str]) -> dict[str, str]:
        (tmp_path / "saved").mkdir()
        (tmp_path / "saved/theirs").write_bytes(b"theirs")
        return {}

    monkeypatch.setattr(backup, "_places", make_theirs)
    with pytest.raises(UsageError, match="saved has been made by somebody else"):
        archive.back_up(tmp_path / "saved")
    assert [path.name for path in (tmp_path / "saved").iterdir()] == ["theirs"]
    assert not [path for path in tmp_path.iterdir() if path.name.startswith(".saved")]


@pytest.mark.matrix
@pytest.mark.parametrize(
    "place", ["../out.jsonl", "/tmp/out.jsonl", "a/../../out.jsonl", "", "x\0"]
)
def test_a_hostile_manifest_leads_nowhere(saved: Path, tmp_path: Path, place: str) -> None:
    path = saved / "manifest.json"
    manifest = json.loads(path.read_bytes())
    manifest["files"][-1]["path"] = place
    path.write_text(json.dumps(manifest))
    (tmp_path / "new").mkdir()
    with pytest.raises(KifuError, match="points outside of the backup"):
        Archive(tmp_path / "new" / "club.duckdb").restore(saved)
    assert os.listdir(tmp_path / "new") == []


def test_links_and_changed_bytes_in_a_backup_are_refused(saved: Path, tmp_path: Path) -> None:
    log = saved / "logs/a.jsonl"
    content = log.read_bytes()
    (tmp_path / "new").mkdir()
    back = Archive(tmp_path / "new" / "club.duckdb")
    log.write_bytes(content[:-1] + b"x")
    with pytest.raises(KifuError, match="differs from what was backed up"):
        back.restore(saved)
    log.unlink()
    log.symlink_to(written(tmp_path, "other.jsonl", []))
    with pytest.raises(KifuError, match="is missing or is not a file"):
        back.restore(saved)
    assert os.listdir(tmp_path / "new") == []


@pytest.mark.matrix
@pytest.mark.parametrize(
    "name",
    ["../../far/a.jsonl", "archive.duckdb.wal", "manifest.json", "x\0y", "elsewhere/1/a.jsonl"],
)
def test_a_hostile_archive_writes_nothing_elsewhere(shelf: Path, tmp_path: Path, name: str) -> None:
    archive = Archive(shutil.copytree(shelf / "home", tmp_path / "home") / "games.duckdb", wait=0)
    with database.writing(archive.path) as connection:
        connection.execute("UPDATE source SET path = ? WHERE id = 1", [name])
    before = sorted(tmp_path.rglob("*"))
    archive.back_up(tmp_path / "sub-saved")
    after = [path for path in sorted(tmp_path.rglob("*")) if "sub-saved" not in str(path)]
    assert after == before
    assert not (tmp_path / "sub-saved" / "archive.duckdb.wal").exists()
    assert Archive(tmp_path / "sub-saved" / "archive.duckdb").find().total == 9
