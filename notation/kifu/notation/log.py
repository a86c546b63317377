"""The log form: a record as one JSON line, both ways, and streams of such lines.

Decoding goes straight into `Record`. Only where that fails, or where there is something to say, is
the line examined. Unknown fields are kept; a field that can't be read spoils its line.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from io import BytesIO
from typing import Any

import msgspec

from kifu.notation import tags
from kifu.notation.diagnostics import CODES, Findings, diagnostic, locate_line
from kifu.notation.errors import NotationError
from kifu.notation.live import UNDECODABLE, LiveLog, decode_event
from kifu.notation.move_words import DEEPEST_LINE, LONGEST_WORD
from kifu.notation.reading import Reading
from kifu.notation.record import Record
from kifu.notation.text import Chunk, parts, skipped

_decode = msgspec.json.Decoder(Record).decode
_encode = msgspec.json.Encoder().encode
_UNENCODABLE = (UnicodeError, RecursionError, OverflowError, TypeError)
_ENDS = ["=", "*"]
#: How deep a line of a log may be nested: its notes are in a list in an object, and each variation
#: in them is three levels, its note, its line and the line's notes.
_DEEPEST = 3 * DEEPEST_LINE + 3


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


def read_line(chunk: Chunk, number: int = 1) -> Reading:
    """The reading of one line of JSON; `number` is the record's in its stream. Never raises: a line
    that holds no record, such as an event of a live log, gives a record of None and a finding.
    """
    source = chunk.source
    record, found = _quick(source), Findings()
    if record is None:
        try:
            decode_event(source)
            found.append(diagnostic("KF208", "an event without a live record above it is ignored"))
        except UNDECODABLE:
            record = _examined(source, found)
    findings = found.listed()
    for finding in findings:
        locate_line(finding, source, number, chunk.line, chunk.offset)
    return Reading(record, findings, number, chunk.line, chunk.offset, chunk.size, "json", source)


def read_lines(
    blocks: Iterable[bytes], number: int = 1, line: int = 1, offset: int = 0
) -> Iterator[Reading]:
    """Yield a reading for each record of a stream of JSON lines, whatever the bytes are. A live log
    (its first line and its events) is one record; blank lines are skipped. `number`, `line` and
    `offset` are those of the first record.

    >>> log = b'{"game":"nimmt","rules":1,"seats":["Aki"],"moves":"59","end":"*"}\\n'
    >>> [reading.record.moves for reading in read_lines([log, log])]
    ['59', '59']
    """
    live: LiveLog | None = None
    for chunk in parts(blocks, _lines, line, offset):
        if live is not None:
            if live.take(chunk):
                continue
            yield live.reading()
            live = None
        if chunk.source.isspace():
            continue
        reading = read_line(chunk, number) if chunk.source else skipped(chunk, number, "json")
        number += 1
        if reading.record is not None and reading.record.live == 1:
            live = LiveLog(reading)
        else:
            yield reading
    if live is not None:
        yield live.reading()


def _lines(data: bytes) -> list[bytes]:
    """Bytes cut after each LF; the last line may lack it."""
    return BytesIO(data).readlines()


def _quick(source: bytes) -> Record | None:
    """The record that a JSON line holds. None for one that must be examined:
    decoding fails, a field is missing or unknown, `kifu` is not this version, `end` is neither `=`
    nor `*`, a note is nested too deep, or `live` is set.

    Moves, names and the texts of notes are not checked: that is for `lint`. This is all of a log's
    reading that most records ever see, so it is one function, flat.
    """
    try:
        record = _decode(source)
        if (
            record.end in _ENDS
            and not (record.extra or record.live or [*tags.missing(record)])
            and (
                not record.notes
                or source.count(b"{") <= DEEPEST_LINE
                or _depth(msgspec.json.decode(source)) <= _DEEPEST
            )
        ):
            return record
    except UNDECODABLE:
        pass
    return None


def _examined(source: bytes, found: Findings) -> Record | None:
    """The record that `source` holds, a line that `_quick` does not take; None if it has a field
    that can't be read. What is wrong is added to `found`; unknown fields go to the record's
    `extra`.
    """
    try:
        value = msgspec.json.decode(source, type=dict[str, Any])
        if _depth(value) > _DEEPEST:
            raise RecursionError
        extra = {name: value.pop(name) for name in [*value] if name not in tags.LOGFIELDS}
        record = msgspec.convert(value, Record)
        if record.end and record.end not in _ENDS:
            raise msgspec.ValidationError(f"Expected = or *, got {record.end[:40]!r} - at `$.end`")
    except UNDECODABLE as error:
        found.append(diagnostic(*_complaint(source, error)))
        return None
    record.extra = extra
    for name in extra:
        message = f"{name} is not a field of a record; it is kept"
        found.append(diagnostic("KF203", message, token=name[:LONGEST_WORD]))
    for code, message, token in tags.missing(record):
        found.append(diagnostic(code, message, token=token))
    if not record.end:
        message = "the record has no end, = (finished) or * (not finished): it was cut off"
        found.append(diagnostic("KF112", message, expected=_ENDS))
    return record


def _complaint(source: bytes, error: Exception) -> tuple[str, str]:
    """The code and the message for the `error` that decoding a line, `source`, has raised."""
    if isinstance(error, RecursionError):
        message = f"objects are nested too deep: variations can be nested {DEEPEST_LINE} deep"
        return "KF012", message
    try:
        source.decode()
    except UnicodeDecodeError:
        return "KF101", f"{CODES['KF101'].title}, so the record was skipped"
    if not isinstance(error, msgspec.ValidationError) or not source.lstrip().startswith(b"{"):
        return "KF201", f"the line is not a JSON object: {error}"
    message = f"a field can't be read, so the record was skipped: {error}"
    return "KF205" if " - at `$.notes" in str(error) else "KF202", message


def _depth(value: object) -> int:
    """How deep lists and objects are nested in `value`: 1 for a plain value. RecursionError if it
    is very deep.
    """
    if not isinstance(value, dict | list):
        return 1
    inner = value.values() if isinstance(value, dict) else value
    return 1 + max(map(_depth, inner), default=0)
