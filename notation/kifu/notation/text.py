"""Streams: bytes cut into records, and the text form of them read.

A record of text begins at a line `[Game`, whatever was read before, so damage never reaches the
next one.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from itertools import chain

from kifu.notation.errors import diagnostic
from kifu.notation.reader import Reader
from kifu.notation.record import BEGIN, BYTE_ORDER_MARK, LARGEST_RECORD, Reading, Start

#: The end of the line before a record.
_NEXT = re.compile(rb"\n(?=\[Game[ \t])")
#: So many bytes at the end of what was read may be the beginning of what `_NEXT` finds.
_KEPT = len("\n[Game")


def read_text(blocks: Iterable[bytes], start: Start = BEGIN) -> Iterator[Reading]:
    """Yield a reading for each record of a text stream, whatever the bytes are; what is wrong is in
    its `diagnostics`. `blocks` are the stream in pieces, which may be cut anywhere, also within a
    character. Each record begins at a line `[Game`; text before the first one belongs to it. The
    record is None if it is larger than LARGEST_RECORD (KF010), or if there is no tag at all.
    Nothing for a stream that is empty or white space. `start` says which number, line and offset
    the stream begins with. What `blocks` raises is raised here, too.

    >>> stream = [b'[Game "nimmt"]\\n[Rules "1"]\\n[Seat "Aki"]\\n\\n1. 59!\\n*\\n']
    >>> reading = next(read_text(stream))
    >>> reading.record.moves, reading.record.notes[0].glyph, reading.diagnostics
    ('1. 59', '!', [])
    """
    for number, reading in enumerate(unread_records(blocks, start), start.number):
        reading.number = number
        if reading.source:
            reader = Reader(reading.source)
            reading.record = reader.record
            reading.diagnostics = reader.findings(reading)
        else:
            say_too_large(reading)
        yield reading


def unread_records(blocks: Iterable[bytes], start: Start = BEGIN) -> Iterator[Reading]:
    """Yield a reading for each record of a text stream, from its line `[Game` to the next one,
    without record, number and findings. `blocks` are the stream in pieces, which may be cut
    anywhere; `start` says which line and offset it begins with. Nothing for a stream that is empty
    or white space.

    Text before the first record belongs to it. But it is a reading of its own if one of its lines
    begins with `[`, or if it alone is over the limit.

    The sources joined are the stream, except for a byte order mark, a stream of white space only,
    and the bytes of records over the limit, whose source is b"".

    >>> stream = [b'[Game "a"]\\n\\n*\\n\\n[Game "b"]\\n\\n*\\n']
    >>> [part.offset for part in unread_records(stream)]
    [0, 15]
    """
    found = parts(blocks, _at_games, "text", start)
    for first in found:
        if first.source and not (first.source.startswith(b"[") or b"\n[" in first.source):
            following = next(found, None)
            if following is not None:
                first.size += following.size
                first.source += following.source
                if first.size > LARGEST_RECORD:
                    first.source = b""
            elif first.source.isspace():
                return
        yield first
        yield from found


def parts(
    blocks: Iterable[bytes],
    split: Callable[[bytes], list[bytes]],
    form: str,
    start: Start = BEGIN,
) -> Iterator[Reading]:
    r"""Yield the parts of a stream as readings of this `form`, without record, number and findings;
    no part is empty, so nothing comes of an empty stream. `blocks` are the stream in pieces, which
    may be cut anywhere; `start` says which line and offset it begins with. A byte order mark at
    offset 0 is left out of the source and the size, but counts for the offsets.

    `split` cuts bytes into parts that, joined, are these bytes. Its last item may be incomplete: it
    is cut again with the next block after it. All other items end in a line break; with the form
    "json", each is one line. Memory is bounded by the largest record allowed: a part over the limit
    has b"" as its `source`, and its true size.

    >>> stream = parts([b"a\n", b"bc\nd"], lambda data: data.splitlines(keepends=True), "json")
    >>> [(part.source, part.line, part.offset) for part in stream]
    [(b'a\n', 1, 0), (b'bc\n', 2, 2), (b'd', 3, 5)]
    """
    _, line, offset = start
    first, at = line, offset  # of the part; `line` and `offset` are those of the bytes in `rest`
    rest = b""
    for block in chain(blocks, [None]):
        *whole, rest = split(rest + (block or b"")) or [b""]
        if block is None:
            whole.append(rest)
        for source in whole:
            if not offset and source.startswith(BYTE_ORDER_MARK):
                source = source[len(BYTE_ORDER_MARK) :]
                at = offset = len(BYTE_ORDER_MARK)
            offset += len(source)
            line += 1 if form == "json" else source.count(b"\n")
            if size := offset - at:
                kept = source if size <= LARGEST_RECORD else b""
                yield Reading(None, [], 0, first, at, size, form, kept)
            first, at = line, offset
        if len(rest) > LARGEST_RECORD + _KEPT:
            dropped = len(rest) - _KEPT
            line, offset = line + rest.count(b"\n", 0, dropped), offset + dropped
            rest = rest[dropped:]


def say_too_large(reading: Reading) -> None:
    """Add to `reading` the finding (KF010) that its record was skipped, being too large."""
    message = f"a record of {reading.size} bytes was skipped; at most {LARGEST_RECORD} are allowed"
    finding = diagnostic("KF010", message, record=reading.number, line=reading.line)
    finding.offset = reading.offset
    reading.diagnostics.append(finding)


def _at_games(data: bytes) -> list[bytes]:
    """Bytes cut before each line that begins with `[Game` and a space or tab, except the first
    line. Joined, the items are `data`. One item, `data` itself, if there is no such line, also for
    b"".
    """
    *whole, rest = _NEXT.split(data)
    return [*[source + b"\n" for source in whole], rest]
