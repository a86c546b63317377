"""What a question asks for and no match has is named, with what there is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from msgspec.structs import replace

from kifu.notation.errors import UsageError
from kifu.notation.record import Note, Record
from kifu.store import Archive, Filters
from kifu.store.ask.filters import MOST_ASKED, MOST_CONDITIONS, MOST_NAMED, MOST_SHOWN

from .conftest import Write, shared, written
from .lake_pair import Pair


def of_evenings(played: Sequence[Record]) -> list[Record]:
    """Matches with tags, an end and glyphs."""
    long = f"Dan{'x' * 100}"
    tags = [[("Annotator", long), ("Termination", "timeout 2")], [("Event", "Spring cup")]]
    notes = [[Note(at=1, glyph="??")], [Note(at=1, glyph="$2")]]
    return [
        replace(record, tags=tag, notes=note)
        for record, tag, note in zip(played, tags, notes, strict=False)
    ]


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory, played: list[Record], holder: str) -> Path:
    folder = tmp_path_factory.mktemp("shelf")
    paths = [written(folder, "logs/evening.kifu", of_evenings(played))]
    paths.append(written(folder, "empty.jsonl", []))
    Archive(folder / holder).index(paths, events=True)
    return folder


@pytest.fixture(scope="module")
def filled(shelf: Path, holder: str) -> Iterator[Archive]:
    yield from shared(shelf, holder)


def test_what_is_not_there_is_named_with_what_is(filled: Archive) -> None:
    (line,) = filled.absent(Filters(happened="tke"))
    assert line.startswith("there is no event 'tke' in the archive; it has take")


def test_nothing_is_said_of_what_is_there(filled: Archive) -> None:
    tags = [("Annotator", ""), ("Event", "CUP")]
    asked = Filters(game="nimmt", glyph="$4", tags=tags, happened="take", players="ＡＫＩ")
    assert filled.absent(asked) == filled.absent(Filters()) == []


def test_long_words_and_long_lists_are_cut(
    archive: Archive, write: Write, played: list[Record]
) -> None:
    tags = [(f"{'x' * MOST_SHOWN}{n:02}", "") for n in range(MOST_NAMED + 3)]
    archive.index([write("a.jsonl", [replace(played[0], tags=tags)])])
    (line,) = archive.absent(Filters(tags="y"))
    assert line.endswith(f", {'x' * MOST_SHOWN}… and 3 more")
    assert len(archive.absent(Filters(tags=[(f"X{n}", "") for n in range(20)]))) == MOST_ASKED
    (line,) = archive.absent(Filters(glyph="x" * 100_000))
    assert line == f"there is no glyph '{'x' * MOST_SHOWN}…' in the archive"


def test_too_many_conditions_are_refused(filled: Archive) -> None:
    tags = [("Event", str(number)) for number in range(MOST_CONDITIONS + 1)]
    assert filled.find(Filters(tags=tags[1:])).total == 0
    with pytest.raises(UsageError, match="101 conditions are too many; a question has at most 100"):
        filled.find(Filters(tags=tags))


def test_a_lake_says_the_same(pair: Pair, write: Write, played: list[Record]) -> None:
    pair.index(write("a.jsonl", of_evenings(played)))
    asked = Filters(players="Akki", game="go", tags="Evnt", glyph="!")
    known, found = pair.do(lambda archive: archive.absent(asked))
    assert found == known
    assert len(known) == 4


def test_events_of_an_archive_without_any_are_not_called_absent(
    archive: Archive, write: Write, played: list[Record]
) -> None:
    archive.index([write("a.jsonl", played[:1])])
    assert archive.absent(Filters(happened="take")) == []
