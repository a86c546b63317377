"""Skimming: where each record of a file begins and what its tags say, without its moves."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import BinaryIO

from msgspec import Struct

from kifu.notation.errors import KifuError
from kifu.notation.files import form_of, read, read_stream
from kifu.notation.packed import Unpacked, blocks_of
from kifu.notation.reader import chunks, read_header
from kifu.notation.reading import Reading
from kifu.notation.record import Record


class Skimmed(Struct, gc=False):
    """A record's place, and its fields and tags without moves and notes.

    `number` and `line` count from 1 (`line` is None at the end of a damaged stream), `offset` and
    `size` are bytes of the uncompressed stream; `read_at` opens the record at `offset`. `header` is
    None if nothing could be made of the bytes.
    """

    number: int
    line: int | None
    offset: int
    size: int
    header: Record | None


def skim(path: str | os.PathLike[str]) -> Iterator[Skimmed]:
    """The headers of the records of a file, in bounded memory.

    The records, their numbers and places are those that `read` gives, and so are the errors; but
    `-` is not stdin, it is refused (UsageError). There are no findings.

    >>> import pathlib, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = pathlib.Path(folder, "evening.kifu")
    ...     size = path.write_text('[Game "nimmt"]\\n[Rules "1"]\\n[Seat "Aki"]\\n\\n1. 59\\n*\\n')
    ...     [(one.offset, one.header.game) for one in skim(path)]
    [(0, 'nimmt')]
    """
    with open(path, "rb") as file:
        kind, compression = form_of(path)
        yield from skim_stream(file, kind, compression)


def read_numbered(path: str, number: int) -> Reading:
    """The record with the number `number` (from 1) of a file; "-" is stdin. Raises KifuError if the
    file has no such record, and OSError.
    """
    last = 0
    for reading in read(path):
        last = reading.number
        if last == number:
            return reading
    raise KifuError(f"{path} has no record {number}; it has {last or 'none'}")


def skim_stream(fp: BinaryIO, form: str, compression: str = "") -> Iterator[Skimmed]:
    """Where each record of an open binary stream begins, and its tags, without moves; there are no
    findings. `form` is "text" or "json", `compression` is "" (none), "gz" or "zst".

    >>> from io import BytesIO
    >>> stream = BytesIO(b'[Game "nimmt"]\\n[Rules "1"]\\n\\n59\\n*\\n[Game "nimmt"]\\n')
    >>> [(one.number, one.line, one.offset) for one in skim_stream(stream, "text")]
    [(1, 1, 0), (2, 6, 33)]
    """
    if form == "text":
        unpacked = Unpacked(blocks_of(fp), compression)
        number = end = 0
        for chunk in chunks(unpacked):
            number += 1
            end = chunk.offset + chunk.size
            header = read_header(chunk.source)
            yield Skimmed(number, chunk.line, chunk.offset, chunk.size, header)
        if unpacked.damage is not None:
            yield Skimmed(number + 1, None, end, 0, None)
        return
    for reading in read_stream(fp, form, compression):
        header = reading.record
        if header is not None:
            header.moves, header.notes = "", []
        yield Skimmed(reading.number, reading.line, reading.offset, reading.size, header)
