"""Lines that are read byte by byte are found to be what searches in them find."""

from __future__ import annotations

import re

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from kifu.notation import ordinary
from kifu.notation.scan import is_ordinary_line, ordinary_moves, without_marks

_WORDS = """
    59 r1 a+b<c - / ^r9 _ =a8 11=y = =! * 1:=b2 1:59 12:7 9999:7 2: 0:5 05:1 1:2:3 :5 1:= 1:=. =.
    # #1 #x 1#2 #1#2 #1:2 1. 12. 1.2 . .. 1.. .5 r1. #1. 1.# 1:#2 1:2. ... 59! $3 %0 {a} (5) 棋 §
"""
WORDS = st.sampled_from(
    [*_WORDS.split(), "x" * 190, "x" * 191, "1" * 189 + ".", "1" * 190 + ".", "5\x1c", "\t", ""]
)
LINES = st.lists(WORDS, max_size=12).map(" ".join)


@given(LINES | st.lists(st.sampled_from(["#1", "1.", "59", "2:="]), max_size=9).map(" ".join))
@example("1. 2. 59")
@example("1. #1 2. 59")
@example("59 1:=")
def test_ordinary_lines(moves: str) -> None:
    line = f" {moves} ".encode() if moves else b" "
    assert is_ordinary_line(line) == (b"  " not in line and ordinary._is_ordinary(line))


def marks_left_out(moves: str) -> str:
    """The same, slowly."""
    words = [word for word in moves.split(" ") if not re.fullmatch("[0-9]+[.]|#[0-9]+", word)]
    return " ".join(words)


@given(LINES.filter(str.isascii))
@example("1. #1 59 2.")
@example("1.")
@example("")
@example(" ")
@example("1. ")
@example(" 1.")
def test_marks_are_left_out(moves: str) -> None:
    assert without_marks(moves) == marks_left_out(moves)


@given(LINES | st.lists(st.sampled_from(["#1", "1.", "59", "2:="]), max_size=9).map(" ".join))
@example("1. #1 59 2.")
@example("1.")
@example("59 #1")
@example("1. 2. 59")
@example("")
def test_marks_are_left_out_of_ordinary_lines(moves: str) -> None:
    if moves.isascii():
        is_ordinary = bool(moves) and is_ordinary_line(f" {moves} ".encode())
        assert ordinary_moves(moves) == (marks_left_out(moves) if is_ordinary else None)
    found = marks_left_out(moves) if ordinary.is_ordinary(moves) else None
    assert ordinary.ordinary_unmarked(moves) == found


@pytest.mark.parametrize("moves", ["1. 棋 59 2. é", "#1 棋"])
def test_other_letters_have_marks_between_too(moves: str) -> None:
    from kifu.notation.move_words import unmarked

    assert unmarked(moves) == marks_left_out(moves)
