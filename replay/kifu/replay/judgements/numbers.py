"""Numbers of an analysis as records have them: plain decimals, four places at most."""

from __future__ import annotations

import re
from math import isfinite

_NUMBER = re.compile(r"-?[0-9]{1,9}(?:\.[0-9]{1,9})?")
_PLACES = 4
_LARGEST = 10**9


def shortest(value: float) -> str:
    """A number as text with at most four decimals, as short as possible. Raises ValueError for NaN,
    infinity, and numbers that a record can't hold (from about 10**9 on).

    >>> shortest(0.31), shortest(-2.00004), shortest(-0.00001)
    ('0.31', '-2', '0')
    """
    if not isfinite(value) or abs(value) >= _LARGEST - 1:
        raise ValueError(f"{value} is not a number of an analysis")
    text = f"{value:.{_PLACES}f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def rounded(value: float) -> float:
    """A number as it is after being written into a record and read again.

    >>> rounded(0.123456)
    0.1235
    """
    return float(shortest(value))


def rounded_error(value: float) -> float:
    """A standard error as a record has it: two digits, since more mean nothing; never 0 where the
    error is not.

    >>> rounded_error(0.01234), rounded_error(123.4), rounded_error(0.00001), rounded_error(0.0)
    (0.012, 120.0, 0.0001, 0.0)
    """
    return max(rounded(float(f"{value:.2g}")), 10**-_PLACES if value > 0 else 0.0)


def shown_error(value: float) -> str:
    """A standard error as people read it: no digit that means nothing, and never rounded to 0.

    >>> shown_error(1.26), shown_error(12.4), shown_error(0.001), shown_error(0.0)
    ('1.3', '12', '0.1', '0')
    """
    return f"{max(0.1, value):.{0 if value >= 9.95 else 1}f}" if value else "0"


def number(text: str) -> float | None:
    """The value of a number as a record writes it; None for any other text, NaN and infinity.

    >>> number("0.31"), number("nan"), number("")
    (0.31, None, None)
    """
    return float(text) if _NUMBER.fullmatch(text) else None
