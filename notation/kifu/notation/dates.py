"""Dates and times: the days that a Date tag covers, and the time of day that a Time tag says.

Both are ISO 8601. A Date tag may say less than a day (`2026-11`) or more
(`2026-11-20T08:00:00Z`). Text that can't be read is kept; a warning shows it.
"""

from __future__ import annotations

import calendar
import re
from collections.abc import Iterator
from datetime import date
from functools import lru_cache

from kifu.notation.diagnostics import Diagnostic, diagnostic
from kifu.notation.errors import UsageError
from kifu.notation.move_words import LONGEST_WORD
from kifu.notation.record import Record

Days = tuple[date, date]

_DATE = re.compile(r"([0-9]{4})(?:-([0-9]{2})(?:-([0-9]{2})(?:[T ](.+))?)?)?")
_TIME = re.compile(
    r"(?P<hour>[01]?[0-9]|2[0-3])(?P<minute>:[0-5][0-9])"
    r"(?P<second>:[0-5][0-9](?:[.,][0-9]{1,9})?)?(?:Z|[+-][0-9]{2}(?::?[0-9]{2})?)?"
)


@lru_cache(maxsize=4096)
def days(text: str) -> Days | None:
    """The first and the last day that a Date tag covers; None if it can't be read.

    >>> days("2026-02")
    (datetime.date(2026, 2, 1), datetime.date(2026, 2, 28))
    >>> days("2026-11-20T08:00:00Z") == days("2026-11-20")
    True
    >>> days("last summer") is None
    True
    """
    match = _DATE.fullmatch(text.strip())
    if match is None or (match[4] and _TIME.fullmatch(match[4]) is None):
        return None
    year, month, day = (int(part) if part else 0 for part in match.groups()[:3])
    try:
        first = date(year, month or 1, day or 1)
    except ValueError:
        return None
    last_month = month or 12
    last = day or calendar.monthrange(year, last_month)[1]
    return first, date(year, last_month, last)


@lru_cache(maxsize=4096)
def time_of_day(text: str) -> str | None:
    """The local time in a Time tag, as `HH:MM:SS` perhaps with a fraction, which sorts by time; its
    zone is dropped. None if it can't be read.

    >>> time_of_day("20:05"), time_of_day("20:05:30.5+09:00"), time_of_day("8 pm")
    ('20:05:00', '20:05:30.5', None)
    """
    match = _TIME.fullmatch(text.strip())
    if match is None:
        return None
    second = (match["second"] or ":00").replace(",", ".")
    return match["hour"].zfill(2) + match["minute"] + second


def time_of_match(date: str | None, time: str | None) -> str | None:
    """The local time of a match, as `HH:MM:SS` perhaps with a fraction, from its Time tag or,
    without one, from its Date tag. None if that tag has no time that can be read.

    >>> time_of_match("2026-11-20", "20:05"), time_of_match("2026-11-20T20:05:30Z", None)
    ('20:05:00', '20:05:30')
    """
    if time:
        return time_of_day(time)
    day = len("2026-11-20T")
    return time_of_day(date.strip()[day:]) if date and days(date) else None


def days_of(text: str) -> Days:
    """The first and the last day that `text`, typed by a user, means: a date, or two dates with
    `..` between. If one of the two is left out, its day is date.min or date.max. Raises UsageError
    for any other text, and if the second date is before the first one.

    >>> days_of("2026-11..2026")
    (datetime.date(2026, 11, 1), datetime.date(2026, 12, 31))
    >>> days_of("..2025")
    (datetime.date(1, 1, 1), datetime.date(2025, 12, 31))
    """
    start, dots, end = text.partition("..")
    from_days = days(start) if start else (date.min, date.min)
    to_days = (days(end) if end else (date.max, date.max)) if dots else from_days
    if not text.strip(". ") or from_days is None or to_days is None:
        message = f"{text!r} is not a date; write 2026, 2026-11, 2026-11-20, or two with .. between"
        raise UsageError(message)
    if from_days[0] > to_days[1]:
        raise UsageError(f"the second date is before the first one: {text!r}")
    return from_days[0], to_days[1]


def each_unreadable(record: Record) -> Iterator[Diagnostic]:
    """A warning for each Date tag (KF307) and each Time tag (KF308) that can't be read.

    >>> record = Record(tags=[("Date", "23.11.2026"), ("Time", "20:05")])
    >>> [(finding.code, finding.token) for finding in each_unreadable(record)]
    [('KF307', '23.11.2026')]
    """
    for name, value in record.tags:
        shown = value[:LONGEST_WORD]
        if name == "Date" and days(value) is None:
            message = f"{shown!r} is not a date, so the match has none; it is kept as written"
            forms = ["2026-11-23", "2026-11", "2026", "2026-11-23T20:05:30"]
            yield diagnostic("KF307", message, token=shown, expected=forms)
        elif name == "Time" and time_of_day(value) is None:
            message = f"{shown!r} is not a time, so the match has none; it is kept as written"
            yield diagnostic("KF308", message, token=shown, expected=["20:05", "20:05:30"])
