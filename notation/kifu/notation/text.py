"""The text form, read: one record's bytes become a record and its findings.

Most records hold nothing but tags, moves and marks, and are taken apart by two expressions.
Any other record goes through the lexer, which gives the same and says what is wrong where.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from kifu.notation import tags
from kifu.notation.chunks import Chunk, chunks
from kifu.notation.diagnostics import Diagnostic, diagnostic
from kifu.notation.escapes import read_value
from kifu.notation.movetext import WELL_FORMED, Movetext
from kifu.notation.reading import Reading
from kifu.notation.record import SPACE, Record
from kifu.notation.sheet import Sheet
from kifu.notation.words import LARGEST_RECORD, LONGEST_WORD

_TAG = r'\[([A-Za-z][A-Za-z0-9_]*+)[ \t]++"((?:[^"\\\n]|\\[^\n])*+)"\][ \t\r]*+(?:\n|\Z)'
_TAG_LINE = re.compile(_TAG)


def read_text(
    blocks: Iterable[bytes], number: int = 1, line: int = 1, offset: int = 0
) -> Iterator[Reading]:
    """The records of a text stream, one at a time, whatever the bytes are.

    >>> stream = [b'[Game "nimmt"]\\n[Rules "1"]\\n[Seat "Aki"]\\n\\n1. 59!\\n*\\n']
    >>> reading = next(read_text(stream))
    >>> reading.record.moves, reading.record.notes[0].glyph, reading.diagnostics
    ('1. 59', '!', [])
    """
    for chunk in chunks(blocks, line, offset):
        if not chunk.source.isspace():
            yield read_chunk(chunk, number)
            number += 1


def read_chunk(chunk: Chunk, number: int) -> Reading:
    """The reading of one record's chunk."""
    record: Record | None = None
    if chunk.source:
        sheet = Sheet(chunk.source, number, chunk.line, chunk.offset)
        record = _read(sheet)
        findings = sheet.findings()
    else:
        findings = [too_large(chunk.size, number, chunk.line, chunk.offset)]
    return Reading(
        record=record,
        diagnostics=findings,
        number=number,
        line=chunk.line,
        offset=chunk.offset,
        size=chunk.size,
        form="text",
        source=chunk.source,
    )


def read_header(source: bytes) -> Record | None:
    """The fields and tags above the movetext; None without any. What is wrong is not said."""
    record = Record()
    return record if Header(Sheet(source, 1, 1, 0), record).found else None


def too_large(size: int, number: int, line: int | None, offset: int) -> Diagnostic:
    """The finding about a record that was passed over."""
    message = f"a record of {size} bytes was passed over; {LARGEST_RECORD} are allowed"
    finding = diagnostic("KF010", message)
    finding.record, finding.line, finding.offset = number, line, offset
    return finding


def _read(sheet: Sheet) -> Record | None:
    record = Record()
    header = Header(sheet, record)
    if not header.found:
        return None
    plain = WELL_FORMED.match(sheet.text, header.end)
    if plain is not None:
        record.moves, record.end = " ".join(plain[1].split()), plain[2]
    else:
        movetext = Movetext(sheet, header.end)
        record.moves = " ".join(movetext.main.words)
        record.notes = movetext.main.notes
        record.end = movetext.end
        record.tail = movetext.tail
    return record


class Header:
    """The part of a record above its movetext, placed into `record`.

    `places` are the tags with their values and where their lines begin; `end` is where the
    movetext begins; `found` is False where there is no tag at all.
    """

    def __init__(self, sheet: Sheet, record: Record) -> None:
        self.places: list[tuple[str, str, int]] = []
        self.end = 0
        self.found = False
        self._sheet = sheet
        self._record = record
        self._read()
        if self.found:
            self._check_required()

    def _read(self) -> None:
        text, position = self._sheet.text, 0
        if not text.startswith("["):
            position = self._read_leading()
        remarks: list[str] = []
        blank = False
        self.end = position
        while position < len(text):
            if text[position] == "[":
                if remarks:
                    self._place_remarks(remarks)
                blank = False
                self.end = position = self._read_tag(position)
                continue
            line, position = self._line_at(position)
            if line.startswith(";"):
                remarks.append(line)
                if not blank:
                    self._place_remarks(remarks)
                    self.end = position
            elif line:
                break
            else:
                blank = True

    def _read_leading(self) -> int:
        """Read what stands before the first tag, and return where that begins."""
        text, position, in_junk = self._sheet.text, 0, False
        first = text.find("\n[") + 1
        while position < (first or len(text)):
            start = position
            line, position = self._line_at(start)
            if line.startswith(";") and first:
                self._place_remarks([line])
                in_junk = False
            elif line and not in_junk:
                message = "text before the first tag is passed over"
                token = line.split(" ")[0][:LONGEST_WORD]
                self._sheet.say("KF115", message, start, token=token, expected=["[Game"])
                in_junk = True
        return position

    def _line_at(self, start: int) -> tuple[str, int]:
        """The line that begins at `start` without its white space, and where the next begins."""
        text = self._sheet.text
        end = text.find("\n", start)
        end = len(text) if end < 0 else end + 1
        return text[start:end].strip(SPACE), end

    def _place_remarks(self, remarks: list[str]) -> None:
        self._record.tags.extend((tags.REMARK, line[1:].strip(SPACE)) for line in remarks)
        remarks.clear()

    def _read_tag(self, start: int) -> int:
        sheet = self._sheet
        match = _TAG_LINE.match(sheet.text, start)
        if match is None:
            line, end = self._line_at(start)
            message = 'a tag is [Name "value"], alone on its line; this line is left out'
            sheet.say("KF103", message, start, token=line[:LONGEST_WORD])
            self.found = True
            return end
        name, value = match.groups()
        if "\\" in value:
            value = self._unescaped(value, match.start(2))
        self.found = True
        self.places.append((name, value, start))
        complaint = tags.place(self._record, name, value)
        if complaint:
            sheet.say(*complaint[:2], start, token=complaint[2])
        elif name == tags.FIELD:
            sheet.say("KF203", "a field of a log that this kifu does not know is kept", start)
        return match.end()

    def _unescaped(self, written: str, start: int) -> str:
        def doubt(index: int, escape: str) -> None:
            if escape.startswith("\\u{") and not escape.strip("\\u{0}"):
                code, message = "KF102", "NUL can't be in a record; its escape is kept as it stands"
            else:
                code = "KF104"
                message = rf"{escape} is no escape of a tag's value; \" \\ \n \r \t \u{{HEX}} are"
            self._sheet.say(code, message, start + index, token=escape)

        return read_value(written, doubt)

    def _check_required(self) -> None:
        first, _, start = self.places[0] if self.places else ("Game", "", 0)
        if first != "Game":
            message = f"a record begins with its Game tag; this one begins with {first}"
            message += "" if self._record.game else " and has none"
            self._sheet.say("KF301", message, start, token=first, expected=["Game"])
        for code, message, token in tags.missing(self._record):
            if token != "Game" or first == "Game":
                self._sheet.say(code, message, start, token=token)
