"""The log form: a record as one JSON line, both ways, and streams of such lines.

Decoding goes straight into `Record`. Only where that fails, or where there is something to say, is
the line looked at field by field. What can't be read is said, and kept in the field `unread`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from io import BytesIO
from typing import Any

import msgspec

from kifu.notation import tags
from kifu.notation.diagnostics import CODES, Diagnostic, Findings, diagnostic, locate_line
from kifu.notation.errors import NotationError
from kifu.notation.live import UNDECODABLE, LiveLog, decode_event, is_record
from kifu.notation.move_words import DEEPEST_LINE, LARGEST_RECORD, LONGEST_WORD
from kifu.notation.reading import BYTE_ORDER_MARK, Reading, sound
from kifu.notation.record import Note, Record
from kifu.notation.text import too_large

UNREAD = "unread"

_decode = msgspec.json.Decoder(Record).decode
_encode = msgspec.json.Encoder().encode
_UNENCODABLE = (UnicodeError, RecursionError, OverflowError, TypeError)
_ENDS = ("=", "*")
#: Escapes in JSON: a surrogate pair, half of one, NUL, any other.
_ESCAPE = re.compile(
    r"(\\u[dD][89abAB]..\\u[dD][c-fC-F]..)|(?P<half>\\u[dD][89a-fA-F]..)|(?P<nul>\\u0000)|(\\.)",
    re.DOTALL,
)
#: A variation is three levels of a log object: a note, its line, and the line's notes.
_DEEPEST = 3 * DEEPEST_LINE + 20
_TOO_DEEP = f"variations can be nested {DEEPEST_LINE} deep"
_FIELDS = {field.name: field.type for field in msgspec.structs.fields(Record)}
del _FIELDS["extra"]
#: Fields that are lists, whose items are read one by one; and the code of one that can't be.
_ITEMS: dict[str, tuple[Any, str]] = {"notes": (Note, "KF205"), "tags": (tuple[str, str], "KF202")}


def encode_json(record: Record) -> bytes:
    """`record` as one line of JSON, without the newline. NotationError if JSON can't hold it.

    >>> encode_json(Record(game="nimmt", rules=1, moves="1. 59", end="*"))
    b'{"kifu":1,"game":"nimmt","rules":1,"moves":"1. 59","end":"*"}'
    """
    try:
        if not record.extra:
            return _encode(record)
        fields: dict[str, Any] = msgspec.to_builtins(record)
        fields.update(fields.pop("extra"))
        return _encode(fields)
    except _UNENCODABLE as error:
        raise NotationError(f"the record can't be written as JSON: {error}") from error


def decode_json(line: bytes) -> Record:
    """The record that a line of JSON holds; NotationError with the findings on any error.

    >>> decode_json(b'{"game":"nimmt","rules":1,"seats":["Aki"],"end":"*"}').seats
    ['Aki']
    """
    record = _quick(line)
    return sound(read_json(line)) if record is None else record


def read_json(source: bytes, number: int = 1, line: int = 1, offset: int = 0) -> Reading:
    """The reading of one JSON line, `source`; `number`, `line` and `offset` are its place in the
    stream, which is also that of its findings.
    """
    findings: list[Diagnostic] = []
    record = _quick(source)
    if record is None:
        found = Findings()
        record = _examined(source, found)
        findings = found.listed()
        for finding in findings:
            locate_line(finding, source, number, line, offset)
    return Reading(record, findings, number, line, offset, len(source), "json", source)


def read_lines(
    blocks: Iterable[bytes], number: int = 1, line: int = 1, offset: int = 0
) -> Iterator[Reading]:
    """The records of a stream of JSON lines, one at a time, whatever the bytes are; a live log is
    one record. `number`, `line` and `offset` are those of the first record.

    >>> log = b'{"game":"nimmt","rules":1,"seats":["Aki"],"moves":"59","end":"*"}\\n'
    >>> [reading.record.moves for reading in read_lines([log, log])]
    ['59', '59']
    """
    live: LiveLog | None = None
    for lines, passed in _line_blocks(blocks):
        for source in lines:
            if live is None or not live.take(source, line, offset):
                if live is not None:
                    yield live.reading()
                    live = None
                if not source.isspace():
                    is_marked = offset == 0 and source.startswith(BYTE_ORDER_MARK)
                    begin = len(BYTE_ORDER_MARK) if is_marked else 0
                    reading = read_json(source[begin:], number, line, begin + offset)
                    number += 1
                    if reading.record is not None and reading.record.live == 1:
                        live = LiveLog(reading)
                    else:
                        yield _explained(reading) if reading.diagnostics else reading
            line += 1
            offset += len(source)
        if passed and live is not None:
            live.pass_over(passed)
        elif passed:
            found = [too_large(passed, number, line, offset)]
            yield Reading(None, found, number, line, offset, passed, "json")
            number += 1
        line += bool(passed)
        offset += passed
    if live is not None:
        yield live.reading()


def _quick(source: bytes) -> Record | None:
    """The record that a JSON line holds. None for one that must be examined field by field:
    decoding fails, a field is missing or unknown, `kifu` is not this version, `end` is neither `=`
    nor `*`, a note is nested too deep, or `live` is set.

    Moves, names and the texts of notes are not checked: that is for `lint`. This is all of a log's
    reading that most records ever see, so it is one function, flat.
    """
    try:
        record = _decode(source)
    except UNDECODABLE:
        return None
    if (
        not record.end
        or not record.game
        or record.rules is None
        or not record.seats
        or record.extra
        or record.live
        or record.kifu != tags.FORMAT_VERSION
        or record.end not in _ENDS
        or (record.notes and _nesting(record.notes) > DEEPEST_LINE)
    ):
        return None
    return record


def _examined(source: bytes, found: Findings) -> Record | None:
    """As much of a record as `source`, a line that is not quite one, gives; None if that is nothing
    at all. What is wrong is added to `found`.
    """
    text = _cleaned(source, found)
    try:
        value = msgspec.json.decode(text)
    except RecursionError:
        found.append(diagnostic("KF012", f"objects are nested too deep: {_TOO_DEEP}"))
        return None
    except UNDECODABLE as error:
        found.append(diagnostic("KF201", f"the line is not a JSON object: {error}"))
        return None
    if not isinstance(value, dict):
        what = type(value).__name__
        found.append(diagnostic("KF201", f"a record must be an object; this is a {what}"))
        return None
    if _depth(value) > _DEEPEST:
        found.append(diagnostic("KF012", f"objects are nested too deep: {_TOO_DEEP}"))
        return None
    record = Record()
    unread: list[Any] = []
    for name, item in value.items():
        if name not in _FIELDS:
            message = f"{name} is not a field of a record; it is kept"
            found.append(diagnostic("KF203", message, token=name[:LONGEST_WORD]))
            record.extra[name] = item
        elif name in _ITEMS and isinstance(item, list):
            _read_items(record, name, item, found, unread)
        else:
            _read_field(record, name, item, found, unread)
    for code, message, token in tags.missing(record):
        found.append(diagnostic(code, message, token=token))
    if unread:
        before = record.extra.get(UNREAD, [])
        record.extra[UNREAD] = (before if isinstance(before, list) else [before]) + unread
    if not record.end:
        message = "the record has no end, = (finished) or * (not finished): it was cut off"
        found.append(diagnostic("KF112", message, expected=["=", "*"]))
    return record


def _cleaned(source: bytes, found: Findings) -> str:
    """The text of a JSON line, with U+FFFD for all that a record can't hold."""
    try:
        text = source.decode()
    except UnicodeDecodeError:
        text = source.decode("utf-8", "replace")
        found.append(diagnostic("KF101", f"{CODES['KF101'].title}; they are read as U+FFFD"))
    count = {"half": 0, "nul": text.count("\0")}

    def clean(escape: re.Match[str]) -> str:
        if escape.lastgroup is None:
            return escape[0]
        count[escape.lastgroup] += 1
        return r"\ufffd"

    text = _ESCAPE.sub(clean, text.replace("\0", "\ufffd"))
    if count["half"]:
        message = f"{count['half']} halves of surrogate pairs are not characters: read as U+FFFD"
        found.append(diagnostic("KF101", message))
    if count["nul"]:
        found.append(diagnostic("KF102", "a record can't contain NUL; it is read as U+FFFD"))
    return text


