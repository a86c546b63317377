"""The log form: JSON lines, whole and broken."""

from __future__ import annotations

from io import BytesIO

import msgspec
import pytest

from kifu.notation.errors import NotationError
from kifu.notation.files import loads, read_stream
from kifu.notation.log import encode_json, read_lines
from kifu.notation.record import Reading, Record

GOOD = Record(game="nimmt", rules=1, seats=["Aki"], moves="59 10", end="*")
LINE = encode_json(GOOD) + b"\n"


def log(**fields: object) -> bytes:
    """A log line with some fields changed; one that is None is left out."""
    whole = {"game": "nimmt", "rules": 1, "seats": ["Aki"], "moves": "59", "end": "*", **fields}
    return msgspec.json.encode({key: value for key, value in whole.items() if value is not None})


def reading(line: bytes) -> Reading:
    return next(read_lines([line]))


def nested(depth: int) -> object:
    line: object = {}
    for _ in range(depth):
        line = {"notes": [{"at": 0, "line": line}]}
    return line


BROKEN: list[tuple[str, bytes, str]] = [
    ("no JSON", b'{"game":"nimmt",}', "KF201"),
    ("no object", b'["nimmt"]', "KF201"),
    ("cut off", LINE[:30], "KF201"),
    ("not UTF-8", LINE.replace(b"Aki", b"A\xff"), "KF101"),
    ("half a pair", LINE.replace(b"Aki", rb"\ud83d"), "KF201"),
    ("too deep", b'{"game":' + b"[" * 2000 + b"]" * 2000 + b"}", "KF012"),
    ("deep notes", log(notes=[{"at": 0, "line": nested(101)}]), "KF012"),
    ("a field of the wrong type", log(rules="1"), "KF202"),
    ("an option of the wrong type", log(options={"target": 66}), "KF202"),
    ("an end that is none", log(end="?"), "KF202"),
    ("a tag of three", log(tags=[["A", "b"], ["C", "d", "e"]]), "KF202"),
    ("an unknown field", log(server="x"), "KF203"),
    ("a note without a place", log(notes=[{"glyph": "!"}]), "KF205"),
    ("a note of an unknown kind", log(notes=[{"at": 1, "x": 1}]), "KF205"),
    ("no game", log(game=None), "KF301"),
    ("a newer format", log(kifu=2), "KF306"),
    ("no end", log(end=None), "KF112"),
    ("an event", b'{"m":"59"}', "KF208"),
]


@pytest.mark.parametrize(
    ("source", "code"), [row[1:] for row in BROKEN], ids=[row[0] for row in BROKEN]
)
def test_each_kind_of_damage_has_its_code_and_its_line(source: bytes, code: str) -> None:
    found = list(read_stream(BytesIO(LINE + source + b"\n" + LINE), "json"))
    assert [reading.record for reading in (found[0], found[-1])] == [GOOD, GOOD]
    assert len(found) == 3
    finding = next(one for one in found[1].diagnostics if one.code == code)
    assert (finding.record, finding.line) == (2, 2)
    assert (finding.column, finding.offset, finding.caret) == (1, len(LINE), 0)
    assert finding.excerpt is not None and finding.excerpt[0] == chr(source[0])


def test_unknown_fields_are_kept_and_a_field_that_can_not_be_read_spoils_its_line() -> None:
    record = reading(log(extra=3, more={"a": [1]})).record
    assert record is not None and record.extra == {"extra": 3, "more": {"a": [1]}}
    assert reading(encode_json(record)).record == record
    assert reading(log(extra=3, rules="1")).record is None


def test_decoding_raises_with_the_findings() -> None:
    assert loads(LINE) == GOOD
    with pytest.raises(NotationError, match=r"KF202 .*\$\.rules") as caught:
        loads(log(rules="1"))
    assert caught.value.diagnostics[0].code == "KF202"


def test_what_a_log_can_not_hold_is_not_written() -> None:
    with pytest.raises(NotationError, match="can't be written"):
        encode_json(Record(game="\ud800"))


def test_blank_lines_and_a_last_line_without_its_end_are_fine() -> None:
    found = list(read_stream(BytesIO(b"\n" + LINE + b" \r\n" + LINE.rstrip()), "json"))
    assert [(one.record, one.line, one.offset) for one in found] == [
        (GOOD, 2, 1),
        (GOOD, 4, 1 + len(LINE) + 3),
    ]


def test_findings_beyond_a_hundred_are_counted() -> None:
    found = reading(log(**{f"x{number}": 1 for number in range(1000)})).diagnostics
    assert (len(found), found[-1].code) == (101, "KF013")
