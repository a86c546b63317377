"""Indexing into a lake: tasks are planned here, done anywhere, and committed here one by one.

A commit has everything that a task has written, or nothing. It is made only where, since the task
was planned, nobody else has brought in one of its logs and nobody was erased; whatever has to be
left out for that is planned again. So runs may go on side by side, and one that is killed leaves
only files that no reader looks at.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing
from itertools import islice
from typing import Protocol

from msgspec.structs import replace

from kifu.notation.files import form_of
from kifu.replay.rule_data import contents_in_use
from kifu.store import erasure
from kifu.store.index.course import Detail
from kifu.store.index.entering import Tally
from kifu.store.index.ingest import IndexSettings, Progress, Report, too_many_bad
from kifu.store.index.planning import Known, detail_of_run, known_of, plan
from kifu.store.lake.asking import asking_at
from kifu.store.lake.draft import draft
from kifu.store.lake.marks import ERASED, epoch, mark
from kifu.store.lake.moving import follow
from kifu.store.lake.stretches import stretches
from kifu.store.lake.table import Conflict, LakeTable, Snapshot, needed
from kifu.store.lake.task import (
    DETAILED,
    Log,
    Part,
    Receipt,
    Task,
    brings_moves,
    grouped,
    work,
)
from kifu.store.paths import stored

#: Logs of about so many bytes are a task, and so is a part of a larger log: less of it, where every
#: move brings rows, which takes ten times as long.
TOGETHER = 16 << 20
#: About how many times as large a packed log is when it is unpacked.
_PACKED = 8
#: So many tasks are numbered at once.
_NUMBERED = 32


class Workers(Protocol):
    """Who does tasks: the receipts come as they are done."""

    def __call__(self, tasks: Iterable[Task]) -> Iterator[Receipt]: ...


def here(tasks: Iterable[Task]) -> Iterator[Receipt]:
    """Do the tasks in this process, one after the other."""
    return map(work, tasks)


def index(
    url: str,
    listed: tuple[list[str], list[str]],
    asked: IndexSettings,
    say: Callable[[str], None],
    advance: Callable[[Progress], None],
    workers: Workers = here,
) -> Report:
    """Bring the lake (made where there is none) up to what the files hold that `paths.sources` has
    `listed`. `say` and `advance` are those of `ingest.index`. Raises ArchiveError, and LimitHit
    after `max_bad`.
    """
    needed()
    found, unfit = listed
    for line in unfit:
        say(f"left out: {line}")
    table = LakeTable(url)
    table.create()
    total = Report(failed=list(unfit))
    run = _Run(table, asked, say, advance, workers, total)
    left = {stored(path, table.url): path for path in found}
    while left:
        left = run.bring_in(left)
    total.sources = len(found)
    return total


class _Run:
    """A run while it goes on."""

    def __init__(
        self,
        table: LakeTable,
        asked: IndexSettings,
        say: Callable[[str], None],
        advance: Callable[[Progress], None],
        workers: Workers,
        total: Report,
    ) -> None:
        self._table = table
        self._asked = asked
        self._say = say
        self._advance = advance
        self._workers = workers
        self._total = total
        self._progress = Progress()
        # The marks of others since the tasks were planned, up to what has been looked at, and own.
        self._theirs: set[str] = set()
        self._looked_at: Snapshot | None = None
        self._own: set[tuple[str, int]] = set()

    def bring_in(self, left: dict[str, str]) -> dict[str, str]:
        """Read the logs `left`, paths by their names in the lake. Returns those that have to be
        read again, because somebody else changed the lake meanwhile.
        """
        before, moved = follow(self._table, left)
        for log in moved:
            self._say(log.notice(self._table.url))
        self._theirs, self._looked_at = set(), before
        tasks: dict[int, Task] = {}
        undone: dict[str, str] = {}
        # Logs of which a part is lacking: what comes later in them must not come in.
        torn: set[str] = set()
        with closing(_closable(self._workers(self._tasks(left, before, tasks)))) as receipts:
            for task, receipt in _in_order(receipts, tasks):
                names = {log.name: log.path for log in task.logs}
                if task.after is not None and not torn.isdisjoint(names):
                    self._discard(receipt)
                elif self._commit(task, receipt):
                    self._count(task, receipt)
                    torn.update(names if receipt.report.failed else ())
                else:
                    undone.update(names)
                    torn.update(names)
        return undone

    def _tasks(
        self, left: dict[str, str], before: Snapshot, tasks: dict[int, Task]
    ) -> Iterator[Task]:
        """The tasks for the logs; each is also put into `tasks` under its number."""
        # An empty lake knows what a draft does, which is made in less time.
        with asking_at(self._table, before) if before.files else draft() as connection:
            known = known_of(connection)
            hidden = erasure.erasure(connection)
        detail = detail_of_run(self._asked.detail, known.values())
        rule_data = contents_in_use()
        groups = self._groups(self._logs(left, known), detail)
        last: tuple[int, str] | None = None
        while some := list(islice(groups, _NUMBERED)):
            first = self._table.reserve(len(some))
            for number, logs in enumerate(some, first):
                goes_on = last is not None and last[1] == logs[0].name
                after = last[0] if last is not None and goes_on else None
                last = number, logs[-1].name
                task = tasks[number] = Task(
                    url=self._table.url,
                    number=number,
                    logs=logs,
                    detail=detail,
                    again=self._asked.again,
                    epoch=epoch(hidden.pseudonyms),
                    secrets=hidden.secrets,
                    erased=hidden.pseudonyms,
                    rule_data=rule_data,
                    after=after,
                )
                yield task

    def _groups(self, logs: list[Log], detail: Detail) -> Iterator[list[Log]]:
        """The logs of each task: small logs together, then the parts of large ones in order."""
        large = [log for log in logs if _unpacked(log) > TOGETHER]
        yield from grouped([log for log in logs if _unpacked(log) <= TOGETHER], TOGETHER)
        for log in large:
            try:
                yield from self._parts(log, detail)
            except OSError as error:
                self._leave_out(log.path, error)

    def _parts(self, log: Log, detail: Detail) -> Iterator[list[Log]]:
        """A large log in parts; in one, where what is read replaces rows that the lake has."""
        new = plan(log.path, log.name, log.known, detail, self._say, self._asked.again)
        if new is None:
            self._total.unchanged += 1
            self._progress.size += log.size
        elif new.replaces:
            yield [replace(log, part=Part(new, None))]
        else:
            each = min(TOGETHER, DETAILED) if brings_moves(detail) else TOGETHER
            found = stretches(log.path, new.size, each, new.first, new.line, new.offset)
            for part in found:
                own = replace(new, first=part.first, line=part.line, offset=part.offset)
                yield [replace(log, size=part.consumed, part=Part(own, part.until))]

    def _logs(self, left: dict[str, str], known: dict[str, Known]) -> list[Log]:
        found = []
        for name, path in left.items():
            try:
                size = os.path.getsize(path)
            except OSError as error:
                self._leave_out(path, error)
                continue
            # A worker may be at work in another folder.
            found.append(Log(os.path.abspath(path), name, size, known.get(name)))
        return found

    def _leave_out(self, path: str, error: OSError) -> None:
        why = error.strerror or str(error)
        self._say(f"{path} can't be read, and was left out: {why}")
        self._total.failed.append(f"{path}: {why}")

    def _commit(self, task: Task, receipt: Receipt) -> bool:
        """Commit what a task has written. False where somebody else's commit prevents that."""
        if not receipt.files:
            return True
        marks = {mark(log.name): task.number for log in task.logs}
        while True:
            now = self._look()
            if not self._theirs.isdisjoint({*marks, ERASED}):
                self._discard(receipt)
                return False
            try:
                self._table.commit(now, add=receipt.files, marks=marks)
            except Conflict:
                continue
            self._own.update(marks.items())
            return True

    def _look(self) -> Snapshot:
        """The lake as it is now; the marks that others have left in it are in `_theirs`."""
        now = self._table.snapshot()
        assert self._looked_at is not None
        since = self._table.since(self._looked_at, now).marks
        self._theirs.update(name for name, _ in since - self._own)
        self._looked_at = now
        return now

    def _discard(self, receipt: Receipt) -> None:
        self._table.store.delete([file.path for file in receipt.files])

    def _count(self, task: Task, receipt: Receipt) -> None:
        for line in receipt.said:
            self._say(line)
        report, total, progress = receipt.report, self._total, self._progress
        total.add(Tally(report.new, report.duplicate, report.again, report.quarantined))
        total.unchanged += report.unchanged
        total.failed += report.failed
        progress.size += sum(log.size for log in task.logs)
        progress.records = progress.kept = total.records
        progress.quarantined = total.quarantined
        self._advance(progress)
        if self._asked.max_bad is not None and total.quarantined > self._asked.max_bad:
            raise too_many_bad(total.quarantined, self._asked.max_bad)


def _unpacked(log: Log) -> int:
    """The approximate number of bytes of a log's records."""
    return log.size * (_PACKED if form_of(log.path).compression else 1)


def _in_order(
    receipts: Iterable[Receipt], tasks: dict[int, Task]
) -> Iterator[tuple[Task, Receipt]]:
    """Each receipt with its task, which leaves `tasks`; parts of a log in their order."""
    held: dict[int, Receipt] = {}
    for receipt in receipts:
        held[receipt.number] = receipt
        for number in sorted(held):
            after = tasks[number].after
            if after is None or after not in tasks:
                yield tasks.pop(number), held.pop(number)


def _closable(receipts: Iterator[Receipt]) -> Generator[Receipt, None, None]:
    yield from receipts
