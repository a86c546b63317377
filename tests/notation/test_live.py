"""Live logs: events become a record, whatever happens to the log."""

from __future__ import annotations

from io import BytesIO

import msgspec
import pytest

from kifu.notation.files import read_stream
from kifu.notation.record import Note, Reading, Record

HEAD = {"game": "nimmt", "rules": 1, "seats": ["Aki", "Ben"], "live": 1}


def lines(*events: object) -> bytes:
    return b"".join(msgspec.json.encode(event) + b"\n" for event in (HEAD, *events))


def readings(data: bytes) -> list[Reading]:
    return list(read_stream(BytesIO(data), "json"))


def live(*events: object) -> tuple[Record, list[str]]:
    (reading,) = readings(lines(*events))
    assert reading.record is not None and reading.form == "live"
    return reading.record, [finding.code for finding in reading.diagnostics]


def test_a_live_log_becomes_one_record() -> None:
    record, codes = live(
        {"m": "59", "seat": 2, "t": 1763625600.25},
        {"text": "hm", "lang": "en"},
        {"m": "10", "seat": 1},
        {"glyph": "?!"},
        {"chance": ["deal/2", "1 2"]},
        {"m": "66"},
        {"commit": "c"},
        {"seed": "s"},
        {"result": [1, 2]},
        {"winner": [2]},
        {"end": "="},
    )
    assert codes == []
    assert record == Record(
        game="nimmt",
        rules=1,
        seats=["Aki", "Ben"],
        moves="2:59 1:10 66",
        notes=[
            Note(1, text="[%utc 2025-11-20T08:00:00.25Z]"),
            Note(1, text="hm", lang="en"),
            Note(2, glyph="?!"),
        ],
        chance=[("deal/2", "1 2")],
        seed="s",
        commit="c",
        result=[1, 2],
        winner=[2],
        end="=",
    )


def test_a_match_that_goes_on_is_not_finished() -> None:
    record, codes = live({"m": "59"})
    assert (record.end, record.live, codes) == ("*", 0, [])


def test_moves_that_were_taken_back_are_gone_with_what_hung_on_them() -> None:
    record, _ = live({"m": "1"}, {"text": "a"}, {"m": "2"}, {"text": "b"}, {"m": "3"}, {"undo": 2})
    assert (record.moves, record.notes) == ("1", [Note(1, text="a")])


def test_notes_of_the_first_line_on_a_move_that_was_taken_back_are_gone_too() -> None:
    log = lines({"undo": 1}, {"m": "2"})
    notes = b'"moves":"1","notes":[{"at":1,"text":"a"},{"at":0,"text":"b"}],'
    (reading,) = readings(log.replace(b'"live"', notes + b'"live"', 1))
    assert reading.record is not None
    assert (reading.record.moves, reading.record.notes) == ("2", [Note(0, text="b")])


@pytest.mark.parametrize(
    "event",
    [
        {"m": "5 9"},
        {"m": ""},
        {"m": "1."},
        {"m": "59!"},
        {"m": "a\0"},
        {"m": "a" * 199, "seat": 1},
        {"chance": ["deal/2", "\0"]},
        {"text": "x", "lang": "e\0"},
        {"m": 59},
        {"m": "2:59", "seat": 1},
        {"m": "59", "seat": 0},
        {"m": "59", "t": 1e20},
        {"m": "59", "text": "two things"},
        {"t": 5.0},
        {"text": "x", "seat": 1},
        {"glyph": "!!!"},
        {"undo": 2},
        {"undo": 0},
        {"end": "?"},
        {"what": 1},
        {"lang": "en", "m": "59"},
        [1],
    ],
)
def test_a_bad_event_is_passed_over_with_its_place_and_the_rest_goes_on(event: object) -> None:
    (reading,) = readings(lines({"m": "1"}, event, {"m": "2"}))
    assert reading.record is not None
    assert reading.record.moves == "1 2"
    (finding,) = reading.diagnostics
    assert (finding.code, finding.line, finding.column) == ("KF206", 3, 1)
    assert finding.offset == len(lines({"m": "1"}))


def test_after_the_end_only_what_is_said_about_the_match_counts() -> None:
    record, codes = live({"m": "1"}, {"end": "="}, {"seed": "s"}, {"m": "2"}, {"undo": 1})
    assert (record.moves, record.seed) == ("1", "s")
    assert codes == ["KF206", "KF206"]


def test_another_seed_does_not_replace_the_first() -> None:
    record, codes = live({"seed": "s"}, {"seed": "s"}, {"seed": "t"})
    assert (record.seed, codes) == ("s", ["KF206"])


def test_a_log_that_ends_in_the_middle_of_a_line_keeps_every_whole_line() -> None:
    whole = lines({"m": "1"}, {"m": "2"})
    tail = '{"m":"3","text":"棋'.encode()
    for cut in range(1, len(tail)):
        (reading,) = readings(whole + tail[:cut])
        assert reading.record is not None
        assert reading.record.moves == "1 2"
        assert [finding.code for finding in reading.diagnostics] == ["KF207"]
        assert reading.diagnostics[0].line == 4


def test_a_last_event_that_is_whole_counts_without_its_newline() -> None:
    (reading,) = readings(lines({"m": "1"}, {"m": "2"}).rstrip())
    assert reading.record is not None and reading.record.moves == "1 2"
    assert reading.diagnostics == []


def test_another_record_ends_a_live_log() -> None:
    other = msgspec.json.encode({"game": "nimmt", "rules": 1, "seats": ["A"], "end": "*"}) + b"\n"
    found = readings(lines({"m": "1"}) + other + lines({"m": "2"}))
    assert [one.record.moves for one in found if one.record] == ["1", "", "2"]
    assert [one.form for one in found] == ["live", "json", "live"]
    assert [one.number for one in found] == [1, 2, 3]


def test_very_many_bad_events_are_counted() -> None:
    _, codes = live(*[{"undo": 9}] * 150)
    assert len(codes) == 101 and codes[-1] == "KF013"
