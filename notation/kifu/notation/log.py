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
from kifu.notation.diagnostics import CODES, Findings, diagnostic, locate_line
from kifu.notation.errors import NotationError
from kifu.notation.live import UNDECODABLE, LiveLog, decode_event, is_record
from kifu.notation.move_words import DEEPEST_LINE, LONGEST_WORD
from kifu.notation.reading import BYTE_ORDER_MARK, Reading, sound
from kifu.notation.record import Note, Record
from kifu.notation.text import parts, too_large

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
#: How deep a note may be nested: a variation is three levels, its note, its line, the line's notes.
_DEEPEST_NOTE = 3 * DEEPEST_LINE + 1
#: How deep a line of a log may be: notes are in a list in an object, and a note that is up to 17
#: levels too deep is kept as unread.
_DEEPEST = _DEEPEST_NOTE + 2 + 17
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
    record, found = _quick(source), Findings()
    if record is None and _is_event(source):
        found.append(diagnostic("KF208", "an event without a live record above it is ignored"))
    elif record is None:
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
    for source, size, _ in parts(blocks, _lines):
        if offset == 0 and source.startswith(BYTE_ORDER_MARK):
            offset = len(BYTE_ORDER_MARK)
            source, size = source[offset:], size - offset
        if live is None or not live.take(source, size, line, offset):
            if live is not None:
                yield live.reading()
                live = None
            if size and not source:
                found = [too_large(size, number, line, offset)]
                yield Reading(None, found, number, line, offset, size, "json")
                number += 1
            elif size and not source.isspace():
                reading = read_json(source, number, line, offset)
                number += 1
                if reading.record is not None and reading.record.live == 1:
                    live = LiveLog(reading)
                else:
                    yield reading
        line += 1
        offset += size
    if live is not None:
        yield live.reading()


def _lines(data: bytes) -> list[bytes]:
    return BytesIO(data).readlines()


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
        or (
            record.notes
            and source.count(b"{") > DEEPEST_LINE
            and _depth(msgspec.json.decode(source)) > _DEEPEST_NOTE + 2
        )
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
    for name, whole in value.items():
        if name not in _FIELDS:
            message = f"{name} is not a field of a record; it is kept"
            found.append(diagnostic("KF203", message, token=name[:LONGEST_WORD]))
            record.extra[name] = whole
            continue
        kind, code = _ITEMS.get(name, (None, "")) if isinstance(whole, list) else (None, "")
        for index, item in enumerate(whole if kind else [whole], 1):
            try:
                if name == "end" and item not in ("", *_ENDS):
                    raise msgspec.ValidationError(f"expected = or *, got {str(item)[:40]!r}")
                read = msgspec.convert(item, kind or _FIELDS[name])
            except msgspec.ValidationError as error:
                what = f"{name[:-1]} {index}" if kind else name
                message = f"{what}: {error}; it is kept as unread"
                token = None if kind else str(item)[:80]
                found.append(diagnostic(code or "KF202", message, token=token))
            else:
                if not kind:
                    setattr(record, name, read)
                    continue
                if kind is not Note or _depth(item) <= _DEEPEST_NOTE:
                    getattr(record, name).append(read)
                    continue
                found.append(diagnostic("KF012", f"{_TOO_DEEP}; it is kept as unread"))
            unread.append({name: [item] if kind else item})
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


def _is_event(source: bytes) -> bool:
    """Whether a line is an event of a live log."""
    try:
        decode_event(source)
    except UNDECODABLE:
        return False
    return not is_record(source)
