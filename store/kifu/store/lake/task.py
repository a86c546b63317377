"""Tasks: some logs that are read by one process and become rows of one batch.

A task needs nothing but its own words: whoever has this kifu and can reach the logs and the lake
does the same work for it. What it has written is part of the lake only when its receipt is
committed.
"""

from __future__ import annotations

from itertools import repeat
from math import inf

from msgspec import Struct

from kifu.notation.errors import KifuError
from kifu.replay.rule_data import use_content
from kifu.store.erasure import Erasure
from kifu.store.index.commit import Portion, commit
from kifu.store.index.course import Detail
from kifu.store.index.ingest import Report, Run, bring_in
from kifu.store.index.keys import Tally
from kifu.store.index.planning import Log
from kifu.store.lake.files import LOOSE, draft, name_start, number_by_digests, write
from kifu.store.lake.store import Store
from kifu.store.lake.table import ParquetFile
from kifu.store.processes import collect_seldom

#: A file of a kind has the rows of about so many records, or of so many bytes of rows: a worker has
#: them all in memory.
RECORDS = 40_000
BYTES = 24 << 20
#: The ids of a task's records, sources and batches come after its number, shifted so far.
_SHIFT = 24


class Task(Struct, frozen=True, kw_only=True):
    """Read `logs` into the lake at `url` as the batch of this `number`. What is found out about
    each record is `detail`; logs with records in quarantine are read `again`. The names whose
    digests, made with `secrets`, are in `erased` are hidden. `rule_data` is what the games need
    beside kifu.
    """

    url: str
    number: int
    logs: list[Log]
    detail: Detail
    again: bool
    secrets: list[str]
    erased: dict[str, str]
    rule_data: list[bytes]


class Receipt(Struct, kw_only=True):
    """What a task has written, what became of its logs, how many of their bytes are done, and what
    there is to say about them.
    """

    number: int
    files: list[ParquetFile] = []
    report: Report
    size: int = 0
    said: list[str] = []


def work(task: Task) -> Receipt:
    """Do a task: read its logs and write their rows as files of the lake, without a commit. If
    anything is raised, these files are deleted.
    """
    for content in task.rule_data:
        use_content(content)
    collect_seldom()
    store = Store(task.url)
    receipt = Receipt(number=task.number, report=Report(sources=len(task.logs)))
    name = name_start(LOOSE, len(task.erased), f"{task.number}")
    after = task.number << _SHIFT

    def keep(portions: list[Portion]) -> Tally:
        nonlocal after
        with draft(Erasure(task.secrets, task.erased)) as connection:
            tally = commit(connection, portions, after)
            last = portions[-1].source
            portions.clear()  # not in memory while files are written
            ((after,),) = connection.execute(_LAST).fetchall()
            if after >> _SHIFT > task.number:
                raise KifuError(f"{last} has too many records for one batch")
            number_by_digests(connection)
            receipt.files += write(connection, store, name)
        return tally

    run = Run(
        detail=task.detail,
        again=task.again,
        commit=keep,
        records=RECORDS,
        bytes=BYTES,
        pauses=repeat(inf),
        say=receipt.said.append,
        report=receipt.report,
    )
    try:
        bring_in(run, task.logs)
    except BaseException:
        store.delete([file.path for file in receipt.files])
        raise
    receipt.size = run.progress.size
    return receipt


#: The highest id that is used.
_LAST = "SELECT greatest((SELECT max(key) FROM record), (SELECT max(id) FROM source))"
