"""The short ways of reading give what the lexer gives, and find the same wrong."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from kifu.notation import ordinary
from kifu.notation.chunks import Chunk, chunks
from kifu.notation.lexed import header_of, lex
from kifu.notation.lint import lint
from kifu.notation.move_words import is_mark, is_move
from kifu.notation.plain import write_text
from kifu.notation.record import Record
from kifu.notation.source_text import SourceText
from kifu.notation.text import read_chunk, read_header

from .strategies import records

HEADER = '[Game "nimmt"]\n[Rules "1"]\n[Seat "Aki"]\n\n'
#: Pieces that ordinary records are made of, and what is nearly one.
_WORDS = """
    59 r1 a+b<c - / ^r9 _ =a8 11=y = =! * 1:=b2 1:59 12:7 9999:7 2: 0:5 05:1 1:2:3 :5 1:=
    #1 # #x 1#2 #1#2 #1:2 1. 12. 1.2 . .. 1.. .5 r1. #1. ... 59! ! $3 %00000000 {a} (5) ;c 棋 §
"""
WORDS = st.sampled_from(
    [*_WORDS.split(), "x" * 190, "x" * 191, "x" * 200, "x" * 201, "1" * 199 + ".", "\x0b", "5\x1c"]
)
BLANKS = st.sampled_from([" ", " ", " ", "\n", "\n", "\r\n", "  ", "\t", "\n\n", " \n "])
ENDS = st.sampled_from(
    ["\n=\n", "\n*\n", "\n*", "\r\n=\r\n\r\n", " *\n", "\n=\n;t\n", "\n* 5\n", "\n", ""]
)
_TAGS = r"""
[Game "nimmt"]
[Game ""]
[Rules "1"]
[Rules "01"]
[Seat "Aki"]
[Seat "千恵"]
[Seat ""]
[Seat "a\"b"]
[Seat "a"b"]
[Seat  "a"]
[Seat"a"]
[Options "rounds=1"]
[Options "a"]
[Result "8 -12"]
[Result "-0"]
[Winner "1"]
[Kifu "1"]
[Kifu "2"]
[Seed "s"]
[Chance "x"]
[Chance "deal/1: 1 2"]
[Date "2026"]
[_x "1"]
[棋 "1"]
[x_1 "]"]
[Field "a: 1"]
[x
[x "
;r
[]
x "y"]
[Seat "
\
[x "1"]
"""
TAGS = st.sampled_from(
    [
        *_TAGS.splitlines(),
        ' [x "1"]',
        '[x "1"] ',
        '[x "\0"]',
        '[x "\x85\u2028"]',
        '[Result " 1\t2 "]',
    ]
)


def agree(source: bytes) -> None:
    """Every record of a text is read as the lexer alone reads it, and so is its header."""
    for number, chunk in enumerate(chunks([source]), 1):
        if not chunk.source.isspace():
            agree_on(chunk, number)


def agree_on(chunk: Chunk, number: int) -> None:
    reading = read_chunk(chunk, number)
    lexed, findings = lex(SourceText(chunk.source, number, chunk.line, chunk.offset))
    assert reading.record == lexed
    assert reading.diagnostics == findings
    assert read_header(chunk.source[: chunk.header]) == header_of(chunk.source[: chunk.header])
    if lexed is not None and not lexed.extra:
        assert lint(lexed) == []


@given(records(), st.sampled_from(["\n", "\r\n"]))
def test_any_record_is_read_as_the_lexer_reads_it(record: Record, line_end: str) -> None:
    agree(write_text(record).replace("\n", line_end).encode())


@given(st.lists(st.tuples(WORDS, BLANKS), max_size=8), ENDS)
@example([], "*\n")
@example([("59", " "), ("x" * 200, " ")], "\n*\n")
def test_any_words_are_read_as_the_lexer_reads_them(words: list[tuple[str, str]], end: str) -> None:
    movetext = "".join(word + blank for word, blank in words) + end
    agree((HEADER + movetext).encode())


@given(st.lists(TAGS | WORDS, max_size=30), st.sampled_from(["\n", "\r\n"]))
def test_records_begin_and_end_where_they_do_byte_by_byte(lines: list[str], line_end: str) -> None:
    source = line_end.join(['[Game "nimmt"]', "", "59", *lines]).encode()
    one_by_one = (bytes([byte]) for byte in source)
    assert list(chunks([source])) == list(chunks(one_by_one))


@given(st.lists(TAGS, max_size=7), st.sampled_from(["\n", "\n", "\r\n", "\n\n"]))
def test_any_tags_are_read_as_the_lexer_reads_them(lines: list[str], line_end: str) -> None:
    header = line_end.join(['[Game "nimmt"]', '[Rules "1"]', *lines])
    agree((header + line_end + "\n1. 59\n*\n").encode())


@given(records(), st.data())
def test_a_damaged_record_is_read_as_the_lexer_reads_it(
    record: Record, data: st.DataObject
) -> None:
    source = (HEADER + "#1 1. 59 1:=b2\n2. =a8 11=y\n=\n\n" + write_text(record)).encode()
    at = data.draw(st.integers(0, 70))
    odd = st.sampled_from(
        [b"", b" ", b"\n", b"\r", b"\t", b'"', b"]", b"[", b".", b":", b"=", b"\xff"]
    )
    with_what = data.draw(odd | st.binary(max_size=3))
    agree(source[:at] + with_what + source[at + data.draw(st.integers(0, 3)) :])


@given(st.text("059:=.#ra -\n棋", max_size=12), st.text("059:=.#ra -", max_size=8))
def test_an_ordinary_line_holds_only_moves_and_marks(first: str, second: str) -> None:
    line = f"{first} {second}"
    if ordinary.is_ordinary(line):
        assert all(is_mark(word) or is_move(word) for word in line.split(" "))
        assert lint(Record(game="g", moves=line)) == []


@given(st.text("01. #r:=", max_size=9))
def test_lint_of_moves_asks_no_more_and_no_less_than_each_word_does(moves: str) -> None:
    found = lint(Record(game="g", moves=f"59 {moves}"))
    by_word = lint(Record(game="g", moves=f"59 {moves} §"))
    assert [(finding.ply, finding.token) for finding in found] == [
        (finding.ply, finding.token) for finding in by_word
    ]


@pytest.mark.parametrize(
    "moves", ["#1 1. 59 10\n2. 66\n=", "1:=b2 =a8 11=y\n*\n\n", "^r9 d -c7 / a4+a5<a3\r\n*", "*"]
)
def test_what_programs_write_is_ordinary(moves: str) -> None:
    assert ordinary.read_moves(moves.encode()) is not None
    assert ordinary.read_tags(HEADER.encode()) is not None


def test_an_ordinary_record_is_read_without_the_lexer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr("kifu.notation.lexed.read_odd")
    text = HEADER + "#1 1. 59 1:=b2\n2. =a8\n=\n"
    (chunk,) = chunks([text.encode()])
    record = read_chunk(chunk, 1).record
    assert record is not None and record.moves == "#1 1. 59 1:=b2 2. =a8"
    (odd,) = chunks([text.replace("59", "59!").encode()])
    with pytest.raises(ImportError):
        read_chunk(odd, 1)
