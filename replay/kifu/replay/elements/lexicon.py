"""Lexicons: the number of every token of a game, and lines of play as numbers.

Every token has a *code*, a number from 1. `Lexicon.read_line` turns a whole line of play into
numbers; what is neither a token nor a mark that could be due becomes `ODD`.

This module is compiled (see `kifu.notation.native`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from kifu.notation.native import i64, vec
from kifu.replay.elements.arrays import INTERPRETED, zeros

#: A word of a line as a number: its code and, if it names its actor, SEAT times that.
SEAT: Final[i64] = 1 << 48
#: A mark is a negative number: that of the round, or TURN and that of the turn.
TURN: Final[i64] = 1 << 40
#: A word that needs a closer look: neither a token, nor a mark that could be due.
ODD: Final[i64] = 0

_SEAT_DIGITS: Final[i64] = 4
_MARK_DIGITS: Final[i64] = 9
#: The marks of so many characters are remembered where lines are read word by word.
_REMEMBERED: Final = 5
#: So many characters, of 7 bits each, fit into one number.
_PACKED: Final[i64] = 9
_SHORTER: Final[i64] = (1 << 56) - 1


class Lexicon:
    """The tokens of a game, or of one of its variants, and the code of each.

    `tokens[code]` is the token of a code; place 0 is "".

    >>> lexicon = Lexicon({"59": 59, "r1": 105})
    >>> lexicon.code("59"), lexicon.code("60"), lexicon.token(105)
    (59, 0, 'r1')
    """

    def __init__(self, codes: Mapping[str, int]) -> None:
        self.codes: dict[str, int] = dict(codes)
        self._known: dict[str, int] = dict(codes)
        self.tokens = [""] * (max(self.codes.values(), default=0) + 1)
        for token, code in self.codes.items():
            self.tokens[code] = token
        # An open-addressed table by packed token, for lines that are read from their bytes.
        size: i64 = 64
        while size < 4 * len(self.codes):
            size *= 2
        self._last_slot = size - 1
        self._packed, self._code_at = zeros(size), zeros(size)
        for token, code in self.codes.items():
            self._enter(token, code)

    def code(self, token: str) -> i64:
        """The code of a token; 0 for a word that is no token of the game."""
        return self.codes.get(token, 0)

    def token(self, code: i64) -> str:
        """The token of a code, which must exist."""
        return self.tokens[code]

    def read_line(self, moves: str) -> vec[i64]:
        """A line of play as numbers, one a word: the code of a move, plus its actor times SEAT; a
        negative number for a mark, see TURN; ODD for anything else.

        >>> list(Lexicon({"59": 59}).read_line("#1 1. 59 2:59 60")) == [
        ...     -1, -1 - TURN, 59, 59 + 2 * SEAT, ODD]
        True
        """
        if INTERPRETED or not moves.isascii():
            known = self._known
            words = moves.split(" ")
            return vec[i64]([known.get(word) or self._new_word(word) for word in words if word])
        return self._scan(moves.encode())

    def _new_word(self, word: str) -> i64:
        """A word, read for the first time, as a number (see `read_word`). Marks are remembered,
        since there are few.
        """
        number = self.read_word(word)
        if number < 0 and len(word) <= _REMEMBERED:
            self._known[word] = number
        return number

    def read_word(self, word: str) -> i64:
        """One word as a number: the code of a move, plus SEAT times the seat written before it; a
        negative number for a mark (see TURN); ODD for anything else.
        """
        code = self.code(word)
        if code:
            return code
        if word[-1] == ".":
            number = _number(word[:-1], _MARK_DIGITS)
            return -TURN - number if number else ODD
        if word[0] == "#":
            return -_number(word[1:], _MARK_DIGITS)
        seat, _colon, token = word.partition(":")
        named, code = _number(seat, _SEAT_DIGITS), self.code(token)
        return named * SEAT + code if named and code else ODD

    def _scan(self, line: bytes) -> vec[i64]:
        """A line of play, in ASCII bytes, as numbers, one a word (see `read_line`)."""
        size: i64 = len(line)
        found = zeros((size >> 1) + 1)
        count: i64 = 0
        at: i64 = 0
        while at < size:
            start = at
            packed: i64 = 0
            while at < size:
                char: i64 = line[at]
                if char == _SPACE:
                    break
                packed = (packed & _SHORTER) << 7 | char
                at += 1
            if at > start:
                number: i64 = 0
                if at - start <= _PACKED:
                    number = self._code_of(packed)
                if number == 0:
                    number = self._other_word(line, start, at)
                found[count] = number
                count += 1
            at += 1
        return found[:count]

    def _code_of(self, packed: i64) -> i64:
        """The code of the token whose bytes are packed into a number, 7 bits each; 0 if there is no
        such token.
        """
        words, last = self._packed, self._last_slot
        slot = _hash(packed) & last
        while words[slot] != packed:
            if words[slot] == 0:
                return 0
            slot = (slot + 1) & last
        return self._code_at[slot]

    def _other_word(self, line: bytes, start: i64, end: i64) -> i64:
        """The word in the bytes from index `start` to `end` - 1 of `line`, which is more than a
        token, as a number (see `read_word`): a mark, a token with its seat, or ODD.
        """
        number: i64 = 0
        if line[end - 1] == _POINT:
            number = _number_at(line, start, end - 1, _MARK_DIGITS)
            if number > 0:
                return -TURN - number
        elif line[start] == _HASH:
            number = _number_at(line, start + 1, end, _MARK_DIGITS)
            if number > 0:
                return -number
        else:
            colon = start
            while colon < end and line[colon] != _COLON:
                colon += 1
            number = _number_at(line, start, colon, _SEAT_DIGITS)
            if number > 0 and end - colon - 1 <= _PACKED:
                packed: i64 = 0
                for at in range(colon + 1, end):
                    packed = packed << 7 | line[at]
                code = self._code_of(packed)
                if code > 0:
                    return number * SEAT + code
        return self.read_word(line[start:end].decode())

    def _enter(self, token: str, code: i64) -> None:
        """Put a token and its code into the hash table of `_code_of`; a token too long for it is
        left out.
        """
        if len(token) > _PACKED:
            return
        packed: i64 = 0
        for char in token.encode():
            packed = packed << 7 | char
        slot = _hash(packed) & self._last_slot
        while self._packed[slot] != 0:
            slot = (slot + 1) & self._last_slot
        self._packed[slot] = packed
        self._code_at[slot] = code


_SPACE: Final[i64] = 32
_HASH: Final[i64] = 35
_POINT: Final[i64] = 46
_COLON: Final[i64] = 58
_ZERO: Final[i64] = 48


def _hash(packed: i64) -> i64:
    low = (packed ^ packed >> 31) & 0x7FFFFFFF
    return low * 0x9E3779B1 >> 20


def _number(digits: str, longest: i64) -> i64:
    """The value of a decimal number of 1 to `longest` digits without a leading zero; 0 for another
    text.
    """
    if not digits.isascii() or not digits.isdigit() or len(digits) > longest or digits[0] == "0":
        return 0
    return int(digits)


def _number_at(line: bytes, start: i64, end: i64, longest: i64) -> i64:
    """The value of the decimal number in the bytes from index `start` to `end` - 1 of `line`, which
    has 1 to `longest` digits and no leading zero; 0 for other bytes.
    """
    if start == end or end - start > longest or line[start] == _ZERO:
        return 0
    number: i64 = 0
    for at in range(start, end):
        digit = line[at] - _ZERO
        if digit < 0 or digit > 9:
            return 0
        number = number * 10 + digit
    return number
