"""Pieces: a source cut where a record begins, so that its pieces can be read apart.

A cut is made only where a record begins whatever was read before, so the pieces hold the same
records as the whole. Bytes without such a place become pieces of readings.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from io import BytesIO
from typing import BinaryIO

from msgspec import Struct

from kifu.notation.files import damaged, form_of, from_offset, read_stream
from kifu.notation.live import is_record
from kifu.notation.log import read_lines
from kifu.notation.packed import Unpacked
from kifu.notation.reading import Reading
from kifu.notation.text import read_text
from kifu.store.index.course import Detail

#: The approximate bytes of a piece, as far as records allow it, where nothing else is said.
SIZE = 1 << 20
#: Bytes without a place to cut are held up to here; then they are read as they come.
LONGEST = 20 << 20
#: What is read at a time.
BLOCK = 1 << 17


class Piece(Struct, kw_only=True):
    """Consecutive records of a source: the bytes `data`, or `readings`.

    `line` and `offset` are the place of the first line or byte of `data` in the unpacked stream;
    for readings, `line` is the place of their line 1. `first` is the number of the first record of
    the piece. `damage`: the packed stream is broken after the piece. `consumed` bytes of the file
    were read for it; `last`: no piece of the source follows.
    """

    form: str
    data: bytes = b""
    readings: list[Reading] | None = None
    first: int = 1
    line: int = 1
    offset: int = 0
    damage: str | None = None
    consumed: int = 0
    last: bool = False

    @property
    def weight(self) -> int:
        """The size of its records in bytes."""
        if self.readings is None:
            return len(self.data)
        return sum(reading.size for reading in self.readings)


def size_for(detail: Detail) -> int:
    """How many bytes a piece should have so that it is examined within two seconds: a piece is only
    committed when all of it is examined. Without compiled rules, a megabyte with all events,
    situations and moves takes up to 14 seconds.

    >>> size_for(Detail()), size_for(Detail(moves=True))
    (262144, 131072)
    """
    return max(1, SIZE // (8 if detail.of_moves else 4))


def read_piece(piece: Piece) -> Iterator[Reading]:
    """The records of a piece; numbers count from `piece.first`, lines from 1. A damaged piece ends
    with a reading that says so.
    """
    number, offset = piece.first, piece.offset
    readings: Iterable[Reading] = piece.readings or ()
    if piece.readings is None:
        readings = read_stream(BytesIO(piece.data), piece.form, offset=offset)
    for reading in readings:
        yield reading
        number, offset = reading.number + 1, reading.offset + reading.size
    if piece.damage is not None:
        yield damaged(piece.damage, piece.form, number, offset)


def cut(
    path: str,
    size: int,
    line: int = 1,
    offset: int = 0,
    wanted: int | None = None,
) -> Iterator[Piece]:
    """The records that the first `size` bytes of a file hold, in pieces of about `wanted` bytes
    (None: SIZE), beginning at the byte `offset`, in `line`; these two count in the unpacked stream.
    A packed file is read from its start.
    There is at least one piece, if an empty one. Raises OSError.
    """
    form, compression = form_of(path)
    with open(path, "rb") as file:
        start = 0 if compression else offset
        file.seek(start)
        wanted = SIZE if wanted is None else wanted
        packed = _blocks(file, max(0, size - start))
        unpacked = Unpacked(packed, compression, size=min(wanted, BLOCK))
        blocks = from_offset(unpacked, offset - start)
        done = 0
        held: Piece | None = None
        for piece in _cut(blocks, form, line, offset, wanted):
            if held is not None:
                held.consumed, done = file.tell() - done, file.tell()
                yield held
            held = piece
        held = held or Piece(form=form, line=line, offset=offset)
        held.damage, held.consumed, held.last = unpacked.damage, file.tell() - done, True
        yield held


def boundary(data: bytes, form: str) -> int:
    r"""The last offset in `data` at which a record begins, whatever came before `data`; 0 if there
    is none. `data` are bytes of a stream of records of `form`, "text" or "json".

    >>> boundary(b'[Game "a"]\n\n59\n*\n[Game "b"]\n', "text")
    17
    >>> boundary(b'{"kifu":1,"end":"="}\n{"m":"59"}\n{"game":"a"}\n{"m":"5"}\n', "json")
    32
    """
    if form == "text":
        return _text_boundary(data)
    return _line_boundary(data)


def _cut(blocks: Iterator[bytes], form: str, line: int, offset: int, size: int) -> Iterator[Piece]:
    """The stream in pieces of about `size` bytes, whose `data` can be read by itself; where no such
    cut is found, the rest as pieces of readings. `form` is "text" or "json"; the stream begins at
    `line` and `offset` of the log.
    """
    held = bytearray()
    wanted = size
    for block in blocks:
        held += block
        if len(held) < wanted:
            continue
        data = bytes(held)
        at = boundary(data, form)
        if at:
            yield Piece(form=form, data=data[:at], line=line, offset=offset)
            line += data.count(b"\n", 0, at)
            offset += at
            del held[:at]
            wanted = size
        elif len(held) >= LONGEST:
            yield from _read_on(data, blocks, form, line, offset, size)
            return
        else:
            wanted = 2 * len(held)
    if held:
        yield Piece(form=form, data=bytes(held), line=line, offset=offset)


def _read_on(
    data: bytes, blocks: Iterator[bytes], form: str, line: int, offset: int, size: int
) -> Iterator[Piece]:
    """Read `data` and then `blocks`, the rest of a stream, here, and yield pieces of readings
    instead of bytes: whole records of about `size` bytes together. `form` is "text" or "json";
    `data` begins at `line` and `offset` of the log.
    """

    def stream() -> Iterator[bytes]:
        yield data
        yield from blocks

    def piece() -> Piece:
        return Piece(form=form, readings=found, first=found[0].number, line=line, offset=offset)

    readings = (read_text if form == "text" else read_lines)(stream(), offset=offset)
    found: list[Reading] = []
    weight = 0
    for reading in readings:
        found.append(reading)
        weight += reading.size
        if weight >= size:
            yield piece()
            found, weight = [], 0
    if found:
        yield piece()


def _text_boundary(data: bytes) -> int:
    """As `boundary`: at a Game tag below another tag. The first tag in `data` does not count, since
    text before it may belong to its record.
    """
    end = len(data)
    while (at := data.rfind(b"\n[Game", 0, end)) >= 0:
        if _GAME.match(data, at + 1) and (data.startswith(b"[") or b"\n[" in data[:at]):
            return at + 1
        end = at
    return 0


_GAME = re.compile(rb"\[Game[ \t]")


def _line_boundary(data: bytes) -> int:
    """As `boundary`: at a line that is a whole record, not an event of a live log."""
    end = data.rfind(b"\n") + 1
    while end:
        start = data.rfind(b"\n", 0, end - 1) + 1
        if start and is_record(data[start:end]):
            return start
        end = start
    return 0


def _blocks(file: BinaryIO, size: int) -> Iterator[bytes]:
    while size > 0 and (block := file.read(min(BLOCK, size))):
        size -= len(block)
        yield block
