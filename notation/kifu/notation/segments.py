"""Segments: a record cut at every place where a glyph or a comment is, or could be.

Who wants to change the notes of a record without knowing the notation's grammar puts them
between the segments: both the text and the log of the record follow from the same pieces.
"""

from __future__ import annotations

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from kifu.notation.log import encode_json
from kifu.notation.plain import MovetextWriter, write_foot, write_head, write_line, write_note
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
    page, log = MovetextWriter(), _Log()
    write_line(page, record.moves, record.notes)
    if record.notes:
        write_line(log, record.moves, record.notes)
    else:
        log.gaps = [0] * len(page.gaps)
    texts = [write_head(record), *page.pieces, write_foot(record, page)]
    logs = [_opened(encode_json(replace(record, notes=[]))), *log.pieces, "]}"]
    noted = dict(page.noted)
    cut: list[Segment] = []
    text_end = log_end = 0
    gaps = zip(page.gaps, log.gaps, strict=True)
    for (path, ply, in_text), in_log in gaps:
        text, line = "".join(texts[text_end : in_text + 1]), joined(logs[log_end : in_log + 1])
        part = Segment(text, line, path, ply, [])
        text_end, log_end = in_text + 1, in_log + 1
        while text_end - 1 in noted:
            note = noted[text_end - 1]
            part.notes.append((texts[text_end].removesuffix(write_note(note)), note))
            text_end, log_end = text_end + 1, log_end + 1
        cut.append(part)
    cut.append(Segment("".join(texts[text_end:]), joined(logs[log_end:]), "", -1, []))
    return cut


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


class _Log:
    """The notes of a log line while they are written, as `pieces`; `gaps` say which comes next."""

    def __init__(self) -> None:
        self.pieces: list[str] = []
        self.gaps: list[int] = []

    def end_line(self) -> None:
        """Do nothing: the moves have a field of their own."""

    def add(self, word: str) -> None:
        """Do nothing: the moves are in a field of their own, not among the notes."""

    stick = add

    def gap(self, path: str, ply: int) -> None:
        self.gaps.append(len(self.pieces))

    def note(self, note: Note) -> None:
        self.pieces.append(msgspec.json.encode(note).decode())

    fixed = note

    def open(self, note: Note) -> None:
        assert note.line is not None
        bare = replace(note, line=replace(note.line, notes=[]))
        self.pieces.append(_opened(msgspec.json.encode(bare)[:-1]))

    def close(self) -> None:
        self.pieces.append("]}}")


def _opened(encoded: bytes) -> str:
    """A JSON object's text without its closing brace, and with an opened list of notes after its
    fields.
    """
    fields = encoded.decode()[:-1]
    return f'{fields}{"" if fields.endswith("{") else ","}"notes":['
