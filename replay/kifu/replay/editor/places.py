"""Places: the characters of a text on one side, an editor's lines and columns on the other.

For an editor a line ends in LF, CRLF or CR, and a column is counted in the units of an encoding.
For kifu a line ends in LF, and a column is a number of characters.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import Literal

Unit = Literal["utf-8", "utf-16", "utf-32"]

_LINE_END = re.compile(r"\r\n|\r|\n")
_SURROGATE = re.compile("[\ud800-\udfff]")


class Places:
    """The lines of `text`, with columns in units of `unit`, both counted from 0.

    Places that are asked for in their order cost O(distance from the one before).

    >>> places = Places("1. 59\\r\\n{葵 🀄} 10", "utf-16")
    >>> places.position(12), places.at(1, 6)
    ((1, 6), 12)
    """

    def __init__(self, text: str, unit: Unit) -> None:
        self._text = text
        self._unit = unit
        self._starts = [0, *(end.end() for end in _LINE_END.finditer(text))]
        self._plain = unit == "utf-32" or text.isascii()
        self._last = (0, 0)  # a character, and the units before it in its line

    def position(self, at: int) -> tuple[int, int]:
        """The line and column (both from 0, the column in the editor's units) of character `at`."""
        line = bisect_right(self._starts, at) - 1
        start = self._starts[line]
        if self._plain:
            return line, at - start
        known, units = self._last
        if not start <= known <= at:
            known, units = start, 0
        units += self._size(self._text[known:at])
        self._last = (at, units)
        return line, units

    def at(self, line: int, column: int) -> int:
        """The index of the character at a line and column (both from 0), or of the nearest one."""
        if line < 0:
            return 0
        if line >= len(self._starts):
            return len(self._text)
        start = self._starts[line]
        last = line + 1 == len(self._starts)
        end = len(self._text) if last else self._starts[line + 1] - 1
        if end > start and self._text[end - 1 : end + 1] == "\r\n":
            end -= 1
        column = max(column, 0)
        if self._plain:
            return min(start + column, end)
        return start + self._count(self._text[start : min(start + column, end)], column)

    def _size(self, text: str) -> int:
        """The length of `text` in the editor's units."""
        return len(text.encode()) if self._unit == "utf-8" else len(text.encode("utf-16-le")) // 2

    def _count(self, text: str, units: int) -> int:
        """How many characters of `text` fit into `units` of the editor's units."""
        if self._unit == "utf-8":
            return len(text.encode()[:units].decode(errors="ignore"))
        return len(text.encode("utf-16-le")[: 2 * units].decode("utf-16-le", "ignore"))


def encodable(text: str) -> str:
    r"""`text` with U+FFFD for each lone surrogate, which an editor may send and no file can hold.

    >>> encodable("5\udc80") == "5\ufffd"
    True
    """
    return _SURROGATE.sub("\ufffd", text)
