"""Lexicons: the number of every token of a game, and lines of play as numbers.

Every token has a *code*, a number from 1. `Lexicon.read_line` turns a whole line of play into
numbers; what is neither a token nor a mark that could be due becomes `ODD`.

This module is compiled (see `kifu.notation.native`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from kifu.notation.native import i64, vec
from kifu.replay.elements.arrays import zeros

#: A word of a line as a number: its code and, if it names its actor, SEAT times that.
SEAT: Final[i64] = 1 << 48
#: A mark is a negative number: that of the round, or TURN and that of the turn.
TURN: Final[i64] = 1 << 40
#: A word that needs a closer look: neither a token, nor a mark that could be due.
ODD: Final[i64] = 0

_SEAT_DIGITS: Final[i64] = 4
_MARK_DIGITS: Final[i64] = 9
#: Beside the tokens so many words are remembered, with the number of each.
_REMEMBERED: Final = 5000


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
        words = moves.split(" ")
        numbers = zeros(len(words))
        count: i64 = 0
        for word in words:
            if word:
                number: i64 = self._known.get(word, ODD)
                numbers[count] = number if number != ODD else self._new_word(word)
                count += 1
        return numbers[:count]

    def _new_word(self, word: str) -> i64:
        """A word that is not remembered as a number (see `read_word`). It is, from now on, unless
        it is ODD or too many are.
        """
        number = self.read_word(word)
        if number != ODD and len(self._known) < _REMEMBERED + len(self.codes):
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


def _number(digits: str, longest: i64) -> i64:
    """The value of a decimal number of 1 to `longest` digits without a leading zero; 0 for another
    text.
    """
    if not digits.isascii() or not digits.isdigit() or len(digits) > longest or digits[0] == "0":
        return 0
    return int(digits)
