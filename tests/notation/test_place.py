"""Places: a finding that knows a ply and a token is found in every form."""

from __future__ import annotations

from io import BytesIO

import msgspec
import pytest

from kifu.notation.diagnostics import Diagnostic, diagnostic
from kifu.notation.files import read_stream
from kifu.notation.log import encode_json
from kifu.notation.place import placed
from kifu.notation.reading import Reading
from kifu.notation.text import read_text

TEXT = """[Game "nimmt"]
[Rules "1"]
[Options "rounds=2"]
[Seat "千恵"]
[Result "1 2"]
[Winner "1"]
[Seed "s"]
[Commit "c"]
[Chance "deal/1: 1 2 99"]
[Chance "deal/2: 3"]

{千恵} #1 1. 59 10! %0123abcd (11 12 {x} (... 13 14)) (15
16) #2 2. 66 棋
*
"""


def text_reading() -> Reading:
    (reading,) = read_text([TEXT.encode()])
    return reading


def json_reading() -> Reading:
    record = text_reading().record
    assert record is not None
    first = b'{"game":"nimmt","rules":1,"seats":["A"],"end":"*"}\n'
    return list(read_stream(BytesIO(first + encode_json(record)), "json"))[1]


QUESTIONS: list[tuple[str, int | None, str | None, str, str, str]] = [
    # code, ply, token, variation; what stands there in text, and in a JSON line
    ("KF406", 1, "59", "", "59", "59"),
    ("KF406", 2, "10", "", "10!", "10"),
    ("KF406", 3, "66", "", "66", "66"),
    ("KF405", 4, "棋", "", "棋", "棋"),
    ("KF410", 0, "#1", "", "#1", "#1"),
    ("KF410", 0, "1.", "", "1.", "1."),
    ("KF410", 2, "2.", "", "2.", "2."),
    ("KF406", 2, "12", "2.1", "12", "12"),
    ("KF406", 1, "13", "2.1/2.1", "13", "13"),
    ("KF406", 2, "14", "2.1/2.1", "14", "14"),
    ("KF406", 2, "16", "2.2", "16", "16"),
    ("KF413", 2, "%0123abcd", "", "%0123abcd", '{"at":2,"check"'),
    ("KF401", None, "nimmt", "", "nimmt", "nimmt"),
    ("KF402", None, "1", "", '1"]', "1,"),
    ("KF403", None, "rounds", "", "rounds", "rounds"),
    ("KF404", None, None, "", "[Seat", '["千恵"'),
    ("KF411", None, "Result", "", "Result", "[1,2]"),
    ("KF412", None, "Winner", "", "Winner", "[1]"),
    ("KF503", None, "deal/2", "", "deal/2", "deal/2"),
    ("KF505", None, "99", "", "99", "99"),
    ("KF506", None, "c", "", 'c"]', '"c"'),
    ("KF507", None, "s", "", 's"]', '"s"'),
    ("KF414", None, "=", "", "*", '"*"'),
]


def asked(reading: Reading, question: tuple[str, int | None, str | None, str]) -> Diagnostic:
    code, ply, token, variation = question
    finding = placed(reading, diagnostic(code, "m", ply=ply, token=token, variation=variation))
    assert finding.excerpt is not None and finding.caret is not None
    assert (finding.record, finding.ply) == (reading.number, ply)
    return finding


@pytest.mark.parametrize("question", QUESTIONS)
def test_a_finding_is_placed_in_text(
    question: tuple[str, int | None, str | None, str, str, str],
) -> None:
    finding = asked(text_reading(), question[:4])
    assert finding.offset is not None and finding.line is not None
    assert TEXT.encode()[finding.offset :].startswith(question[4].encode())
    lines = TEXT.split("\n")
    assert lines[finding.line - 1][(finding.column or 0) - 1 :].startswith(question[4])


@pytest.mark.parametrize("question", QUESTIONS)
def test_a_finding_is_placed_in_a_json_line(
    question: tuple[str, int | None, str | None, str, str, str],
) -> None:
    reading = json_reading()
    finding = asked(reading, question[:4])
    assert finding.line == 2 and finding.column is not None and finding.offset is not None
    there = reading.source[finding.offset - reading.offset :]
    assert there.removeprefix(b'"').startswith(question[5].removeprefix('"').encode())
    assert len(reading.source.decode()) > finding.column


def test_a_word_after_an_escape_is_placed_in_a_json_line() -> None:
    line = rb'{"game":"g","moves":"\u68cb 10 \ud83c\udca1 66"}'
    (reading,) = read_stream(BytesIO(line), "json")
    for ply, token in ((2, "10"), (4, "66")):
        finding = placed(reading, diagnostic("KF406", "m", ply=ply, token=token))
        assert line[finding.offset :].startswith(token.encode())


def test_a_finding_is_placed_in_the_event_of_a_live_log() -> None:
    events: list[object] = [
        {"game": "g", "rules": 1, "seats": ["A"], "live": 1},
        {"m": "1"},
        {"m": "2"},
        {"undo": 1},
        {"what": 1},
        {"m": "3", "seat": 1},
        {"end": "="},
    ]
    data = b"".join(msgspec.json.encode(event) + b"\n" for event in events)
    (reading,) = read_stream(BytesIO(b"\n" + data), "json")
    finding = placed(reading, diagnostic("KF406", "m", ply=2, token="3"))
    assert (finding.line, finding.column) == (7, 7)
    end = placed(reading, diagnostic("KF414", "m", token="="))
    assert end.line == 8
    game = placed(reading, diagnostic("KF401", "m", token="g"))
    assert (game.line, game.column) == (2, 10)


def test_a_ply_after_the_last_one_is_placed_at_the_end() -> None:
    finding = placed(text_reading(), diagnostic("KF406", "m", ply=99))
    assert finding.line == 14
