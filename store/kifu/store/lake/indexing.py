"""Indexing into a lake: tasks are planned here and done anywhere, each with a commit of its own.

Runs may go on side by side. One that is killed leaves only files that no reader looks at, and the
next one reads the logs that it has not committed.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator

from msgspec.structs import replace

from kifu.replay.rule_data import contents_in_use
from kifu.store import people_file
from kifu.store.index.course import Detail
from kifu.store.index.ingest import IndexSettings, Progress, Report, too_many_bad
from kifu.store.index.moved import find_moved
from kifu.store.index.planning import Known, ReadTask, detail_of_run, known_of, log_at, plan
from kifu.store.lake.asking import asking
from kifu.store.lake.people import bring_up
from kifu.store.lake.table import LakeTable
from kifu.store.lake.task import Receipt, Task
from kifu.store.paths import stored

#: Who does tasks: the receipts come in the order of the tasks.
Workers = Callable[[Iterable[Task]], Iterator[Receipt]]


def index(
    url: str,
    listed: tuple[list[str], list[str]],
    settings: IndexSettings,
    say: Callable[[str], None],
    advance: Callable[[Progress], None],
    workers: Workers,
) -> Report:
    """Index what is new in the files `listed` (the result of `paths.sources`) into the lake, which
    is created if needed. `say` and `advance` are as in `ingest.index`; `workers` does the tasks. Of
    `settings`, `jobs` and `seconds` mean nothing here. Raises ArchiveError, LimitHit for more than
    `max_bad` bad records, and UsageError if the packages for lakes are not installed.
    """
    lake = LakeTable(url)
    found, unfit = listed
    for line in unfit:
        say(f"left out: {line}")
    lake.create()
    bring_up(lake)
    total, progress = Report(sources=len(found), failed=list(unfit)), Progress()
    for receipt in workers(_tasks(lake, found, settings, total, progress, say)):
        for line in receipt.said:
            say(line)
        total.add(receipt.report)
        total.failed += receipt.report.failed
        progress.size += receipt.size
        progress.records = progress.kept = total.records
        progress.quarantined = total.quarantined
        advance(progress)
        if settings.max_bad is not None and total.quarantined > settings.max_bad:
            raise too_many_bad(total.quarantined, settings.max_bad)
    bring_up(lake)  # somebody may have been erased meanwhile
    return total


def _tasks(
    lake: LakeTable,
    paths: list[str],
    settings: IndexSettings,
    total: Report,
    progress: Progress,
    say: Callable[[str], None],
) -> Iterator[Task]:
    """The tasks for those of the logs `paths` that have changed. A log that has not, or that can't
    be read, is counted in `total`.
    """
    with asking(lake.url) as connection:
        known, said = known_of(connection), people_file.of(connection)
    names = {stored(path, lake.url): path for path in paths}
    moved = {log.name: log for log in find_moved(lake.url, names, known)}
    detail, rule_data = detail_of_run(settings.detail, known.values()), contents_in_use()
    for name, path in names.items():
        was = moved.get(name)
        if was is not None:
            say(was.notice(lake.url))
        try:
            # A worker may be at work in another folder.
            log = log_at(os.path.abspath(path), name)
            read = _planned(log, known.get(name), detail, settings.again, say)
        except OSError as error:
            say(total.leave_out(path, error))
            continue
        if read is None:
            total.unchanged += 1
            progress.size += log.size
            continue
        yield Task(
            url=lake.url,
            log=read,
            was=was.was if was else None,
            known={
                each: (known[each].size, known[each].digest)
                for each in (name, was and was.was)
                if each in known
            },
            detail=detail,
            people=said,
            rule_data=rule_data,
        )


def _planned(
    log: ReadTask, known: Known | None, detail: Detail, again: bool, say: Callable[[str], None]
) -> ReadTask | None:
    """What to read of a log: all of it, or None if the lake has that. `say` gets a line with the
    reason if the lake has a part of it. Raises OSError.
    """
    said: list[str] = []
    task = plan(log, known, detail, said.append, again)
    if task is None:
        return None
    if task.first > 1:
        said = [f"{log.path} has grown: reading it again"]
    for line in said:
        say(line)
    return replace(task, first=1, line=1, offset=0)
