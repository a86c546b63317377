"""Broken bytes: reading never raises, and the records around the damage are still found."""

from __future__ import annotations

from io import BytesIO

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kifu.notation.errors import CODES, Diagnostic
from kifu.notation.files import read_stream
from kifu.notation.lint import all_placed, lint
from kifu.notation.log import encode_json
from kifu.notation.plain_form import write_text
from kifu.notation.record import Line, Note, Reading, Record

FORMS = ("text", "json")

BEFORE = Record(game="nimmt", rules=1, seats=["Aki"], moves="1. 59 10", end="*")
AFTER = Record(game="nimmt", rules=1, seats=["Ben"], moves="2. 66", end="=")
VICTIM = Record(
    game="nimmt",
    rules=1,
    options={"rounds": "1"},
    seats=['Aki "the row" \\', "千恵"],
    tags=[("Date", "2026"), (";", "remark")],
    chance=[("deal/1", "1 2 3")],
    moves="#1 1. 59 2:10 r1",
    notes=[
        Note(0, text="start }"),
        Note(1, glyph="!?"),
        Note(1, check="0123abcd"),
        Note(2, line=Line("r4 r3", [Note(1, text="深い", lang="ja"), Note(2, line=Line("r2"))])),
        Note(3, rem="line"),
    ],
    end="*",
    tail=["tail"],
)
LIVE = b"".join(
    msgspec.json.encode(event) + b"\n"
    for event in (
        {"game": "nimmt", "rules": 1, "seats": ["Aki", "Ben"], "live": 1},
        {"m": "59", "seat": 1, "t": 1763625600.25},
        {"text": "棋 \\ }", "lang": "ja"},
        {"m": "10", "seat": 2},
        {"undo": 1},
        {"chance": ["deal/2", "1 2"]},
        {"end": "="},
    )
)


def written(record: Record, form: str) -> bytes:
    if form == "text":
        return write_text(record).encode() + b"\n"
    return encode_json(record) + b"\n"


def read(data: bytes, form: str) -> list[Reading]:
    found = list(read_stream(BytesIO(data), form))
    end = 0
    for number, reading in enumerate(found, 1):
        assert reading.number == number
        assert reading.offset >= end
        end = reading.offset + reading.size
        assert reading.record is not None or reading.diagnostics
        for finding in reading.diagnostics:
            check(finding, data)
    assert end <= len(data)
    return found


def check(finding: Diagnostic, data: bytes) -> None:
    assert finding.code in CODES and finding.message
    assert finding.record is not None
    assert finding.offset is not None and 0 <= finding.offset <= len(data)
    if finding.line is not None:
        assert finding.line >= 1 and finding.column is not None and finding.column >= 1
        assert finding.excerpt is not None and finding.caret is not None
        assert 0 <= finding.caret <= len(finding.excerpt)
        assert data[: finding.offset].count(b"\n") == finding.line - 1


@st.composite
def damage(draw: st.DrawFn, good: bytes) -> bytes:
    data = good
    for _ in range(draw(st.integers(1, 3))):
        at = draw(st.integers(0, len(data)))
        length = draw(st.integers(0, 12))
        with_what = draw(st.sampled_from([b"", b"\0", b"\xff", b'"', b"\\", b"{", b"(", b"\xc6"])
                         | st.binary(max_size=6))  # fmt: skip
        data = data[:at] + with_what + data[at + length :]
    return data[: draw(st.integers(0, len(data)))] if draw(st.booleans()) else data


@pytest.mark.parametrize("form", FORMS)
@given(data=st.binary(max_size=200))
def test_any_bytes_can_be_read(form: str, data: bytes) -> None:
    read(data, form)


@pytest.mark.parametrize("form", ["text", "json"])
@given(text=st.text('[]{}()"\\;#.!?$%=*@: \n\r\t59armvG\0棋', max_size=60))
def test_any_text_can_be_read(form: str, text: str) -> None:
    header = '[Game "g"]\n[Rules "1"]\n[Seat "A"]\n\n' if form == "text" else ""
    for reading in read((header + text).encode(), form):
        if reading.form == "text" and reading.record is not None:
            again = write_text(reading.record)
            (other,) = read(again.encode(), "text")
            assert other.record == reading.record
            assert lint(reading.record) == []


@pytest.mark.parametrize("form", FORMS)
@given(data=st.data())
def test_damage_stays_where_it_is(form: str, data: st.DataObject) -> None:
    broken = data.draw(damage(written(VICTIM, form)))
    if form == "text" and broken[-1:] not in (b"", b"\n"):
        broken += b"\n"
    before, after = written(BEFORE, form), written(AFTER, form)
    found = read(before + broken + b"\n" + after, form)
    records = [reading.record for reading in found]
    if form == "text" and records[0] is not None:
        records[0].tail.clear()  # a line that is damaged into a line comment is one of BEFORE
    assert records[0] == BEFORE or (form == "text" and found[0].diagnostics)
    assert records[-1] == AFTER


@given(data=st.data())
def test_damage_to_a_live_log_leaves_what_it_does_not_touch(data: st.DataObject) -> None:
    head, _, events = LIVE.partition(b"\n")
    found = read(head + b"\n" + data.draw(damage(events)), "json")
    assert found[0].record is not None
    assert found[0].record.seats == ["Aki", "Ben"]


@pytest.mark.parametrize("form", FORMS)
@given(data=st.data())
def test_places_can_be_asked_for_in_any_reading(form: str, data: st.DataObject) -> None:
    source = data.draw(st.sampled_from([written(VICTIM, form), LIVE]).flatmap(damage))
    for reading in read(source, form):
        finding = Diagnostic(
            code=data.draw(st.sampled_from(["KF406", "KF410", "KF413", "KF411", "KF503", "KF414"])),
            message="m",
            ply=data.draw(st.none() | st.integers(0, 5)),
            variation=data.draw(st.sampled_from(["", "2.1", "2.1/2.1", "9.9"])),
            token=data.draw(st.sampled_from([None, "10", "1.", "%0123abcd", "deal/1", "="])),
        )
        all_placed(reading, [finding])
        assert finding.record == reading.number
        assert finding.offset is not None and 0 <= finding.offset <= len(source)
