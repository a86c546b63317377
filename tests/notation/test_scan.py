"""Which lines of play are plain."""

from __future__ import annotations

from hypothesis import example, given
from hypothesis import strategies as st

from kifu.notation.lint import lint
from kifu.notation.plain_form import write_text
from kifu.notation.reader import Reader
from kifu.notation.record import Record, is_plain
from kifu.notation.text import read_text

_WORDS = """
    59 r1 a+b<c - / ^r9 _ =a8 11=y = =! * 1:=b2 1:59 12:7 9999:7 2: 0:5 05:1 1:2:3 :5 1:= 1:=. =.
    # #1 #x 1#2 #1#2 #1:2 1. 12. 1.2 . .. 1.. .5 r1. #1. 1.# 1:#2 1:2. ... 59! $3 %0 {a} (5) 棋 §
"""
WORDS = st.sampled_from(
    [*_WORDS.split(), "x" * 190, "x" * 191, "1" * 189 + ".", "1" * 190 + ".", "5\x1c", "\t", ""]
)
LINES = st.lists(WORDS, max_size=12).map(" ".join)


@given(LINES | st.lists(st.sampled_from(["#1", "1.", "59", "2:="]), max_size=9).map(" ".join))
@example("1. #1 2. 59")
@example("59 1:=")
def test_plain_words_are_read_back_as_they_are(moves: str) -> None:
    source = f'[Game "g"]\n[Rules "1"]\n[Seat "A"]\n\n{moves}\n*\n'.encode()
    record = Reader(source).record
    assert record is not None
    assert not is_plain(moves) or (record.moves, record.notes, record.end) == (moves, [], "*")


@given(LINES)
def test_runs_of_words_are_read_as_word_by_word(moves: str) -> None:
    source = f'[Game "g"]\n[Rules "1"]\n[Seat "A"]\n\n{moves}\n*\n'.encode()
    quick, slow = Reader(source), Reader(source, lambda *_: None)
    assert quick.record == slow.record
    (reading,) = read_text([source])
    assert reading.record == quick.record
    assert reading.diagnostics == quick.findings(reading) == slow.findings(reading)


@given(LINES)
@example("1. #1 2. 59")
@example("59 1:=")
def test_words_in_which_lint_finds_nothing_are_read_back_as_they_are(moves: str) -> None:
    record = Record(game="g", rules=1, seats=["A"], moves=moves, end="*")
    again = Reader(write_text(record).encode()).record
    assert (lint(record) == []) == (again == record)


def test_words_are_plain_in_any_number() -> None:
    assert not is_plain("59 " * 500_000 + "59!")
    assert is_plain("59 " * 500_000 + "59")
