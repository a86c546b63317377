"""Ordinary records: nothing but tags, moves and marks, as programs write them.

Most records are of this kind, and one pattern is enough to see it. What is not plainly ordinary is
None here: the lexer reads it (`text`), and gives the same record if nothing is wrong with it.
"""

from __future__ import annotations

import re
from functools import lru_cache

from kifu.notation import tags
from kifu.notation.move_words import ALPHABET
from kifu.notation.record import FIELD_TAGS, Record

_BLANKS = bytes.maketrans(b"\t\r\n", b"   ")
#: A line of moves and marks with a blank after each word. A word is atomic: what it begins with
#: decides what it is, and a long line is left as soon as one word is something else.
_LINE = re.compile(
    rf"(?>(?:[1-9]:)?(?!=? )[{ALPHABET}]{{1,190}}+ |#[0-9]++ |[0-9]++\. )*+".encode()
)

#: What is between two values where the second one is that of a tag.
_SEAT = "]\n[Seat "
_FIELDS = {f"]\n[{name} ": tags.READERS[name] for name in FIELD_TAGS}
_LONGEST_OPENING = 64


def read_tags(header: bytes) -> Record | None:
    """The record whose tag lines are `header`, perhaps with empty lines below them; None if they
    are not ordinary, or anything is wrong with them.

    >>> read_tags(b'[Game "nimmt"]\\n[Rules "1"]\\n[Seat "Aki"]\\n\\n').seats
    ['Aki']
    """
    try:
        text = header.decode().rstrip("\n")
    except UnicodeDecodeError:
        return None
    if "\r" in text:
        text = text.replace("\r\n", "\n").rstrip("\n")
    pieces = text.split('"')
    if pieces[0] != "[Game " or pieces[-1] != "]" or len(pieces) != 2 * text.count("\n") + 3:
        return None
    if "\\" in text or "\0" in text:
        return None
    record = Record()
    record.game = pieces[1]
    try:
        placed = _place(record, pieces)
    except ValueError:
        return None
    if (
        not placed
        or not record.game
        or record.rules is None
        or not record.seats
        or record.kifu != tags.FORMAT_VERSION
    ):
        return None
    return record


def _place(record: Record, pieces: list[str]) -> bool:
    """Put the tags after the first one into `record`. `pieces` are, in turn, what opens a tag and
    the tag's value. False if a tag is not ordinary; ValueError for a value that can't be read.
    """
    seats, others = record.seats, record.tags
    for opening, value in zip(pieces[2::2], pieces[3::2], strict=False):
        if opening == _SEAT:
            seats.append(value)
        elif (read := _FIELDS.get(opening)) is not None:
            if read(record, value):
                return False
        elif len(opening) <= _LONGEST_OPENING and (name := _other_tag(opening)):
            others.append((name, value))
        else:
            return False
    return True


@lru_cache(maxsize=256)
def _other_tag(opening: str) -> str:
    """The name in `opening` (the end of the tag before, `[`, the name and a space) if it is that of
    a tag without a field in the record; otherwise "".
    """
    name = opening[3:-1]
    is_tag = opening == f"]\n[{name} " and name != tags.FIELD and tags.is_name(name)
    return name if is_tag else ""


def read_moves(movetext: bytes) -> tuple[str, str] | None:
    """The words of a record's movetext with single spaces between, and its terminator; None if it
    is not ordinary. `movetext` begins a line.

    >>> read_moves(b"#1 1. 59 10\\n2. 66 2:=b2\\n*\\n\\n")
    ('#1 1. 59 10 2. 66 2:=b2', '*')
    """
    text = b"\n" + movetext.rstrip(b" \t\r\n")
    end = text[-2:]
    if end != b"\n=" and end != b"\n*":
        return None
    line = text[1:-1].translate(_BLANKS).lstrip(b" ")
    while b"  " in line:
        line = line.replace(b"  ", b" ")
    return (line[:-1].decode(), end[1:].decode()) if _LINE.fullmatch(line) else None


def is_ordinary(moves: str) -> bool:
    """Whether a line of play is nothing but moves and marks with single spaces between. It may be
    False for such a line, if a seat above 9 is written before a move, or a word is very long.

    >>> is_ordinary("#1 1. 59 10 2:=b2"), is_ordinary("59!"), is_ordinary("1.59")
    (True, False, False)
    """
    if not moves or not moves.isascii():
        return not moves
    return _LINE.fullmatch(f"{moves} ".encode()) is not None
