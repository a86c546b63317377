"""The plain form: one way of writing each record as text, knowing no game.

The tags of the fields come first, then the other tags in order, a blank line, the movetext
and the terminator. A turn begins a line (with its round mark, where one stands), lines wrap
at 100 characters, a comment is never broken, and a line comment has its line for itself.
"""

from __future__ import annotations

import re

from kifu.notation.escapes import write_comment, write_value
from kifu.notation.record import Line, Note, Record
from kifu.notation.tags import REMARK, field_tags
from kifu.notation.words import is_mark, split

WIDTH = 100

_BEFORE_TURN = re.compile(r" (#[0-9]+(?: [0-9]+\.)?|[0-9]+\.)(?= |\Z)")
_GLYPHS = frozenset(("!", "?", "!!", "??", "!?", "?!"))


def write_text(record: Record) -> str:
    """`record` in the plain form; it ends in a newline. O(size of the record).

    The record must be one that can be written (see `lint`).

    >>> aki = Record(game="nimmt", rules=1, seats=["Aki"], moves="1. 59", end="*")
    >>> write_text(aki).splitlines()
    ['[Game "nimmt"]', '[Rules "1"]', '[Seat "Aki"]', '', '1. 59', '*']
    """
    lines = [_tag(name, value) for name, value in field_tags(record)]
    lines.extend(_tag(name, value) for name, value in record.tags)
    lines.append("")
    if record.notes:
        page = _Page(lines)
        _write_line(page, record.moves, record.notes, main=True)
        page.end_line()
    elif record.moves:
        for line in _BEFORE_TURN.sub(r"\n\1", f" {record.moves}")[1:].split("\n"):
            lines.extend(_wrapped(line))
    if record.end:
        lines.append(record.end)
    lines.extend(map(_remark, record.tail))
    return "\n".join(lines) + "\n"


def _tag(name: str, value: str) -> str:
    return _remark(value) if name == REMARK else f'[{name} "{write_value(value)}"]'


def _remark(text: str) -> str:
    return f"; {text}" if text else ";"


def _wrapped(line: str) -> list[str]:
    if len(line) <= WIDTH:
        return [line]
    page = _Page([])
    for word in line.split(" "):
        page.add(word)
    page.end_line()
    return page.lines


class _Page:
    """Lines of movetext while they fill up."""

    def __init__(self, lines: list[str]) -> None:
        self.lines = lines
        self._line = ""
        self._opened = ""
        self._closable = False

    def add(self, unit: str) -> None:
        """Add what white space separates from its neighbours."""
        unit = self._opened + unit
        self._opened = ""
        if self._line and len(self._line) + 1 + len(unit) > WIDTH:
            self.end_line()
        self._line = f"{self._line} {unit}" if self._line else unit
        self._closable = True

    def add_remark(self, text: str) -> None:
        if self._opened:
            self.add("")
        self.end_line()
        self.lines.append(_remark(text))

    def open(self, on: bool) -> None:
        self._opened += "("
        if on:
            self.add("...")

    def close(self) -> None:
        if self._opened or not self._closable:
            self.add(")")
        else:
            self._line += ")"

    def end_line(self) -> None:
        if self._line:
            self.lines.append(self._line)
        self._line = ""
        self._closable = False


def _write_line(page: _Page, moves: str, notes: list[Note], *, main: bool) -> None:
    at = _write_notes(page, notes, 0, 0)
    ply = 0
    after_round = False
    for word in split(moves):
        if is_mark(word):
            if main and not (after_round and word[0] != "#"):
                page.end_line()
            after_round = word[0] == "#"
            page.add(word)
            continue
        after_round = False
        ply += 1
        if at < len(notes) and notes[at].at == ply and notes[at].glyph in _GLYPHS:
            page.add(word + str(notes[at].glyph))
            at += 1
        else:
            page.add(word)
        at = _write_notes(page, notes, at, ply)


def _write_notes(page: _Page, notes: list[Note], at: int, ply: int) -> int:
    """Write the notes behind `ply`, the first of which is `notes[at]`; where the next stand."""
    while at < len(notes) and notes[at].at == ply:
        note = notes[at]
        at += 1
        if note.glyph is not None:
            page.add(note.glyph)
        elif note.text is not None:
            page.add(write_comment(note.text, note.lang))
        elif note.check is not None:
            page.add("%" + note.check)
        elif note.rem is not None:
            page.add_remark(note.rem)
        elif note.line is not None:
            _write_variation(page, note.line)
    return at


def _write_variation(page: _Page, line: Line) -> None:
    page.open(line.on)
    _write_line(page, line.moves, line.notes, main=False)
    page.close()
