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
#: A codec that writes no byte order mark, and how many bytes it takes for a unit.
_CODECS = {"utf-8": ("utf-8", 1), "utf-16": ("utf-16-le", 2), "utf-32": ("utf-32-le", 4)}


class Places:
    """The lines of `text`, with columns in units of `unit`, both counted from 0.

    >>> places = Places("1. 59\\r\\n{葵 🀄} 10", "utf-16")
    >>> places.position(12), places.at(1, 6)
    ((1, 6), 12)
    """

    def __init__(self, text: str, unit: Unit) -> None:
        self._text = text
        self._codec, self._width = _CODECS[unit]
        self._starts = [0, *(end.end() for end in _LINE_END.finditer(text))]

    def position(self, at: int) -> tuple[int, int]:
        """The line and column (both from 0, the column in the editor's units) of character `at`.
        O(length of the line).
        """
        line = bisect_right(self._starts, at) - 1
        before = self._text[self._starts[line] : at]
        return line, len(before.encode(self._codec)) // self._width

    def at(self, line: int, column: int) -> int:
        """The index of the character at a line and column (both from 0), or of the nearest one."""
        if not 0 <= line < len(self._starts):
            return 0 if line < 0 else len(self._text)
        start = self._starts[line]
        end = (*self._starts, len(self._text))[line + 1]
        column = max(column, 0)
        # No character takes less than a unit.
        units = _LINE_END.split(self._text[start:end])[0][:column].encode(self._codec)
        return start + len(units[: column * self._width].decode(self._codec, "ignore"))


def encodable(text: str) -> str:
    r"""`text` with U+FFFD for each lone surrogate, which an editor may send and no file can hold.

    >>> encodable("5\udc80") == "5\ufffd"
    True
    """
    return _SURROGATE.sub("\ufffd", text)
