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
from typing import Protocol

from kifu.replay.rule_data import contents_in_use
from kifu.store import erasure
from kifu.store.index.entering import Tally
from kifu.store.index.ingest import Asked, Progress, Report, too_many_bad
from kifu.store.index.planning import Known, detail_of_run, known_of
from kifu.store.lake.asking import asking_at
from kifu.store.lake.draft import draft
from kifu.store.lake.marks import ERASED, epoch, mark
from kifu.store.lake.moving import follow
from kifu.store.lake.table import Conflict, Snapshot, Table, needed
from kifu.store.lake.task import Log, Receipt, Task, grouped, work
from kifu.store.paths import stored

#: Logs of about so many bytes are a task.
TOGETHER = 16 << 20
#: So many tasks are numbered at once.
_NUMBERED = 1_000


class Workers(Protocol):
    """Who does tasks: the receipts come as they are done."""

    def __call__(self, tasks: Iterable[Task]) -> Iterator[Receipt]: ...


def here(tasks: Iterable[Task]) -> Iterator[Receipt]:
    """Do the tasks in this process, one after the other."""
    return map(work, tasks)


def index(
    url: str,
    listed: tuple[list[str], list[str]],
    asked: Asked,
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
    table = Table(url)
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
        table: Table,
        asked: Asked,
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

    def bring_in(self, left: dict[str, str]) -> dict[str, str]:
        """Read the logs, paths by the names that the lake has for them; those of them that have to
        be read again, because of what others have done meanwhile.
        """
        before, moved = follow(self._table, left)
        for log in moved:
            self._say(log.said(self._table.url))
        tasks: dict[int, Task] = {}
        undone: dict[str, str] = {}
        with closing(_closable(self._workers(self._tasks(left, before, tasks)))) as receipts:
            for receipt in receipts:
                task = tasks.pop(receipt.number)
                if self._commit(task, receipt, before):
                    self._count(task, receipt)
                else:
                    undone.update({log.name: log.path for log in task.logs})
        return undone

    def _tasks(
        self, left: dict[str, str], before: Snapshot, tasks: dict[int, Task]
    ) -> Iterator[Task]:
        """The tasks for the logs, each also left in `tasks` by its number."""
        # An empty lake knows what a draft does, which is made in less time.
        with asking_at(self._table, before) if before.files else draft() as connection:
            known = known_of(connection)
            hidden = erasure.erasure(connection)
        detail = detail_of_run(self._asked.detail, known.values())
        rule_data = contents_in_use()
        groups = list(grouped(self._logs(left, known), TOGETHER))
        for start in range(0, len(groups), _NUMBERED):
            some = groups[start : start + _NUMBERED]
            first = self._table.reserve(len(some))
            for number, logs in enumerate(some, first):
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
                )
                yield task

    def _logs(self, left: dict[str, str], known: dict[str, Known]) -> list[Log]:
        found = []
        for name, path in left.items():
            try:
                size = os.path.getsize(path)
            except OSError as error:
                self._say(f"{path} can't be read, and was left out: {error.strerror or error}")
                self._total.failed.append(f"{path}: {error.strerror or error}")
                continue
            # A worker may be at work in another folder.
            found.append(Log(os.path.abspath(path), name, size, known.get(name)))
        return found

    def _commit(self, task: Task, receipt: Receipt, before: Snapshot) -> bool:
        """Bring in what a task has written; whether that could be."""
        if not receipt.files:
            return True
        marks = {mark(log.name): task.number for log in task.logs}
        while True:
            now = self._table.snapshot()
            since = self._table.since(before, now).marks
            # Own commits are of other logs than this one.
            if not since.isdisjoint({*marks, ERASED}):
                self._table.store.delete([file.path for file in receipt.files])
                return False
            try:
                self._table.commit(now, add=receipt.files, marks=marks)
                return True
            except Conflict:
                continue

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


def _closable(receipts: Iterator[Receipt]) -> Generator[Receipt, None, None]:
    yield from receipts
