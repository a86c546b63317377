"""The words of the notation: what a move, a mark, a glyph and a checkpoint look like.

A word is a run of characters without white space and without any of `{ } ( ) ; [ ]`. Every
word of a line of play that is not a mark counts as a ply, also one that is not a move at all, so
that the plies after it do not shift.
"""

from __future__ import annotations

import re

#: Characters a word can't hold: what separates words, and what opens or closes something.
SEPARATORS = r" \t\r\n{}();\[\]"
#: The alphabet of a game's tokens, as the inside of a character class.
ALPHABET = r"A-Za-z0-9+~/<>=^_\-"
LONGEST_WORD = 200
DEEPEST_LINE = 100
LARGEST_RECORD = 16 << 20

#: A whole move: the actor's seat or None, and the game's token.
MOVE = re.compile(rf"(?:([1-9][0-9]{{0,3}}):)?((?!=\Z)[{ALPHABET}]+)")
#: A turn mark (`12.`) or a round mark (`#3`).
MARK = re.compile(r"[0-9]+\.|#[0-9]+")
GLYPH = re.compile(r"!!|!\?|\?!|\?\?|!|\?|\$(?:[1-9][0-9]?|1[0-9][0-9]|2[0-4][0-9]|25[0-5])")
CHECK = re.compile(r"%[0-9a-fA-F]{8}")


def is_mark(word: str) -> bool:
    """Whether `word` is a turn or round mark, and so no ply.

    >>> is_mark("12."), is_mark("#3"), is_mark("12")
    (True, True, False)
    """
    return (word[-1:] == "." or word[:1] == "#") and MARK.fullmatch(word) is not None


def is_plain(moves: str) -> bool:
    """Whether text gives a line of play back unchanged because it holds nothing but moves and
    marks, with single spaces between. True for "". False for some other lines that text could hold,
    too.

    >>> is_plain("#1 1. 59 10 2:=b2"), is_plain("59!"), is_plain("1.59")
    (True, False, False)
    """
    line = f" {moves} "
    return not moves or (
        _PLAIN.fullmatch(moves) is not None
        and "  " not in line
        and " = " not in line
        and line.count(".") == line.count(". ")
    )


_PLAIN = re.compile(rf"[{ALPHABET} :#.]*+")


def is_move(word: str) -> bool:
    """Whether `word` has the form of a move; which moves there are is the game's business.

    >>> is_move("3:71"), is_move("r3"), is_move("71!")
    (True, True, False)
    """
    return len(word) <= LONGEST_WORD and MOVE.fullmatch(word) is not None


def split_actor(word: str) -> tuple[int, str]:
    """The seat that a move names (0: none) and the token after it.

    A seat is a number from 1 without a zero in front; with anything else before the colon, the
    whole word is the token.

    >>> split_actor("3:71"), split_actor("71"), split_actor("03:71")
    ((3, '71'), (0, '71'), (0, '03:71'))
    """
    seat, colon, token = word.partition(":")
    if colon and seat.isascii() and seat.isdigit() and seat[0] != "0" and len(seat) <= 4:
        return int(seat), token
    return 0, word


def split(moves: str) -> list[str]:
    """The words of a line of play.

    >>> split("#1 1. 59 10"), split("")
    (['#1', '1.', '59', '10'], [])
    """
    return moves.split(" ") if moves else []


def plies(moves: str) -> list[str]:
    """The moves of a line of play without its marks: item k - 1 is ply k.

    >>> plies("#1 1. 59 10 2. 66")
    ['59', '10', '66']
    """
    return [word for word in split(moves) if not is_mark(word)]


def count_plies(moves: str) -> int:
    """The number of moves of a plain line of play (see `is_plain`), much faster than by `plies`.

    >>> count_plies("#1 1. 59 10 2. 66"), count_plies("")
    (3, 0)
    """
    return moves.count(" ") + 1 - moves.count(".") - moves.count("#") if moves else 0


def unmarked(moves: str) -> str:
    """A line of play without its marks: its `plies` with single spaces between.

    >>> unmarked("#1 1. 59 10 2. 66")
    '59 10 66'
    """
    return _MARK_AFTER_SPACE.sub("", f" {moves} ")[1:-1]


_MARK_AFTER_SPACE = re.compile(r" (?:#[0-9]++|[0-9]++\.)(?= )")
