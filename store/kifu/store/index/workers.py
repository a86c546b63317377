"""Workers: pieces are read and their records examined, here or in other processes.

What comes out does not depend on how many processes there are, and comes in the order in which
the pieces were given. What is under way is bounded in bytes.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing

import msgspec
from msgspec import Struct

from kifu.notation.reading import Reading
from kifu.store.erasure import NOBODY, Erasure
from kifu.store.index.course import Detail
from kifu.store.index.entry import Bad, examine
from kifu.store.index.pieces import SIZE, Piece, read_piece, size_for
from kifu.store.index.rows import Entry, PieceRows, rows_of
from kifu.store.processes import worked

#: Bytes of pieces that are under way, beside two bundles for each worker.
AHEAD = 24 << 20
#: Small pieces travel together, up to this many.
TOGETHER = 256


class Extract(Struct, kw_only=True):
    """What the records of a piece came to: the `rows` of sound ones, and `bad` ones. `last`
    is the number of the last record, as it is counted in the piece, and `last_line` and
    `last_offset` are where that begins; a piece without records has `last` below its `first`.
    """

    rows: PieceRows
    bad: list[Bad]
    last: int
    last_line: int = 1
    last_offset: int = 0


def extract(piece: Piece, detail: Detail, erased: Erasure = NOBODY) -> Extract:
    """Read a piece and examine its records in this `detail`, without names that are `erased`. A
    pure function.
    """
    entries: list[Entry] = []
    bad: list[Bad] = []
    reading: Reading | None = None
    for reading in read_piece(piece):
        result = examine(reading, detail, erased)
        if isinstance(result, Entry):
            entries.append(result)
        else:
            bad.append(result)
    found = Extract(rows=rows_of(entries), bad=bad, last=piece.first - 1)
    if reading is not None:
        found.last = reading.number
        found.last_line = reading.line or 1
        found.last_offset = reading.offset
    return found


def extracts(
    pieces: Iterable[Piece], detail: Detail, erased: Erasure, jobs: int
) -> Generator[Extract, None, None]:
    """The extract of each piece, in the order of `pieces`, made by up to `jobs` processes. Raises
    what iterating `pieces` raises, and KifuError if a process dies.
    """
    if jobs == 1:
        for piece in pieces:
            yield extract(piece, detail, erased)
        return
    bundles = _bundles(pieces, size_for(detail))
    most = AHEAD + 2 * jobs * SIZE
    with closing(worked(Work(detail, erased), bundles, jobs, most, _weight)) as results:
        for encoded in results:
            yield from _decode(encoded)


class Work(Struct, frozen=True):
    """What a worker does with a bundle: the extracts of its pieces, encoded."""

    detail: Detail
    erased: Erasure

    def __call__(self, bundle: list[Piece]) -> bytes:
        return _encode([extract(piece, self.detail, self.erased) for piece in bundle])


_encode: Callable[[list[Extract]], bytes] = msgspec.msgpack.Encoder().encode
_decode: Callable[[bytes], list[Extract]] = msgspec.msgpack.Decoder(list[Extract]).decode


def _bundles(pieces: Iterable[Piece], size: int) -> Iterator[list[Piece]]:
    """Lists of pieces that go to a worker together: about `size` bytes, and at most TOGETHER
    pieces. A piece of at least half of `size` ends its list.
    """
    bundle: list[Piece] = []
    weight = 0
    for piece in pieces:
        bundle.append(piece)
        weight += piece.weight
        if 2 * weight >= size or len(bundle) == TOGETHER:
            yield bundle
            bundle, weight = [], 0
    if bundle:
        yield bundle


def _weight(bundle: list[Piece]) -> int:
    return sum(piece.weight for piece in bundle)
