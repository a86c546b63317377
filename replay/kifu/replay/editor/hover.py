"""Hover: what the word at a place means, and the table after a move."""

from __future__ import annotations

import re
from io import StringIO

import msgspec
from msgspec import Struct

from kifu.notation.errors import KifuError
from kifu.notation.move_words import is_move
from kifu.notation.record import Note
from kifu.notation.words import Language
from kifu.replay.editor.cursor import Cursor, cursor, thing_at
from kifu.replay.editor.pieces import RecordText
from kifu.replay.editor.tag_words import TAGS
from kifu.replay.options import allowed, meaning
from kifu.replay.replayer import replay
from kifu.replay.show.sheet import sheet, write_sheet
from kifu.replay.states.game_words import GLYPHS
from kifu.replay.table import ALL

_TAG = re.compile(r"\[([A-Za-z]\w*)")


class Hover(Struct, frozen=True):
    """What is said about the characters from `start` to `end`: `text` is a plain sentence of
    kifu's own, `block` are lines of fixed width, which may contain names.
    """

    start: int
    end: int
    text: str = ""
    block: str = ""


def hover(piece: RecordText, at: int, language: Language) -> Hover | None:
    """The text to show for character `at` (from 0) of the record's text; None for nothing.

    For a move, the sentence that describes it and the whole table after it, with every hand open.
    O(size of the record).
    """
    line_start = piece.text.rfind("\n", 0, at) + 1
    tag = _TAG.match(piece.text, line_start)
    if tag is not None:
        return _of_tag(piece, tag, at, language)
    thing, start, end = thing_at(piece, at) or ("", at, at)
    if isinstance(thing, Note):
        words = GLYPHS.get(thing.glyph or "")
        return Hover(start, end, words.text(language)) if words else None
    found = cursor(piece, end) if is_move(thing) else None
    block = _table(found, language) if found is not None else ""
    return Hover(start, end, block=block) if block else None


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
    page.head = page.head[1:]
    write_sheet(page, lines)
    return lines.getvalue()


def _of_tag(piece: RecordText, tag: re.Match[str], at: int, language: Language) -> Hover | None:
    words = TAGS.get(tag[1])
    if words is None:
        return None
    block = _options(piece) if tag[1] == "Options" else ""
    return Hover(tag.start(1), tag.end(1), words.text(language), block)


def _options(piece: RecordText) -> str:
    """The options that the record's game has, one on each line, with the values allowed and the
    meaning of each; "" if the game is not known.
    """
    game = piece.game
    if game is None:
        return ""
    return "\n".join(
        f"{field.encode_name}={'|'.join(allowed(field))}  {meaning(field)}".rstrip()
        for field in msgspec.structs.fields(game.options)
    )
