"""The cursor: where in a record a character is, and the line of play that leads there."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from msgspec import Struct
from msgspec.structs import replace

from kifu.notation.move_words import is_mark, plies, split
from kifu.notation.reader import Reader, Thread
from kifu.notation.record import Note, Record
from kifu.replay.editor.pieces import RecordText
from kifu.replay.game import Game, State
from kifu.replay.replayer import replay

#: A word or a note as it was read, the character at which it begins, and the one after its last.
Thing = tuple[str | Note, int, int]


class Cursor(Struct, frozen=True):
    """What comes before a place in the movetext of a record.

    `record` has the tags and, as its main line, all moves that lead to the place: in a variation,
    those of the surrounding lines up to where it begins, and then its own. It is None in a
    variation that replaces no move. `lines` are the main line and the variations around the place,
    outermost first.
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
    """What comes before character `at` (from 0) of the record's text. None in tags, in comments,
    after the terminator, and in a record that is too large.

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


def thing_at(piece: RecordText, at: int) -> Thing | None:
    """The move, mark, glyph or comment that character `at` (from 0) of the record's text is in or
    touches, with its range. Of two that touch, the move. None elsewhere, in tags for example, and
    in a record that is too large.
    """
    there: list[Thing] = []

    def watch(_line: Thread, thing: str | Note | None, start: int, end: int) -> None:
        if start <= at <= end and thing and not (isinstance(thing, Note) and thing.line):
            there.append((thing, start, end))

    if not piece.is_large:
        Reader(piece.text.encode(), watch)
    moves = (each for each in there if isinstance(each[0], str) and not is_mark(each[0]))
    return next(moves, there[-1] if there else None)


def position_at(record: Record) -> tuple[Game, State] | None:
    """The game and the position after all moves of a record; None if it can't be set up, a move is
    illegal, or the match waits for a chance event.
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
