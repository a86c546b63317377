"""Stretches: a large log cut into parts that several workers read, each without the others.

A part begins where a record begins whatever was read before (see `pieces`), and its first record
has the number that it has in the log, so that all parts together give what the whole log gives.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from kifu.notation.files import form_of
from kifu.notation.frames import nearest
from kifu.store.index.pieces import Piece, cut, records_in

#: Bytes of a packed log that may be unpacked in vain before a part begins.
_IN_VAIN = 4 << 20


class Stretch(NamedTuple):
    """A part of a log: its first record has the number `first`, and begins at `offset` (of the
    unpacked stream) in `line`. It ends before the byte `until`, or, if None, with the log. To read
    it takes `consumed` bytes of the file.
    """

    first: int
    line: int
    offset: int
    until: int | None
    consumed: int


def stretches(
    path: str, size: int, each: int, first: int = 1, line: int = 1, offset: int = 0
) -> Iterator[Stretch]:
    """The first `size` bytes of a file, cut into parts of about `each` bytes of the unpacked
    stream. The first part begins with record number `first`, at `offset` and `line` of that stream.
    There is at least one part, and only one where there is no place to cut. Raises OSError.
    """
    number, weight, consumed = first, 0, 0
    for piece in cut(path, size, line, offset):
        found = _beginning(piece) if weight >= each else None
        if found is not None and _is_near(path, found[1]):
            yield Stretch(first, line, offset, found[1], consumed)
            first, (line, offset) = number, found
            weight = consumed = 0
        weight += piece.weight
        consumed += piece.consumed
        number += records_in(piece)
    yield Stretch(first, line, offset, None, consumed)


def _beginning(piece: Piece) -> tuple[int, int] | None:
    """The line and the offset where a piece begins; None for a piece of readings, since what is
    read of it depends on what came before.
    """
    if piece.readings is None:
        return piece.line, piece.offset
    if piece.form == "msgpack" and piece.readings:
        return piece.line, piece.readings[0].offset
    return None


def _is_near(path: str, offset: int) -> bool:
    """Whether reading can begin close to the byte `offset` of the unpacked stream, instead of at
    the start of a compressed file.
    """
    compression = form_of(path).compression
    if not compression:
        return True
    with open(path, "rb") as file:
        return offset - nearest(file, compression, offset)[1] <= _IN_VAIN
