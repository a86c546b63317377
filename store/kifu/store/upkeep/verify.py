"""Verifying: every log is read and replayed again, and compared with what the archive says."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from contextlib import closing
from operator import attrgetter
from typing import Any

from msgspec import Struct

from kifu.store import opening, people_file
from kifu.store.identity import unfinished_id
from kifu.store.index.course import Detail
from kifu.store.index.entry import Bad
from kifu.store.index.pieces import Piece, cut
from kifu.store.index.workers import Extract, extracts
from kifu.store.paths import stored
from kifu.store.upkeep.manifest import LogEntry, compared, has_indexed, logs


class Difference(Struct):
    """What is not as the archive has it. `number` is that of the record, None for a whole file;
    `what` is `file`, `record`, `match`, `position`, `scores` or `winners`; `known` is what the
    archive has and `found` what the log gives.
    """

    path: str
    number: int | None
    what: str
    known: str | None
    found: str | None


class Verified(Struct):
    """How many records were compared, in how many files."""

    files: int = 0
    records: int = 0


#: Columns of a record's row that are compared.
_COMPARED = ("record", "play", "position", "scores", "winners")
#: What the archive has of some records of a source, by number.
_KNOWN = """
    SELECT
        place.number, hex_id(record.record), hex_id(play), CAST(position AS VARCHAR),
        CAST(scores AS VARCHAR), CAST(winners AS VARCHAR)
    FROM place JOIN record ON record.key = place.record
    JOIN source ON source.id = place.source
    WHERE source.id = (SELECT max(id) FROM source WHERE path = $name)
        AND place.number BETWEEN $first AND $last
"""


def verify(
    archive: str,
    wait: float,
    jobs: int,
    counted: Verified,
    advance: Callable[[int], None],
) -> Iterator[Difference]:
    """Replay the logs, in `jobs` processes, and yield everything in which they differ from the
    archive, in the order of the sources' names. `counted` is filled with the numbers of files and
    records compared; `advance` gets the number of further bytes that are done, again and again.

    The people file is compared first, as a whole. The archive is open only while it is asked. A
    file that grew is compared up to where it was indexed; one that is gone or changed is one
    difference, and is not counted. Raises as `Archive.find` does, and KifuError if a process dies.
    """
    with opening.reading(archive, wait) as connection:
        known = logs(connection, archive)
        held, found = people_file.digests(archive, connection)
    if held != found:
        yield Difference(people_file.people_of(archive), None, "file", held, found)
    different: deque[Difference] = deque()
    under_way: deque[tuple[LogEntry, Piece]] = deque()
    order = {log.path: place for place, log in enumerate(known)}
    current, last = "", 0
    with closing(extracts(_pieces(known, different, under_way), Detail(), jobs)) as results:
        for extract in results:
            log, piece = under_way.popleft()
            before = last if log.path == current else 0
            if not before:
                counted.files += 1
            current, last = log.path, before + extract.last - piece.first + 1
            counted.records += last - before
            # Files are opened ahead of what is compared.
            while different and order[different[0].path] < order[log.path]:
                yield different.popleft()
            yield from _compared(archive, wait, log, before, piece, extract)
            if piece.last and last < log.records:
                yield Difference(log.path, None, "file", f"{log.records} records", f"{last}")
            advance(piece.consumed)
    yield from different


def _pieces(
    known: list[LogEntry], different: deque[Difference], under_way: deque[tuple[LogEntry, Piece]]
) -> Iterator[Piece]:
    """The pieces of every log whose file begins with the bytes that were indexed; each is also
    appended to `under_way`. Every other log is appended to `different`.
    """
    for log in compared(known):
        if not has_indexed(log):
            different.append(Difference(log.path, None, "file", log.digest, log.state))
            continue
        for piece in cut(log.path, log.size):
            under_way.append((log, piece))
            yield piece


def _compared(
    archive: str, wait: float, log: LogEntry, before: int, piece: Piece, extract: Extract
) -> Iterator[Difference]:
    """The differences between the records of a piece, examined as `extract`, and the archive's
    rows. `before` is how many records of the log precede the piece.
    """
    shift = before + 1 - piece.first
    name = stored(log.path, archive)
    bounds = {"name": name, "first": before + 1, "last": extract.last + shift}
    with opening.reading(archive, wait) as connection:
        rows = connection.execute(_KNOWN, bounds).fetchall()
    known: dict[int, tuple[Any, ...]] = {number: tuple(about) for number, *about in rows}
    found: dict[int, tuple[Any, ...] | Bad] = {bad.number + shift: bad for bad in extract.bad}
    for row in extract.rows.rows():
        found[row.number + shift] = tuple(
            None if value is None else str(value) for value in attrgetter(*_COMPARED)(row)
        )
    for number in sorted(known.keys() | found.keys()):
        if number <= log.records:
            for what, was, now in _differences(name, number, known.get(number), found.get(number)):
                yield Difference(log.path, number, what, was, now)


def _differences(
    name: str,
    number: int,
    known: tuple[Any, ...] | None,
    found: tuple[Any, ...] | Bad | None,
) -> Iterator[tuple[str, str | None, str | None]]:
    if known is None or found is None or isinstance(found, Bad):
        was = None if known is None else known[0]
        now = found[0] if isinstance(found, tuple) else None
        if isinstance(found, Bad) and was is not None:
            now = f"{found.code} {found.message}"
        if was != now:
            yield "record", was, now
        return
    record, play, position, scores, winners = known
    now_record, now_play, *rest = found
    now_position, now_scores, now_winners = (text or None for text in rest)
    if record != now_record:
        yield "record", record, now_record
    now_play = now_play or unfinished_id(name, number)
    if play != now_play:
        yield "match", play, now_play
    if position != now_position:
        yield "position", _hex(position), _hex(now_position)
    if scores != now_scores:
        yield "scores", _list(scores), _list(now_scores)
    if winners != now_winners:
        yield "winners", _list(winners), _list(now_winners)


def _hex(position: str | None) -> str | None:
    return None if position is None else f"{int(position):016x}"


def _list(numbers: str | None) -> str | None:
    return None if numbers is None else numbers.strip("[]").replace(",", "")
