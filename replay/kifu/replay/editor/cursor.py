"""The cursor: where in a record a character is, and the line of play that leads there."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from msgspec import Struct
from msgspec.structs import replace

from kifu.notation.move_words import SEPARATORS, is_mark, plies, split
from kifu.notation.reader import Reader, Thread
from kifu.notation.record import Record
from kifu.replay.editor.pieces import RecordText
from kifu.replay.game import Game, State
from kifu.replay.replayer import replay

_BEFORE = re.compile(rf"[^{SEPARATORS}]*\Z")
_AFTER = re.compile(rf"[^{SEPARATORS}]*")
#: A turn or round mark and `...` may be stuck to the move after them.
_STUCK = re.compile(r"(?:\.\.\.|[0-9]+\.(?=.)|#[0-9]+\.?(?=[^0-9.]))+")
#: A longer run of characters is not a word to be looked at.
_FAR = 400


class Cursor(Struct, frozen=True):
    """What comes before a place in the movetext of a record.

    `record` has the tags and, as its main line, the moves that lead to the place. In a variation
    these are the moves of the surrounding lines, up to where it begins, and then its own. It is
    None in a variation that replaces no move. `lines` are the main line and the variations around
    the place, from outside to inside.
    """

    record: Record | None
    lines: Sequence[Thread]

    @property
    def marks(self) -> list[str]:
        """The turn and round marks written after the last move before the cursor."""
        found: list[str] = []
        for word in reversed(split(self.lines[-1].moves)):
            if not is_mark(word):
                break
            found.insert(0, word)
        return found


def cursor(piece: RecordText, at: int) -> Cursor | None:
    """What comes before character `at` (from 0) of the record's text; None in tags, comments, after
    the terminator, and in a record that is too large.

    O(size of the record).
    """
    if piece.is_large:
        return None
    reader = Reader(piece.text[:at].encode())
    line_start = piece.text.rfind("\n", 0, at) + 1
    record = reader.record
    if record is None or piece.text.startswith("[", line_start):
        return None
    if record.end or reader.in_comment:
        return None
    moves = _moves(reader.open)
    if moves is None:
        return Cursor(None, reader.open)
    played = replace(record, moves=" ".join(moves), notes=[], result=None, winner=None, end="*")
    return Cursor(played, reader.open)


def word_at(text: str, at: int) -> tuple[int, int]:
    """The start and end of the word that character `at` of `text` (from 0) is in or touches. A mark
    written directly before a move (`2.71`) is not part of it.

    >>> word_at("1. 59 2.71!", 10), word_at("1. 59 2.71!", 7)
    ((8, 11), (6, 8))
    """
    before = _BEFORE.search(text, max(0, at - _FAR), at)
    after = _AFTER.match(text, at, at + _FAR)
    assert before is not None and after is not None
    start, end = before.start(), after.end()
    stuck = _STUCK.match(text, start, end)
    if stuck is None or stuck.end() == end:
        return start, end
    return (stuck.end(), end) if stuck.end() <= at else (start, stuck.end())


def position_at(record: Record) -> tuple[Game, State] | None:
    """The game and the position after all moves of a record; None if one of them is illegal, or the
    match waits for a chance event.
    """
    match = replay(record)
    line = match.line
    if line is None or match.game is None or not line.is_whole or line.state.missing:
        return None
    return match.game, line.state


def _moves(lines: Sequence[Thread]) -> list[str] | None:
    """The moves (tokens with their actors) that lead to the end of the last of `lines`, each of
    which is a variation in the one before; None if one replaces a move that does not exist.
    """
    moves: list[str] = []
    for outer, inner in pairwise(lines):
        ply = inner.origin - (not inner.on)
        if ply < 0:
            return None
        moves += plies(outer.moves)[:ply]
    return moves + plies(lines[-1].moves)