def _read_field(record: Record, name: str, value: Any, found: Findings, unread: list[Any]) -> None:
    try:
        if name == "end" and value not in ("", *_ENDS):
            raise msgspec.ValidationError(f"expected = or *, got {str(value)[:40]!r}")
        setattr(record, name, msgspec.convert(value, _FIELDS[name]))
    except msgspec.ValidationError as error:
        message = f"{name}: {error}; it is kept as unread"
        found.append(diagnostic("KF202", message, token=str(value)[:80]))
        unread.append({name: value})


def _read_items(
    record: Record, name: str, items: list[Any], found: Findings, unread: list[Any]
) -> None:
    kind, code = _ITEMS[name]
    for index, value in enumerate(items, 1):
        try:
            item = msgspec.convert(value, kind)
        except msgspec.ValidationError as error:
            message = f"{name[:-1]} {index}: {error}; it is kept as unread"
            found.append(diagnostic(code, message))
        else:
            if kind is not Note or _nesting([item]) <= DEEPEST_LINE:
                getattr(record, name).append(item)
                continue
            found.append(diagnostic("KF012", f"{_TOO_DEEP}; it is kept as unread"))
        unread.append({name: [value]})


def _nesting(notes: list[Note]) -> int:
    """How deep variations are nested in the notes: 0 without variations."""
    deepest = 0
    todo = [(note.line, 1) for note in notes if note.line is not None]
    while todo:
        line, depth = todo.pop()
        deepest = max(deepest, depth)
        todo.extend([(note.line, depth + 1) for note in line.notes if note.line is not None])
    return deepest


