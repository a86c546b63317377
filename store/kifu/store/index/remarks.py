"""Remarks: the words and glyphs that stand beside the moves of a record, variations too."""

from __future__ import annotations

from msgspec import Struct

from kifu.notation.comments import commands, plain
from kifu.notation.record import Note, Record
from kifu.store.fold import folded

#: Glyphs that can be written in two ways; the archive keeps them as signs.
SIGNS = {"$1": "!", "$2": "?", "$3": "!!", "$4": "??", "$5": "!?", "$6": "?!"}


class Remark(Struct, gc=False):
    """One remark. `variation` is the way to its line ("4.1/2.1" as in diagnostics, "" for the
    main line), `ply` counts within that line. `kind` is "comment", "line comment" or "glyph".
    `text` is what a reader sees: without commands, which name the `author`.
    """

    ply: int
    variation: str
    kind: str
    lang: str | None = None
    author: str | None = None
    text: str | None = None
    folded: str | None = None
    glyph: str | None = None


def remarks(record: Record, plies: int) -> list[Remark]:
    """The remarks of a record in their order; `plies` is the length of its main line.

    Comments that hold commands only (clocks) are no remarks.
    """
    heads = [text for name, text in record.tags if name == ";"]
    found = [_line_comment(0, "", text) for text in heads]
    # Lines still to be gone through, the deepest last: nesting is as deep as the input says.
    branches: dict[int, int] = {}
    open_lines = [(iter(record.notes), "", branches)]
    while open_lines:
        notes, path, branches = open_lines[-1]
        note = next(notes, None)
        if note is None:
            open_lines.pop()
        elif note.line is not None:
            branches[note.at] = branches.get(note.at, 0) + 1
            step = f"{note.at}.{branches[note.at]}"
            inner = f"{path}/{step}" if path else step
            open_lines.append((iter(note.line.notes), inner, {}))
        else:
            remark = _remark(note, path)
            if remark is not None:
                found.append(remark)
    found += [_line_comment(plies, "", text) for text in record.tail]
    return found


def sign(glyph: str) -> str:
    """A glyph as the archive keeps it.

    >>> sign("$4"), sign("??"), sign("$10")
    ('??', '??', '$10')
    """
    return SIGNS.get(glyph, glyph)


def _remark(note: Note, path: str) -> Remark | None:
    if note.glyph is not None:
        return Remark(note.at, path, "glyph", glyph=sign(note.glyph))
    if note.rem is not None:
        return _line_comment(note.at, path, note.rem)
    text = plain(note.text) if note.text else ""
    if not text:
        return None
    by = next((value for name, value in commands(note.text or "") if name == "by"), None)
    return Remark(note.at, path, "comment", note.lang, by, text, folded(text))


def _line_comment(ply: int, path: str, text: str) -> Remark:
    return Remark(ply, path, "line comment", text=text, folded=folded(text))
