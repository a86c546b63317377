"""Segments: a record cut at every place where a glyph or a comment is, or could be.

Who wants to change the notes of a record without knowing the notation's grammar puts them
between the segments.
"""

from __future__ import annotations

from msgspec import Struct

from kifu.notation.move_words import is_mark
from kifu.notation.plain_form import write_head, write_note, write_text
from kifu.notation.reader import Reader, Thread
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
    text, head, end = write_text(record), write_head(record), 0
    cut: list[Segment] = []

    def watch(line: Thread, thing: str | Note | None, start: int, stop: int) -> None:
        nonlocal end
        if isinstance(thing, Note) and (thing.glyph is not None or thing.text is not None):
            cut[-1].notes.append((text[end:start], thing))
        elif isinstance(thing, str) and is_mark(thing):
            return
        else:
            if thing is None:  # the bracket of a variation, or the beginning of the movetext
                stop = stop + 3 * text.startswith("...", stop) if line.path else len(head)
            elif isinstance(thing, Note) and thing.rem is not None:
                stop += 1
            cut.append(Segment(text[end:stop], line.path, line.plies, []))
        end = stop

    Reader(text.encode(), watch)
    cut.append(Segment(text[end:], "", -1, []))
    return cut


def whole(part: Segment) -> str:
    """The text of a segment, with its notes."""
    return part.text + "".join(white + write_note(note) for white, note in part.notes)
