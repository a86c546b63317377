"""Dates and times: which forms are read, and the warning about any other."""

from __future__ import annotations

import pytest

from kifu.notation.comments import days, time_of_day, time_of_match, unread
from kifu.notation.record import Record


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
    ["", "23.11.2026", "2026-13-45", "2026-02-29", "2026-1-5", "20261121", "2026-11-21T25:00",
     "2026-11-21T", "yesterday", "２０２６"],
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
