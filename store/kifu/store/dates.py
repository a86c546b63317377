"""Days: what a Date tag says, and what is asked for, as a first and a last day.

A Date tag may say less than a day (`2026-11`), more (`2026-11-20T08:00:00Z`), or nothing that
can be read. The archive keeps its text, and the days it covers where it says them.
"""

from __future__ import annotations

import calendar
import re
from datetime import date
from functools import lru_cache

from kifu.notation.errors import UsageError

Days = tuple[date, date]


@lru_cache(maxsize=4096)
def days(text: str) -> Days | None:
    """The first and the last day that a Date tag covers; None where it can't be read.

    >>> days("2026-02")
    (datetime.date(2026, 2, 1), datetime.date(2026, 2, 28))
    >>> days("2026-11-20T08:00:00Z") == days("2026-11-20")
    True
    >>> days("last summer") is None
    True
    """
    match = _ISO.fullmatch(text.strip())
    if match is None:
        return None
    year, month, day = (int(part) if part else 0 for part in match.groups())
    try:
        first = date(year, month or 1, day or 1)
    except ValueError:
        return None
    last_month = month or 12
    last = day or calendar.monthrange(year, last_month)[1]
    return first, date(year, last_month, last)


def asked(text: str) -> Days:
    """The days that a question asks for: one date, or two with `..` between; an open side is
    unbounded. Raises UsageError.

    >>> asked("2026-11..2026")
    (datetime.date(2026, 11, 1), datetime.date(2026, 12, 31))
    >>> asked("..2025")[1]
    datetime.date(2025, 12, 31)
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


_ISO = re.compile(r"([0-9]{4})(?:-([0-9]{2})(?:-([0-9]{2})(?:[T ][0-9:.,+Z-]*)?)?)?")
