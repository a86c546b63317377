"""What no log says is in a file beside the archive, so that the archive may be deleted."""

from __future__ import annotations

import os
import stat
import tracemalloc
from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec.structs import replace

from kifu.notation.errors import KifuError, UsageError
from kifu.notation.record import Record
from kifu.store import Archive, ArchiveError, Filters, database, people
from kifu.store.lock import indexing
from kifu.store.upkeep import rewriting

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
    kept = Path(f"{archive.path}.people")
    kept.chmod(0o644)
    pseudonym = archive.erase("千恵").pseudonym
    assert kept.stat().st_mode & 0o777 == 0o600
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
    assert said == [f"{archive.path} has been brought up to {archive.path}.people"]


def test_nothing_is_written_while_the_file_is_gone(archive: Archive, log: Path) -> None:
    archive.index([log])
    archive.alias("Ben", "Aki")
    archive.erase("千恵")
    kept = Path(f"{archive.path}.people")
    content = kept.read_bytes()
    kept.unlink()
    kept.symlink_to("nowhere")
    for work in (
        lambda: archive.index([log]), lambda: archive.alias("Ben", "Ben"), archive.compact,
        lambda: archive.erase("Aki"), archive.rebuild, archive.retry,
        lambda: archive.back_up(log.parent / "saved"),
    ):  # fmt: skip
        with pytest.raises(ArchiveError, match=f"kifu player restore {archive.path}"):
            work()
    assert not kept.exists() and archive.find().total == 6
    archive.restore_people()
    assert kept.read_bytes() == content
    assert archive.index([log]).unchanged == 1
    with pytest.raises(UsageError, match="is there; nothing was changed"):
        archive.restore_people()
    archive.alias("Ben", "Ben")
    assert archive.aliases() == [] and kept.exists()


@pytest.mark.matrix
@pytest.mark.parametrize("work", ["index", "rename", "retry", "rebuild", "erase", "compact"])
def test_every_way_to_write_ends_an_erasure_that_was_interrupted(
    work: str, archive: Archive, write: Write, played: list[Record],
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    log = write("logs/a.jsonl", [replace(played[0], seats=["Zacharias", "Ben", "Cho"])])
    archive.index([log])

    def killed(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch, pytest.raises(KeyboardInterrupt):
        patch.setattr(rewriting, "write_again", killed)
        archive.erase("Zacharias")
    assert b"acharias" in Path(archive.path).read_bytes()
    calls: dict[str, Callable[[], object]] = {
        "index": lambda: archive.index([log]),
        "rename": lambda: archive.rename("Ben", "Benjamin"),
        "retry": archive.retry,
        "rebuild": archive.rebuild,
        "erase": lambda: archive.erase("Zacharias"),
        "compact": archive.compact,
    }
    calls[work]()
    assert b"acharias" not in Path(archive.path).read_bytes()
    said: list[str] = []
    archive.index([log], said.append)
    assert said == []


def test_a_commit_that_does_not_follow_is_made_up_for(
    archive: Archive, log: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    archive.index([log])

    def killed(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch, pytest.raises(KeyboardInterrupt):
        patch.setattr(people, "note", killed)
        archive.alias("Ben", "Aki")
    assert archive.aliases() == []
    archive.index([log])
    assert archive.aliases() == [("Ben", "Aki")]


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
    kept.unlink()
    archive.restore_people()
    assert archive.index([log]).new == 6


def test_a_pipe_is_no_people_file(archive: Archive, log: Path) -> None:
    database.create(archive.path)
    os.mkfifo(f"{archive.path}.people")
    with pytest.raises(KifuError, match=r"not a file\. .* move it away and .* kifu player restore"):
        archive.index([log])


def test_the_content_and_the_name_of_a_people_file_are_on_the_disk(
    archive: Archive, monkeypatch: pytest.MonkeyPatch
) -> None:
    waited = list[bool]()
    monkeypatch.setattr(os, "fsync", lambda of: waited.append(stat.S_ISDIR(os.fstat(of).st_mode)))
    people.write(archive.path, people.People())
    assert waited == [False, True]


def test_a_small_people_file_takes_little_memory(archive: Archive) -> None:
    """And not a buffer of the largest size that is read."""
    path = people.people_of(archive.path)
    Path(path).write_bytes(b'{"kind":"kifu people","version":1}')
    tracemalloc.start()
    try:
        assert people.load(path) == people.People()
        assert tracemalloc.get_traced_memory()[1] < 1 << 20
    finally:
        tracemalloc.stop()


def test_drafts_of_a_killed_run_go_with_the_next_one_that_writes(
    archive: Archive, log: Path, tmp_path: Path
) -> None:
    archive.index([log])
    before = sorted(tmp_path.iterdir())
    Path(f"{archive.path}.lock").write_text("4711")
    for name in ("games.duckdb", "games.duckdb.people"):
        draft = tmp_path / f".{name}.999999999"  # the number of no process
        draft.mkdir()
        (draft / name).write_bytes(b"Zacharias")
    archive.index([log])
    assert sorted(tmp_path.iterdir()) == before


def test_what_is_not_of_a_killed_run_stays(archive: Archive, log: Path) -> None:
    archive.index([log])
    own = Path(archive.path).with_name(".games.duckdb.mine")
    own.write_bytes(b"mine")
    spilled = Path(f"{archive.path}.tmp")
    spilled.mkdir()
    for name in ("mine.txt", "duckdb_temp_block-7.block"):
        (spilled / name).write_bytes(b"Zacharias")
    archive.compact()
    assert own.read_bytes() == b"mine" and os.listdir(spilled) == ["mine.txt"]
    with indexing(archive.path):
        assert archive.find().total == 6
