"""Lint: what keeps a record from being read back the same, and which lines are plain."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from kifu.notation.errors import NotationError
from kifu.notation.files import dumps
from kifu.notation.lint import is_plain, lint
from kifu.notation.plain_form import write_text
from kifu.notation.reader import Reader
from kifu.notation.record import Line, Note, Record
from kifu.notation.text import read_text


def game(**fields: Any) -> Record:
    given: dict[str, Any] = {"game": "g", "rules": 1, "seats": ["A"], "moves": "59 10"}
    return Record(**given | fields)


def deep(depth: int) -> Note:
    note = Note(0, line=Line())
    for _ in range(depth - 1):
        note = Note(0, line=Line(notes=[note]))
    return note


UNWRITABLE: list[Record] = [
    *[game(moves=moves) for moves in ("59  10", " 59", "59!", "1.59", "=", "...", "{59}", "a\0")],
    game(options={"a b": "c"}),
    game(chance=[("a:b", "1")]),
    game(result=[10**18]),
    game(end="?"),
    game(tail=["x"]),
    game(tags=[("Seat", "B")]),
    game(extra={"moves": "x"}),
    game(extra={"x": float("nan")}),
    game(extra={"x": b"y"}),
    game(notes=[Note(1, rem="a\nb")]),
    game(seats=["\udfff"]),
    game(notes=[Note(3, text="x")]),
    game(notes=[Note(2, text="x"), Note(1, text="y")]),
    game(notes=[Note(1)]),
    game(notes=[Note(1, text="x", rem="y")]),
    game(notes=[Note(1, text="x", lang="no such one")]),
    game(notes=[Note(1, glyph="!!!")]),
    game(notes=[deep(101)]),
]


@pytest.mark.parametrize("record", UNWRITABLE)
def test_what_no_reader_could_give_back_is_found_and_not_written(record: Record) -> None:
    assert {finding.code for finding in lint(record)} == {"KF305"}
    with pytest.raises(NotationError, match="KF305") as caught:
        dumps(record)
    assert caught.value.diagnostics == lint(record)


@pytest.mark.parametrize("tags", [{}, {"ab": "c"}, {"a": 1}, [1], [("a", 1)]])
def test_a_field_of_another_type_is_a_type_error(tags: Any) -> None:
    with pytest.raises(TypeError, match=r"a field of the Record has another type: .*tags"):
        dumps(game(tags=tags))


@pytest.mark.parametrize(
    "wrong", [{"result": [True]}, {"winner": [1.0]}, {"rules": 1.5}, {"seats": "ab"}]
)
def test_a_number_or_a_list_of_another_type_is_a_type_error(wrong: dict[str, Any]) -> None:
    with pytest.raises(TypeError, match=r"a field of the Record has another type"):
        dumps(game(**{"seats": ["A"], "end": "*", **wrong}))


@pytest.mark.parametrize("record", [None, game(moves=b"59"), game(tags=5)])
def test_what_is_no_record_is_a_type_error_however_deep(record: Any) -> None:
    if record and isinstance(record.moves, str):
        for _ in range(20000):
            record.notes = [Note(1, line=Line("5", record.notes))]
    with pytest.raises(TypeError, match=r"^a (Record was expected|field of the Record has)"):
        lint(record)


def test_as_deep_as_is_allowed_is_fine() -> None:
    assert lint(game(notes=[deep(100)])) == []


def test_a_text_that_was_changed_after_the_note_was_made_is_looked_at() -> None:
    note = Note(1, text="x")
    note.text = " x"
    assert [finding.code for finding in lint(game(notes=[note]))] == ["KF305"]


def test_a_word_that_is_only_read_back_is_named() -> None:
    (finding,) = lint(game(moves="59", notes=[Note(at=1, glyph="10")]))
    assert finding.message == "moves: None is read back as '10', so text can't hold it"
    (finding,) = lint(game(moves="59 "))
    assert finding.message == "moves: '' is read back as None, so text can't hold it"


ODD_TEXT = st.none() | st.sampled_from(["", "!", " a", "0123abcd", "@ja", "a\n[Game b", "x\r", "}"])
ODD_NOTES = st.builds(
    Note, st.integers(-1, 3), ODD_TEXT, ODD_TEXT, st.none() | st.sampled_from(["ja", "", "a b"]),
    ODD_TEXT, st.none() | st.builds(Line, st.sampled_from(["", "r1", "a!"])), ODD_TEXT,
)  # fmt: skip


@given(st.lists(ODD_NOTES, max_size=2), st.sampled_from(["A", "a\\", " b ", "\x1b", "棋"]))
def test_nothing_is_found_exactly_if_the_record_is_read_back_equal(
    notes: list[Note], seat: str
) -> None:
    record = game(notes=notes, seats=[seat], tags=[("Event", seat)], end="*")
    found = [reading.record for reading in read_text([write_text(record).encode()])]
    assert (lint(record) == []) == (found == [record])


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


def test_more_words_than_a_record_may_have_are_found() -> None:
    assert [found.code for found in lint(game(moves="1 " * (8 << 20)))] == ["KF010"]
