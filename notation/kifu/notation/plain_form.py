"""The plain form: one way of writing each record as text, knowing no game.

The tags of the fields come first, then the other tags in order, a blank line, the movetext
and the terminator. A turn begins a line (with its round mark, where there is one), lines wrap
at 100 characters, a comment is never broken, and a line comment has its line for itself.

This module is compiled (see `kifu.notation.native`).
"""

from __future__ import annotations

import re

from kifu.notation.comments import write_comment
from kifu.notation.move_words import is_mark, split
from kifu.notation.record import Note, Record, path_within
from kifu.notation.tags import REMARK, field_tags, write_value

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
    page = MovetextWriter()
    if record.notes:
        write_line(page, record.moves, record.notes)
    elif record.moves:
        for line in _BEFORE_TURN.sub(r"\n\1", f" {record.moves}")[1:].split("\n"):
            page.pieces.append(f"\n{line}" if len(line) <= WIDTH else _wrapped(line))
    return write_head(record) + "".join(page.pieces) + write_foot(record, page)


def write_head(record: Record) -> str:
    """The tags as text, each on a line of its own, with the line comments between them."""
    named = (*field_tags(record), *record.tags)
    return "".join(
        f"{_remark(value)}\n" if name == REMARK else f'[{name} "{write_value(value)}"]\n'
        for name, value in named
    )


def write_foot(record: Record, page: MovetextWriter) -> str:
    """The text after the last move: the end of its line, the terminator, and the line comments
    below. `page` has the movetext before it.
    """
    lines = [record.end] if record.end else []
    lines.extend(map(_remark, record.tail))
    return page.lead + "".join(f"{line}\n" for line in lines)


def write_note(note: Note) -> str:
    """A glyph or a comment (`note` must be either) as it is written in text.

    >>> write_note(Note(at=1, glyph="!?")), write_note(Note(at=1, text="Low.", lang="en"))
    ('!?', '{@en Low.}')
    """
    return write_comment(note.text or "", note.lang) if note.glyph is None else note.glyph


def _remark(text: str) -> str:
    return f"; {text}" if text else ";"


def _wrapped(line: str) -> str:
    page = MovetextWriter()
    for word in line.split(" "):
        page.add(word)
    return "".join(page.pieces)


def write_line(
    page: MovetextWriter, moves: str, notes: list[Note], variation: str = "", *, main: bool = True
) -> None:
    """Write a line of play with its notes and variations to `page`. `variation` is its path (see
    `Diagnostic.variation`). Only in the `main` line does a turn begin a new line of text.
    """
    at = _write_notes(page, notes, 0, 0, variation)
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
            page.stick(word)
        else:
            page.add(word)
        at = _write_notes(page, notes, at, ply, variation)


def _write_notes(page: MovetextWriter, notes: list[Note], at: int, ply: int, variation: str) -> int:
    """Write the notes after `ply` of the line with the path `variation` (see `write_line`): those
    in `notes` from index `at` on, if any are. Returns the index of the next note.
    """
    page.gap(variation, ply)
    branches = 0
    while at < len(notes) and notes[at].at == ply:
        note = notes[at]
        at += 1
        if note.glyph is not None or note.text is not None:
            page.note(note)
            continue
        if note.line is not None:
            branches += 1
            step = path_within(variation, ply, branches)
            page.open(note)
            write_line(page, note.line.moves, note.line.notes, step, main=False)
            page.close()
        else:
            page.fixed(note)
        page.gap(variation, ply)
    return at


class MovetextWriter:
    """Movetext while it is written.

    Its `pieces` put together are the text; each begins with its separator from the one before.
    `gaps` are the places that can have glyphs and comments: the variation, the ply, and which piece
    comes next. `noted` are the glyphs and comments, each with its piece.
    """

    def __init__(self) -> None:
        self.pieces: list[str] = []
        self.gaps: list[tuple[str, int, int]] = []
        self.noted: list[tuple[int, Note]] = []
        self._width = 0
        self._lead = "\n"
        self._unit = 0  # the piece that begins the unit which is not separated yet
        self._closable = False

    @property
    def lead(self) -> str:
        """The line break before a new line, or what comes before the first line of the movetext."""
        return "\n" if self._width else self._lead

    def add(self, word: str) -> None:
        """Add a word or a comment, with a space or a line break before it."""
        size = len(word) + (sum(map(len, self.pieces[self._unit :])) if self._is_open else 0)
        self.pieces.append(word)
        if self._width and self._width + 1 + size > WIDTH:
            self.end_line()
        if self._width:
            self._separate(" ")
            self._width += 1 + size
        else:
            self._separate(self._lead)
            self._width = size
        self._closable = True

    def stick(self, word: str) -> None:
        """Add a word that the next one follows without a space: a move before its glyph."""
        self.pieces.append(word)

    def gap(self, path: str, ply: int) -> None:
        """Note that glyphs and comments may come here, after `ply` of the line with this path."""
        self.gaps.append((path, ply, len(self.pieces)))

    def note(self, note: Note) -> None:
        """Add a glyph or a comment, and list it in `noted`."""
        self.noted.append((len(self.pieces), note))
        self.add(write_note(note))

    def fixed(self, note: Note) -> None:
        """Add a checkpoint, or a line comment on a line of its own."""
        if note.check is not None:
            self.add("%" + note.check)
            return
        if self._is_open:
            self.add("")
        self.end_line()
        self.pieces.append(f"{_remark(note.rem or '')}\n")
        self._separate(self._lead)
        self._lead = ""

    def open(self, note: Note) -> None:
        """Add the bracket that opens the variation `note`; the next word follows it without a
        space.
        """
        self.pieces.append("(")
        if note.line is not None and note.line.on:
            self.add("...")

    def close(self) -> None:
        """Add the bracket that closes a variation: without a space before it, unless a line comment
        came last, or nothing since the opening one.
        """
        if self._is_open or not self._closable:
            self.add(")")
        else:
            self.pieces.append(")")
            self._unit += 1
            self._width += 1

    def end_line(self) -> None:
        """Let the next word begin a line; without any word in this line, nothing changes."""
        self._lead = self.lead
        self._width = 0
        self._closable = False

    @property
    def _is_open(self) -> bool:
        return self._unit < len(self.pieces)

    def _separate(self, white: str) -> None:
        """Insert `white`, white space, before the pieces added since the last call, which stay
        together on one line.
        """
        self.pieces[self._unit] = white + self.pieces[self._unit]
        self._unit = len(self.pieces)
