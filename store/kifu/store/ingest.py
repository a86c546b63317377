"""Ingest: from files of records to rows of the archive.

`read` turns one source into portions and touches nothing else, so that it can run in any
process; `index` plans, reads and commits. What the plan skips, and where it goes on reading,
follows from what the archive knows of a source: its size and digest when it was read, and how
many records of it are in.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator

from msgspec import Struct

from kifu.notation.files import form_of, read_stream
from kifu.notation.reading import Reading
from kifu.store import database
from kifu.store.commit import Portion, commit
from kifu.store.entry import Entry, examine
from kifu.store.lock import indexing
from kifu.store.paths import Fingerprint, fingerprint, sources, stored

#: A commit holds about so many records, or so many bytes of them.
RECORDS = 5_000
BYTES = 32 << 20


class Task(Struct, frozen=True):
    """Read `path`, known to the archive as `name`, from record number `first` on, which begins
    at `offset` (of the uncompressed stream) and `line`. `anew` says that what the archive has
    of it is of other bytes.
    """

    path: str
    name: str
    size: int
    digest: str
    first: int = 1
    line: int = 1
    offset: int = 0
    anew: bool = False


class Known(Struct, frozen=True):
    """What the archive knows of a source (see the table `source`)."""

    size: int
    digest: str
    records: int
    last_line: int
    last_offset: int
    whole: bool


class Report(Struct):
    """What a run did. `unchanged` sources were passed over; `failed` are the messages of those
    that could not be read; the other counts are those of `Tally`.
    """

    sources: int = 0
    unchanged: int = 0
    new: int = 0
    duplicate: int = 0
    again: int = 0
    quarantined: int = 0
    failed: list[str] = []

    @property
    def records(self) -> int:
        """How many were read."""
        return self.new + self.duplicate + self.again + self.quarantined


def index(
    archive: str,
    paths: Iterable[str | os.PathLike[str]],
    say: Callable[[str], None],
    advance: Callable[[int], None],
    wait: float,
) -> Report:
    """Bring the archive (made where there is none) up to what the files of `paths` hold.

    `say` gets a line for everything that is not plain progress, `advance` the bytes of each
    source as it is done. Raises Busy, ArchiveError, UsageError and FileNotFoundError; what was
    committed before stays, and the next run goes on from there.
    """
    found, unfit = sources(paths)
    for line in unfit:
        say(f"left out: {line}")
    with indexing(archive):
        for line in _prepare(archive):
            say(line)
        known = _known(archive, wait)
        report = Report(sources=len(found), failed=unfit)
        pending: list[Portion] = []
        records = weight = 0
        for portion in _portions(found, archive, known, report, say, advance):
            pending.append(portion)
            records += max(1, portion.last - portion.first + 1)
            weight += portion.weight
            if records >= RECORDS or weight >= BYTES or not portion.whole:
                _write(archive, pending, report, wait)
                pending = []
                records = weight = 0
        if pending:
            _write(archive, pending, report, wait)
    return report


def read(task: Task) -> Iterator[Portion]:
    """The records of one source, replayed and checked, in portions. Raises OSError.

    The last portion is `whole`; there is always one, if only to say that nothing is there.
    """
    kind, compression = form_of(task.path)
    with open(task.path, "rb") as file:
        first = task.first
        if compression:
            readings = read_stream(file, kind, compression)
        else:
            file.seek(task.offset)
            readings = read_stream(file, kind, number=first, line=task.line, offset=task.offset)
        portion = _begun(task, first, task.line, task.offset)
        for reading in readings:
            if reading.number < first:
                continue
            if _is_full(portion):
                portion.consumed = file.tell()
                yield portion
                portion = _begun(task, reading.number, portion.last_line, portion.last_offset)
            _enter(portion, reading)
    portion.whole = True
    portion.consumed = task.size
    yield portion


def plan(path: str, name: str, known: Known | None, say: Callable[[str], None]) -> Task | None:
    """How `path` is to be read, or None where everything in it is in the archive already."""
    seen: Fingerprint = fingerprint(path, known.size if known else -1)
    if known is None:
        return Task(path, name, seen.size, seen.digest)
    if seen.prefix != known.digest:
        say(f"{path} has changed: its records are read again and replace the old ones")
        return Task(path, name, seen.size, seen.digest, anew=True)
    if seen.size == known.size and known.whole:
        return None
    # The last record that was read may have been a part of what is there now.
    first = max(known.records, 1)
    line, offset = known.last_line, known.last_offset
    if known.records:
        what = "is read on" if known.whole else "was not read to its end, and is read on"
        say(f"{path} {'has grown and ' if known.whole else ''}{what} from record {first}")
    return Task(path, name, seen.size, seen.digest, first, line, offset)


def _begun(task: Task, first: int, line: int, offset: int) -> Portion:
    """A portion that nothing was read into yet; the last record read is at `line`, `offset`."""
    return Portion(
        source=task.name,
        size=task.size,
        digest=task.digest,
        anew=task.anew,
        first=first,
        last=first - 1,
        last_line=line,
        last_offset=offset,
        whole=False,
        entries=[],
        bad=[],
        weight=0,
        consumed=0,
    )


def _is_full(portion: Portion) -> bool:
    return portion.last - portion.first + 1 >= RECORDS or portion.weight >= BYTES


def _enter(portion: Portion, reading: Reading) -> None:
    result = examine(reading, portion.source)
    if isinstance(result, Entry):
        portion.entries.append(result)
    else:
        portion.bad.append(result)
    portion.last = reading.number
    portion.last_line = reading.line or 1
    portion.last_offset = reading.offset
    portion.weight += reading.size


def _portions(
    found: list[str],
    archive: str,
    known: dict[str, Known],
    report: Report,
    say: Callable[[str], None],
    advance: Callable[[int], None],
) -> Iterator[Portion]:
    """The portions of every source in turn; one that can't be read is reported, and passed over."""
    for path in found:
        name = stored(path, archive)
        consumed = 0
        try:
            task = plan(path, name, known.get(name), say)
            if task is None:
                report.unchanged += 1
                advance(os.path.getsize(path))
                continue
            for portion in read(task):
                advance(portion.consumed - consumed)
                consumed = portion.consumed
                yield portion
        except OSError as error:
            report.failed.append(f"{path}: {error.strerror or error}")
            say(f"{path} can't be read, and was left out: {error.strerror or error}")


def _write(archive: str, portions: list[Portion], report: Report, wait: float) -> None:
    with database.writing(archive, wait) as connection:
        tally = commit(connection, portions)
    report.new += tally.new
    report.duplicate += tally.duplicate
    report.again += tally.again
    report.quarantined += tally.quarantined


def _prepare(archive: str) -> list[str]:
    """Make the archive where there is none; what there is to say about it."""
    if not os.path.exists(archive):
        return database.create(archive)
    if os.path.exists(f"{archive}.wal"):
        return [f"the last run on {archive} was cut short; what it had committed is kept"]
    return []


def _known(archive: str, wait: float) -> dict[str, Known]:
    """Every source by name; of one that is being replaced, the newer row."""
    query = (
        "SELECT path, size, digest, records, last_line, last_offset, whole FROM source ORDER BY id"
    )
    with database.reading(archive, wait) as connection:
        rows = connection.execute(query).fetchall()
    return {path: Known(*rest) for path, *rest in rows}
