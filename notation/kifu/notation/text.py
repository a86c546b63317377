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
    """The bytes of one record. Text before the first record of a stream belongs to the first chunk.
    For a record that is larger than the limit, `source` is empty, and only place and `size` are
    known.

    `line` counts from 1 in the stream; `offset` and `size` are bytes.
    """

    source: bytes
    line: int
    offset: int
    size: int


def chunks(blocks: Iterable[bytes], line: int = 1, offset: int = 0) -> Iterator[Chunk]:
    """Yield the records of a text stream as chunks, each from its line `[Game` to the next one;
    `line` and `offset` are those of the stream's first byte. Memory is bounded by the largest
    record allowed.

    The chunks joined are the stream, except for a byte order mark, a stream of white space only,
    and the bytes of records over the limit.

    >>> [chunk.offset for chunk in chunks([b'[Game "a"]\\n\\n*\\n\\n[Game "b"]\\n\\n*\\n'])]
    [0, 15]
    """
    lead: Chunk | None = None  # text before the first tag of all
    for chunk in parts(blocks, _records, line, offset):
        if lead is not None:
            size = lead.size + chunk.size
            source = lead.source + chunk.source if size <= LARGEST_RECORD else b""
            yield Chunk(source, lead.line, lead.offset, size)
            lead = None
        elif chunk.source and not (chunk.source.startswith(b"[") or b"\n[" in chunk.source):
            lead = chunk
        else:
            yield chunk
    if lead is not None and not lead.source.isspace():
        yield lead


def parts(
    blocks: Iterable[bytes], split: Callable[[bytes], list[bytes]], line: int = 1, offset: int = 0
) -> Iterator[Chunk]:
    r"""Yield the parts of a stream, without a byte order mark. `split` cuts bytes into parts at
    line ends; its last item may be incomplete and is continued by the next block. `line` and
    `offset` are those of the stream's first byte. Memory is bounded by the largest record allowed:
    of a part over the limit, the Chunk has no `source`.

    >>> stream = parts([b"a\n", b"bc\nd"], lambda data: data.splitlines(keepends=True))
    >>> [(part.source, part.line, part.offset) for part in stream]
    [(b'a\n', 1, 0), (b'bc\n', 2, 2), (b'd', 3, 5)]
    """
    rest = bytearray()
    begin = line, offset  # of the part; `line` and `offset` are those of the bytes in `rest`
    for block in chain(blocks, [None]):
        searched = max(len(rest) - _KEPT, 0)
        first, *others = split(bytes(rest[searched:]) + (block or b"")) or [b""]
        rest[searched:] = first
        whole = []
        if others or block is None:
            whole = [bytes(rest), *others]
            rest = bytearray(whole.pop() if block is not None else b"")
        for source in whole:
            if not offset and source.startswith(BYTE_ORDER_MARK):
                source = source[len(BYTE_ORDER_MARK) :]
                begin = line, offset = line, len(BYTE_ORDER_MARK)
            size = offset + len(source) - begin[1]
            if size:
                yield Chunk(source if size <= LARGEST_RECORD else b"", *begin, size)
            begin = line, offset = line + source.count(b"\n"), offset + len(source)
        if len(rest) > LARGEST_RECORD + _KEPT:
            dropped = len(rest) - _KEPT
            line, offset = line + rest.count(b"\n", 0, dropped), offset + dropped
            del rest[:dropped]


def _records(data: bytes) -> list[bytes]:
    """Cut bytes before each line that begins with `[Game`."""
    *whole, rest = _NEXT.split(data)
    return [*[source + b"\n" for source in whole], rest]


def read_text(
    blocks: Iterable[bytes], number: int = 1, line: int = 1, offset: int = 0
) -> Iterator[Reading]:
    """Yield a reading for each record of a text stream, whatever the bytes are. `number`, `line`
    and `offset` are those of the first record.

    >>> stream = [b'[Game "nimmt"]\\n[Rules "1"]\\n[Seat "Aki"]\\n\\n1. 59!\\n*\\n']
    >>> reading = next(read_text(stream))
    >>> reading.record.moves, reading.record.notes[0].glyph, reading.diagnostics
    ('1. 59', '!', [])
    """
    for each, chunk in enumerate(chunks(blocks, line, offset), number):
        yield read_chunk(chunk, each)


def read_chunk(chunk: Chunk, number: int) -> Reading:
    """The reading of one record's chunk; `number` is the record's in its stream. What is wrong with
    it becomes findings.
    """
    if not chunk.source:
        return skipped(chunk, number, "text")
    source, line, offset = chunk.source, chunk.line, chunk.offset
    reader = Reader(source)
    found = reader.findings(number, line, offset)
    return Reading(reader.record, found, number, line, offset, chunk.size, "text", source)


def skipped(chunk: Chunk, number: int, form: str) -> Reading:
    """The reading of a chunk that is too large: without a record, with a finding."""
    found = [too_large(chunk, number)]
    return Reading(None, found, number, chunk.line, chunk.offset, chunk.size, form)


def too_large(chunk: Chunk, number: int) -> Diagnostic:
    """The finding that the record of a chunk was skipped because it is too large."""
    message = f"a record of {chunk.size} bytes was skipped; at most {LARGEST_RECORD} are allowed"
    return diagnostic("KF010", message, record=number, line=chunk.line, offset=chunk.offset)
