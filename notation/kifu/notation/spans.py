"""Spans: where a value stands in the text of a JSON line."""

from __future__ import annotations

import re
from collections.abc import Sequence

_STRING = re.compile(r'"((?:[^"\\]|\\.)*+)"', re.DOTALL)
_SCALAR = re.compile(r'[^\s,:\]}"\[{]+')
_SPACE = re.compile(r"[ \t\r\n]*+")
_CHARACTER = re.compile(r"\\u[dD][89abAB]..\\u[dD][c-fC-F]..|\\u....|\\.|[^\\]", re.DOTALL)


def span(text: str, path: Sequence[str | int]) -> tuple[int, int] | None:
    """Where the value at `path` begins and ends in valid JSON `text`; None if it isn't there.

    Of a key that stands twice the last one counts. O(len(text)), however deep the nesting.

    >>> span('{"a": [1, {"b": 22}]}', ["a", 1, "b"])
    (16, 18)
    """
    start, end = _SPACE.match(text).end(), len(text)  # type: ignore[union-attr]
    for step in path:
        found = _member(text, start, step)
        if found is None:
            return None
        start, end = found
    return (start, end) if path else (start, _value_end(text, start))


def character(text: str, start: int, index: int) -> int:
    """Where character `index` of the string that begins (with its quote) at `start` stands."""
    position = start + 1
    for _ in range(index):
        match = _CHARACTER.match(text, position)
        if match is None:
            break
        position = match.end()
    return position


def _member(text: str, start: int, step: str | int) -> tuple[int, int] | None:
    """The span of one member of the object or array that begins at `start`."""
    opening = text[start : start + 1]
    if opening != ("{" if isinstance(step, str) else "["):
        return None
    found = None
    index = 0
    position = _skip(text, start + 1)
    while position < len(text) and text[position] not in "]}":
        key: str | int = index
        if isinstance(step, str):
            match = _STRING.match(text, position)
            if match is None:
                return None
            key = match[1]
            position = _skip(text, _skip(text, match.end()) + 1)
        end = _value_end(text, position)
        if key == step:
            found = (position, end)
        index += 1
        position = _skip(text, end)
        if text[position : position + 1] == ",":
            position = _skip(text, position + 1)
        elif end == position:
            break
    return found


def _value_end(text: str, start: int) -> int:
    """Where the value that begins at `start` ends."""
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
