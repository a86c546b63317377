"""The text form, read by its lexer: what holds for every record, and what is wrong with it where.

Most records never come here (`ordinary`).
"""

from __future__ import annotations

import re
from collections.abc import Callable

from kifu.notation import ordinary, tags
from kifu.notation.diagnostics import Diagnostic
from kifu.notation.escapes import read_value
from kifu.notation.move_words import LONGEST_WORD
from kifu.notation.movetext import Movetext
from kifu.notation.record import SPACE, Record
from kifu.notation.shogi import IS_SHOGI, line_at, sign_of_shogi
from kifu.notation.source_text import SourceText

_TAG = r'\[([A-Za-z][A-Za-z0-9_]*+)[ \t]++"((?:[^"\\\n]|\\[^\n])*+)"\][ \t\r]*+(?:\n|\Z)'
_TAG_LINE = re.compile(_TAG)

#: Puts what the source text has from a place on into a record.
_Mover = Callable[[SourceText, int, Record], None]


def read_odd(source_text: SourceText) -> tuple[Record | None, list[Diagnostic]]:
    """The record in `source_text`, which `ordinary` can't read, and its findings; None for the
    record if there is no tag at all. A line of play without notes is still read by `ordinary`.
    """
    return _read(source_text, _read_moves)


def lex(source_text: SourceText) -> tuple[Record | None, list[Diagnostic]]:
    """The record in `source_text`, read word by word, and its findings; None for the record if
    there is no tag at all. The reference for every faster way: tests compare the results.
    """
    return _read(source_text, _lex_moves)


def header_of(source: bytes) -> Record | None:
    """The record of a source's tags alone, without moves; None if there is no tag. A tag whose
    value can't be read is kept as written, a line that is no whole tag is not; no findings.
    """
    record = Record()
    return record if Header(SourceText(source, 1, 1, 0), record).found else None


def _read(source_text: SourceText, read_moves: _Mover) -> tuple[Record | None, list[Diagnostic]]:
    record = Record()
    header = Header(source_text, record)
    if not header.found:
        return None, source_text.findings()
    read_moves(source_text, header.end, record)
    return record, source_text.findings()


def _read_moves(source_text: SourceText, start: int, record: Record) -> None:
    text = source_text.text[start:]
    moves = ordinary.read_moves(text.encode()) if text.isascii() else None
    if moves is None:
        _lex_moves(source_text, start, record)
    else:
        record.moves, record.end = moves


def _lex_moves(source_text: SourceText, start: int, record: Record) -> None:
    movetext = Movetext(source_text, start)
    record.moves = " ".join(movetext.main.words)
    record.notes = movetext.main.notes
    record.end = movetext.end
    record.tail = movetext.tail


class Header:
    """The part of a record above its movetext, placed into `record`.

    `places` are the tags with their values and where their lines begin; `end` is where the
    movetext begins; `found` is False where there is no tag at all.
    """

    def __init__(self, source_text: SourceText, record: Record) -> None:
        self.places: list[tuple[str, str, int]] = []
        self.end = 0
        self.found = False
        self._source_text = source_text
        self._record = record
        self._read()
        if self.found:
            self._check_required()

    def _read(self) -> None:
        text, position = self._source_text.text, 0
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
        """Read what comes before the first tag: line comments are kept, all else is a finding.
        Returns the offset of the first tag; without a tag, the length of the text.
        """
        text, position, in_junk = self._source_text.text, 0, False
        shogi = sign_of_shogi(text)
        if shogi is not None:
            token = line_at(text, shogi)
            self._source_text.say("KF117", IS_SHOGI, shogi, token=token, expected=["[Game"])
            return len(text)
        first = text.find("\n[") + 1
        while position < (first or len(text)):
            start = position
            line, position = self._line_at(start)
            if line.startswith(";") and first:
                self._place_remarks([line])
                in_junk = False
            elif line and not in_junk:
                message = "text before the first tag is ignored"
                token = line.split(" ")[0][:LONGEST_WORD]
                self._source_text.say("KF115", message, start, token=token, expected=["[Game"])
                in_junk = True
        return position

    def _line_at(self, start: int) -> tuple[str, int]:
        """The line that begins at the offset `start`, without white space around it, and the offset
        of the next line.
        """
        text = self._source_text.text
        end = text.find("\n", start)
        end = len(text) if end < 0 else end + 1
        return text[start:end].strip(SPACE), end

    def _place_remarks(self, remarks: list[str]) -> None:
        self._record.tags.extend((tags.REMARK, line[1:].strip(SPACE)) for line in remarks)
        remarks.clear()

    def _read_tag(self, start: int) -> int:
        source_text = self._source_text
        match = _TAG_LINE.match(source_text.text, start)
        if match is None:
            line, end = self._line_at(start)
            message = 'a tag is [Name "value"], on a line of its own; this line is ignored'
            source_text.say("KF103", message, start, token=line[:LONGEST_WORD])
            self.found = True
            return end
        name, value = match.groups()
        if "\\" in value:
            value = self._unescaped(value, match.start(2))
        self.found = True
        self.places.append((name, value, start))
        complaint = tags.place(self._record, name, value)
        if complaint:
            source_text.say(*complaint[:2], start, token=complaint[2])
        elif name == tags.FIELD:
            source_text.say(
                "KF203", "this kifu does not know this field of a log; it is kept", start
            )
        return match.end()

    def _unescaped(self, written: str, start: int) -> str:
        def doubt(index: int, escape: str) -> None:
            if escape.startswith("\\u{") and not escape.strip("\\u{0}"):
                code, message = "KF102", "a record can't contain NUL; its escape is kept unchanged"
            else:
                code = "KF104"
                message = rf"{escape} is not an escape in a tag; write \" \\ \n \r \t \u{{HEX}}"
            self._source_text.say(code, message, start + index, token=escape)

        return read_value(written, doubt)

    def _check_required(self) -> None:
        first, _, start = self.places[0] if self.places else ("Game", "", 0)
        if first != "Game":
            message = f"a record must begin with its Game tag; this one begins with {first}"
            message += "" if self._record.game else " and has none"
            self._source_text.say("KF301", message, start, token=first, expected=["Game"])
        for code, message, token in tags.missing(self._record):
            if token != "Game" or first == "Game":
                self._source_text.say(code, message, start, token=token)
