"""The tags of a record in text, and what may be above and between them.

A tag is alone on its line. What is no tag becomes a finding, and the record goes on.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from kifu.notation import tags
from kifu.notation.record import SPACE, Record

_TAG = re.compile(
    r'\[([A-Za-z][A-Za-z0-9_]*+)[ \t]++"((?:[^"\\\n]|\\[^\n])*+)"\][ \t\r]*+(?:\n|\Z)'
)
#: A tag as programs write it: without escapes, the line break after it included.
_PLAIN_TAG = re.compile(r'^\[([A-Za-z][A-Za-z0-9_]*+) "([^"\\\n\0]*+)"\]\n', re.MULTILINE)
#: What does not begin a movetext: lines of the header may follow.
_NOT_MOVES = (";", "[", " ", "\t", "\r", "\n")
#: No header is usual that has more characters.
_USUAL_HEADER = 4096

#: The handicap, or the heading of the table of moves; every program that writes KIF writes one.
_SHOGI = re.compile(r"^[ \t]*(?:手合割[ \t]*[:\uff1a]|手数-+[ \t]*指手)", re.MULTILINE)
IS_SHOGI = "this is a shogi record (KIF), and kifu does not read shogi: it reads card games"


def plain_tags(text: str) -> tuple[Record, int] | None:
    """The record of tags that are on consecutive lines with an empty line below, as programs write
    them, and the character at which the movetext (moves, marks and notes) begins. None for tags
    written otherwise, and if anything is wrong with them: `Header` reads those.

    >>> record, start = plain_tags('[Game "nimmt"]\\n[Rules "1"]\\n[Seat "Aki"]\\n\\n59\\n*\\n')
    >>> record.seats, start
    (['Aki'], 41)
    """
    end = text.find("\n\n", 0, _USUAL_HEADER) + 1
    found = _PLAIN_TAG.findall(text, 0, end)
    if not found or found[0][0] != "Game" or len(found) != text.count("\n", 0, end):
        return None
    record = Record()
    for name, value in found:
        if tags.put(record, name, value) is not None or name == tags.FIELD:
            return None
    lacks = record.rules is None or not record.seats or not record.game
    if lacks or record.kifu != tags.FORMAT_VERSION or text.startswith(_NOT_MOVES, end + 1):
        return None
    return record, end + 1


def sign_of_shogi(text: str) -> int | None:
    """The offset of what shows that a text is a shogi record in KIF, whose files are called `.kifu`
    too; None if nothing does, or if the text has a tag of kifu's.

    >>> sign_of_shogi("# KIF\\n手合割:平手\\n"), sign_of_shogi('[Game "nimmt"]\\n\\n{手合割:平手}')
    (6, None)
    """
    found = _SHOGI.search(text)
    return None if found is None or re.search(r"^\[", text, re.MULTILINE) else found.start()


class Header:
    """The tags of the record `text`: `record` is what they say, and `end` the character at which
    the movetext begins. `is_record` is False if there was no tag at all.

    What is wrong is said by `say`, which gets a code, a message, the character, and the token that
    it is about (None for none).
    """

    def __init__(self, text: str, say: Callable[..., None]) -> None:
        self.record = Record()
        self.is_record = False
        self._text, self._say = text, say
        self._first: tuple[str, int] | None = None  # the first tag, and where it begins
        self.end = self._read()

    def _read(self) -> int:
        text, at = self._text, 0
        if not text.startswith("["):
            at = self._lead()
        end, blank = at, False
        remarks: list[str] = []
        while at < len(text):
            if text[at] == "[":
                self._keep(remarks)
                blank, at = False, self._tag(at)
                end = at
                continue
            line, at = self._line_at(at)
            if line.startswith(";"):
                remarks.append(line)
                if not blank:
                    self._keep(remarks)
                    end = at
            elif line:
                break
            blank = blank or not line
        if self.is_record:
            self._check_required()
        return end

    def _lead(self) -> int:
        """Read what comes before the first tag: line comments are kept, all else is a finding.
        Returns the offset of the first tag; without a tag, the length of the text.
        """
        text, at, in_junk = self._text, 0, False
        shogi = sign_of_shogi(text)
        if shogi is not None:
            token, _ = self._line_at(shogi)
            self._say("KF117", IS_SHOGI, shogi, token, expected=["[Game"])
            return len(text)
        first = text.find("\n[") + 1
        while at < (first or len(text)):
            start = at
            line, at = self._line_at(start)
            if line.startswith(";") and first:
                self._keep([line])
                in_junk = False
            elif line and not in_junk:
                message = "text before the first tag is ignored"
                self._say("KF115", message, start, line.split(" ")[0], expected=["[Game"])
                in_junk = True
        return at

    def _line_at(self, start: int) -> tuple[str, int]:
        """The line that begins at the offset `start`, without white space around it, and the offset
        of the next line.
        """
        end = self._text.find("\n", start) + 1 or len(self._text)
        return self._text[start:end].strip(SPACE), end

    def _keep(self, remarks: list[str]) -> None:
        self.record.tags.extend((tags.REMARK, line[1:].strip(SPACE)) for line in remarks)
        remarks.clear()

    def _tag(self, start: int) -> int:
        match = _TAG.match(self._text, start)
        if match is None:
            line, end = self._line_at(start)
            message = 'a tag is [Name "value"], on a line of its own; this line is ignored'
            self._say("KF103", message, start, line)
            self.is_record = True
            return end
        name, value = match.groups()
        self._first = self._first or (name, start)
        self.is_record = True
        if "\\" in value:
            value = self._unescaped(value, match.start(2))
        complaint = tags.put(self.record, name, value)
        if complaint is not None:
            self._say(complaint[0], complaint[1], start, complaint[2])
        elif name == tags.FIELD:
            self._say("KF203", "this kifu does not know this field of a log; it is kept", start)
        return match.end()

    def _unescaped(self, written: str, start: int) -> str:
        def doubt(index: int, escape: str) -> None:
            if escape.startswith("\\u{") and not escape.strip("\\u{0}"):
                code, message = "KF102", "a record can't contain NUL; its escape is kept unchanged"
            else:
                code = "KF104"
                message = rf"{escape} is not an escape in a tag; write \" \\ \n \r \t \u{{HEX}}"
            self._say(code, message, start + index, escape)

        return tags.read_value(written, doubt)

    def _check_required(self) -> None:
        first, start = self._first or ("Game", 0)
        if first != "Game":
            message = f"a record must begin with its Game tag; this one begins with {first}"
            self._say("KF301", f"{message} and has none", start, first, expected=["Game"])
        for code, message, token in tags.missing(self.record):
            if token != "Game" or first == "Game":
                self._say(code, message, start, token)
