"""Tasks: some logs that are read by one process and become rows of one batch.

A task needs nothing but its own words: whoever has this kifu and can reach the logs and the lake
does the same work for it. What it has written is part of the lake only when its receipt is
committed.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator

from msgspec import Struct

from kifu.notation.errors import KifuError
from kifu.notation.full_disk import is_full
from kifu.replay.rule_data import use_content
from kifu.store.erasure import Erasure
from kifu.store.index import planning
from kifu.store.index.commit import Portion, commit
from kifu.store.index.course import Detail
from kifu.store.index.ingest import Report, append, begun
from kifu.store.index.pieces import cut
from kifu.store.index.planning import Known
from kifu.store.index.rows import PieceRows
from kifu.store.index.workers import extract
from kifu.store.lake import draft
from kifu.store.lake.draft import MOST, SHIFT
from kifu.store.lake.naming import LOOSE, named
from kifu.store.lake.store import Store
from kifu.store.lake.table import ParquetFile

#: A file of a kind has the rows of about so many records, or of so many bytes of logs: of fewer
#: where every move brings rows, because a worker has them all in memory.
RECORDS = 40_000
BYTES = 24 << 20
DETAILED = 3 << 19


class Part(Struct, frozen=True):
    """A part of a log (see `stretches`): it begins where the `plan` says, and ends before the byte
    `until` of the unpacked stream, or with the log.
    """

    plan: planning.ReadTask
    until: int | None


class Log(Struct, frozen=True):
    """A log: its `path`, the `name` by which the lake knows it, its bytes, and what the lake knows
    of it from before; of a large one, perhaps only a `part`, which takes `size` bytes to read.
    """

    path: str
    name: str
    size: int
    known: Known | None
    part: Part | None = None


class Task(Struct, frozen=True, kw_only=True):
    """Read `logs` into the lake at `url` as the batch of this `number`. What is found out about
    each record is `detail`; logs with records in quarantine are read `again`. The names whose
    digests are in `erased` are hidden, and `epoch` counts the erasures so far. `rule_data` is what
    the games need beside kifu. Where `after` is given, the task goes on with the log of that task.
    """

    url: str
    number: int
    logs: list[Log]
    detail: Detail
    again: bool
    epoch: int
    secrets: list[str]
    erased: dict[str, str]
    rule_data: list[bytes]
    after: int | None = None


class Receipt(Struct, kw_only=True):
    """What a task has written, what became of its logs, and what there is to say about them."""

    number: int
    files: list[ParquetFile] = []
    report: Report
    said: list[str] = []


def brings_moves(detail: Detail) -> bool:
    """Whether events, situations or moves are asked for, so that every move can have rows."""
    return detail.events or detail.situations or detail.moves


def work(task: Task) -> Receipt:
    """Do a task."""
    for content in task.rule_data:
        use_content(content)
    gc.set_threshold(100_000)
    receipt = Receipt(number=task.number, report=Report(sources=len(task.logs)))
    written = _Written(task, receipt)
    for log in task.logs:
        try:
            _read(task, log, written, receipt)
        except OSError as error:
            if is_full(error):
                raise
            why = error.strerror or str(error)
            receipt.report.failed.append(f"{log.path}: {why}")
            receipt.said.append(f"{log.path} can't be read, and was left out: {why}")
    written.write()
    return receipt


def _read(task: Task, log: Log, written: _Written, receipt: Receipt) -> None:
    """Read what is new in a log, or a part of it."""
    until = None
    if log.part is not None:
        plan, until = log.part.plan, log.part.until
    else:
        said = receipt.said.append
        new = planning.plan(log.path, log.name, log.known, task.detail, said, task.again)
        if new is None:
            receipt.report.unchanged += 1
            return
        plan = new
    portion = begun(plan, plan.first, plan.line, plan.offset)
    written.begin(portion)
    for piece in cut(log.path, plan.size, plan.line, plan.offset, until):
        found = extract(piece, plan.detail)
        append(portion, piece, found)
        portion.whole = piece.last and until is None
        written.add(found.rows, piece.weight)
        if written.is_full and not piece.last:
            written.write()
            line, offset = portion.last_line, portion.last_offset
            portion = begun(plan, portion.last + 1, line, offset)
            written.begin(portion)


class _Written:
    """The rows that are to be written next, and how many records and sources were before them."""

    def __init__(self, task: Task, receipt: Receipt) -> None:
        self._task = task
        self._receipt = receipt
        self._store = Store(task.url)
        self._portions: list[Portion] = []
        self._weight = 0
        self._count = 0
        self._records = 0
        self._sources = 0

    @property
    def is_full(self) -> bool:
        """Whether there are enough rows to be written."""
        most = DETAILED if brings_moves(self._task.detail) else BYTES
        return self._count >= RECORDS or self._weight >= most

    def begin(self, portion: Portion) -> None:
        """Begin a portion: of another log, or the next one of the same log."""
        if self.is_full:
            self.write()
        self._portions.append(portion)

    def add(self, rows: PieceRows, weight: int) -> None:
        """Add the rows of the portion's next piece, which has `weight` bytes."""
        self._count += rows.count
        self._weight += weight

    def write(self) -> None:
        """Write the rows collected so far as files of the lake."""
        if not self._portions:
            return
        task, base = self._task, self._task.number << SHIFT
        name = named(LOOSE, task.epoch, f"{task.number}")
        last = self._portions[-1].source
        with draft.draft(Erasure(task.secrets, task.erased)) as connection:
            tally = commit(connection, self._portions)
            self._portions = []  # not in memory while files are written
            key, source = base + self._records, base + self._sources
            ((records, sources),) = connection.execute(_COUNTS).fetchall()
            self._records += records
            self._sources += sources
            if self._records > MOST:
                raise KifuError(f"{last} has too many records for one batch")
            self._receipt.files += draft.write(connection, self._store, name, key, source)
        self._receipt.report.add(tally)
        self._count = self._weight = 0


#: How many numbers of records and of sources are used.
_COUNTS = "SELECT (SELECT coalesce(max(key), 0) FROM record), (SELECT max(id) FROM source)"


def grouped(logs: list[Log], size: int) -> Iterator[list[Log]]:
    """Logs in groups that are read together: of at most `size` bytes in all, or a single larger
    one.

    >>> some = [Log(name, name, size, None) for name, size in (("a", 3), ("b", 3), ("c", 9))]
    >>> [[log.name for log in group] for group in grouped(some, 6)]
    [['a', 'b'], ['c']]
    """
    group: list[Log] = []
    weight = 0
    for log in logs:
        if group and weight + log.size > size:
            yield group
            group, weight = [], 0
        group.append(log)
        weight += log.size
    if group:
        yield group
