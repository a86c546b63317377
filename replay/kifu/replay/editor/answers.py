"""What an editor asks of an open text: its records and their findings, what may be written at the
cursor, what a move there means.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from functools import lru_cache
from io import StringIO
from itertools import pairwise

from msgspec import Struct
from msgspec.structs import replace

from kifu.notation.errors import Diagnostic, KifuError
from kifu.notation.reader import Reader, Thread
from kifu.notation.record import SEPARATORS, SPACE, Note, Record, is_mark, is_move, plies
from kifu.notation.text import read_text, unread_records
from kifu.notation.words import Language
from kifu.replay.match import check, replay
from kifu.replay.sentences import offer, sentence
from kifu.replay.sheet import sheet, write_sheet
from kifu.replay.table import ALL

#: A larger record (in bytes) is neither examined nor looked into.
LARGEST_RECORD = 1 << 16

_WORD = re.compile(rf"[^{SEPARATORS}]+")


class RecordText(Struct, frozen=True):
    """One record of a text: its text, and the index in the whole text at which it begins."""

    text: str
    start: int

    @property
    def is_large(self) -> bool:
        """Whether the record is too large to be examined while it is typed: more than 64 KiB of
        UTF-8.
        """
        return len(self.text.encode()) > LARGEST_RECORD


class Mark(Struct, frozen=True):
    """A finding and the characters that it is about, counted from the start of its record."""

    start: int
    end: int
    finding: Diagnostic


def pieces(text: str) -> list[RecordText]:
    """The records of `text`, in order. A new one begins at each line that begins with `[Game` and a
    space or tab. Text before the first such line belongs to that record, unless it has a line that
    begins with `[`: then it is a record of its own. A text without such a line is one record.
    Joined, their texts are `text` without its byte order mark; `start` counts characters of `text`,
    from 0. [] for nothing but white space. Raises UnicodeEncodeError for a lone surrogate. O(size).

    >>> [piece.start for piece in pieces('[Game "a"]\\n\\n*\\n\\n[Game "b"]\\n\\n*\\n')]
    [0, 15]
    """
    data = text.encode()
    at = 1 if text.startswith("\ufeff") else 0
    found = []
    for part in unread_records([data]):
        found.append(RecordText(data[part.offset : part.offset + part.size].decode(), at))
        at += len(found[-1].text)
    return found


def piece_at(texts: list[RecordText], at: int) -> RecordText | None:
    """The record that has character `at` (from 0) of the whole text. From the end of the text on,
    it is the last record; before the first one (after a byte order mark, say), the first. Where one
    record ends, the next one has the character. None if the text has no records.

    >>> two = pieces('[Game "a"]\\n\\n*\\n\\n[Game "b"]\\n\\n*\\n')
    >>> [piece_at(two, at).start for at in (0, 14, 15, 99)]
    [0, 0, 15, 15]
    """
    index = bisect_right(texts, at, key=lambda piece: piece.start) - 1
    return texts[max(index, 0)] if texts else None


@lru_cache(512)
def examined(text: str) -> list[Mark]:
    """The findings on `text`, which must be one record (see `pieces`), as Marks: `start` and `end`
    are characters of `text`, from 0, and `end` is the one after the last. They come in the order of
    `check`; if the record can't be read, they are those of reading alone. [] for nothing but white
    space, and for a record larger than 64 KiB.

    The lists of the last 512 records are kept and given again, so that typing in one record costs
    nothing for the others: don't change them. Raises ValueError for more than one record, and
    UnicodeEncodeError for a lone surrogate; what a game's code raises comes through.
    """
    if RecordText(text, 0).is_large or not text.strip(SPACE):
        return []
    source = text.encode()
    (reading,) = read_text([source])
    match = check(reading)
    findings = reading.diagnostics if match is None else match.findings
    starts = [len(source[: finding.offset].decode()) for finding in findings]
    return [_mark(text, start, each) for start, each in zip(starts, findings, strict=True)]


def _mark(text: str, start: int, finding: Diagnostic) -> Mark:
    """`finding` with the characters of the record `text` that it is about, from `start` (an index
    from 0) to before the Mark's `end`: the first line of its token, if that is there; otherwise
    the word from `start` on; otherwise one character. If `start` is the end of the text, it is the
    last character that is no white space, the first one if all are. In an empty text, no character.
    """
    token = (finding.token or "").partition("\n")[0]
    if token and text.startswith(token, start):
        return Mark(start, start + len(token), finding)
    word = _WORD.match(text, start)
    if word is not None:
        return Mark(start, word.end(), finding)
    if start == len(text):
        start = max(len(text.rstrip(SPACE)) - 1, 0)
    return Mark(start, min(start + 1, len(text)), finding)


#: A word or a note as it was read, the character at which it begins, and the one after its last.
Thing = tuple[str | Note, int, int]


def cursor(piece: RecordText, at: int) -> Record | None:
    """The match up to character `at` (from 0) of the record's text, as a new record that ends in
    `*`: the tags and, as its main line, all moves before that place (of a word around it, what is
    before it), without marks, notes and result. In a variation, these are the moves of the
    surrounding lines up to where it begins, and then its own. The moves need not be legal. None in
    tags, in comments, after the terminator, in a variation that replaces no move, and in a record
    that is too large. O(size of the record).
    """
    if piece.is_large:
        return None
    reader = Reader(piece.text[:at].encode())
    line_start = piece.text.rfind("\n", 0, at) + 1
    record, lines = reader.record, reader.open
    if record is None or piece.text.startswith("[", line_start):
        return None
    if record.end or reader.in_comment:
        return None
    moves: list[str] = []
    for outer, inner in pairwise(lines):  # each line is a variation in the one before
        ply = inner.origin - (not inner.on)
        if ply < 0:
            return None
        moves += plies(outer.moves)[:ply]
    moves += plies(lines[-1].moves)
    return replace(record, moves=" ".join(moves), notes=[], result=None, winner=None, end="*")


def thing_at(piece: RecordText, at: int) -> Thing | None:
    """What character `at` (from 0) of the record's text is in or touches, as (thing, start, end):
    `start` is its first character, `end` the one after its last, and `at` may be either. The thing
    is a word (text: a move or mark) or a Note (a glyph, comment or checkpoint, but no variation).
    Of several, it is the move if there is one, else the last of them. None if there is nothing, in
    tags or at the terminator for example, and in a record larger than 64 KiB. O(size of the
    record).
    """
    there: list[Thing] = []

    def watch(_line: Thread, thing: str | Note | None, start: int, end: int) -> None:
        if start <= at <= end and thing and not (isinstance(thing, Note) and thing.line):
            there.append((thing, start, end))

    if not piece.is_large:
        Reader(piece.text.encode(), watch)
    moves = (each for each in there if isinstance(each[0], str) and not is_mark(each[0]))
    return next(moves, there[-1] if there else None)


#: The last character of what is no move: a glyph, a checkpoint, or what may become one.
_OTHER = re.compile(rf"[^{SEPARATORS}]")


class Completion(Struct, frozen=True):
    """One completion: the `text` that replaces the characters from `start` (in its record) up to
    the cursor, and what it means, in words (`says`).
    """

    start: int
    text: str
    says: str


def choices(piece: RecordText, at: int, language: Language) -> list[Completion]:
    """The legal moves, as the game form writes them, that begin as what is typed before character
    `at` (from 0) of the record's text, by seat, the seat on turn first, each in the order of the
    game's page. [] outside the movetext, directly after a glyph or checkpoint, after an illegal
    move, where the match waits for a chance event, after its end, and in a record that is too
    large. What a game's code raises comes through. O(size of the record).
    """
    thing, start, _ = thing_at(piece, at) or (None, at, at)
    if not isinstance(thing, str):
        if _OTHER.match(piece.text, at - 1):
            return []
        start = at
    found = cursor(piece, start)
    legal = _legal_after(found, language) if found else []
    typed = piece.text[start:at]
    return [Completion(start, text, says) for text, says in legal if text.startswith(typed)]


def _legal_after(record: Record, language: Language) -> Iterator[tuple[str, str]]:
    """Yield the legal moves after those of a record, by seat, the seat on turn first, as pairs: the
    word as the game form writes it (perhaps `2:59`), and a sentence in `language` that says what it
    means. Nothing if the record's own moves are not legal, if it can't be set up, waits for a
    chance event, or is over.
    """
    line = replay(record).line
    if line is None or line.ply < len(plies(record.moves)) or line.state.missing:
        return
    game, state = line.game, line.state
    for seat in sorted(state.to_move(), key=lambda seat: (seat != state.next_seat, seat)):
        for move in state.legal_moves(seat):
            says = sentence(offer(game, state, move, seat), record, language)
            yield game.word(state, seat, move), says


class Hover(Struct, frozen=True):
    """The explanation of the characters from `start` to `end`: `block` is lines of fixed width,
    which may contain names of players.
    """

    start: int
    end: int
    block: str


def hover(piece: RecordText, at: int, language: Language) -> Hover | None:
    """The text to show for the move at character `at` (from 0) of the record's text; `at` may also
    be just after the move's last character. It is the sentence that describes the move and the
    whole table after it, with every hand open, but not the line with the game's name. None if there
    is no move, if it or one before it is illegal, if the record can't be replayed up to there (any
    KifuError), and if it is larger than 64 KiB. Anything else that a game's code raises comes
    through. O(size of the record).
    """
    thing, start, end = thing_at(piece, at) or ("", at, at)
    found = cursor(piece, end) if isinstance(thing, str) and is_move(thing) else None
    if found is None:
        return None
    try:
        page = sheet(replay(found), found.moves.count(" ") + 1, ALL, language)
    except KifuError:
        return None
    lines = StringIO()
    write_sheet(page[1:], lines)
    return Hover(start, end, lines.getvalue())
