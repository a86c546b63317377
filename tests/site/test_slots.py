"""Segments: a record cut at its notes says the same, whatever becomes of the notes."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import compress

from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace
from tests.notation.strategies import records

from kifu.notation import loads
from kifu.notation.plain_form import write_text
from kifu.notation.record import Line, Note, Record
from kifu.notation.text import read_text
from kifu.site.content.slots import Segment, segments, whole


def text_of(parts: list[Segment]) -> str:
    return "".join(map(whole, parts))


@given(records())
def test_the_segments_of_a_record_are_its_text(record: Record) -> None:
    assert text_of(segments(record)) == write_text(record)


def emptied(notes: list[Note], kept: Iterator[bool]) -> list[Note]:
    """Notes without the glyphs and comments that are not `kept`; this says it for each in turn."""
    result = []
    for note in notes:
        if note.line is not None:
            line = note.line
            note = replace(note, line=Line(line.moves, emptied(line.notes, kept), line.on))
        elif note.check is None and note.rem is None and not next(kept):
            continue
        result.append(note)
    return result


@given(records(), st.randoms(use_true_random=False))
def test_any_note_can_be_left_out(record: Record, chance: random.Random) -> None:
    parts = segments(record)
    kept = []
    for part in parts:
        chosen = [chance.random() < 0.5 for _ in part.notes]
        part.notes = list(compress(part.notes, chosen))
        kept += chosen
    expected = replace(record, notes=emptied(record.notes, iter(kept)))
    assert [reading.record for reading in read_text([text_of(parts).encode()])] == [expected]


def test_places_are_named_as_findings_name_them() -> None:
    inner = Line(moves="r1", notes=[Note(at=1, glyph="!")])
    outer = Line(moves="r2 7", notes=[Note(at=0, text="so"), Note(at=1, line=inner)])
    record = Record(game="nimmt", rules=1, seats=["Aki"], moves="1. r3 5", end="*")
    record.notes = [
        Note(at=1, glyph="?"), Note(at=1, line=inner), Note(at=1, text="a"), Note(at=1, line=outer),
    ]  # fmt: skip
    parts = segments(record)
    assert text_of(parts).splitlines()[-2:] == ["1. r3? (r1!) {a} ({so} r2 (r1!) 7) 5", "*"]
    places = [(part.path, part.ply) for part in parts]
    assert places == [
        ("", 0), ("", 1), ("1.1", 0), ("1.1", 1), ("", 1), ("1.2", 0), ("1.2", 1), ("1.2/1.1", 0),
        ("1.2/1.1", 1), ("1.2", 1), ("1.2", 2), ("", 1), ("", 2), ("", -1),
    ]  # fmt: skip
    assert loads(text_of(parts)) == record
