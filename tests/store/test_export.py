"""Exports: what comes out is what was asked for, whole, and says what is missing."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from kifu.notation.errors import KifuError, UsageError
from kifu.notation.files import read
from kifu.notation.record import Note, Record
from kifu.store import Archive, Filters
from kifu.store.identity import record_id

from .conftest import Write, moved, shared, stopped, written


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory, played: list[Record], holder: str) -> Path:
    """Thirty matches in three files, one of them packed."""
    folder = tmp_path_factory.mktemp("shelf")
    Archive(folder / holder).index(
        [
            written(folder, "logs/a.jsonl", played[:10]),
            written(folder, "logs/b.kifu.gz", played[10:20]),
            written(folder, "logs/c.jsonl", played[20:]),
        ]
    )
    return folder


@pytest.fixture(scope="module")
def filled(shelf: Path, holder: str) -> Iterator[Archive]:
    yield from shared(shelf, holder)


@pytest.fixture
def own(shelf: Path, tmp_path: Path, holder: str) -> Archive:
    """One that a test may change."""
    return moved(shelf, tmp_path, holder)


def ids(path: Path) -> list[str]:
    records = [reading.record for reading in read(path)]
    return [record_id(record) for record in records if record is not None]


@pytest.mark.matrix(2)
@pytest.mark.parametrize("name", ["out.kifu", "out.jsonl", "out.jsonl.zst"])
def test_every_form_holds_the_records_in_the_order_of_their_logs(
    filled: Archive, played: list[Record], tmp_path: Path, name: str
) -> None:
    done = filled.export(tmp_path / name)
    assert (done.written, done.lost) == (30, [])
    places = "SELECT hex_id(record) AS id FROM records ORDER BY path, number"
    assert ids(tmp_path / name) == [row["id"] for row in filled.query(places)]


def test_filters_choose_and_an_export_indexed_again_adds_nothing(
    own: Archive, played: list[Record], tmp_path: Path
) -> None:
    filters = Filters(winner="Ben", date="2026-01..2026-06")
    done = own.export(tmp_path / "out.jsonl", filters)
    assert done.written == own.find(filters).total > 0
    before = own.query("FROM games ORDER BY ALL")
    report = own.index([tmp_path / "out.jsonl"])
    assert own.query("FROM games ORDER BY ALL") == before
    # The tasks of a lake don't know of each other's matches.
    known = done.written if not own.is_lake else 0
    assert (report.new, report.duplicate) == (done.written - known, known)


@pytest.mark.campaign
def test_records_far_apart_are_found_without_what_is_between(
    archive: Archive, write: Write, played: list[Record], tmp_path: Path
) -> None:
    names = ["Dan", "Ben", "Aki"]
    marked = replace(played[1], seats=names)
    archive.index([write("a.jsonl", [marked, *played[2:], *played[2:], *played[2:], marked])])
    other = replace(played[0], seats=names)
    write("more.jsonl", [*played[2:], *played[2:], *played[2:], other])
    archive.index([tmp_path / "more.jsonl"])
    archive.export(tmp_path / "out.jsonl", Filters(players=["Dan"]))
    assert ids(tmp_path / "out.jsonl") == [record_id(marked), record_id(other)]


def test_the_record_that_answers_is_written_and_from_the_source_asked_for(
    archive: Archive, write: Write, played: list[Record], tmp_path: Path
) -> None:
    noted = replace(played[0], notes=[Note(at=1, text="rare")])
    more = replace(played[0], notes=[Note(at=n, text="often") for n in (1, 2)])
    archive.index([write("a.jsonl", [noted]), write("b.jsonl", [more])])
    archive.export(tmp_path / "out.jsonl", Filters(text="rare"))
    assert ids(tmp_path / "out.jsonl") == [record_id(noted)]
    os.unlink(tmp_path / "a.jsonl")
    archive.export(tmp_path / "b-only.jsonl", Filters(source=str(tmp_path / "b.jsonl")))
    assert ids(tmp_path / "b-only.jsonl") == [record_id(more)]


def test_what_is_gone_is_said_and_taken_from_elsewhere_where_it_can_be(
    own: Archive, write: Write, played: list[Record], tmp_path: Path
) -> None:
    own.index([write("copy.jsonl", played[:3])])
    os.unlink(tmp_path / "logs" / "a.jsonl")
    write("logs/c.jsonl", [*played[20:25], played[0], *played[26:]])
    done = own.export(tmp_path / "out.jsonl")
    whys = [lost.why for lost in done.lost]
    assert len([why for why in whys if "a.jsonl: No such file" in why]) == 7
    assert len([why for why in whys if "c.jsonl has changed since" in why]) >= 1
    assert done.written + len(done.lost) == 30
    assert {record_id(record) for record in played[:3]} <= set(ids(tmp_path / "out.jsonl"))


def test_an_unfinished_match_of_a_renamed_log_is_still_written(
    archive: Archive, write: Write, played: list[Record], tmp_path: Path
) -> None:
    log = write("a.jsonl", [stopped(played[0])])
    archive.index([log])
    archive.index([log.rename(tmp_path / "b.jsonl")])
    done = archive.export(tmp_path / "out.jsonl")
    assert (done.written, done.lost) == (2, [])
    assert {archive.record(hit.id).end for hit in archive.find().hits} == {"*"}


def test_a_record_that_text_can_not_hold_is_left_out_and_said(
    archive: Archive, write: Write, played: list[Record], tmp_path: Path
) -> None:
    odd = replace(played[0], extra={"unknown": 1})
    archive.index([write("a.jsonl", [odd, played[1]])])
    done = archive.export(tmp_path / "out.kifu")
    assert done.written + len(done.lost) == archive.find().total
    assert ids(tmp_path / "out.kifu")[-1:] == [record_id(played[1])]


def test_nothing_is_replaced_that_is_not_to_be(filled: Archive, tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl"
    filled.export(out)
    with pytest.raises(UsageError, match="already exists"):
        filled.export(out)
    filled.export(out, Filters(date="2026-01"), force=True)
    with pytest.raises(KifuError, match="there is no folder"):
        filled.export(tmp_path / "no" / "out.jsonl")
    for name in ("out.txt", "out.parquet"):
        with pytest.raises(UsageError, match="the name has no known extension"):
            filled.export(tmp_path / name)
    assert [path.name for path in tmp_path.iterdir()] == ["out.jsonl"]


def test_an_export_of_nothing_is_a_file_of_nothing(filled: Archive, tmp_path: Path) -> None:
    assert filled.export(tmp_path / "out.jsonl", Filters(game="none")).written == 0
    assert (tmp_path / "out.jsonl").read_bytes() == b""
