"""A log that was moved is recognised by its digest, and nothing is replayed again."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from kifu.notation.record import Record
from kifu.store import Archive
from kifu.store.index import workers

from .conftest import Contents, Write, stopped


def test_a_moved_log_takes_its_rows_along(
    write: Write,
    played: list[Record],
    archive: Archive,
    contents: Contents,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    old = write("logs/a.jsonl", [*played[:4], stopped(played[5])])
    archive.index([old])
    new = tmp_path / "elsewhere" / "b.jsonl"
    new.parent.mkdir()
    os.rename(old, new)
    monkeypatch.setattr(workers, "examine", None)  # nothing is read
    said: list[str] = []
    report = archive.index([new], said.append)
    monkeypatch.undo()
    assert (report.unchanged, report.records) == (1, 0)
    assert said == [f"{new} was moved: the archive knew it as {tmp_path / 'logs/a.jsonl'}"]
    undisturbed = Archive(tmp_path / "undisturbed.duckdb")
    undisturbed.index([new])
    assert contents(archive) == contents(undisturbed)
    assert archive.record(archive.find().hits[0].id) is not None


def test_one_that_grew_meanwhile_is_read_on(
    write: Write, played: list[Record], archive: Archive, tmp_path: Path
) -> None:
    archive.index([write("logs/a.jsonl", played[:4])])
    (tmp_path / "logs").rename(tmp_path / "moved")
    new = tmp_path / "moved" / "a.jsonl"
    with new.open("ab") as file:
        file.write(write("more.jsonl", played[4:6]).read_bytes())
    report = archive.index([new])
    assert (report.new, report.again) == (2, 1)
    assert [row["path"] for row in archive.query("SELECT path FROM sources")] == ["moved/a.jsonl"]


def test_a_copy_is_another_log(write: Write, played: list[Record], archive: Archive) -> None:
    old = write("logs/a.jsonl", played[:4])
    archive.index([old])
    copy = write("copies/a.jsonl", played[:4])
    assert archive.index([copy]).duplicate == 4


def test_another_log_of_the_same_size_is_not_taken_for_it(
    write: Write, played: list[Record], archive: Archive
) -> None:
    old = write("logs/a.jsonl", played[:1])
    archive.index([old])
    content = old.read_bytes()
    old.unlink()
    new = old.with_name("b.jsonl")
    new.write_bytes(content.replace(b"Cup 0", b"Cup 9"))
    archive.index([new])
    assert archive.query("SELECT count(*) AS n FROM sources") == [{"n": 2}]
