"""A large log is read in parts, by several workers, and gives what an archive has of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from kifu.notation.errors import LimitHit
from kifu.notation.files import read
from kifu.notation.record import Record
from kifu.store.index import pieces
from kifu.store.index.course import Detail
from kifu.store.index.ingest import IndexSettings
from kifu.store.index.pieces import cut, read_piece, stretches
from kifu.store.lake import indexing
from kifu.store.lake.task import Receipt, Task

from .conftest import Write, stopped
from .lake_pair import EVERYTHING, Pair
from .test_pieces import LINES, TEXT

pytestmark = pytest.mark.usefixtures("small")


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pieces of a few records."""
    monkeypatch.setattr(pieces, "SIZE", 1)
    monkeypatch.setattr(pieces, "BLOCK", 150)


def in_parts(path: Path, each: int) -> tuple[list[tuple[Any, ...]], int]:
    """Where every record of a file is, read in parts of so many bytes, and how many parts."""
    found: list[tuple[Any, ...]] = []
    count = consumed = 0
    for part in stretches(str(path), path.stat().st_size, each):
        count += 1
        number = part.first
        for piece in cut(str(path), path.stat().st_size, part.line, part.offset, part.until):
            for reading in read_piece(piece):
                line = None if reading.line is None else reading.line + piece.line - 1
                found.append((number, line, reading.offset, reading.source))
                number += 1
        consumed += part.consumed
    assert consumed == path.stat().st_size
    return found, count


@pytest.mark.parametrize("form", ["kifu", "jsonl"])
@pytest.mark.parametrize("packing", ["", ".gz", ".zst"])
def test_the_parts_of_a_log_have_its_records_with_their_places(
    form: str, packing: str, write: Write, played: list[Record]
) -> None:
    path = write(f"a.{form}{packing}", played)
    whole = [(r.number, r.line, r.offset, r.source) for r in read(path)]
    assert len(whole) == len(played)
    for each in (1, 2000, 1_000_000):
        found, count = in_parts(path, each)
        assert found == whole
        assert (count > 3) == (each < 1_000_000 and not packing)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(TEXT, max_size=40) | st.lists(LINES, max_size=30), st.integers(1, 60))
def test_any_bytes_in_parts_have_the_records_of_the_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, lines: list[str] | list[bytes], block: int
) -> None:
    path = tmp_path / ("a.jsonl" if lines and isinstance(lines[0], bytes) else "a.kifu")
    path.write_bytes(b"".join(x if isinstance(x, bytes) else x.encode() for x in lines))
    monkeypatch.setattr(pieces, "BLOCK", block)
    whole = [(r.number, r.line, r.offset, r.source) for r in read(path)]
    assert in_parts(path, 1)[0] == whole


@pytest.fixture
def pair(pair: Pair, monkeypatch: pytest.MonkeyPatch) -> Pair:
    """The pair, where a log of 30 records has about five parts."""
    monkeypatch.setattr(indexing, "TOGETHER", 1500)
    return pair


def split(pair: Pair, *paths: Path, most: int = 1_000_000, **more: Any) -> int:
    """Index logs into the lake in parts, and stop after so many of them; how many there were."""
    seen = 0

    def workers(tasks: Iterable[Task]) -> Iterator[Receipt]:
        nonlocal seen
        for receipt in indexing.here(tasks):
            if seen == most:
                raise LimitHit("stopped")
            seen += 1
            yield receipt

    found = [str(path) for path in paths]
    indexing.index(
        pair.lake.path, (found, []), IndexSettings(**more), print, lambda _: None, workers
    )
    return seen


@pytest.mark.campaign
@pytest.mark.parametrize("form", ["kifu", "jsonl"])
def test_a_log_in_parts_gives_what_an_archive_has_of_it(
    form: str, pair: Pair, write: Write, played: list[Record]
) -> None:
    going_on = stopped(played[5])
    bad = replace(played[9], result=[9, 9, 9])
    path = write(f"a.{form}", [*played[:9], bad, *played[9:20], going_on, played[3]])
    pair.archive.index([path], events=True, situations=True, moves=True)
    assert split(pair, path, detail=Detail(**EVERYTHING)) > 3
    assert pair.vet()["bad_records"] == 1
    pair.lake.compact(kept=0)
    pair.vet()


@pytest.mark.campaign
def test_a_run_that_is_stopped_between_parts_is_continued_and_a_changed_log_is_read_as_one(
    pair: Pair, write: Write, played: list[Record]
) -> None:
    path = write("a.jsonl", played[:20])
    with pytest.raises(LimitHit):
        split(pair, path, most=2)
    kept = pair.lake.find().total
    assert 0 < kept < 20
    more = write("a.jsonl", played)
    assert split(pair, more) > 3
    pair.archive.index([more])
    pair.vet()
    # One that changed is read as one: its old rows stay until the new ones are all there.
    changed = write("a.jsonl", played[3:])
    assert split(pair, changed) == 1
    pair.archive.index([changed])
    pair.vet()


@pytest.mark.campaign
def test_a_log_that_another_run_brings_in_meanwhile_is_there_once(
    pair: Pair, write: Write, played: list[Record]
) -> None:
    path = write("a.jsonl", played)
    other: list[int] = []

    def workers(tasks: Iterable[Task]) -> Iterator[Receipt]:
        for number, receipt in enumerate(indexing.here(tasks)):
            if number == 2 and not other:
                other.append(split(pair, path))
            yield receipt

    indexing.index(
        pair.lake.path, ([str(path)], []), IndexSettings(), print, lambda _: None, workers
    )
    pair.archive.index([path])
    pair.vet()


@pytest.mark.campaign
def test_what_comes_after_a_part_that_can_not_be_read_waits_for_it(
    pair: Pair, write: Write, played: list[Record]
) -> None:
    """A later part counts the records before it, so a lake with a gap would never be filled."""
    path = write("a.jsonl", played)

    def workers(tasks: Iterable[Task]) -> Iterator[Receipt]:
        for number, receipt in enumerate(indexing.here(tasks)):
            if number == 2:
                receipt.files = []
                receipt.report.failed.append(f"{path}: Input/output error")
            yield receipt

    listed: list[str] = [str(path)]
    report = indexing.index(
        pair.lake.path, (listed, []), IndexSettings(), print, lambda _: None, workers
    )
    assert report.failed == [f"{path}: Input/output error"]
    numbers = pair.lake.query("SELECT number FROM records ORDER BY number")
    assert [row["number"] for row in numbers] == list(range(1, len(numbers) + 1))
    assert 0 < len(numbers) < 30
    split(pair, path)
    pair.archive.index([path])
    pair.vet()
