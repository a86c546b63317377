"""What no log says is in a file beside the archive, so that the archive may be deleted."""

from __future__ import annotations

import os
import stat
import tracemalloc
from pathlib import Path

import pytest

from kifu.notation.errors import KifuError
from kifu.notation.record import Record
from kifu.store import Archive, Filters, database, people_file

from .conftest import Write


@pytest.fixture
def log(write: Write, played: list[Record]) -> Path:
    return write("logs/a.jsonl", played[:6])


def names(archive: Archive) -> list[str]:
    rows = archive.query("SELECT DISTINCT player FROM seats ORDER BY player")
    return [row["player"] for row in rows]


def test_an_archive_without_aliases_has_no_such_file(archive: Archive, log: Path) -> None:
    archive.index([log])
    assert not os.path.exists(f"{archive.path}.people")


def test_a_deleted_archive_comes_back_with_its_aliases_and_erasures(
    archive: Archive, log: Path
) -> None:
    archive.index([log])
    archive.alias("Ben", "Aki")
    pseudonym = archive.erase("千恵").pseudonym
    kept = Path(f"{archive.path}.people")
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    assert "千恵" not in kept.read_text("utf-8")
    before = archive.query("FROM seats ORDER BY ALL")
    os.unlink(archive.path)
    archive.index([log])
    assert archive.query("FROM seats ORDER BY ALL") == before
    assert archive.aliases() == [("Ben", "Aki")]
    assert names(archive) == ["Aki", "Ben", pseudonym]


@pytest.mark.campaign
def test_the_file_counts_where_the_archive_is_an_older_copy(archive: Archive, log: Path) -> None:
    archive.index([log])
    archive.alias("Ben", "Aki")
    older = Path(archive.path).read_bytes()
    archive.alias("Ben", "Ben")
    pseudonym = archive.erase("Ben").pseudonym
    Path(archive.path).write_bytes(older)
    assert "Ben" in names(archive)
    said: list[str] = []
    archive.index([log], said.append)
    assert names(archive) == sorted(["Aki", pseudonym, "千恵"])
    assert archive.aliases() == []
    assert b"Ben" not in Path(archive.path).read_bytes()
    assert any("is now complete" in line for line in said)


def test_a_file_that_is_gone_is_written_again(archive: Archive, log: Path) -> None:
    archive.index([log])
    archive.alias("Ben", "Aki")
    kept = Path(f"{archive.path}.people")
    content = kept.read_bytes()
    kept.unlink()
    archive.index([log])
    assert kept.read_bytes() == content
    archive.alias("Ben", "Ben")
    assert not kept.exists()


def test_a_commit_that_does_not_follow_is_made_up_for(
    archive: Archive, log: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    archive.index([log])
    put = people_file.put

    def killed(path: str, connection: object) -> None:
        put(path, connection)  # type: ignore[arg-type]  # it is one
        raise KeyboardInterrupt

    monkeypatch.setattr(people_file, "put", killed)
    with pytest.raises(KeyboardInterrupt):
        archive.alias("Ben", "Aki")
    monkeypatch.setattr(people_file, "put", put)
    assert archive.aliases() == []
    archive.index([log])
    assert archive.aliases() == [("Ben", "Aki")]


@pytest.mark.campaign
def test_a_rebuild_goes_by_the_file(archive: Archive, log: Path) -> None:
    archive.index([log])
    archive.alias("Ben", "Aki")
    archive.erase("千恵")
    before = archive.query("FROM seats ORDER BY ALL")
    content = Path(f"{archive.path}.people").read_bytes()
    archive.rebuild()
    assert archive.query("FROM seats ORDER BY ALL") == before
    assert archive.aliases() == [("Ben", "Aki")]
    assert Path(f"{archive.path}.people").read_bytes() == content


@pytest.mark.parametrize(
    "content",
    [b"", b"\xff", b"[]", b'{"kind":"kifu people","version":2}', b'{"kind":"else"}',
     b'{"kind":"kifu people","version":1,"secrets":["../../etc"]}',
     b'{"kind":"kifu people","version":1,"aliases":[["a"]]}', b"[" * 100_000],
)  # fmt: skip
def test_a_damaged_file_stops_what_writes_and_changes_nothing(
    archive: Archive, log: Path, content: bytes
) -> None:
    database.create(archive.path)
    kept = Path(f"{archive.path}.people")
    kept.write_bytes(content)
    with pytest.raises(KifuError, match="is damaged"):
        archive.index([log])
    assert kept.read_bytes() == content
    assert archive.find(Filters()).total == 0


def test_a_pipe_is_no_people_file(archive: Archive, log: Path) -> None:
    database.create(archive.path)
    os.mkfifo(f"{archive.path}.people")
    with pytest.raises(KifuError, match="is not a file"):
        archive.index([log])


def test_a_small_people_file_takes_little_memory(archive: Archive) -> None:
    """And not a buffer of the largest size that is read."""
    path = people_file.people_of(archive.path)
    Path(path).write_bytes(b'{"kind":"kifu people","version":1}')
    tracemalloc.start()
    try:
        assert people_file.load(path) == people_file.People()
        assert tracemalloc.get_traced_memory()[1] < 1 << 20
    finally:
        tracemalloc.stop()
