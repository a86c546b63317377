"""Segments: a record cut at every place where a glyph or a comment is, or could be.

Who wants to change the notes of a record without knowing the notation's grammar puts them
between the segments.
"""

from __future__ import annotations

from msgspec import Struct

from kifu.notation.plain_form import MovetextWriter, write_foot, write_head, write_line, write_note
from kifu.notation.record import Note, Record


class Segment(Struct):
    """What is fixed up to a place, and the notes there.

    `text` is what comes before the place in the plain form.
    `path` and `ply` name it: the variation as in `Diagnostic.variation`, and the ply within it.
    A place comes again where something else hangs on its ply between its notes. `notes` are
    its glyphs and comments, each after the white space that separates it in the text. The last
    segment is what comes below them all; its ply is -1.
    """

    text: str
    path: str
    ply: int
    notes: list[tuple[str, Note]]


def segments(record: Record) -> list[Segment]:
    r"""`record` in segments. It must be one that can be written (see `lint`). O(size).

    >>> record = Record(game="nimmt", rules=1, seats=["Aki"], moves="59 10", end="*")
    >>> record.notes.append(Note(at=1, text="Low."))
    >>> [(part.ply, part.text, len(part.notes)) for part in segments(record)][1:]
    [(1, '\n59', 1), (2, ' 10', 0), (-1, '\n*\n', 0)]
    """
    page = MovetextWriter()
    write_line(page, record.moves, record.notes)
    texts = [write_head(record), *page.pieces, write_foot(record, page)]
    noted = dict(page.noted)
    cut: list[Segment] = []
    end = 0
    for path, ply, at in page.gaps:
        part = Segment("".join(texts[end : at + 1]), path, ply, [])
        end = at + 1
        while end - 1 in noted:
            note = noted[end - 1]
            part.notes.append((texts[end].removesuffix(write_note(note)), note))
            end += 1
        cut.append(part)
    cut.append(Segment("".join(texts[end:]), "", -1, []))
    return cut


def whole(part: Segment) -> str:
    """The text of a segment, with its notes."""
    return part.text + "".join(white + write_note(note) for white, note in part.notes)
