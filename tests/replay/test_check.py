"""Checking a reading: findings of the reader, the form and the replay, once each and placed."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from io import BytesIO
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from kifu.notation import read_stream
from kifu.notation.comments import unread
from kifu.notation.errors import Diagnostic
from kifu.notation.lint import lint
from kifu.notation.log import encode_json
from kifu.notation.record import Note, Record
from kifu.replay.match import check, replay
from kifu.replay.players.simulate import simulate
from kifu.replay.recorder import Recorder
from kifu.replay.registry import game
from kifu.replay.verdict import is_sound

HEADER = """[Game "nimmt"]
[Rules "1"]
[Options "rounds=1"]
[Seat "秋"]
[Seat "Ben"]
[Seed "shake256-1:00112233445566778899aabbccddeeff"]

"""


def findings(source: str | bytes, form: str = "text") -> Iterator[Diagnostic]:
    data = source if isinstance(source, bytes) else source.encode()
    for reading in read_stream(BytesIO(data), form):
        match = check(reading)
        assert match is not None
        yield from match.findings


def codes(source: str | bytes, form: str = "text") -> list[str]:
    return [finding.code for finding in findings(source, form)]


def test_a_finding_has_its_place_in_the_text() -> None:
    [found] = findings(HEADER + "1. 59 {秋の一手} 71\n*\n")
    assert (found.code, found.line, found.column, found.ply) == ("KF406", 8, 14, 2)
    assert found.excerpt == "1. 59 {秋の一手} 71"
    assert found.offset == len((HEADER + "1. 59 {秋の一手} ").encode())
    assert found.expected[:2] == ["1", "2"]


def test_a_finding_has_its_place_in_a_log() -> None:
    seed = "shake256-1:00112233445566778899aabbccddeeff"
    line = encode_json(
        Record(game="nimmt", rules=1, seats=["秋", "b"], seed=seed, moves="59 71", end="*")
    )
    [found] = findings(b"\n" + line + b"\n", "json")
    assert (found.code, found.line, found.token) == ("KF406", 2, "71")
    assert (found.column, found.offset) == (1, 1)


def test_findings_come_in_the_order_of_their_places() -> None:
    text = HEADER.replace("rounds=1", "rounds=1 deck=odd") + "59 {open\n"
    assert codes(text) == ["KF403", "KF105"]
    [option, *_rest] = findings(text)
    assert (option.line, option.column) == (3, 20)
    text = HEADER.replace("[Seed", '[Result "0 0"]\n[Seed') + "2. 59 1 r1 3. 81\n*\n"
    assert codes(text) == ["KF411", "KF410"]


def test_a_mark_too_much_does_not_end_the_line() -> None:
    (played,) = simulate(game("mutsugo"), 1, seed="mark")
    played.moves = played.moves.replace(" /", " 9. /")
    assert [found.token for found in replay(played).findings] == ["9."]


def test_the_other_records_of_a_file_are_checked_too() -> None:
    good = HEADER + "59 1 r1\n*\n"
    assert codes(good + HEADER + "59 {open\n" + good + HEADER + "zz\n*\n" + good) == [
        "KF105",
        "KF405",
    ]


def test_a_cut_off_record_is_said_once_in_every_form() -> None:
    assert codes(HEADER + "59 1 r1\n") == ["KF112"]
    log = b'{"kifu":1,"game":"nimmt","rules":1,"seats":["a","b"],"seed":"shake256-1:'
    log += b'00112233445566778899aabbccddeeff","moves":"59 1 r1"}\n'
    assert codes(log, "json") == ["KF112"]


def test_choices_of_a_live_log_may_come_in_any_order() -> None:
    log = b'{"kifu":1,"game":"nimmt","rules":1,"seats":["a","b"],"live":1,"seed":"shake256-1:'
    log += b'00112233445566778899aabbccddeeff"}\n{"m":"1","seat":2}\n{"m":"59","seat":1}\n'
    assert codes(log, "json") == []
    assert codes(HEADER + "2:1 1:59\n*\n") == ["KF416"]


def test_a_strange_space_does_not_part_moves() -> None:
    log = b'{"kifu":1,"game":"nimmt","rules":1,"seats":["a","b"],"seed":"shake256-1:'
    log += b'00112233445566778899aabbccddeeff","moves":"59\xe3\x80\x801","end":"*"}\n'
    assert "KF405" in codes(log, "json")
    assert not is_sound(findings(HEADER + "59\u30001\n*\n"))


def test_more_findings_than_are_listed_are_counted_and_as_bad_as_all() -> None:
    found = list(findings(HEADER + f"59 {'%00000000 ' * 250} 1\n*\n"))
    assert len(found) == 101
    assert (found[-1].code, found[-1].message[:8]) == ("KF013", "150 more")
    lines = "(71 zz)" * 150
    found = list(findings(HEADER + f"59 {lines} 1\n*\n"))
    assert (len(found), found[-1].severity, is_sound(found)) == (101, "warning", True)
    found = list(findings(HEADER + f"59 {lines} 71\n*\n"))
    assert [finding.code for finding in found[-2:]] == ["KF406", "KF013"]
    assert not is_sound(found)


def test_bad_words_in_variations_leave_a_record_sound_however_many_they_are() -> None:
    found = list(findings(HEADER + f"59 {'(7§1)' * 150} 1\n*\n"))
    assert "KF013" in {finding.code for finding in found} and is_sound(found)
    assert not is_sound(findings(HEADER + f"59 {'(7§1)' * 150} 1 7§1\n*\n"))


def test_a_live_log_is_sound_at_every_byte_at_which_its_recorder_may_die(tmp_path: Path) -> None:
    seed = "shake256-1:00112233445566778899aabbccddeeff"
    header = Record(game="nimmt", rules=1, seats=["秋", "b"], options={"rounds": "1"})
    path = tmp_path / "match.jsonl"
    with Recorder.create(path, header, seed=seed) as recorder:
        recorder.say("始め", "ja")
        while not recorder.state.is_over:
            seat = recorder.state.to_move()[-1]
            recorder.play(recorder.state.legal_moves(seat)[0], seat, at=1763625600.25)
        recorder.finish()
    log = path.read_bytes()
    first = log.index(b"\n") + 1
    for size in range(first, len(log) + 1):
        found = list(findings(log[:size], "live"))
        assert is_sound(found)
        assert {finding.code for finding in found} <= {"KF207", "KF415", "KF509"}
    assert found == []


@pytest.mark.parametrize(
    "command, expected",
    [
        ("[%eval 41 36]", "a number from 0 to 1 for each of 2 seats"),
        ("[%eval 0.41 0.36 0.23]", "a number from 0 to 1 for each of 2 seats"),
        ("[%eval]", "a number from 0 to 1 for each of 2 seats"),
        ("[%clk soon]", "0:00:41"),
        ("[%emt -1]", "3.2"),
        ("[%utc 2026-13-21T20:05:00Z]", "2026-11-21T20:05:00.25Z"),
        ("[%utc 2026-11-21]", "2026-11-21T20:05:00.25Z"),
        ("[%by]", "a name"),
        ("[%mark ]", "a name"),
    ],
)
def test_a_command_that_can_not_be_read_is_a_warning_at_its_place(
    command: str, expected: str
) -> None:
    text = HEADER + "1. 59 {fine [%clk 0:00:41]} {\\} 秋 " + command + " x}\n*\n"
    [found] = findings(text)
    assert (found.code, found.severity, found.ply, found.token) == ("KF116", "warning", 1, command)
    assert (found.line, found.column) == (8, text.splitlines()[7].index(command) + 1)
    assert expected in found.expected
    [reading] = read_stream(BytesIO(text.encode()), "text")
    assert reading.record is not None
    log = encode_json(reading.record)
    [found] = findings(log, "json")
    assert (found.token, found.line) == (command, 1)


@pytest.mark.parametrize(
    "comment",
    [
        "[%eval 0.41\n 0.59] [%clk 1:02:03.5] [%emt 0:03] [%emt 3]",
        "[%utc 2026-11-21T20:05:00Z] [%mark The turn] [%by 秋]",
        "[%evaluation 3] [%cal Ga1] [%eval_2 x] 41 %eval",
    ],
)
def test_commands_that_can_be_read_and_those_of_others_are_fine(comment: str) -> None:
    assert codes(HEADER + f"1. 59 {{{comment}}}\n*\n") == []


def test_commands_in_variations_and_open_ones_are_reported_too() -> None:
    moves = "59 10 (47 {[%emt x]} 11 (12 {[%by]})) {[%eval 1\n 0} {[%clk-0:41]}"
    found = [(one.code, one.variation, one.ply, one.token) for one in findings(HEADER + moves)]
    assert [one for one in found if one[0] == "KF116"] == [
        ("KF116", "2.1", 1, "[%emt x]"),
        ("KF116", "2.1/2.1", 1, "[%by]"),
        ("KF116", "", 2, "[%eval 1"),
        ("KF116", "", 2, "[%clk-0:41]"),
    ]


@pytest.mark.parametrize(
    ("name", "value", "code", "expected"),
    [
        ("Date", "23.11.2026", "KF307", {"2026", "2026-11", "2026-11-23", "2026-11-23T20:05:30"}),
        ("Time", "8 pm", "KF308", {"20:05", "20:05:30"}),
    ],
)
def test_a_date_or_time_that_can_not_be_read_is_a_warning_at_its_tag(
    name: str, value: str, code: str, expected: set[str]
) -> None:
    tags = f'[Event "{value}"]\n[{name} "{value}"]\n'
    text = tags.join(HEADER.rsplit("\n", 1)) + "1. 59\n*\n"
    [found] = findings(text)
    assert (found.code, found.severity, found.token) == (code, "warning", value)
    assert (found.line, found.column) == (8, len(name) + 4)
    assert repr(value) in found.message
    assert expected <= {*found.expected}
    [reading] = read_stream(BytesIO(text.encode()), "text")
    assert reading.record is not None
    log = encode_json(reading.record)
    [found] = findings(log, "json")
    assert (found.token, found.line) == (value, 1)


KINDS = [("nimmt", 2), ("atarayo", 3), ("mutsugo", 2), ("magimiles", 4), ("yuhodo", 3)]
ODD = ["", " ", "59!", "=", "1:", "#1", "1.", "01.", "0:1", "x", "棋", "a\u3000b", "%00000000", "d"]


@cache
def played(name: str, seats: int) -> Record:
    [record] = simulate(game(name), 1, seed="check laws", seats=seats, players=["random"])
    return record


@pytest.mark.parametrize("name, seats", KINDS)
@given(data=st.data())
def test_a_log_is_asked_everything_that_could_be_found(
    name: str, seats: int, data: st.DataObject
) -> None:
    record = replace(played(name, seats), seats=[f"seat {seat}" for seat in range(seats)])
    words = record.moves.split(" ")
    for _ in range(data.draw(st.integers(0, 2))):
        at = data.draw(st.integers(0, len(words) - 1))
        words[at] = data.draw(st.sampled_from(ODD) | st.sampled_from(words))
    record.moves = " ".join(words)
    record.seats[0] = data.draw(st.sampled_from(["a", "千恵", "\ud800", "\0", "\u3000"]))
    if data.draw(st.booleans()):
        record.notes = [Note(data.draw(st.integers(0, 3)), text="[%clk x]")]
    try:
        source = encode_json(record) + b"\n"
    except ValueError:
        return
    [reading] = read_stream(BytesIO(source), "json")
    assert reading.record is not None
    wanted = [*lint(reading.record), *unread(reading.record), *replay(reading.record).findings]
    known = {(finding.code, finding.token) for finding in reading.diagnostics}
    match = check(reading)
    assert match is not None
    found = [(f.code, f.message, f.ply, f.token) for f in match.findings]
    assert sorted(found, key=str) == sorted(
        [(f.code, f.message, f.ply, f.token) for f in reading.diagnostics]
        + [(f.code, f.message, f.ply, f.token) for f in wanted if (f.code, f.token) not in known],
        key=str,
    )
