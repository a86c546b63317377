"""Indexing into a lake: tasks are planned here, done anywhere, and committed here one by one.

A commit has everything that a task has written, or nothing. It is made only where, since the task
was planned, nobody else has brought in one of its logs and nobody was erased; whatever has to be
left out for that is planned again. So runs may go on side by side, and one that is killed leaves
only files that no reader looks at.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from itertools import islice

from msgspec.structs import replace

from kifu.notation.files import form_of
from kifu.replay.rule_data import contents_in_use
from kifu.store import erasure
from kifu.store.erasure import Erasure
from kifu.store.index.course import Detail
from kifu.store.index.ingest import IndexSettings, Progress, Report, too_many_bad
from kifu.store.index.pieces import stretches
from kifu.store.index.planning import Known, Log, detail_of_run, known_of, plan
from kifu.store.lake.asking import asking_at
from kifu.store.lake.moving import follow
from kifu.store.lake.table import ERASED, Change, LakeTable, Snapshot, mark
from kifu.store.lake.task import Receipt, Task, work
from kifu.store.paths import stored

#: Logs of about so many bytes are a task, and so is a part of a larger log: less of it, where every
#: move brings rows, which takes ten times as long.
TOGETHER = 16 << 20
_OF_MOVES = 3 << 19
#: About how many times as large a packed log is when it is unpacked.
_PACKED = 8
#: So many tasks are numbered at once.
_NUMBERED = 32

#: Who does tasks: the receipts come in the order of the tasks.
Workers = Callable[[Iterable[Task]], Iterator[Receipt]]


def here(tasks: Iterable[Task]) -> Iterator[Receipt]:
    """Do the tasks in this process, each when its receipt is asked for."""
    return map(work, tasks)


def index(
    url: str,
    listed: tuple[list[str], list[str]],
    settings: IndexSettings,
    say: Callable[[str], None],
    advance: Callable[[Progress], None],
    workers: Workers = here,
) -> Report:
    """Index what is new in the files `listed` (the result of `paths.sources`) into the lake, which
    is created if needed. `say` and `advance` are as in `ingest.index`; `workers` does the tasks. Of
    `settings`, `jobs` and `seconds` mean nothing here. Raises ArchiveError, LimitHit for more than
    `max_bad` bad records, and UsageError if the packages for lakes are not installed.
    """
    table = LakeTable(url)
    found, unfit = listed
    for line in unfit:
        say(f"left out: {line}")
    table.create()
    total = Report(failed=list(unfit))
    run = _Run(table, settings, say, advance, workers, total)
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
        """Index the logs `left` (paths by their names in the lake). Returns those that have to be
        read again, in the same form, because another process changed the lake meanwhile.
        """
        before, moved = follow(self._table, left)
        for log in moved:
            self._say(log.notice(self._table.url))
        self._theirs, self._looked_at = set(), before
        tasks: deque[Task] = deque()
        undone: dict[str, str] = {}
        # Logs of which a part is lacking: what comes later in them must not come in.
        torn: set[str] = set()
        for receipt in self._workers(self._tasks(left, before, tasks)):
            task = tasks.popleft()
            names = {log.name: log.path for log in task.logs}
            if not torn.isdisjoint(names):
                self._discard(receipt)
            elif self._commit(task, receipt):
                self._count(receipt)
                torn.update(names if receipt.report.failed else ())
            else:
                undone.update(names)
                torn.update(names)
        return undone

    def _tasks(self, left: dict[str, str], before: Snapshot, tasks: deque[Task]) -> Iterator[Task]:
        """Plan the tasks for the logs `left` (paths by names), by what the lake had at the snapshot
        `before`. Each task is also appended to `tasks`.
        """
        known, hidden = self._known(before)
        detail = detail_of_run(self._asked.detail, known.values())
        rule_data = contents_in_use()
        groups = self._groups(self._logs(left, known), detail)
        while some := list(islice(groups, _NUMBERED)):
            first = self._table.reserve(len(some))
            for number, logs in enumerate(some, first):
                task = Task(
                    url=self._table.url,
                    number=number,
                    logs=logs,
                    detail=detail,
                    again=self._asked.again,
                    secrets=hidden.secrets,
                    erased=hidden.pseudonyms,
                    rule_data=rule_data,
                )
                tasks.append(task)
                yield task

    def _known(self, before: Snapshot) -> tuple[dict[str, Known], Erasure]:
        """What the lake at the snapshot `before` knows of each log, by name, and its
        erased names.
        """
        if not before.files:
            return {}, Erasure([], {})
        with asking_at(self._table, before) as connection:
            return known_of(connection), erasure.erasure(connection)

    def _groups(self, logs: list[Log], detail: Detail) -> Iterator[list[Log]]:
        """The logs of each task: first small logs, several in a task, then large ones, a part of
        one in a task, in order. A log that can't be read is left out.
        """
        large = [log for log in logs if _unpacked(log) > TOGETHER]
        yield from _together([log for log in logs if _unpacked(log) <= TOGETHER])
        for log in large:
            try:
                yield from self._parts(log, detail)
            except OSError as error:
                self._leave_out(log.path, error)

    def _parts(self, log: Log, detail: Detail) -> Iterator[list[Log]]:
        """The parts of a large log, each in a list of its own: the logs of a task. No part if the
        lake has all of the log; a single one if it replaces rows that the lake has.
        """
        new = plan(log, detail, self._say, self._asked.again)
        if new is None:
            self._total.unchanged += 1
            self._progress.size += log.size
        elif new.replaces:
            yield [replace(log, task=new)]
        else:
            each = min(TOGETHER, _OF_MOVES) if detail.of_moves else TOGETHER
            for part in stretches(log.path, new.size, each, new.first, new.line, new.offset):
                own = replace(
                    new, first=part.first, line=part.line, offset=part.offset, until=part.until
                )
                yield [replace(log, task=own)]

    def _logs(self, left: dict[str, str], known: dict[str, Known]) -> list[Log]:
        """The logs `left` (paths by names), each with its size and what the lake knows of it
        (`known`, by name). A file that can't be found is reported and left out.
        """
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
        self._say(self._total.leave_out(path, error))

    def _commit(self, task: Task, receipt: Receipt) -> bool:
        """Commit the files that a task has written, if any. If another process has indexed one of
        its logs or erased a player meanwhile, deletes these files and returns False.
        """
        if not receipt.files:
            return True
        change = Change(add=receipt.files, marks={mark(log.name): task.number for log in task.logs})

        def wanted(now: Snapshot) -> Change | None:
            self._look(now)
            return change if self._theirs.isdisjoint({*change.marks, ERASED}) else None

        if self._table.change(wanted):
            self._own.update(change.marks.items())
            return True
        self._discard(receipt)
        return False

    def _look(self, now: Snapshot) -> None:
        """Add to `_theirs` the marks (of logs and of erasures) that other processes have committed
        since the last call, up to the snapshot `now`.
        """
        assert self._looked_at is not None
        since = self._table.since(self._looked_at, now).marks
        self._theirs.update(name for name, _ in since - self._own)
        self._looked_at = now

    def _discard(self, receipt: Receipt) -> None:
        self._table.store.delete([file.path for file in receipt.files])

    def _count(self, receipt: Receipt) -> None:
        """Add the counts of a receipt to the totals, and report the progress. Raises LimitHit if
        more than `max_bad` records are bad by now.
        """
        for line in receipt.said:
            self._say(line)
        report, total, progress = receipt.report, self._total, self._progress
        total.add(report)
        total.unchanged += report.unchanged
        total.failed += report.failed
        progress.size += receipt.size
        progress.records = progress.kept = total.records
        progress.quarantined = total.quarantined
        self._advance(progress)
        if self._asked.max_bad is not None and total.quarantined > self._asked.max_bad:
            raise too_many_bad(total.quarantined, self._asked.max_bad)


def _unpacked(log: Log) -> int:
    """About how many bytes a log has when it is unpacked."""
    return log.size * (_PACKED if form_of(log.path).compression else 1)


def _together(logs: list[Log]) -> Iterator[list[Log]]:
    """The logs in groups of at most TOGETHER bytes; a larger log is a group of its own."""
    group: list[Log] = []
    weight = 0
    for log in logs:
        if group and weight + log.size > TOGETHER:
            yield group
            group, weight = [], 0
        group.append(log)
        weight += log.size
    if group:
        yield group
