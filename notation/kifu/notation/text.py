"""The text form, read: one record's bytes become a record and its findings.

Most records are ordinary and read in a few steps (`ordinary`). Any other goes through the lexer
(`lexed`), which gives the same and says what is wrong where; until one comes, it isn't loaded.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from kifu.notation import ordinary
from kifu.notation.chunks import Chunk, chunks
from kifu.notation.diagnostics import Diagnostic, diagnostic
from kifu.notation.move_words import LARGEST_RECORD
from kifu.notation.reading import Reading
from kifu.notation.record import Record

#: Begins a record. Nothing at all is a record that is too large.
_GAME = re.compile(rb"\[Game[ \t]|\Z")


def read_text(
    blocks: Iterable[bytes], number: int = 1, line: int = 1, offset: int = 0
) -> Iterator[Reading]:
    """The records of a text stream, one at a time, whatever the bytes are. `number`, `line` and
    `offset` are those of the first record. A comment that is never closed extends to the next Game
    tag, and is a finding.

    >>> stream = [b'[Game "nimmt"]\\n[Rules "1"]\\n[Seat "Aki"]\\n\\n1. 59!\\n*\\n']
    >>> reading = next(read_text(stream))
    >>> reading.record.moves, reading.record.notes[0].glyph, reading.diagnostics
    ('1. 59', '!', [])
    """
    for chunk in record_chunks(blocks, line, offset):
        yield read_chunk(chunk, number)
        number += 1


def record_chunks(blocks: Iterable[bytes], line: int = 1, offset: int = 0) -> Iterator[Chunk]:
    """The chunks of a text stream, without blank ones. Chunks within a comment that is never
    closed, which extends to the next Game tag, are left out too.
    """
    before: Chunk | None = None
    is_open: bool | None = None
    for chunk in chunks(blocks, line, offset):
        if chunk.source.isspace():
            continue
        if before is not None and _GAME.match(chunk.source) is None:
            if is_open is None:
                findings = read_chunk(before, 1).diagnostics
                is_open = any(finding.code == "KF105" for finding in findings)
            if is_open:
                continue
        before, is_open = chunk, None
        yield chunk


def read_chunk(chunk: Chunk, number: int) -> Reading:
    """The reading of one record's chunk; `number` is the record's in its stream. What is wrong with
    it becomes findings.
    """
    findings: list[Diagnostic] = []
    record = _ordinary(chunk)
    if record is None:
        record, findings = _examined(chunk, number)
    return Reading(
        record, findings, number, chunk.line, chunk.offset, chunk.size, "text", chunk.source
    )


def read_header(source: bytes) -> Record | None:
    """The record of a source's tags alone, without moves; None if there is no tag. There are no
    findings.
    """
    record = ordinary.read_tags(source)
    if record is None:
        from kifu.notation.lexed import header_of

        record = header_of(source)
    return record


def too_large(size: int, number: int, line: int | None, offset: int) -> Diagnostic:
    """The finding that a record of `size` bytes, at this place, was skipped because it is too
    large.
    """
    message = f"a record of {size} bytes was skipped; at most {LARGEST_RECORD} are allowed"
    return diagnostic("KF010", message, record=number, line=line, offset=offset)


def _ordinary(chunk: Chunk) -> Record | None:
    source, header = chunk.source, chunk.header
    if not source.startswith(b"["):
        return None
    record = ordinary.read_tags(source[:header])
    if record is None:
        return None
    moves = ordinary.read_moves(source[header:])
    if moves is None:
        return None
    record.moves, record.end = moves
    return record


def _examined(chunk: Chunk, number: int) -> tuple[Record | None, list[Diagnostic]]:
    if not chunk.source:
        return None, [too_large(chunk.size, number, chunk.line, chunk.offset)]
    from kifu.notation.lexed import read_odd
    from kifu.notation.source_text import SourceText

    return read_odd(SourceText(chunk.source, number, chunk.line, chunk.offset))
