"""Commands in comments, dates and times: which forms are read, and the warning about any other."""

from __future__ import annotations

import pytest

from kifu.notation.comments import (
    clock,
    commands,
    days,
    seconds,
    time_of_day,
    time_of_match,
    unread,
    without_commands,
)
from kifu.notation.record import Line, Note, Record


def test_commands_come_in_order_and_unknown_ones_too() -> None:
    text = "a [%clk 0:00:41] b [%x_1] [%eval 0.41\n0.36] [% no] [%mark big  row ]"
    assert commands(text) == [
        ("clk", "0:00:41"),
        ("x_1", ""),
        ("eval", "0.41\n0.36"),
        ("mark", "big  row"),
    ]
    assert without_commands(text) == "a b [% no]"


@pytest.mark.parametrize("time", ["0:00:41", "1:02:05.5", "100:00:00"])
def test_times_are_written_as_they_are_read(time: str) -> None:
    found = seconds(time)
    assert found is not None and clock(found) == time


@pytest.mark.parametrize(
    ("date", "time"),
    [
        ("2026", "20:05"),
        (" 2026 ", "20:05"),
        ("2026-11", "20:05:30"),
        ("2024-02-29", "0:00"),
        ("2024-02-29T09:05Z", "20:05Z"),
        ("2026-11-21T20:05:30.25Z", "20:05Z"),
        ("2026-11-21 20:05", "20:05:30,5+09:00"),
    ],
)
def test_iso_dates_and_times_are_read(date: str, time: str) -> None:
    assert days(date) is not None
    assert [*unread(Record(tags=[("Date", date), ("Time", time)]))] == []


@pytest.mark.parametrize(
    "text",
    ["", "23.11.2026", "2026-13-45", "2026-02-29", "2026-00-15", "2026-11-00",
     "2026-1-5", "20261121", "2026-11-21T25:00", "2026-11-21T", "yesterday", "２０２６"],
)  # fmt: skip
def test_any_other_date_is_a_warning(text: str) -> None:
    [finding] = unread(Record(tags=[("Event", text), ("Date", text)]))
    assert (finding.code, finding.severity, finding.token) == ("KF307", "warning", text)
    assert time_of_match(text, None) is None


@pytest.mark.parametrize("text", ["", "8 pm", "20", "24:00", "20:60", "20:05:60", "20:05+9", "昼"])
def test_any_other_time_is_a_warning(text: str) -> None:
    [finding] = unread(Record(tags=[("Time", text), ("Date", "2026")]))
    assert (finding.code, finding.severity, finding.token) == ("KF308", "warning", text)


def test_times_are_in_the_order_of_their_texts() -> None:
    read = [time_of_day(text) for text in ("0:00", "9:59", "10:00", "10:00:00.5", "10:00:01+09:00")]
    assert read == sorted(text for text in read if text)


def test_the_time_tag_counts_before_the_time_of_the_date() -> None:
    assert time_of_match("2026-11-21T08:00", "20:05") == "20:05:00"
    assert time_of_match("2026-11-21T08:00", "later") is None


def test_every_command_of_kifus_own_is_looked_at_in_all_lines() -> None:
    inner = Line("7", [Note(1, text="[%utc noon]")])
    notes = [Note(0, text="[%eval 1 x] [%eval 1 0]"), Note(1, line=Line("3")), Note(1, line=inner)]
    found = unread(Record(seats=["a", "b"], moves="5", notes=notes))
    assert [(one.code, one.ply, one.variation, one.token) for one in found] == [
        ("KF116", 0, "", "[%eval 1 x]"),
        ("KF116", 1, "1.2", "[%utc noon]"),
    ]


def test_without_seats_any_number_of_chances_will_do() -> None:
    assert not list(unread(Record(notes=[Note(0, text="[%eval 0.5 0.5 0]")])))
    [found] = unread(Record(notes=[Note(0, text="[%eval 2]")]))
    assert found.expected == ["a number for each seat"]


def test_a_long_message_is_cut_short() -> None:
    [found] = unread(Record(notes=[Note(0, text="[%by\n" + "x" * 10_000)]))
    assert found.token == "[%by"
    [found] = unread(Record(notes=[Note(0, text="[%clk " + "9" * 10_000 + "]")]))
    assert found.token is not None and len(found.token) == 200
