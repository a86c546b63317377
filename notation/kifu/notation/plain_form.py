"""The plain form: one way of writing each record as text, knowing no game.

The tags of the fields come first, then the other tags in order, a blank line, the movetext
and the terminator. A turn begins a line (with its round mark, where there is one), lines wrap
at 100 characters, a comment is never broken, and a line comment has its line for itself.

This module is compiled (see `kifu.notation.native`).
"""

from __future__ import annotations

from collections.abc import Sequence

from kifu.notation.comments import write_comment
from kifu.notation.record import Note, Record, by_ply, is_mark, split
from kifu.notation.tags import REMARK, field_tags, write_value

WIDTH = 100

_GLYPHS = frozenset(("!", "?", "!!", "??", "!?", "?!"))
_NONE: Sequence[Note] = ()


def write_text(record: Record) -> str:
    """`record` in the plain form; it ends in a newline. O(size of the record). Without moves, notes
    and end, it is the tags (Game is always written) and a blank line.

    The record must be one that can be written (see `lint`). That is not checked: any other gives a
    text that is read back otherwise, or any error.

    >>> aki = Record(game="nimmt", rules=1, seats=["Aki"], moves="1. 59", end="*")
    >>> write_text(aki).splitlines()
    ['[Game "nimmt"]', '[Rules "1"]', '[Seat "Aki"]', '', '1. 59', '*']
    """
    page = Movetext()
    page.line(record.moves, record.notes, main=True)
    page.end_line()
    foot = [record.end] if record.end else []
    foot.extend(map(_remark, record.tail))
    movetext = "".join(page.pieces) + page.lead
    return write_head(record) + movetext + "".join(f"{line}\n" for line in foot)


def write_head(record: Record) -> str:
    """The tags of `record` as text, each on a line of its own with a newline: those of its fields
    (Game always), then its other `tags`, with the line comments among these. No blank line follows.
    """
    named = (*field_tags(record), *record.tags)
    return "".join(
        f"{_remark(value)}\n" if name == REMARK else f'[{name} "{write_value(value)}"]\n'
        for name, value in named
    )


def write_note(note: Note) -> str:
    """A glyph or a comment (`note` must be either) as it is written in text.

    >>> write_note(Note(at=1, glyph="!?")), write_note(Note(at=1, text="Low.", lang="en"))
    ('!?', '{@en Low.}')
    """
    return write_comment(note.text or "", note.lang) if note.glyph is None else note.glyph


def _remark(text: str) -> str:
    """A line comment as it is written in text, without a newline: `; ` and `text`, or `;` if that
    is empty. `text` must be one line.
    """
    return f"; {text}" if text else ";"


class Movetext:
    """Movetext while it is written: its `pieces`, joined, are the text.

    `lead` is what a new line begins with: a line break, or "" where one is already written.
    """

    def __init__(self) -> None:
        self.pieces: list[str] = []
        self.lead = "\n"
        self._width = 0
        self._prefix = ""  # what the next word follows without a space

    def line(self, moves: str, notes: Sequence[Note], *, main: bool) -> None:
        """Add a line of play, its words with single spaces between, with its notes and variations.
        Only in the `main` line does a turn or round begin a new line of text; a turn mark right
        after a round mark stays beside it. Notes, in any order, are written after their plies,
        those of one ply in their order; notes after plies that the line does not have are left out.
        The last line of text is left open: see `end_line`.
        """
        noted = by_ply(notes)
        self._notes(noted.get(0, _NONE))
        ply = 0
        after_round = False
        for word in split(moves):
            if is_mark(word):
                if main and not (after_round and word[0] != "#"):
                    self.end_line()
                after_round = word[0] == "#"
                self._add(word)
                continue
            after_round = False
            ply += 1
            here = noted.get(ply, _NONE)
            if here and here[0].glyph in _GLYPHS:
                self._prefix += word
            else:
                self._add(word)
            self._notes(here)

    def end_line(self) -> None:
        """Let the next word begin a line; without any word in this line, nothing changes."""
        if self._width:
            self.lead, self._width = "\n", 0

    def _notes(self, notes: Sequence[Note]) -> None:
        """Add notes, variations and line comments included, in their order."""
        for note in notes:
            if note.glyph is not None or note.text is not None:
                self._add(write_note(note))
            elif note.line is not None:
                self._prefix += "("
                if note.line.on:
                    self._add("...")
                self.line(note.line.moves, note.line.notes, main=False)
                self._close()
            elif note.check is not None:
                self._add("%" + note.check)
            else:
                if self._prefix:
                    self._add("")
                self.end_line()
                self.pieces.append(f"{self.lead}{_remark(note.rem or '')}\n")
                self.lead = ""

    def _add(self, word: str) -> None:
        """Add a word or a comment, with what waits in `_prefix` before it, which is "" then. A
        space comes before both or, if the line would get wider than WIDTH characters, a line break;
        at the beginning of a line comes `lead`. What is wider than WIDTH stays whole, on a line of
        its own.
        """
        word = self._prefix + word
        self._prefix = ""
        if self._width and self._width + 1 + len(word) > WIDTH:
            self.end_line()
        self.pieces.append((" " if self._width else self.lead) + word)
        self._width += len(word) + (1 if self._width else 0)

    def _close(self) -> None:
        """Add the bracket that closes a variation, with no space before it. It begins a line after
        a line comment, and follows the opening bracket at once in an empty variation.
        """
        if self._prefix or not self._width:
            self._add(")")
        else:
            self.pieces.append(")")
            self._width += 1
