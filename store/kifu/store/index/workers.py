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
from kifu.notation.record import Reading
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
    """Consecutive records of one log, as they were read for `task`; [] only for a log without
    records. `consumed` is how many bytes of the file (packed, if it is) were read for this piece.
    `last`: the log's last piece, if all of the planned bytes were there; False if the file became
    shorter.
    """

    task: ReadTask
    readings: list[Reading]
    consumed: int
    last: bool = False


def pieces(task: ReadTask) -> Iterator[Piece]:
    """Read the records that `task` asks for, and yield them in pieces of about `SIZE` bytes
    (unpacked). There is at least one piece, which is empty for a log without records. No byte after
    `task.size` is read; a packed file is unpacked from its start. The file is open from the first
    piece until the last one is taken or the iterator is closed.

    Raises OSError, at any piece, and at the first one UsageError if the name is not that of a file
    of records. What is wrong in the file raises nothing: a packed file that is broken ends with a
    reading that has a finding (KF001) and no record, and for a file that became shorter, no piece
    is marked as the `last`.
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
    """A stream over the next `left` bytes of an open file, which may grow meanwhile. `is_short`
    becomes True if the file ends before these bytes do.
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
    """Replay and check the records of a piece and return the rows that the archive keeps of them,
    in this `detail`, with pseudonyms for `erased` names. Changes nothing.
    """
    found = (examine(reading, detail, erased) for reading in piece.readings)
    return extract_of(piece.task.name, found)


def extracts(
    cut: Iterable[Piece], detail: Detail, erased: Erasure, jobs: int
) -> Generator[tuple[Piece, Extract], None, None]:
    """Yield each piece with its extract, in the order of the pieces, worked out by up to `jobs`
    processes (1: this one). Nothing begins before the first item is asked for. With several jobs,
    pieces are taken from `cut` ahead, up to `AHEAD` bytes of records; the processes end after the
    last item or when the generator is closed. Raises what iterating over the pieces raises, and
    KifuError if a process dies.
    """
    return worked(partial(extract, detail=detail, erased=erased), cut, jobs, AHEAD, _weight)


def _weight(piece: Piece) -> int:
    """The bytes of the records in a piece, unpacked: unlike `consumed`, which is of the file."""
    return sum(reading.size for reading in piece.readings)