def _depth(value: object) -> int:
    """How deep lists and objects are nested in `value`."""
    deepest = 0
    todo = [(value, 1)]
    while todo:
        item, depth = todo.pop()
        deepest = max(deepest, depth)
        if isinstance(item, dict | list):
            inner = item.values() if isinstance(item, dict) else item
            todo.extend([(each, depth + 1) for each in inner])
    return deepest


def _explained(reading: Reading) -> Reading:
    """`reading` itself; if its source is an event of a live log, without its record, and with a
    finding that the event has no record above it.
    """
    try:
        decode_event(reading.source)
    except UNDECODABLE:
        return reading
    if is_record(reading.source):
        return reading
    finding = diagnostic("KF208", "an event without a live record above it is ignored")
    locate_line(finding, reading.source, reading.number, reading.line or 1, reading.offset)
    reading.record, reading.diagnostics = None, [finding]
    return reading


def _line_blocks(blocks: Iterable[bytes]) -> Iterator[tuple[Iterable[bytes], int]]:
    """Whole lines with their newlines, many at a time, as (lines, 0). A line over the limit is left
    out: in its place comes ((), the number of its bytes).
    """
    rest = b""
    passed = 0
    for block in blocks:
        if passed:
            head, newline, block = block.partition(b"\n")
            passed += len(head) + len(newline)
            if not newline:
                continue
            yield (), passed
            passed = 0
        end = block.rfind(b"\n") + 1
        if end:
            yield BytesIO(rest + block[:end]), 0
            rest = block[end:]
        else:
            rest += block
        if len(rest) > LARGEST_RECORD:
            passed, rest = len(rest), b""
    if passed or rest:
        yield ([rest] if rest else ()), passed
