"""Broken records in text, shogi records too: code, place, and what is kept of the record."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

from kifu.notation.errors import Diagnostic
from kifu.notation.record import Line, Note, Reading, Record
from kifu.notation.text import read_text
from kifu.replay.match import check

HEADER = '[Game "nimmt"]\n[Rules "1"]\n[Seat "Aki"]\n'
GOOD = HEADER + "\n1. 59\n*\n"


def readings(text: str | bytes) -> list[Reading]:
    return list(read_text([text.encode() if isinstance(text, str) else text]))


def only(text: str | bytes) -> tuple[Record, list[Diagnostic]]:
    (reading,) = readings(text)
    assert reading.record is not None
    return reading.record, reading.diagnostics


BROKEN: list[tuple[str, str | bytes, str, int, int]] = [
    ("bytes that are not UTF-8", HEADER.encode() + b"\n59 {a\xff\xfe}\n*\n", "KF101", 5, 6),
    ("half a surrogate pair in UTF-8", HEADER.encode() + b"\n59 {\xed\xa0\x80}\n*", "KF101", 5, 5),
    ("NUL", HEADER + "\n59 {a\0b}\n*\n", "KF102", 5, 6),
    ("NUL as an escape", HEADER + '[Event "a\\u{0}"]\n\n59\n*\n', "KF104", 4, 10),
    ("a tag without its quotes", HEADER + "[Date 2026]\n\n59\n*\n", "KF103", 4, 1),
    ("text behind a tag", HEADER + '[Date "2026"] x\n\n59\n*\n', "KF103", 4, 1),
    ("a tag that is not closed", HEADER + '[Date "2026\n\n59\n*\n', "KF103", 4, 1),
    ("an unknown escape in a tag", HEADER + '[Event "a\\q"]\n\n59\n*\n', "KF104", 4, 10),
    ("a surrogate as an escape", HEADER + '[Event "\\u{D800}"]\n\n59\n*\n', "KF104", 4, 9),
    ("an unknown escape in a comment", HEADER + "\n59 {a\\n}\n*\n", "KF104", 5, 6),
    ("an @ without a language", HEADER + "\n59 {@2 x}\n*\n", "KF104", 5, 5),
    ("a comment that is not closed", HEADER + "\n59 {a\n*\n", "KF105", 5, 4),
    ("a variation that is not closed", HEADER + "\n59 (10\n*\n", "KF106", 5, 4),
    ("a bracket that closes nothing", HEADER + "\n59 ) 10\n*\n", "KF107", 5, 4),
    ("a brace that closes nothing", HEADER + "\n59 } 10\n*\n", "KF107", 5, 4),
    ("a tag that is indented", HEADER + '\n59 [Seat "x"] 10\n*\n', "KF107", 5, 4),
    ("a word outside the alphabet", HEADER + "\n59 5§9 10\n*\n", "KF108", 5, 4),
    ("a checkpoint stuck to a move", HEADER + "\n59%01234567\n*\n", "KF108", 5, 1),
    ("an actor that is no seat", HEADER + "\n0:59\n*\n", "KF108", 5, 1),
    ("a word that begins like a glyph", HEADER + "\n59 !x 10\n*\n", "KF109", 5, 4),
    ("a glyph of three marks", HEADER + "\n59!!! 10\n*\n", "KF109", 5, 3),
    ("glyph 0", HEADER + "\n59 $0 10\n*\n", "KF109", 5, 4),
    ("glyph 256", HEADER + "\n59 $256 10\n*\n", "KF109", 5, 4),
    ("a short checkpoint", HEADER + "\n59 %0123 10\n*\n", "KF110", 5, 4),
    ("a terminator among moves", HEADER + "\n59 10 *\n", "KF111", 5, 7),
    ("no terminator", HEADER + "\n59 10\n\n", "KF112", 5, 6),
    ("text after the terminator", HEADER + "\n59\n*\n10 11\n12\n", "KF113", 7, 1),
    ("dots inside a line", HEADER + "\n59 ... 10\n*\n", "KF114", 5, 4),
    ("a terminator in a variation", HEADER + "\n59 (10 *) 10\n*\n", "KF114", 5, 8),
    ("a terminator with a glyph", HEADER + "\n59 =! 10\n*\n", "KF114", 5, 4),
    ("text before the first tag", "hello\n" + GOOD, "KF115", 1, 1),
    ("a long word", HEADER + f"\n59 {'x' * 201}\n*\n", "KF011", 5, 4),
    ("deep variations", HEADER + f"\n59 {'(' * 101}{')' * 101}\n*\n", "KF012", 5, 104),
    ("no Rules", '[Game "nimmt"]\n[Seat "Aki"]\n\n59\n*\n', "KF301", 1, 1),
    ("no Game", '[Rules "1"]\n[Seat "A"]\n\n59\n*\n', "KF301", 1, 1),
    ("a tag below moves", HEADER + '\n59\n[Seat "x"]\n10\n*\n', "KF107", 6, 1),
    ("a tag below the end", HEADER + '\n59\n*\n[Seat "x"]\n', "KF113", 7, 1),
    ("Rules that are no number", '[Game "nimmt"]\n[Seat "A"]\n[Rules "one"]\n\n*\n', "KF302", 3, 1),
    ("an option without a value", HEADER + '[Options "target"]\n\n*\n', "KF302", 4, 1),
    ("an option twice", HEADER + '[Options "a=1 a=2"]\n\n*\n', "KF302", 4, 1),
    ("a result with a word in it", HEADER + '[Result "1 x"]\n\n*\n', "KF302", 4, 1),
    ("an outcome without a label", HEADER + '[Chance "1 2 3"]\n\n*\n', "KF302", 4, 1),
    ("a field that is no JSON", HEADER + '[Field "x: {"]\n\n*\n', "KF302", 4, 1),
    ("a field that has a tag", HEADER + '[Field "seats: []"]\n\n*\n', "KF302", 4, 1),
    ("a field", HEADER + '[Field "x: 1"]\n\n*\n', "KF203", 4, 1),
    ("a tag twice", HEADER + '[Rules "2"]\n\n59\n*\n', "KF303", 4, 1),
    ("a newer format", HEADER + '[Kifu "2"]\n\n59\n*\n', "KF306", 1, 1),
]


@pytest.mark.parametrize(("text", "code", "line", "column"), [row[1:] for row in BROKEN])
def test_each_kind_of_damage_has_its_code_and_its_place(
    text: str | bytes, code: str, line: int, column: int
) -> None:
    (reading,) = readings(text)
    found = [(one.code, one.line, one.column) for one in reading.diagnostics]
    assert (code, line, column) in found
    finding = next(one for one in reading.diagnostics if one.code == code)
    source = text.encode() if isinstance(text, str) else text
    assert finding.offset is not None
    assert finding.excerpt is not None and finding.caret is not None
    lines_before = source[: finding.offset].count(b"\n")
    assert lines_before == line - 1
    before = source[: finding.offset].rpartition(b"\n")[2].decode("utf-8", "replace")
    assert len(before) == column - 1


@pytest.mark.parametrize("text", [row[1] for row in BROKEN], ids=[row[0] for row in BROKEN])
def test_the_records_around_a_broken_one_are_read_as_if_it_were_not_there(
    text: str | bytes,
) -> None:
    source = text.encode() if isinstance(text, str) else text
    (alone,) = readings(GOOD)
    found = readings(GOOD.encode() + b"\n" + source + b"\n" + GOOD.encode())
    assert found[0].record == alone.record
    assert found[-1].record == alone.record
    assert found[-1].number == len(found)


def test_a_place_counts_characters_in_the_line_and_bytes_in_the_stream() -> None:
    text = HEADER + "\n{千恵} 棋\n*\n"
    _, (finding,) = only(text)
    assert (finding.line, finding.column) == (5, 6)
    assert text.encode()[finding.offset :].startswith("棋".encode())
    assert finding.excerpt == "{千恵} 棋" and finding.caret == 5


def test_a_tag_is_missing_where_the_tags_begin() -> None:
    _, (finding,) = only('; A comment.\n\n[Game "nimmt"]\n[Seat "Aki"]\n\n*\n')
    assert (finding.code, finding.line, finding.excerpt) == ("KF301", 3, '[Game "nimmt"]')


def test_the_offset_is_right_after_bytes_that_are_not_utf_8() -> None:
    text = HEADER.encode() + b"\n{\xff \xe6\xa3 \xe6\xa3\x8b} 5%9 {\xff}\n*\n"
    _, findings = only(text)
    (word,) = [finding for finding in findings if finding.code == "KF108"]
    assert text[word.offset :].startswith(b"5%9")
    assert [finding.code for finding in findings].count("KF101") == 1


def test_a_long_line_is_cut_around_the_place() -> None:
    _, (finding,) = only(HEADER + "\n" + "59 " * 500 + "5§9 " + "10 " * 500 + "\n*\n")
    assert finding.excerpt is not None and finding.caret is not None
    assert len(finding.excerpt) <= 102
    assert finding.excerpt[finding.caret :].startswith("5§9")
    assert finding.excerpt[0] == finding.excerpt[-1] == "…"


def test_an_excerpt_does_not_steer_the_terminal() -> None:
    _, (finding,) = only(HEADER + "\n{\x1b[2J} 5§9\n*\n")
    assert finding.excerpt == "{\ufffd[2J} 5§9"


def test_more_than_a_hundred_findings_are_counted() -> None:
    _, findings = only(HEADER + "\n" + "§ " * 250 + "\n*\n")
    assert len(findings) == 101
    assert findings[-1].code == "KF013" and "150 more" in findings[-1].message


def test_a_bad_word_is_a_ply_and_what_looks_like_an_attachment_is_none() -> None:
    record, _ = only(HEADER + "\n59 5§9! $999 %zz 10?\n*\n")
    assert record.moves == "59 5§9 10"
    assert record.notes == [Note(at=2, glyph="!"), Note(at=3, glyph="?")]


def test_a_comment_that_is_not_closed_keeps_everything_to_the_end_of_the_record() -> None:
    first, second = readings(HEADER + "\n59 {a\n10\n*\n\n" + GOOD)
    assert first.record is not None
    assert first.record.notes == [Note(at=1, text="a\n10\n*")]
    assert [finding.code for finding in first.diagnostics] == ["KF105"]
    assert second.diagnostics == []


def test_a_variation_that_is_not_closed_ends_at_the_terminator() -> None:
    record, findings = only(HEADER + "\n59 (10 (11\n*\n")
    assert record.end == "*"
    assert record.notes == [Note(1, line=Line("10", [Note(1, line=Line("11"))]))]
    assert [finding.code for finding in findings] == ["KF106", "KF106"]


def test_variations_that_are_too_deep_are_left_out_and_what_follows_is_read() -> None:
    record, findings = only(HEADER + f"\n59 {'(' * 102} 1 {{(}} {')' * 102} 10\n*\n")
    assert record.moves == "59 10"
    assert [finding.code for finding in findings] == ["KF012"]


@pytest.mark.parametrize(
    "movetext", ["1." * 9999, "(" * 9999, ")" * 9999, "(()" * 9999, "...." * 99]
)
def test_nothing_is_too_long_or_too_deep_to_be_read(movetext: str) -> None:
    first, second = readings(f"{HEADER}\n{movetext}\n*\n\n{GOOD}")
    assert first.record is not None and first.record.end == "*"
    assert second.diagnostics == []


def test_what_could_not_be_placed_stays_among_the_tags() -> None:
    record, _ = only(HEADER + '[Rules "x"]\n[Rules "2"]\n[Result "a"]\n[Date "d"]\n\n*\n')
    assert record.rules == 1
    assert record.tags == [("Rules", "x"), ("Rules", "2"), ("Result", "a"), ("Date", "d")]


@pytest.mark.parametrize("text", ["", "\n\n", " \r\n\t"])
def test_a_stream_without_text_has_no_records(text: str) -> None:
    assert readings(text) == []


@pytest.mark.parametrize(
    "movetext",
    [
        "59 {a\n10\n*\n",
        "59 (10 (11 {a\n*\n",
        '59 {a\n[B "c"]\n10 )\n*\n',
    ],
)
def test_a_comment_that_is_not_closed_reports_itself_only(movetext: str) -> None:
    found = readings(f"{HEADER}\n{movetext}\n{GOOD}")
    codes = [[finding.code for finding in each.diagnostics] for each in found]
    assert codes == [["KF105"], []]


def test_what_an_open_comment_has_swallowed_is_not_missed_by_check() -> None:
    header = (
        '[Game "nimmt"]\n[Rules "1"]\n[Options "rounds=1"]\n[Seat "A"]\n[Seat "B"]\n'
        '[Result "60 66"]\n[Winner "2"]\n'
        '[Seed "shake256-1:00112233445566778899aabbccddeeff"]\n[Chance "deal/2: 1"]\n'
    )
    (reading,) = readings(f"{header}\n59 {{a\n1 r1\n=\n")
    match = check(reading)
    assert match is not None and [found.code for found in match.findings] == ["KF105"]


MOVES = "手数----指手---------消費時間--\n   1 7六歩(77)   ( 0:16/00:00:16)\n"
KIF = f"# KIF version=2.0 encoding=UTF-8\n手合割:平手\n先手:Aki\n後手:Ben\n{MOVES}"
RECORD = '[Game "nimmt"]\n[Rules "1"]\n[Seat "A"]\n\n59 {手合割:平手}\n*\n'
MIME = Path(__file__).parents[2] / "editors" / "kifu-mime.xml"


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (KIF, 2),
        ("\ufeff" + KIF, 2),
        (MOVES, 1),
    ],
)
def test_a_shogi_record_is_recognised_and_nothing_else_is_said(text: str, line: int) -> None:
    (reading,) = read_text([text.encode()])
    assert reading.record is None
    assert [(found.code, found.line) for found in reading.diagnostics] == [("KF117", line)]
    assert "kifu does not read shogi" in reading.diagnostics[0].message


@pytest.mark.parametrize("text", [RECORD, "手合割:平手\n" + RECORD, "about 手合割:平手\n"])
def test_what_has_a_tag_or_no_line_of_a_shogi_record_is_none(text: str) -> None:
    codes = {found.code for each in read_text([text.encode()]) for found in each.diagnostics}
    assert "KF117" not in codes


def test_a_desktop_knows_the_file_by_its_name_and_its_first_tag() -> None:
    space = "{http://www.freedesktop.org/standards/shared-mime-info}"
    kind = ElementTree.parse(MIME).getroot().find(f"{space}mime-type")
    assert kind is not None and kind.get("type") == "text/x-kifu"
    assert [glob.get("pattern") for glob in kind.iter(f"{space}glob")] == ["*.kifu"]
    values = [match.get("value") for match in kind.iter(f"{space}match")]
    assert values == ['[Game "', '\\xef\\xbb\\xbf[Game "']
