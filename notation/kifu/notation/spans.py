"""Spans: where a value is in the text of a JSON line."""

from __future__ import annotations

import re
from collections.abc import Sequence

_STRING = re.compile(r'"((?:[^"\\]|\\.)*+)"', re.DOTALL)
_SCALAR = re.compile(r'[^\s,:\]}"\[{]+')
_SPACE = re.compile(r"[ \t\r\n]*+")
_CHARACTER = re.compile(r"\\u[dD][89abAB]..\\u[dD][c-fC-F]..|\\u....|\\.|[^\\]", re.DOTALL)


class Spans:
    """The places of the values in `text`, which is valid JSON.

    Each object or array on the way to a value is gone through once, whatever is asked later.

    >>> Spans('{"a": [1, {"b": 22}]}').find(["a", 1, "b"])
    (16, 18)
    """

    def __init__(self, text: str) -> None:
        self._text = text
        self._members: dict[int, dict[str | int, tuple[int, int]]] = {}

    def find(self, path: Sequence[str | int]) -> tuple[int, int] | None:
        """The start and end of the value at `path` (keys and indices); None if there is no such
        value.

        If a key is repeated, the last one counts.
        """
        start = _skip(self._text, 0)
        found: tuple[int, int] | None = (start, len(self._text.rstrip()))
        for step in path:
            if found is None:
                return None
            if found[0] not in self._members:
                self._members[found[0]] = _members(self._text, found[0])
            found = self._members[found[0]].get(step)
        return found


def character(text: str, start: int, index: int) -> int:
    """The offset in `text` of the character `index` (from 0) of a JSON string, in which characters
    may be escapes. The string's opening quote is at `start`.
    """
    position = start + 1
    for _ in range(index):
        match = _CHARACTER.match(text, position)
        if match is None:
            break
        position = match.end()
    return position


def _members(text: str, start: int) -> dict[str | int, tuple[int, int]]:
    """The start and end of each value in the object or array that begins at `start`: key or index
    -> (start, end).
    """
    members: dict[str | int, tuple[int, int]] = {}
    opening = text[start : start + 1]
    position = _skip(text, start + 1)
    while opening and opening in "{[" and position < len(text) and text[position] not in "]}":
        key: str | int = len(members)
        if opening == "{":
            match = _STRING.match(text, position)
            if match is None:
                break
            key = match[1]
            position = _skip(text, _skip(text, match.end()) + 1)
        end = _value_end(text, position)
        members[key] = (position, end)
        position = _skip(text, end)
        if text[position : position + 1] == ",":
            position = _skip(text, position + 1)
        elif end == members[key][0]:
            break
    return members


def _value_end(text: str, start: int) -> int:
    """The offset of the first character after the value that begins at `start`."""
    depth = 0
    position = start
    while position < len(text):
        letter = text[position]
        if letter == '"':
            match = _STRING.match(text, position)
            if match is None:
                return len(text)
            position = match.end()
        elif letter in "[{":
            depth += 1
            position += 1
        elif letter in "]}":
            depth -= 1
            position += 1
        elif depth and letter in ",: \t\r\n":
            position += 1
            continue
        else:
            match = _SCALAR.match(text, position)
            if match is None:
                return position
            position = match.end()
        if depth <= 0:
            return position
    return position


def _skip(text: str, position: int) -> int:
    match = _SPACE.match(text, position)
    assert match is not None
    return match.end()
