"""Hover: what a move means, and the table after it."""

from __future__ import annotations

from io import StringIO

from msgspec import Struct

from kifu.notation.errors import KifuError
from kifu.notation.move_words import is_move
from kifu.notation.words import Language
from kifu.replay.editor.cursor import Cursor, cursor, thing_at
from kifu.replay.editor.pieces import RecordText
from kifu.replay.replayer import replay
from kifu.replay.show.sheet import sheet, write_sheet
from kifu.replay.table import ALL


class Hover(Struct, frozen=True):
    """The explanation of the characters from `start` to `end`: `block` is lines of fixed width,
    which may contain names of players.
    """

    start: int
    end: int
    block: str


def hover(piece: RecordText, at: int, language: Language) -> Hover | None:
    """The text to show for the move at character `at` (from 0) of the record's text: the sentence
    that describes it and the whole table after it, with every hand open. None where there is no
    move, or an illegal one. O(size of the record).
    """
    thing, start, end = thing_at(piece, at) or ("", at, at)
    found = cursor(piece, end) if isinstance(thing, str) and is_move(thing) else None
    block = _table(found, language) if found is not None else ""
    return Hover(start, end, block) if block else None


def _table(cursor: Cursor, language: Language) -> str:
    """The last move before the cursor and the table after it, as text; "" if a move is illegal."""
    if cursor.record is None:
        return ""
    ply = cursor.record.moves.count(" ") + 1
    try:
        page = sheet(replay(cursor.record), ply, ALL, language)
    except KifuError:
        return ""
    lines = StringIO()
    write_sheet(page[1:], lines)
    return lines.getvalue()
