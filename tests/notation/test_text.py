"""The text form: every rule of the grammar."""

from __future__ import annotations

import pytest

from kifu.notation.files import dumps, loads
from kifu.notation.plain_form import write_text
from kifu.notation.record import Line, Note, Record
from kifu.notation.text import read_text

HEADER = '[Game "nimmt"]\n[Rules "1"]\n[Seat "Aki"]\n'


def line(movetext: str) -> Record:
    return loads(f"{HEADER}\n{movetext}\n*\n")


def notes(movetext: str) -> list[Note]:
    return line(movetext).notes


def test_every_field_has_its_tag() -> None:
    text = (
        '[Game "nimmt"]\n[Rules "1"]\n[Options "target=99 rounds=0"]\n[Seat "Aki"]\n[Seat "千恵"]\n'
        '[Result "0 -54"]\n[Winner "2"]\n[Seed "s"]\n[Commit "c"]\n[Chance "deal/1: 12 55"]\n'
        '[Chance "starter:"]\n[Field "x y: 1"]\n[Field "z: [null]"]\n; remark\n[Date "2026"]\n\n*\n'
    ).replace('"x y: 1"', '"\\"x y\\": 1"')
    record = loads(text)
    assert record == Record(
        game="nimmt",
        rules=1,
        options={"target": "99", "rounds": "0"},
        seats=["Aki", "千恵"],
        result=[0, -54],
        winner=[2],
        seed="s",
        commit="c",
        chance=[("deal/1", "12 55"), ("starter", "")],
        extra={"x y": 1, "z": [None]},
        tags=[(";", "remark"), ("Date", "2026")],
        end="*",
    )
    assert dumps(record) == text


def test_every_escape_of_a_value_is_read() -> None:
    record = loads(HEADER + r'[Event "\" \\ \n \r \t \u{1F0A1}"]' + "\n\n*\n")
    assert record.tags == [("Event", '" \\ \n \r \t \U0001f0a1')]


def test_crlf_and_a_byte_order_mark_change_nothing() -> None:
    text = f"{HEADER}\n59 {{a\nb}}\n; remark\n*\n; tail\n"
    (reading,) = read_text([b"\xef\xbb\xbf" + text.replace("\n", "\r\n").encode()])
    assert reading.record == loads(text)
    assert reading.diagnostics == []
    assert reading.offset == 3


@pytest.mark.parametrize("glyph", ["!", "?", "!!", "??", "!?", "?!"])
def test_a_glyph_is_written_directly_after_a_move_or_by_itself(glyph: str) -> None:
    assert notes(f"59{glyph}") == notes(f"59 {glyph}") == [Note(1, glyph=glyph)]


def test_attachments_keep_their_order_and_belong_to_the_ply_before() -> None:
    assert notes("{a} 59! $1 {b} %0123abcd (10) ; rem\n {c}?! 2. {d} 11") == [
        Note(0, text="a"),
        Note(1, glyph="!"),
        Note(1, glyph="$1"),
        Note(1, text="b"),
        Note(1, check="0123abcd"),
        Note(1, line=Line("10")),
        Note(1, rem="rem"),
        Note(1, text="c"),
        Note(1, glyph="?!"),
        Note(1, text="d"),
    ]


def test_a_comment_has_a_language_escapes_and_lines() -> None:
    assert notes("59 {@zh-Hant  \\} \\\\ \\[ \\] \\@ \n\\[x\n}") == [
        Note(1, text="} \\ [ ] @ \n[x", lang="zh-Hant")
    ]
    assert notes("59 {\\@ja x} {@ja}") == [Note(1, text="@ja x"), Note(1, text="", lang="ja")]


def test_variations_nest_and_count_their_own_plies() -> None:
    inner = [Note(2, glyph="!"), Note(2, text="x"), Note(2, line=Line("1. 12"))]
    assert notes("59 (10 11! {x} (1. 12)) (... 7) (...8)") == [
        Note(1, line=Line("10 11", inner)),
        Note(1, line=Line("7", on=True)),
        Note(1, line=Line("8", on=True)),
    ]


def test_a_mark_may_be_stuck_to_its_move() -> None:
    assert line("#1 1.59 2:10").moves == "#1 1. 59 2:10"


@pytest.mark.parametrize("token", ["59", "r4", ">1", "<3", "+12", "a=b", "=x", "x/y~z^_-", "9:e"])
def test_the_whole_alphabet_makes_tokens(token: str) -> None:
    assert line(token).moves == token


def test_line_comments_belong_to_their_place() -> None:
    text = "; one\n" + HEADER + "; two\n\n; three\n59 ; four\n*\n; five\n\n;six\n"
    record = loads(text + "\n")
    assert record.tags == [(";", "one"), (";", "two")]
    assert record.notes == [Note(0, rem="three"), Note(1, rem="four")]
    assert record.tail == ["five", "six"]


def test_line_comments_below_a_record_that_was_cut_off_are_notes_of_its_last_ply() -> None:
    (first, second) = read_text([f'{HEADER}\n59\n\n; x\n\n[Game "nimmt"]\n'.encode()])
    assert first.record is not None and first.record.notes == [Note(1, rem="x")]
    assert second.record is not None and second.record.tags == []


def test_only_a_game_tag_begins_a_record() -> None:
    assert notes('59 {a\n[Seat "x"] b}') == [Note(1, text='a\n[Seat "x"] b')]
    found = list(read_text([b'[Game "a"]\n[Game "b"]\n\n59 {\n[Game "c"]\n\n*\n']))
    assert [(one.record.game, one.line) for one in found if one.record] == [
        ("a", 1), ("b", 2), ("c", 5),
    ]  # fmt: skip


def test_the_plain_form_begins_a_line_with_each_turn() -> None:
    record = line("#1 1. 59 10 2. 66 2 #2 #3 3. 1")
    assert dumps(record).split("\n\n")[1] == "#1 1. 59 10\n2. 66 2\n#2\n#3 3. 1\n*\n"
    record.notes.append(Note(2, text="x"))
    assert dumps(record).split("\n\n")[1] == "#1 1. 59 10 {x}\n2. 66 2\n#2\n#3 3. 1\n*\n"


def test_the_plain_form_wraps_long_lines_and_not_comments() -> None:
    record = Record(game="g", moves=" ".join(["104"] * 60), end="*")
    assert max(map(len, write_text(record).split("\n"))) <= 100
    record.notes.append(Note(60, text="word " * 60))
    lines = write_text(record).split("\n")
    assert len(lines[-3]) > 300
