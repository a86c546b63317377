"""A file that goes by a link is replaced where it lies; the link stays a link."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest
from msgspec.structs import replace

from kifu.notation.disk import whole_file
from kifu.notation.record import Record
from kifu.store import Archive, Filters

from .conftest import moved, written


@pytest.fixture(scope="module")
def shelf(played: list[Record], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An archive with its log beside it."""
    folder = tmp_path_factory.mktemp("shelf")
    named = replace(played[0], seats=["Zacharias", "Ben", "Cho"])
    log = written(folder, "logs/a.jsonl", [named, *played[1:4]])
    Archive(folder / "games.duckdb").index([log])
    return folder


@pytest.fixture
def real(shelf: Path, tmp_path: Path) -> Path:
    """An archive that lies elsewhere, with its log beside it."""
    return Path(moved(shelf, tmp_path / "disk").path)


@pytest.fixture
def link(tmp_path: Path, real: Path) -> Path:
    """A link to the archive in another folder, by way of a second one."""
    (tmp_path / "desk").mkdir()
    (tmp_path / "middle.duckdb").symlink_to(real)
    link = tmp_path / "desk" / "games.duckdb"
    link.symlink_to("../middle.duckdb")
    return link


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_an_erasure_through_a_link_leaves_no_byte_in_the_real_file(link: Path, real: Path) -> None:
    assert b"acharias" in real.read_bytes()
    Archive(link).erase("Zacharias")
    assert link.is_symlink()
    assert b"acharias" not in real.read_bytes()
    assert names(link.parent) == ["games.duckdb"]
    assert names(real.parent) == ["games.duckdb", "games.duckdb.people", "logs"]
    people = real.parent / "games.duckdb.people"
    assert b"acharias" not in people.read_bytes()
    assert b'"erased"' in people.read_bytes() and stat.S_IMODE(people.stat().st_mode) == 0o600


@pytest.mark.matrix
@pytest.mark.parametrize("work", ["compact", "rebuild"])
def test_what_rewrites_the_file_rewrites_the_real_one(work: str, link: Path, real: Path) -> None:
    real.chmod(0o600)
    before = real.stat().st_ino
    getattr(Archive(link), work)()
    assert link.is_symlink() and real.stat().st_ino != before
    assert stat.S_IMODE(real.stat().st_mode) == 0o600
    assert Archive(real).find().total == 4
    assert names(link.parent) == ["games.duckdb"]
    assert names(real.parent) == ["games.duckdb", "logs"]


def test_sources_are_relative_to_the_real_archive(link: Path, real: Path) -> None:
    log = real.parent / "logs" / "a.jsonl"
    archive = Archive(link)
    assert archive.index([log]).unchanged == 1
    assert archive.query("SELECT path FROM sources") == [{"path": "logs/a.jsonl"}]
    (hit, *_) = archive.find(Filters(players=["Zacharias"])).hits
    assert archive.record(hit.id).seats[0] == "Zacharias"
    assert archive.erase_everywhere("Zacharias")[1] == [str(log)]
    assert b"acharias" not in log.read_bytes()


def test_a_link_that_leads_to_another_archive_by_now_is_followed(
    link: Path, real: Path, tmp_path: Path
) -> None:
    archive = Archive(link)
    assert archive.find().total == 4
    Archive(tmp_path / "other.duckdb").index([])
    link.unlink()
    link.symlink_to(tmp_path / "other.duckdb")
    assert archive.find().total == 0


def test_a_link_to_nothing_yet_becomes_an_archive_where_it_leads(
    tmp_path: Path, real: Path
) -> None:
    link = tmp_path / "new.duckdb"
    link.symlink_to(tmp_path / "disk" / "made.duckdb")
    Archive(link).index([real.parent / "logs"])
    assert link.is_symlink()
    assert Archive(tmp_path / "disk" / "made.duckdb").find().total == 4


def test_links_in_a_circle_are_an_error_and_stay(tmp_path: Path) -> None:
    one, other = tmp_path / "one.duckdb", tmp_path / "other.duckdb"
    one.symlink_to(other)
    other.symlink_to(one)
    with pytest.raises(OSError, match="symbolic links") as raised:
        Archive(one).index([])
    assert raised.value.filename == str(one)
    with pytest.raises(OSError, match="symbolic links"), whole_file(one, force=True):
        pass
    assert one.is_symlink() and other.is_symlink()


def test_an_export_replaces_what_a_link_leads_to(real: Path, tmp_path: Path) -> None:
    name = "out.jsonl"
    kept = tmp_path / "kept"
    kept.mkdir()
    archive = Archive(real)
    archive.export(kept / name)
    before = (kept / name).stat().st_ino
    link = tmp_path / name
    link.symlink_to(kept / name)
    archive.export(link, force=True)
    assert link.is_symlink()
    assert (kept / name).stat().st_ino != before
    assert names(kept) == [name]
