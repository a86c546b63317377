"""The log form: a record as one JSON line, both ways.

Decoding goes straight into `Record`. Only where that fails, or where there is something to
say, is the line looked at field by field (`salvage`).
"""

from __future__ import annotations

import re
from typing import Any

import msgspec

from kifu.notation.diagnostics import Diagnostic, is_error
from kifu.notation.errors import NotationError
from kifu.notation.move_words import DEEPEST_LINE
from kifu.notation.reading import Reading
from kifu.notation.record import Record
from kifu.notation.salvage import nesting, salvage
from kifu.notation.source_text import SourceText
from kifu.notation.spans import Spans
from kifu.notation.tags import FORMAT_VERSION

_to_json = msgspec.json.Encoder().encode

#: What decoding hostile bytes can raise.
UNDECODABLE = (msgspec.MsgspecError, UnicodeError, RecursionError)
_UNENCODABLE = (UnicodeError, RecursionError, OverflowError, TypeError)

_ENDS = ("=", "*")
_BYTE = re.compile(r"\(byte ([0-9]+)\)")
_HALF = r"\\u[dD][89abAB][0-9a-fA-F]{2}"
_SURROGATES = re.compile(
    rf"({_HALF}\\u[dD][c-fC-F][0-9a-fA-F]{{2}})|(\\u[dD][89a-fA-F][0-9a-fA-F]{{2}})|(\\.)"
)


_decode = msgspec.json.Decoder(Record).decode


def quick_json(source: bytes) -> Record | None:
    """The record that a JSON line, `source`, holds. None for one that must be examined field by
    field: decoding fails, a field is missing or unknown, `kifu` is not this version, `end` is
    neither `=` nor `*`, a note is nested too deep, or `live` is set.

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
        or record.kifu != FORMAT_VERSION
    ):
        return None
    if record.notes and any(nesting(note) > DEEPEST_LINE for note in record.notes):
        return None
    return record if record.end in _ENDS else None


def encode_json(record: Record) -> bytes:
    """`record` as one line of JSON, without the newline. NotationError if JSON can't hold it.

    >>> encode_json(Record(game="nimmt", rules=1, moves="1. 59", end="*"))
    b'{"kifu":1,"game":"nimmt","rules":1,"moves":"1. 59","end":"*"}'
    """
    try:
        return _to_json(_flat(record) if record.extra else record)
    except _UNENCODABLE as error:
        raise NotationError(f"the record can't be written as JSON: {error}") from error


def decode_json(line: bytes) -> Record:
    """The record that a line of JSON holds; NotationError with the findings on any error.

    >>> decode_json(b'{"game":"nimmt","rules":1,"seats":["Aki"],"end":"*"}').seats
    ['Aki']
    """
    record = quick_json(line)
    return sound(read_json(line)) if record is None else record


def sound(reading: Reading) -> Record:
    """The record of a reading without errors. Raises NotationError, with the findings, if it has
    errors.
    """
    errors = [finding for finding in reading.diagnostics if is_error(finding)]
    if errors or reading.record is None:
        first = errors[0]
        place = f"line {first.line}, column {first.column}: " if first.line else ""
        message = f"{place}{first.code} {first.message}"
        raise NotationError(message, reading.diagnostics)
    return reading.record


def read_json(source: bytes, number: int = 1, line: int = 1, offset: int = 0) -> Reading:
    """The reading of one JSON line, `source`; `number`, `line` and `offset` are its place in the
    stream.
    """
    findings: list[Diagnostic] = []
    record = quick_json(source)
    if record is None:
        record, findings = _examine_json(source, number, line, offset)
    return Reading(record, findings, number, line, offset, len(source), "json", source)


def _flat(record: Record) -> dict[str, Any]:
    """A record as the object that a log has for it, in which the fields in `extra` are fields like
    the others.
    """
    fields: dict[str, Any] = msgspec.to_builtins(record)
    fields.update(fields.pop("extra"))
    return fields


def _examine_json(
    source: bytes, number: int, line: int, offset: int
) -> tuple[Record | None, list[Diagnostic]]:
    source_text = SourceText(source, number, line, offset)
    text = _without_surrogates(source_text)
    try:
        value = msgspec.json.decode(text)
    except RecursionError:
        source_text.say(
            "KF012", f"objects are nested too deep: variations can be nested {DEEPEST_LINE} deep", 0
        )
        return None, source_text.findings()
    except UNDECODABLE as error:
        place = _BYTE.search(str(error))
        end = len(text.rstrip())
        at = len(text.encode()[: int(place[1])].decode(errors="ignore")) if place else end
        source_text.say("KF201", f"the line is not a JSON object: {error}", at)
        return None, source_text.findings()
    record, problems = salvage(value)
    spans = Spans(text)
    for problem in problems:
        found = spans.find(problem.path) or spans.find(problem.path[:1]) or (0, 0)
        source_text.say(problem.code, problem.message, found[0], token=problem.token)
    if record is not None and not record.end:
        message = "the record has no end, = (finished) or * (not finished): it was cut off"
        source_text.say("KF112", message, len(source_text.text.rstrip()), expected=["=", "*"])
    return record, source_text.findings()


def _without_surrogates(source_text: SourceText) -> str:
    r"""The source text with \uFFFD for each escaped half of a surrogate pair. Adds the finding
    KF101 if there are any.
    """
    first: list[int] = []

    def whole(match: re.Match[str]) -> str:
        if match[2] is None:
            return match[0]
        first.append(match.start())
        return r"\ufffd"

    text = _SURROGATES.sub(whole, source_text.text)
    if first:
        message = f"{len(first)} halves of surrogate pairs are not characters: read as U+FFFD"
        source_text.say("KF101", message, first[0])
    return text
