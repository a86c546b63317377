"""The text form, read by its lexer: what holds for every record, and what is wrong with it where.

Most records never come here (`ordinary`).
"""

from __future__ import annotations

import re
from collections.abc import Callable

from kifu.notation import ordinary, tags
from kifu.notation.diagnostics import Diagnostic
from kifu.notation.escapes import read_value
from kifu.notation.movetext import Movetext
from kifu.notation.record import SPACE, Record
from kifu.notation.sheet import Sheet
from kifu.notation.words import LONGEST_WORD

_TAG = r'\[([A-Za-z][A-Za-z0-9_]*+)[ \t]++"((?:[^"\\\n]|\\[^\n])*+)"\][ \t\r]*+(?:\n|\Z)'
_TAG_LINE = re.compile(_TAG)

#: Puts what is behind a place of a sheet into a record.
_Mover = Callable[[Sheet, int, Record], None]


def read_odd(sheet: Sheet) -> tuple[Record | None, list[Diagnostic]]:
    """The record on `sheet`, None without any tag, and what is wrong with it. Moves with nothing
    attached to them are read as those of an ordinary record.
    """
    return _read(sheet, _read_moves)


def lex(sheet: Sheet) -> tuple[Record | None, list[Diagnostic]]:
    """The same by the lexer alone, word by word: what every shorter way must agree with."""
    return _read(sheet, _lex_moves)


def header_of(source: bytes) -> Record | None:
    """The fields and tags in a record's bytes above the movetext; None without any."""
    record = Record()
    return record if Header(Sheet(source, 1, 1, 0), record).found else None


def _read(sheet: Sheet, read_moves: _Mover) -> tuple[Record | None, list[Diagnostic]]:
    record = Record()
    header = Header(sheet, record)
    if not header.found:
        return None, sheet.findings()
    read_moves(sheet, header.end, record)
    return record, sheet.findings()


def _read_moves(sheet: Sheet, start: int, record: Record) -> None:
    text = sheet.text[start:]
    moves = ordinary.read_moves(text.encode()) if text.isascii() else None
    if moves is None:
        _lex_moves(sheet, start, record)
    else:
        record.moves, record.end = moves


def _lex_moves(sheet: Sheet, start: int, record: Record) -> None:
    movetext = Movetext(sheet, start)
    record.moves = " ".join(movetext.main.words)
    record.notes = movetext.main.notes
    record.end = movetext.end
    record.tail = movetext.tail


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
