"""Places: a finding that knows a ply and a token is found in text, and in a log its line."""

from __future__ import annotations

from io import BytesIO

import msgspec
import pytest

from kifu.notation.errors import Diagnostic, diagnostic, excerpt
from kifu.notation.files import read_stream
from kifu.notation.lint import all_placed
from kifu.notation.log import encode_json
from kifu.notation.record import Reading
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


def place(
    reading: Reading, code: str, ply: int | None = None, token: str | None = None, path: str = ""
) -> Diagnostic:
    found = diagnostic(code, "m", ply=ply, token=token, variation=path)
    all_placed(reading, [found])
    assert found.excerpt is not None and found.caret is not None
    assert (found.record, found.ply) == (reading.number, ply)
    return found


@pytest.mark.parametrize(
    ("code", "ply", "token", "path", "there"),
    [
        ("KF406", 1, "59", "", "59"),
        ("KF406", 2, "10", "", "10!"),
        ("KF406", 3, "66", "", "66"),
        ("KF405", 4, "棋", "", "棋"),
        ("KF410", 0, "#1", "", "#1"),
        ("KF410", 0, "1.", "", "1."),
        ("KF410", 2, "2.", "", "2."),
        ("KF406", 2, "12", "2.1", "12"),
        ("KF406", 1, "13", "2.1/2.1", "13"),
        ("KF406", 2, "14", "2.1/2.1", "14"),
        ("KF406", 2, "16", "2.2", "16"),
        ("KF417", 0, None, "2.2", "(15"),
        ("KF413", 2, "%0123abcd", "", "%0123abcd"),
        ("KF401", None, "nimmt", "", "nimmt"),
        ("KF402", None, "1", "", '1"]'),
        ("KF403", None, "rounds", "", "rounds"),
        ("KF404", None, None, "", "[Seat"),
        ("KF411", None, "Result", "", "[Result"),
        ("KF503", None, "deal/2", "", "deal/2"),
        ("KF505", None, "99", "", "99"),
        ("KF506", None, "c", "", 'c"]'),
        ("KF414", None, "=", "", "*"),
        ("KF406", 99, None, "", "*"),
    ],
)
def test_a_finding_is_placed_in_text(
    code: str, ply: int | None, token: str | None, path: str, there: str
) -> None:
    found = place(text_reading(), code, ply, token, path)
    assert found.excerpt is not None and found.excerpt[found.caret :].startswith(there)
    assert found.offset is not None and TEXT.encode()[found.offset :].startswith(there.encode())


def test_a_command_is_placed_within_its_comment() -> None:
    text = '[Game "g"]\n\n5 {a \\} [%clk x]} {[%clk x]}\n*\n'
    (reading,) = read_text([text.encode()])
    assert place(reading, "KF116", 1, "[%clk x]").column == 9


def test_a_checkpoint_is_not_mistaken_for_the_words_of_a_comment() -> None:
    text = '[Game "g"]\n\n1. 59 {this said %00000000 before} %00000000 1\n*\n'
    (reading,) = read_text([text.encode()])
    assert place(reading, "KF413", 1, "%00000000").column == 36


def test_in_a_log_the_line_is_the_place() -> None:
    record = text_reading().record
    assert record is not None
    first = b'{"game":"nimmt","rules":1,"seats":["A"],"end":"*"}\n'
    _, reading = read_stream(BytesIO(first + encode_json(record)), "json")
    found = place(reading, "KF406", 3, "66")
    assert (found.line, found.column, found.offset) == (2, 1, len(first))


def test_in_a_live_log_the_event_is_the_place() -> None:
    events = [
        {"game": "g", "rules": 1, "seats": ["A"], "moves": "1", "live": 1},
        {"m": "2", "seat": 1},
        {"undo": 1},
        {"text": "x"},
        {"m": "3", "seat": 1},
        {"end": "="},
    ]
    data = b"".join(msgspec.json.encode(event) + b"\n" for event in events)
    (reading,) = read_stream(BytesIO(b"\n" + data), "json")
    assert [place(reading, "KF406", ply).line for ply in (1, 2, 3)] == [2, 6, 7]
    assert (place(reading, "KF414").line, place(reading, "KF401").line) == (7, 2)
    assert place(reading, "KF305", -10, path="1.1").line == 7


@pytest.mark.parametrize("end", ["", "\n", "\r\n", "\nb"])
def test_only_a_line_that_is_cut_has_an_ellipsis(end: str) -> None:
    assert excerpt("a" * 100 + end, 0, 0) == ("a" * 100, 0)
    assert excerpt("a" * 101 + end, 0, 0) == ("a" * 100 + "…", 0)
