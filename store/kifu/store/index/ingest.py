"""Ingest: from files of records to rows of the archive.

Sources are cut into pieces, pieces are read and examined (by other processes, where there are
many), and what comes of them is committed in batches, in the order of the sources, by this
process alone. What the plan skips, and where it goes on reading, follows from what the archive
knows of a source: its size and digest when it was read, how many of its records are in, and
what was found out about each.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing
from functools import partial
from typing import BinaryIO, cast

from msgspec import Struct, field

from kifu.notation.disk import open_file
from kifu.notation.errors import KifuError
from kifu.notation.files import form_of, read_stream
from kifu.notation.record import Reading
from kifu.store import database, people
from kifu.store.erasure import NOBODY, Erasure
from kifu.store.index.commit import Portion, commit
from kifu.store.index.course import PLAIN, Detail
from kifu.store.index.entering import Report
from kifu.store.index.entry import Extract, examine, extract_of
from kifu.store.index.planning import (
    Known,
    ReadTask,
    agreed_detail,
    is_as_known,
    known_of,
    log_at,
    plan,
)
from kifu.store.interrupting import whole
from kifu.store.journal import wal_of
from kifu.store.paths import stored, total_size
from kifu.store.processes import worked

#: A commit holds about so many records, or so many bytes of their rows. DuckDB writes about so many
#: rows together, and those of a smaller commit once more with the next.
RECORDS = 120_000
BYTES = 64 << 20
#: A commit follows the one before it within so many seconds, so that a run that is killed loses
#: no more work than that.
SECONDS = 10.0


#: Who is told of everything out of the ordinary, line by line; and who of the progress of a run,
#: many times: how many bytes of its sources were read or passed over, and how many there are.
Say = Callable[[str], None]
Follow = Callable[[int, int], None]


def unsaid(*_what: object) -> None:
    """Do nothing: a `say` or `advance` for callers that want no messages."""


class Run(Struct, kw_only=True):
    """A run: what to note of each record (`detail`), the names to replace by pseudonyms (`erased`),
    and where the results go. `commit` is called with portions in the order of their sources, at
    most one of each source. It is called when about so many `records`, or `bytes` of rows, are
    there, and at least every SECONDS.

    `say` gets a line for everything out of the ordinary. `advance` gets `size` and `of`: the bytes
    of the sources that are done, and all. The `report` is filled as the run goes on.
    """

    detail: Detail
    erased: Erasure
    jobs: int = 1
    commit: Callable[[list[Portion]], Report]
    records: int = field(default_factory=lambda: RECORDS)
    bytes: int = BYTES
    say: Say = unsaid
    advance: Follow = unsaid
    report: Report = field(default_factory=Report)
    of: int
    size: int = 0


def index(
    archive: str,
    listed: tuple[list[str], list[str]],
    detail: Detail = PLAIN,
    jobs: int = 1,
    say: Say = unsaid,
    advance: Follow = unsaid,
    named_for: str | None = None,
) -> Report:
    """Index what is new in the files `listed` into the archive, with up to `jobs` processes (1:
    this one only), and return the counts of this run. New are files that the archive doesn't have,
    what was added to a log, and logs that have changed (see `planning.plan`). `listed` is the
    result of `paths.sources`: paths, and messages about unfit files. The archive must exist, and
    the caller holds its lock (for a draft, the lock of the archive that it will replace). Records
    of other files stay. If the archive has sources, this run notes all the detail that they have;
    otherwise `detail` decides. Sources get their names as sources of the archive at the path
    `named_for` (None: this one): a draft that will replace another archive has the names that fit
    there.

    `say` gets a line for everything out of the ordinary, also for each unfit file; `advance` gets
    the bytes that are done and the bytes in all. A file that can't be read raises nothing: the
    report's `failed` gets a message, and what was read of the file before the error is kept.
    `failed` is the very list of messages in `listed`, so that list grows.

    Waits for readers of the archive. Raises Busy if it stays locked, LimitHit, ArchiveError,
    UsageError if `detail` asks for more than a source in the archive has, KifuError if a process
    dies, the archive's erasures can't be read, an interrupted checkpoint can't be repaired, or the
    system has no file locks, and OSError if no file can be made beside the archive. What was
    committed before an error stays, and the next run continues from there. After a KifuError or
    Ctrl-C, all records that were examined by then are committed, too, unless the commit itself
    failed.
    """
    found, unfit = listed
    for line in unfit:
        say(f"left out: {line}")
    if os.path.exists(wal_of(archive)):
        database.settle(archive)
        say(f"the last run on {archive} was cut short; what it had committed is kept")
    with database.reading(archive) as connection:
        known, erased = known_of(connection), people.erasure(connection)
    detail = agreed_detail(detail, known.values(), archive)

    def write(portions: list[Portion]) -> Report:
        with database.writing(archive) as connection:
            return commit(connection, portions)

    run = Run(
        detail=detail,
        erased=erased,
        jobs=jobs,
        commit=write,
        say=say,
        advance=advance,
        report=Report(sources=len(found), failed=unfit),
        of=total_size(found),
    )
    names = {stored(path, named_for or archive): path for path in found}
    read_in_vain: list[ReadTask] = []
    bring_in(run, _tasks(run, names, known, read_in_vain))
    if read_in_vain:
        rows = [(log.modified, log.inode, log.name) for log in read_in_vain]
        with database.writing(archive) as connection:
            connection.executemany("UPDATE source SET modified = ?, inode = ? WHERE path = ?", rows)
    return run.report


def bring_in(run: Run, tasks: Iterable[ReadTask]) -> None:
    """Read the logs that `tasks` ask for, and commit the results batch by batch by `run.commit`,
    counting them in `run.report`; after each piece and at the end, call `run.advance`. `run.size`
    grows by the bytes of the logs that were read or passed over. A log that can't be read is
    skipped, and the pieces read of it before are kept: `run.say` gets a line, and the report's
    `failed` a message. Without tasks, nothing is committed.

    Raises UsageError for a log whose name is not that of a file of records, KifuError if a process
    dies, and what `run.commit` and iterating over `tasks` raise. If any KifuError,
    KeyboardInterrupt or SystemExit is raised, the pieces whose results have come are committed
    first, unless the commit itself failed; pieces that other processes still have are left out.
    After any other error, all since the last commit is lost.
    """
    batch = _Batch(run)
    with closing(extracts(_pieces(run, tasks), run.detail, run.erased, run.jobs)) as results:
        try:
            for piece, extract in results:
                with whole():
                    batch.add(piece, extract)
                    run.advance(run.size, run.of)
        except (KeyboardInterrupt, SystemExit, KifuError):
            batch.write()
            run.advance(run.size, run.of)
            raise
    batch.write()
    run.advance(run.size, run.of)


class _Batch:
    """What is to be committed next: portions in the order of their sources, at most one of each
    source.
    """

    def __init__(self, run: Run) -> None:
        self._run = run
        self._due = time.monotonic() + SECONDS
        self._portions: list[Portion] = []
        self._records = 0
        self._bytes = 0
        # Also after a commit.
        self._last: Portion | None = None

    def add(self, piece: Piece, extract: Extract) -> None:
        """Add the next piece with its extract, and advance `run.size` by the bytes that were read
        or passed over for it. The pieces of one log must come one after the other.

        The batch is committed if it now has `run.records` records (each log counts as one more) or
        `run.bytes` bytes of rows, or if `SECONDS` (10) have passed since the last commit or the
        beginning; `run.report` then gets its counts. If the commit fails, what `run.commit` raises
        is raised, and what was in the batch is dropped. Add nothing after that: the archive would
        take the dropped records as read.
        """
        task, last = piece.task, self._last
        if last is None or last.task is not task:
            self._begin(task, task.first, task.line, task.offset)
        elif not self._portions:
            self._begin(task, last.last + 1, last.last_line, last.last_offset)
        portion = self._portions[-1]
        portion.extracts.append(extract)
        portion.whole = piece.last
        for reading in piece.readings[-1:]:
            portion.last, portion.last_offset = reading.number, reading.offset
            portion.last_line = reading.line or portion.last_line
        records = len(piece.readings)
        self._records += records
        self._bytes += len(extract.lines)
        run = self._run
        run.size += piece.consumed
        is_full = self._records >= run.records or self._bytes >= run.bytes
        if is_full or time.monotonic() >= self._due:
            self.write()

    def write(self) -> None:
        """Commit the portions, if any, add the counts to the run's report, and begin a new batch.
        Ctrl-C waits until that is done. If the commit fails, its error is raised, and its portions
        are not tried again.
        """
        run, portions = self._run, self._portions
        if portions:
            # What can't be committed is not tried again.
            self._portions = []
            self._records = self._bytes = 0
            with whole():
                run.report.add(run.commit(portions))
        self._due = time.monotonic() + SECONDS

    def _begin(self, task: ReadTask, first: int, line: int, offset: int) -> None:
        """Append an empty portion of `task`, whose first record will have the number `first`. Until
        it has a record, `line` and `offset` are entered as those of its last record. The portion
        counts as one record of the batch, for its row in `source`.
        """
        self._last = Portion(
            task=task,
            detail=self._run.detail,
            first=first,
            last=first - 1,
            last_line=line,
            last_offset=offset,
        )
        self._portions.append(self._last)
        self._records += 1  # its row in `source`


def _pieces(run: Run, tasks: Iterable[ReadTask]) -> Iterator[Piece]:
    """The pieces of all tasks, one log after the other. If a log can't be read, `run.say` gets a
    line, `run.report.failed` a message, and its remaining pieces are left out; the next log
    follows. Other errors come through: what the tasks raise, and UsageError of `pieces`.
    """
    for task in tasks:
        try:
            yield from pieces(task)
        except OSError as error:
            run.say(run.report.leave_out(task.path, error))


def _tasks(
    run: Run,
    names: dict[str, str],
    known: dict[str, Known],
    read_in_vain: list[ReadTask],
) -> Iterator[ReadTask]:
    """Yield a task for each log in `names` that has something new to read, in that order; each is
    planned when it is asked for. `names` maps the archive's name for a log to its path, `known` to
    what the archive has of it; a log that is not in `known` is read whole.

    A log with nothing new is counted in `run.report.unchanged`, and its bytes in `run.size`. Its
    file had to be read to see that, if its time or inode differs from what is `known`; then it is
    appended to `read_in_vain`, unless it was written in the last two seconds. A log that can't be
    read is left out: `run.say` gets a line, and the report's `failed` a message.
    """
    for log, before, task in planned(plan, names, known, run.report, run.say):
        if task is not None:
            yield task
            continue
        if log.modified and before and not is_as_known(log, before):
            read_in_vain.append(log)
        run.size += log.size


def planned(
    plan: Callable[[ReadTask, Known | None, Say], ReadTask | None],
    names: dict[str, str],
    known: dict[str, Known],
    report: Report,
    say: Say,
) -> Iterator[tuple[ReadTask, Known | None, ReadTask | None]]:
    """For each log of `names` (the archive's name to path), in that order, yield the log as it is
    now, what is `known` of it (None: nothing), and what `plan` says is to be read (None: nothing
    new). `plan` gets the first two and `say`, when the log's turn comes.

    `report.unchanged` counts the logs with nothing new. If the log can't be read, also if `plan`
    raises OSError, it is not yielded: the report's `failed` gets a message, and `say` a line. Other
    errors of `plan` come through.
    """
    for name, path in names.items():
        try:
            log, before = log_at(path, name), known.get(name)
            task = plan(log, before, say)
        except OSError as error:
            say(report.leave_out(path, error))
            continue
        report.unchanged += task is None
        yield log, before, task


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
    """Read the records that `task` asks for, and yield them in pieces of about `SIZE` bytes (128
    KiB, unpacked). There is at least one piece, which is empty for a log without records. No byte
    after `task.size` is read; a packed file is unpacked from its start. The file is open from the
    first piece until the iterator has ended (after the last piece) or is closed.

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
        """At most `size` of the bytes that are left; b"" after the last one, and if `size` is 0 or
        less. If the file ends before them, `is_short` is set. Raises OSError.
        """
        wanted = max(0, min(size, self._left))
        data = self._file.read(wanted)
        self._left -= len(data)
        self.is_short |= len(data) < wanted
        return data


def extract(piece: Piece, detail: Detail, erased: Erasure = NOBODY) -> Extract:
    """Replay and check the records of a piece and return the rows that the archive keeps of them,
    in this `detail`, with pseudonyms for `erased` names (but see `examine`). Records that can't be
    read, have an error in the header or main line, or a score that is too large, are in the
    result's `bad`, for the quarantine; nothing is raised for them. A piece without records gives no
    rows. Changes nothing.
    """
    found = (examine(reading, detail, erased) for reading in piece.readings)
    return extract_of(piece.task.name, found)


def extracts(
    cut: Iterable[Piece], detail: Detail, erased: Erasure, jobs: int
) -> Generator[tuple[Piece, Extract], None, None]:
    """Yield each piece with its extract (see `extract`), in the order of the pieces, worked out by
    up to `jobs` processes (1, or for a single piece: this one). Nothing begins before the first
    item is asked for. With several jobs, pieces are taken from `cut` ahead, up to `AHEAD` bytes (24
    MiB) of records. The processes end after the last item or, if the generator is closed earlier,
    when the pieces that they have begun are done. Raises what iterating over the pieces raises, and
    KifuError if a process dies.
    """
    # `Piece.consumed` counts bytes of the file, which may be packed.
    return worked(
        partial(extract, detail=detail, erased=erased),
        cut,
        jobs,
        AHEAD,
        lambda piece: sum(reading.size for reading in piece.readings),
    )
