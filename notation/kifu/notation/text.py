"""The text form as a stream: where each record begins, and how its bytes become a reading.

A record begins at a line `[Game`, whatever was read before, so damage never reaches the next one.
What programs write is read in one go here; a `Reader` reads everything else.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain

from msgspec import Struct

from kifu.notation.diagnostics import Diagnostic, diagnostic
from kifu.notation.header import plain_tags
from kifu.notation.move_words import LARGEST_RECORD, is_plain
from kifu.notation.reader import Reader
from kifu.notation.reading import Reading
from kifu.notation.record import SPACE, Record

BYTE_ORDER_MARK = b"\xef\xbb\xbf"
_MARK = b"\n[Game"


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
    data, begin, seen = b"", 0, 0
    passed = lines = 0  # bytes and lines of a record over the limit that are not held any more
    for block in chain(blocks, [None]):
        data, begin, seen = data[begin:] + (block or b""), 0, seen - begin
        while begin < len(data) or passed:
            end = _end(data, begin, seen, found=passed > 0)
            if not end:
                if block is not None:
                    break
                end = len(data)
            source = data[begin:end]
            if offset == 0 and source.startswith(BYTE_ORDER_MARK):
                source, offset = source[3:], 3
            size = passed + len(source)
            count = lines + source.count(b"\n")
            if size > LARGEST_RECORD:
                yield Chunk(b"", line, offset, size)
            elif source and not source.isspace():
                yield Chunk(source, line, offset, size)
            line, offset, passed, lines = line + count, offset + size, 0, 0
            begin = seen = end
        if len(data) - begin > LARGEST_RECORD:
            dropped = len(data) - len(_MARK)
            passed += dropped - begin
            lines += data.count(b"\n", begin, dropped)
            begin = dropped
        seen = max(begin, len(data) - len(_MARK))


def _end(data: bytes, begin: int, seen: int, *, found: bool) -> int:
    """Where the record that begins at `begin` ends: at the next line `[Game`, looked for from the
    byte `seen` on; 0 if none has come yet. The first tag of all (none was `found` before) does not
    end what comes before it.
    """
    at = data.find(_MARK, seen)
    while at >= 0 and not (
        data[at + len(_MARK) : at + len(_MARK) + 1] in (b" ", b"\t")
        and (found or data.startswith(b"[", begin) or data.find(b"\n[", begin, at) >= 0)
    ):
        at = data.find(_MARK, at + 1)
    return at + 1


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
    record, found = _at_once(source), []
    if record is None:
        reader = Reader(source)
        record = reader.record if reader.is_record else None
        found = reader.findings(number, line, offset)
    return Reading(record, found, number, line, offset, chunk.size, "text", source)


def _at_once(source: bytes) -> Record | None:
    """A record of plain tags and plain words, its terminator on a line of its own: what programs
    write, and most of all records. None for any other; a `Reader` reads the same from each.
    """
    try:
        text = source.decode()
    except UnicodeDecodeError:
        return None
    header = plain_tags(text)
    if header is None:
        return None
    record, start = header
    line = text[start:].rstrip(SPACE)
    moves, end = line[:-2].replace("\n", " "), line[-2:]
    while "  " in moves:
        moves = moves.replace("  ", " ")
    if (end != "\n=" and end != "\n*") or not is_plain(moves):
        return None
    record.moves, record.end = moves, end[1:]
    return record


def read_header(source: bytes) -> Record | None:
    """The record that the tags in the bytes `source` make, without moves; None if there is no tag.
    What is wrong with them is not said.
    """
    reader = Reader(source, tags_only=True)
    return reader.record if reader.is_record else None


def too_large(size: int, number: int, line: int, offset: int) -> Diagnostic:
    """The finding that a record of `size` bytes, at this place, was skipped because it is too
    large.
    """
    message = f"a record of {size} bytes was skipped; at most {LARGEST_RECORD} are allowed"
    return diagnostic("KF010", message, record=number, line=line, offset=offset)
