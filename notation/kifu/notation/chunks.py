"""Chunks: where one record of a text stream ends and the next begins.

A line that begins with `[` is a tag, wherever it is. A tag begins a record where movetext
has begun since the tag before it; a `Game` tag also where there is a blank line between. So the
next record is found by two fast searches, whatever the movetext holds, and damage to one
record does not reach the next.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from msgspec import Struct

from kifu.notation.move_words import LARGEST_RECORD
from kifu.notation.window import Window

BYTE_ORDER_MARK = b"\xef\xbb\xbf"

#: The tags of a record, with the line comments and blank lines among and below them. What is
#: repeated is atomic each time: Python before 3.11.5 goes wrong where it could go back within it.
_HEADER = re.compile(
    rb"""
    (?: (?>
        (?: (?> (?: \[ | [ \t]*+ ; ) [^\n]*+ (?: \n | \Z ) ) )++
      | (?: (?> [ \t\r]*+ \n ) )++ (?: (?> [ \t\r]*+ (?: ; [^\n]*+ )?+ \n ) )*+ (?! \[Game[ \t] )
    ) )*+
    """,
    re.VERBOSE,
)

#: So far at most an empty line is looked for.
_USUAL_HEADER = 4096
_NEWLINE = ord("\n")

#: What the next block may still make part of the header.
_UNDECIDED = re.compile(rb"[ \t\r]*+\Z")


class Chunk(Struct, frozen=True, gc=False):
    """The bytes of one record; what comes before the first one belongs to it.

    `header` is where the movetext begins. Of a record that is larger than the limit only the
    place and `size` are known; its `source` is empty.
    """

    source: bytes
    header: int
    line: int
    offset: int
    size: int


def chunks(blocks: Iterable[bytes], line: int = 1, offset: int = 0) -> Iterator[Chunk]:
    """Split a text stream into records; `line` and `offset` are those of its first byte. Memory is
    bounded by the largest record allowed.

    The chunks put together are the stream, but for a byte order mark and records over the limit.

    >>> [chunk.offset for chunk in chunks([b'[Game "a"]\\n\\n*\\n\\n[Game "b"]\\n\\n*\\n'])]
    [0, 15]
    """
    window = Window(blocks)
    if offset == 0 and window.fill(3) and window.data.startswith(BYTE_ORDER_MARK):
        window.start = offset = 3
    while window.start < len(window.data) or window.fill(1):
        ordinary = _ordinary(window)
        if ordinary is not None:
            source, header = ordinary
            size = len(source)
            yield Chunk(source, header, line, offset, size)
            line += source.count(b"\n")
            offset += size
            continue
        header = _header(window)
        found = _find(window, b"\n[Game", LARGEST_RECORD) if header < 0 else None
        if header >= 0:
            found = _find(window, b"\n[", max(header - 1, 0))
        assert found is not None
        source, size, lines = found
        yield Chunk(source, header, line, offset, size)
        line += lines
        offset += size


def _ordinary(window: Window) -> tuple[bytes, int] | None:
    """The next record of the window, taken from it, if it is written in the usual way: tags on
    consecutive lines, an empty line below them, and another record after it. Returns its bytes and
    the offset of its movetext in them; None, with nothing taken, for any other.
    """
    data, start = window.data, window.start
    blank = data.find(b"\n\n", start, start + _USUAL_HEADER)
    if blank < 0 or not data.startswith(b"[", start):
        return None
    if data.count(b"\n[", start, blank) != data.count(b"\n", start, blank):
        return None
    end = data.find(b"[", blank)
    if end < 0 or data[end - 1] != _NEWLINE or end - start > LARGEST_RECORD:
        return None
    if data[blank + 2] in b"[; \t\r\n":
        return None
    window.start = end
    return data[start:end], blank + 2 - start


def _header(window: Window) -> int:
    """The offset, from the start of the window, at which the next record's movetext begins: 0 if no
    tag comes before it, -1 if the tags are longer than a record may be. Reads blocks as needed, but
    takes nothing.
    """
    while True:
        data, start = window.data, window.start
        tag = start if data.startswith(b"[", start) else data.find(b"\n[", start) + 1
        tagged = data.startswith(b"[", tag)
        if tagged:
            match = _HEADER.match(data, tag)
            assert match is not None
            if window.ended or not _UNDECIDED.match(data, match.end()):
                return match.end() - start
        elif window.ended:
            return 0
        if len(window) > LARGEST_RECORD:
            return -1 if tagged else 0
        window.more()


def _find(window: Window, mark: bytes, begin: int) -> tuple[bytes, int, int]:
    """Take one record from the window: up to the first `mark` at `begin` bytes or more from its
    start, or to the end of the stream. A mark is a line break, which still belongs to this record,
    and what begins the next one.

    Returns its bytes (empty if they are more than LARGEST_RECORD), how many they are, and the
    number of lines.
    """
    passed = lines = 0
    while True:
        at = window.data.find(mark, window.start + begin)
        if at >= 0 or window.ended:
            end = at + 1 if at >= 0 else len(window.data)
            source = window.take(end - window.start)
            size = passed + len(source)
            lines += source.count(b"\n")
            return (b"" if size > LARGEST_RECORD else source), size, lines
        seen = len(window) - len(mark)
        if passed or seen > LARGEST_RECORD:
            passed += seen
            lines += window.data.count(b"\n", window.start, window.start + seen)
            window.start += seen
            begin = 0
        else:
            begin = max(begin, seen)
        window.more()
