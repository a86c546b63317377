"""Lexicons: the number of every token of a game, and lines of play as numbers.

Every token has a *code*, a number from 1. `Lexicon.read_line` turns a whole line of play into
numbers; what is neither a token nor a mark that could be due becomes `ODD`.

This module is compiled (see `kifu.notation.native`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from kifu.notation.native import i64, vec
from kifu.replay.codes.arrays import INTERPRETED, zeros

#: A word of a line as a number: its code and, if it names its actor, SEAT times that.
SEAT: Final[i64] = 1 << 48
#: A mark is a negative number: that of the round, or TURN and that of the turn.
TURN: Final[i64] = 1 << 40
#: A word that needs a closer look: neither a token, nor a mark that could be due.
ODD: Final[i64] = 0

_SEAT_DIGITS: Final[i64] = 4
_MARK_DIGITS: Final[i64] = 9
#: So many words are remembered at most, a power of 2.
_PLACES: Final[i64] = 1 << 14
#: So many characters, of 7 bits each, fit into one number, after a 1 that shows where they begin.
_PACKED: Final[i64] = 8
_SHORTER: Final[i64] = (1 << 56) - 1
_SPACE: Final[i64] = 32
#: Spreads packed words over the places.
_SPREAD: Final[i64] = 0x9E3779B1
_HALF: Final[i64] = (1 << 31) - 1


class Lexicon:
    """The tokens of a game, or of one of its variants, and the code of each: `codes[token]`, and
    `tokens[code]` ("" for 0 and for codes without a token).

    >>> lexicon = Lexicon({"59": 59, "r1": 105})
    >>> lexicon.code("59"), lexicon.code("60"), lexicon.token(105)
    (59, 0, 'r1')
    """

    def __init__(self, codes: Mapping[str, int]) -> None:
        self.codes: dict[str, int] = dict(codes)
        self.tokens = [""] * (max(self.codes.values(), default=0) + 1)
        for token, code in self.codes.items():
            self.tokens[code] = token
        # Words that were read, each at a place of its own: packed into a number, and its number.
        self._words, self._numbers = zeros(_PLACES), zeros(_PLACES)

    def code(self, token: str) -> i64:
        """The code (from 1) of a token; 0 for any other word."""
        return self.codes.get(token, 0)

    def token(self, code: i64) -> str:
        """The token of a code, which is 0 or more; "" for 0 and for a code without a token. Raises
        IndexError for a code above the highest one. Nothing checks that it is not below 0: a mark's
        number may give some other token.
        """
        return self.tokens[code]

    def read_line(self, moves: str) -> vec[i64]:
        """A line of play as a new array of numbers, one for each word. Words have one space or more
        between; other white space is part of a word. A move is its code, plus SEAT times the seat
        if one is written before it. The mark of a round is minus its number, that of a turn is
        minus the sum of TURN and its number. Anything else is ODD, also a mark of more than 9
        digits, a seat of more than 4, and a number with a zero in front. Empty for "".

        >>> list(Lexicon({"59": 59}).read_line("#1 1. 59 2:59 60")) == [
        ...     -1, -1 - TURN, 59, 59 + 2 * SEAT, ODD]
        True
        """
        if INTERPRETED or not moves.isascii():
            known, parts = self.codes, moves.split(" ")
            return vec[i64]([known.get(word) or self.read_word(word) for word in parts if word])
        words, read = self._words, self._numbers
        line, count, start, packed = moves.encode() + b" ", i64(0), i64(0), i64(1)
        numbers = zeros((len(line) >> 1) + 1)
        for at in range(i64(len(line))):  # else `at` is a number of Python's
            char: i64 = line[at]
            if char != _SPACE:
                packed = (packed & _SHORTER) << 7 | char
                continue
            if at > start:
                place = ((packed ^ packed >> 31) & _HALF) * _SPREAD >> 20 & _PLACES - 1
                if words[place] != packed or at - start > _PACKED:
                    words[place] = packed if at - start <= _PACKED else 0  # 0 is no word's
                    read[place] = self.read_word(line[start:at].decode())
                numbers[count] = read[place]
                count += 1
            start, packed = at + 1, 1
        return numbers[:count]

    def read_back(self, line: vec[i64]) -> list[str]:
        """The tokens of the moves in a line of numbers (see `read_line`), in order, without their
        seats. Marks and ODD words are left out.
        """
        return [self.tokens[word & SEAT - 1] for word in line if word > 0]

    def read_word(self, word: str) -> i64:
        """One word, which is not empty, as a number: the code of a move, plus SEAT times the seat
        if one is written before it (`2:59`, up to 4 digits); -n for the mark `#n` of a round and
        -(TURN + n) for the mark `n.` of a turn (up to 9 digits); ODD for anything else, also for a
        number with a zero in front.
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


def _number(digits: str, longest: i64) -> i64:
    """The value of a decimal number of 1 to `longest` ASCII digits without a leading zero; 0 for
    any other text.
    """
    if not digits.isascii() or not digits.isdigit() or len(digits) > longest or digits[0] == "0":
        return 0
    return int(digits)
