"""The text form as a stream: where each record begins, and how its bytes become a reading.

A record begins at a line `[Game`, whatever was read before, so damage never reaches the next one.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from itertools import chain

from msgspec import Struct

from kifu.notation.diagnostics import Diagnostic, diagnostic
from kifu.notation.move_words import LARGEST_RECORD
from kifu.notation.reader import Reader
from kifu.notation.reading import BYTE_ORDER_MARK, Reading

#: The end of the line before a record.
_NEXT = re.compile(rb"\n(?=\[Game[ \t])")
#: So many bytes at the end of what was read may be the beginning of what `_NEXT` finds.
_KEPT = len("\n[Game")


class Chunk(Struct, frozen=True, gc=False):
    """The bytes of one record; what comes before the first one belongs to it. Of a record that is
    larger than the limit only the place and `size` are known; its `source` is empty.

    `line` counts from 1 in the stream; `offset` and `size` are bytes.
    """

    source: bytes
    line: int
    offset: int
    size: int


def chunks(blocks: Iterable[bytes], line: int = 1, offset: int = 0) -> Iterator[Chunk]:
    """Split a text stream into records, each from its line `[Game` to the next one; `line` and
    `offset` are those of the stream's first byte. Memory is bounded by the largest record allowed.

    The chunks put together are the stream, but for a byte order mark, blank text without a record,
    and records over the limit.

    >>> [chunk.offset for chunk in chunks([b'[Game "a"]\\n\\n*\\n\\n[Game "b"]\\n\\n*\\n'])]
    [0, 15]
    """
    lead = b""  # text before the first tag of all
    for source, size, count in parts(blocks, _records):
        if offset == 0 and source.startswith(BYTE_ORDER_MARK):
            offset = len(BYTE_ORDER_MARK)
            source, size = source[offset:], size - offset
        if source and not (lead or source.startswith(b"[") or b"\n[" in source):
            lead = source
            continue
        size, count = len(lead) + size, lead.count(b"\n") + count
        source, lead = lead + source if size <= LARGEST_RECORD else b"", b""
        if size and not source.isspace():
            yield Chunk(source, line, offset, size)
        line, offset = line + count, offset + size
    if lead and not lead.isspace():
        yield Chunk(lead, line, offset, len(lead))


def parts(
    blocks: Iterable[bytes], split: Callable[[bytes], list[bytes]]
) -> Iterator[tuple[bytes, int, int]]:
    r"""The parts of a stream, as `split` cuts bytes at line ends: the bytes of each (b"" if it is
    larger than a record may be), its size, and its number of line ends. Memory is bounded by the
    largest record allowed.

    >>> [*parts([b"a\n", b"bc\nd"], lambda data: data.splitlines(keepends=True))]
    [(b'a\n', 2, 1), (b'bc\n', 3, 1), (b'd', 1, 0)]
    """
    rest = bytearray()
    passed = lines = 0  # bytes and lines of a part over the limit that are not held any more
    for block in chain(blocks, [None]):
        searched = max(len(rest) - _KEPT, 0)
        first, *others = split(bytes(rest[searched:]) + (block or b"")) or [b""]
        rest[searched:] = first
        whole = []
        if others or block is None:
            whole = [bytes(rest), *others]
            rest = bytearray(whole.pop() if block is not None else b"")
        for source in whole:
            size, count = passed + len(source), lines + source.count(b"\n")
            if size:
                yield source if size <= LARGEST_RECORD else b"", size, count
            passed = lines = 0
        if len(rest) > LARGEST_RECORD + _KEPT:
            dropped = len(rest) - _KEPT
            passed, lines = passed + dropped, lines + rest.count(b"\n", 0, dropped)
            del rest[:dropped]


def _records(data: bytes) -> list[bytes]:
    *whole, rest = _NEXT.split(data)
    return [*[source + b"\n" for source in whole], rest]


def read_text(
    blocks: Iterable[bytes], number: int = 1, line: int = 1, offset: int = 0
) -> Iterator[Reading]:
    """The records of a text stream, one at a time, whatever the bytes are. `number`, `line` and
    `offset` are those of the first record.

    >>> stream = [b'[Game "nimmt"]\\n[Rules "1"]\\n[Seat "Aki"]\\n\\n1. 59!\\n*\\n']
    >>> reading = next(read_text(stream))
    >>> reading.record.moves, reading.record.notes[0].glyph, reading.diagnostics
    ('1. 59', '!', [])
    """
    for chunk in chunks(blocks, line, offset):
        yield read_chunk(chunk, number)
        number += 1


def read_chunk(chunk: Chunk, number: int) -> Reading:
    """The reading of one record's chunk; `number` is the record's in its stream. What is wrong with
    it becomes findings.
    """
    source, line, offset = chunk.source, chunk.line, chunk.offset
    if not source:
        found = [too_large(chunk.size, number, line, offset)]
        return Reading(None, found, number, line, offset, chunk.size, "text")
    reader = Reader(source)
    found = reader.findings(number, line, offset)
    return Reading(reader.record, found, number, line, offset, chunk.size, "text", source)


def too_large(size: int, number: int, line: int, offset: int) -> Diagnostic:
    """The finding that a record of `size` bytes, at this place, was skipped because it is too
    large.
    """
    message = f"a record of {size} bytes was skipped; at most {LARGEST_RECORD} are allowed"
    return diagnostic("KF010", message, record=number, line=line, offset=offset)
