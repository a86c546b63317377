"""Workers: logs are read here, in pieces, and their records examined here or in other processes.

What comes out does not depend on how many processes there are, and comes in the order in which the
pieces went in.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator
from functools import partial
from typing import BinaryIO, cast

from msgspec import Struct

from kifu.notation.disk import open_file
from kifu.notation.files import form_of, read_stream
from kifu.notation.reading import Reading
from kifu.store.erasure import NOBODY, Erasure
from kifu.store.index.course import Detail
from kifu.store.index.entry import Extract, examine, extract_of
from kifu.store.index.planning import ReadTask
from kifu.store.processes import worked

#: A piece ends with the record that fills so many bytes: a piece is only committed when all of it
#: is examined, which may take some seconds without compiled rules.
SIZE = 1 << 17
#: Bytes of pieces that are under way.
AHEAD = 24 << 20


class Piece(Struct):
    """Consecutive records of the log that `task` reads, as they were read. `consumed` bytes of the
    file were read for it; `last`: no piece of the log follows, and none of its bytes was missing. A
    log without records has one empty piece.
    """

    task: ReadTask
    readings: list[Reading]
    consumed: int
    last: bool = False


def pieces(task: ReadTask) -> Iterator[Piece]:
    """The records that a task is to read, in pieces. A packed file is read from its start. Raises
    OSError.
    """
    form, compression = form_of(task.path)
    done, weight = 0, 0
    found: list[Reading] = []
    with open_file(task.path) as file:
        start = 0 if compression else task.offset
        file.seek(start)
        planned = _Planned(file, task.size - start)
        for reading in read_stream(
            cast(BinaryIO, planned),
            form,
            compression,
            number=task.first,
            line=task.line,
            offset=task.offset,
        ):
            if weight >= SIZE:
                yield Piece(task, found, file.tell() - done)
                done, weight, found = file.tell(), 0, []
            found.append(reading)
            weight += reading.size
        yield Piece(task, found, file.tell() - done, last=not planned.is_short)


class _Planned:
    """The next `left` bytes of an open file, which may be growing; `is_short` after it ended before
    them.
    """

    def __init__(self, file: BinaryIO, left: int) -> None:
        self._file = file
        self._left = left
        self.is_short = False

    def read(self, size: int) -> bytes:
        """At most `size` of the bytes that are left; b"" after the last one. If the file ends
        before them, `is_short` is set.
        """
        wanted = max(0, min(size, self._left))
        data = self._file.read(wanted)
        self._left -= len(data)
        self.is_short |= len(data) < wanted
        return data


def extract(piece: Piece, detail: Detail, erased: Erasure = NOBODY) -> Extract:
    """Examine the readings of a piece in this `detail`, without names that are `erased`. A pure
    function.
    """
    found = (examine(reading, detail, erased) for reading in piece.readings)
    return extract_of(piece.task.name, found)


def extracts(
    cut: Iterable[Piece], detail: Detail, erased: Erasure, jobs: int
) -> Generator[tuple[Piece, Extract], None, None]:
    """Each piece with its extract, in their order, made by up to `jobs` processes. Raises what
    iterating the pieces raises, and KifuError if a process dies.
    """
    return worked(partial(extract, detail=detail, erased=erased), cut, jobs, AHEAD, _weight)


def _weight(piece: Piece) -> int:
    """The bytes of the readings in a piece."""
    return sum(reading.size for reading in piece.readings)
