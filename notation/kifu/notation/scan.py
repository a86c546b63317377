"""Lines of play read byte by byte: whether one is ordinary, and what it is without its marks.

`ordinary` and `move_words` have the same as searches, which are quicker where this is interpreted.

This module is compiled (see `native`).
"""

from __future__ import annotations

from typing import Final

from kifu.notation.native import i64, vec

#: Whether modules like this one run from their source.
INTERPRETED: Final = isinstance(vec[i64](), list)

_LONGEST: Final[i64] = 190
_SPACE: Final[i64] = 32
_HASH: Final[i64] = 35
_POINT: Final[i64] = 46
_ZERO: Final[i64] = 48
_NINE: Final[i64] = 57
_COLON: Final[i64] = 58
_EQUALS: Final[i64] = 61

#: By byte, whether tokens are made of it: letters, digits and signs.
_IN_TOKENS: Final = vec[i64](
    [int(byte < 128 and (chr(byte).isalnum() or chr(byte) in "+~/<>=^_-")) for byte in range(256)]
)


def is_ordinary_line(line: bytes) -> bool:
    """Whether a line with a blank before and after each word is nothing but moves and marks. Some
    lines that are so are not found to be: those with two turn marks side by side.

    >>> is_ordinary_line(b" #1 1. 59 10 2:=b2 "), is_ordinary_line(b" 59! ")
    (True, False)
    """
    size: i64 = len(line)
    turned = False
    at: i64 = 1
    while at < size:
        end = _end_of_word(line, at)
        if end == at or end - at > _LONGEST:
            return False
        turn = line[end - 1] == _POINT
        if turn and turned:
            return False
        turned = turn
        at = end + 1
    return True


def _end_of_word(line: bytes, start: i64) -> i64:
    """Where the word that begins at `start` ends, with a blank; `start` where it is not a word."""
    at = start
    char: i64 = line[at]
    while _ZERO <= char <= _NINE:
        at += 1
        char = line[at]
    if char == _SPACE:
        return at
    if char == _POINT:
        if at > start and line[at + 1] == _SPACE:
            return at + 1
        return start
    if char == _HASH:
        if at > start:
            return start
        at += 1
        while _ZERO <= line[at] <= _NINE:
            at += 1
        if at > start + 1 and line[at] == _SPACE:
            return at
        return start
    if char == _COLON:
        if at != start + 1 or line[start] == _ZERO:
            return start
        at += 1
        char = line[at]
        if char == _SPACE or (char == _EQUALS and line[at + 1] == _SPACE):
            return start
    elif char == _EQUALS and at == start and line[at + 1] == _SPACE:
        return start
    known = _IN_TOKENS
    while known[char] != 0:
        at += 1
        char = line[at]
    if char == _SPACE:
        return at
    return start


def without_marks(moves: str) -> str:
    """A line of play of ASCII without its marks.

    >>> without_marks("#1 1. 59 10 2. 66")
    '59 10 66'
    """
    line = moves.encode() + b" "
    size: i64 = len(line)
    kept: list[str] = []
    begin: i64 = 0
    start: i64 = 0
    for at in range(size):
        if line[at] != _SPACE:
            continue
        if at > start + 1 and _is_mark(line, start, at):
            if start > begin:
                kept.append(moves[begin:start])
            begin = at + 1
        start = at + 1
    if begin == size:
        # A mark was the last word, and the blank before it goes, too.
        return "".join(kept)[:-1]
    kept.append(moves[begin:])
    return "".join(kept)


def ordinary_moves(moves: str) -> str | None:
    """A line of play of ASCII without its marks; None where `is_ordinary_line` does not find it
    ordinary, or where it is empty.

    >>> ordinary_moves("#1 1. 59 10 2. 66"), ordinary_moves("59!")
    ('59 10 66', None)
    """
    line = f" {moves} ".encode()
    size: i64 = len(line)
    kept: list[str] = []
    turned = False
    begin: i64 = 1
    at: i64 = 1
    while at < size:
        end = _end_of_word(line, at)
        if end == at or end - at > _LONGEST:
            return None
        turn = line[end - 1] == _POINT
        if turn or line[at] == _HASH:
            if turn and turned:
                return None
            if at > begin:
                kept.append(moves[begin - 1 : at - 1])
            begin = end + 1
        turned = turn
        at = end + 1
    if begin == size:
        # A mark was the last word, and the blank before it goes, too.
        return "".join(kept)[:-1]
    kept.append(moves[begin - 1 :])
    return "".join(kept)


def _is_mark(line: bytes, start: i64, end: i64) -> bool:
    """Whether the word of two bytes or more is a turn mark or a round mark."""
    if line[end - 1] == _POINT:
        end -= 1
    elif line[start] == _HASH:
        start += 1
    else:
        return False
    return all(_ZERO <= line[at] <= _NINE for at in range(start, end))
