"""Segments: a record cut at every place where a glyph or a comment is, or could be.

Who wants to change the notes of a record without knowing the notation's grammar puts them
between the segments: both the text and the log of the record follow from the same pieces.
"""

from __future__ import annotations

import re

import msgspec
from msgspec import Struct

from kifu.notation.log import encode_json
from kifu.notation.move_words import is_mark
from kifu.notation.plain_form import write_head, write_note, write_text
from kifu.notation.reader import Reader, Thread
from kifu.notation.record import Note, Record


class Segment(Struct):
    """What is fixed up to a place, and the notes there.

    `text` and `log` are what comes before the place in the plain form and in the JSON line.
    `path` and `ply` name it: the variation as in `Diagnostic.variation`, and the ply within it.
    A place comes again where something else hangs on its ply between its notes. `notes` are
    its glyphs and comments, each after the white space that separates it in the text. The last
    segment is what comes below them all; its ply is -1.
    """

    text: str
    log: str
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
            cut.append(Segment(text[end:stop], "", line.path, line.plies, []))
        end = stop

    Reader(text.encode(), watch)
    cut.append(Segment(text[end:], "", "", -1, []))
    marked = Reader("{\ue000}".join([part.text for part in cut]).encode()).record
    assert marked is not None
    for part, piece in zip(cut, _MARK.split(encode_json(marked).decode()), strict=True):
        part.log = piece.strip(",")
    return cut


#: What a log has in place of glyphs and comments. In the text of a note, its quotes are escaped.
_MARK = re.compile('{"at":[0-9]+,"text":"\ue000"}')


def whole(part: Segment) -> tuple[str, str]:
    """The text and the log of a segment, with its notes."""
    notes = [msgspec.json.encode(note).decode() for _, note in part.notes]
    text = part.text + "".join(white + write_note(note) for white, note in part.notes)
    return text, joined([part.log, *notes])


def joined(pieces: list[str]) -> str:
    """The text of a log line from its pieces, with a comma wherever two notes meet.

    >>> joined(['{"kifu":1,"notes":[', '{"at":1}', '{"at":2}', "]}"])
    '{"kifu":1,"notes":[{"at":1},{"at":2}]}'
    """
    whole = ""
    for piece in pieces:
        whole += f",{piece}" if whole.endswith("}") and piece.startswith("{") else piece
    return whole
