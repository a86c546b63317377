"""Workers: pieces are read and their records examined, here or in other processes.

What comes out does not depend on how many processes there are, and comes in the order in which
the pieces were given. What is under way is bounded in bytes.
"""

from __future__ import annotations

import gc
import signal
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from itertools import chain, islice
from typing import TYPE_CHECKING

import msgspec
from msgspec import Struct

from kifu.notation.errors import KifuError
from kifu.notation.reading import Reading
from kifu.replay.elements.worker import serve_parent
from kifu.replay.rule_data import contents_in_use, use_content
from kifu.store.index.course import Detail
from kifu.store.index.entry import Bad, Entry, examine
from kifu.store.index.pieces import SIZE, Piece, read_piece, size_for
from kifu.store.index.rows import PieceRows, rows_of
from kifu.store.interrupting import whole

if TYPE_CHECKING:
    from concurrent.futures import Future

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


def extract(piece: Piece, detail: Detail) -> Extract:
    """Read a piece and examine its records, finding out what `detail` says. A pure function."""
    entries: list[Entry] = []
    bad: list[Bad] = []
    reading: Reading | None = None
    for reading in read_piece(piece):
        result = examine(reading, detail)
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


def extracts(pieces: Iterable[Piece], detail: Detail, jobs: int) -> Generator[Extract, None, None]:
    """The extract of each piece, in the order of `pieces`, made by up to `jobs` processes.

    With one job, or so little that it is a single bundle, no other process is started. Raises what
    iterating `pieces` raises, and KifuError where a worker ends before its work.
    """
    bundles = _bundles(pieces, size_for(detail))
    first = list(islice(bundles, 2 if jobs > 1 else 1))
    if len(first) == 2:
        yield from _by_others(chain(first, bundles), detail, jobs)
        return
    for bundle in chain(first, bundles):
        for piece in bundle:
            yield extract(piece, detail)


def _by_others(bundles: Iterable[list[Piece]], detail: Detail, jobs: int) -> Iterator[Extract]:
    # Imported here: who asks an archive something needs no processes, and should not wait for them.
    from concurrent.futures import ProcessPoolExecutor
    from concurrent.futures.process import BrokenProcessPool
    from multiprocessing import get_context

    work = Work(detail)
    under_way: deque[tuple[int, Future[bytes]]] = deque()
    ahead = 0
    most = AHEAD + 2 * jobs * SIZE
    context = get_context("spawn")
    with ProcessPoolExecutor(jobs, context, begin_worker, (contents_in_use(),)) as pool:
        try:
            for bundle in bundles:
                weight = sum(piece.weight for piece in bundle)
                # A process that is being started complains if nobody is there to tell it its work.
                with whole():
                    under_way.append((weight, pool.submit(work, bundle)))
                ahead += weight
                while ahead > most and len(under_way) > 1:
                    weight, future = under_way.popleft()
                    ahead -= weight
                    yield from _decode(future.result())
            while under_way:
                yield from _decode(under_way.popleft()[1].result())
        except BrokenProcessPool:
            raise KifuError(
                "a worker process died, perhaps because memory ran out; what was committed "
                "is kept. Run it again, with fewer --jobs if it happens again"
            ) from None
        finally:
            # Here, since a pool forgets to cancel where it is shut down again before its thread
            # has seen to that: then all that was ahead would be examined for nothing.
            for _, future in under_way:
                future.cancel()
            pool.shutdown(wait=False)


class Work(Struct, frozen=True):
    """What a worker does with a bundle: the extracts of its pieces, encoded."""

    detail: Detail

    def __call__(self, bundle: list[Piece]) -> bytes:
        return _encode([extract(piece, self.detail) for piece in bundle])


_encode: Callable[[list[Extract]], bytes] = msgspec.msgpack.Encoder().encode
_decode: Callable[[bytes], list[Extract]] = msgspec.msgpack.Decoder(list[Extract]).decode


def _bundles(pieces: Iterable[Piece], size: int) -> Iterator[list[Piece]]:
    """Pieces in bundles that are sent to a worker together: of about `size` bytes, and at most
    TOGETHER pieces. A piece that was cut near `size` is a bundle by itself.
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


def collect_seldom() -> None:
    """Make Python's garbage collector run a hundred times less often in this process: the many
    entries are no cycles.
    """
    gc.set_threshold(100_000)


def begin_worker(rule_data: list[bytes]) -> None:
    """Prepare a worker process: give it the `rule_data` of games, make it ignore Ctrl-C and
    SIGTERM, which the main process handles, and end when that ends, however it does.
    """
    for content in rule_data:
        use_content(content)
    collect_seldom()
    serve_parent(signal.SIGINT, signal.SIGTERM)
