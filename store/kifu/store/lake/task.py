"""Tasks: a log that is read by one process, whose rows replace those of that log in one commit.

A task needs nothing but its own words: whoever has this kifu and can reach the log and the lake
does the same work for it, once or twice with the same end.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from kifu.notation.errors import KifuError
from kifu.replay.rule_data import contents_in_use
from kifu.store import people
from kifu.store.index.commit import Portion, commit
from kifu.store.index.course import Detail
from kifu.store.index.entering import Report
from kifu.store.index.ingest import (
    Follow,
    Run,
    Say,
    bring_in,
    planned,
)
from kifu.store.index.planning import (
    Known,
    ReadTask,
    agreed_detail,
    known_of,
    plan,
)
from kifu.store.lake.asking import asking, draft
from kifu.store.lake.layout import (
    ERASED,
    KIND,
    KINDS,
    PEOPLE,
    SOURCE,
    by_digests,
    encoded_rows,
)
from kifu.store.lake.people import bring_up
from kifu.store.lake.table import LakeTable
from kifu.store.paths import stored, total_size
from kifu.store.people import People
from kifu.store.tables import Connection

if TYPE_CHECKING:
    from deltalake import DeltaTable

#: The name, the size and the digest of a source that was read.
Seen = tuple[str, int, str]
#: A draft gets about so many records, or so many bytes of rows, at a time.
_RECORDS = 40_000
_BYTES = 24 << 20
#: The ids of a log's records come after a digest of its name, shifted so far.
_SHIFT = 24


class Task(Struct, frozen=True, kw_only=True):
    """Read `log` into the lake at `url`, where its rows replace those of the log of that name.
    `known` is the name, size and digest that the lake had for that log when the task was planned
    (None: it had no such log). `detail` is what to index of each match, `people` has the names to
    replace by pseudonyms, and `rule_data` the contents of rule-data files that the games need.
    """

    url: str
    log: ReadTask
    known: Seen | None
    detail: Detail
    people: People
    rule_data: list[bytes]


class Receipt(Struct, kw_only=True):
    """What became of one log or of several: the counts in `report`, the bytes of files that are
    done (`size`), and in `said` the lines for the user.
    """

    report: Report
    size: int = 0
    said: list[str] = []


def work(task: Task) -> Receipt:
    """Do a task: read its log into a draft in memory, with the pseudonyms in `task.people` for
    erased names, and commit its rows to the lake in place of those that it had of this log.
    `task.rule_data` is not looked at: a process that does not use these rule data yet must load
    them first. Returns the receipt; nothing is printed. The receipt compares records with others of
    this log only: `new` has also matches that the lake had before, or has from other logs.

    Nothing is committed if reading the log fails with OSError, or if another run has meanwhile
    committed it in another state: then the receipt's report has it in `failed` and counts no
    records, and `said` has a line about it. Records with errors go into the quarantine, and a log
    that is damaged or shorter than planned is read as far as possible: these are no failures. To do
    a task again leaves the same rows.

    Raises KifuError if the log has too many records, or another log has the same id; ArchiveError
    if there is no lake at the task's URL, or it can't be read or written; UsageError without the
    packages for lakes, or for a path with [, ] or %; OSError if the folder for temporary files
    can't be written; and DuckDB's errors if there is no room for the draft. Nothing is committed
    then.
    """
    receipt = Receipt(report=Report(sources=1))
    source = source_id(task.log.name)
    with draft() as connection:

        def keep(portions: list[Portion]) -> Report:
            """Write the portions into the draft and count their records. Empties `portions`, so
            that they are not in memory with the next ones.
            """
            report = commit(connection, portions, source - 1)
            portions.clear()
            return report

        run = Run(
            detail=task.detail,
            erased=task.people.erasure,
            commit=keep,
            records=_RECORDS,
            bytes=_BYTES,
            say=receipt.said.append,
            report=receipt.report,
            of=task.log.size,
        )
        bring_in(run, [task.log])
        receipt.size = run.size
        failed = receipt.report.failed
        if not failed and not _put(connection, task, source):
            failed = [f"{task.log.path}: another run has read it meanwhile; index it again"]
            receipt.said += failed
        if failed:
            receipt.report = Report(sources=1, failed=failed)
    return receipt


def _put(connection: Connection, task: Task, source: int) -> bool:
    """Commit the rows of the draft that `connection` has open, in place of the rows that the lake
    has of this log. The draft has this log only, with the id `source`, which must be that of
    `source_id` for the log's name: all rows that the lake has under this id are replaced. Returns
    whether it did: False, with nothing committed, if another run has meanwhile changed the log's
    state in the lake. The state must be the one that `task.known` says, or the one that this task
    leaves, since a task may be done twice. In the draft, the ids of players and variants become
    those of a lake, and the source gets the number of erased names in `task.people`, whatever is
    returned; they stay so after an error.

    Raises KifuError if the log has too many records (the draft is not changed then), or if another
    log's name has the same id; ArchiveError if there is no lake, or it can't be read or written;
    UsageError without the packages for lakes, or for a path with [, ] or %; and DuckDB's error for
    lack of memory.
    """
    ((last,),) = connection.execute("SELECT max(key) FROM record").fetchall()
    if last is not None and last >> _SHIFT > source >> _SHIFT:
        raise KifuError(f"{task.log.path} has too many records for one log of a lake")
    for statement in by_digests():
        connection.execute(statement)
    connection.execute(f"UPDATE source SET {ERASED} = ?", [len(task.people.erased)])
    kinds = [kind for kind in KINDS if kind not in PEOPLE]
    lake = LakeTable(task.url)
    query, read = encoded_rows(kinds, source), task.log

    def do(table: DeltaTable) -> bool:
        known = _known(table, source)
        if known is not None and known[0] != read.name:
            raise KifuError(f"{read.path} has the same id as {known[0]}: rename one of them")
        is_due = known in (task.known, (read.name, read.size, read.digest))
        if is_due:
            lake.replace(table, connection, query, f"{SOURCE} = {source}")
        return is_due

    return lake.attempt(do)


def _known(table: DeltaTable, source: int) -> Seen | None:
    """The name, size and digest of the log with the id `source`, as this version of the lake has
    it; None if it has no such log. Raises errors of deltalake.
    """
    from deltalake import QueryBuilder

    query = f"SELECT path, size, digest FROM lake WHERE {KIND} = 'source' AND {SOURCE} = {source}"
    rows = QueryBuilder().register("lake", table).execute(query).read_all()
    columns = (rows.column(name).to_pylist() for name in ("path", "size", "digest"))
    return next(zip(*columns, strict=True), None)


def source_id(name: str) -> int:
    """The id of the source that a lake knows by `name`, from a digest of the name: the same
    everywhere. It fits in 63 bits, of which the lowest 24 are the number 1. The keys of the log's
    records count up from it, the first one being equal to it. Two names may have one id, which
    `_put` refuses.
    """
    digest = hashlib.blake2b(name.encode(), digest_size=8).digest()
    return (int.from_bytes(digest, "big") >> _SHIFT + 1 << _SHIFT) + 1


#: Who does tasks: each comes with its receipt, in their order.
Workers = Callable[[Iterable[Task]], Iterator[tuple[Task, Receipt]]]


def index(
    url: str,
    listed: tuple[list[str], list[str]],
    detail: Detail,
    say: Say,
    advance: Follow,
    workers: Workers,
) -> Report:
    """Index what is new in the files `listed` (the result of `paths.sources`: paths, and messages
    about unfit files) into the lake at `url`, which is created if needed. A new lake, or one
    without sources, gets the detail in `detail`; in any other, all of the lake's own detail is
    indexed, and `detail` must not ask for more. Records of other files stay. Erased names are
    replaced in the new rows, and before and after also in the lake's older ones, which deletes
    files (see `people.bring_up`). `workers` does the tasks, one for each log with something new,
    which is read whole.

    Returns the report. `sources` counts the paths, without unfit files. Records are compared within
    their log only (see `work`): matches of a log that is read again are `new`. `failed` has a
    message for each unfit file, for each file that can't be read, and for each log that another run
    has committed meanwhile in another state; nothing is committed of these logs. `say` gets a line
    for everything out of the ordinary, `advance` the bytes that are done and the bytes in all.

    Raises ArchiveError if the lake can't be read or written; UsageError if the packages for lakes
    are not installed, if a lake can't be at `url` (a path with [, ] or %, object storage without
    conditional writes), or if `detail` asks for more than the lake has; KifuError for a log that a
    lake can't hold or damaged words about people; OSError if the temporary folder can't be written;
    DuckDB's error for lack of memory; and what `workers` raises, KifuError if a process dies. After
    an error or Ctrl-C, the lake stays, with the logs that were done.
    """
    lake = LakeTable(url)
    found, unfit = listed
    for line in unfit:
        say(f"left out: {line}")
    lake.create()
    bring_up(lake)
    total = Receipt(report=Report(sources=len(found), failed=list(unfit)))
    of = total_size(found)
    for _, receipt in workers(_tasks(lake, found, detail, total, say)):
        for line in receipt.said:
            say(line)
        total.report.add(receipt.report)
        total.size += receipt.size
        advance(total.size, of)
    advance(total.size, of)
    bring_up(lake)  # somebody may have been erased meanwhile
    return total.report


def _tasks(
    lake: LakeTable,
    paths: list[str],
    detail: Detail,
    total: Receipt,
    say: Say,
) -> Iterator[Task]:
    """Yield a task for each of the logs `paths` that has something new, in this order; each is
    planned when it is asked for. A task indexes all the detail that any source of the lake has;
    `detail` counts if the lake has no sources. What the lake has, its erasures too, and the rule
    data that this process uses are taken once, before the first task. A log that is named twice
    comes once. With nothing new, no task comes.

    An unchanged log counts as unchanged in the report of `total`, and its bytes in `total.size`.
    One that can't be read gets a message in the report's `failed`, and its bytes count nowhere.
    Logs that get a task are not counted here: that is for the caller, from their receipts. `say`
    gets a line about each log that can't be read. It also gets one, with the reason, about a log
    that the lake has and that is read again; `_planned` says when there is none.

    Raises, when the first task is asked for, ArchiveError if the lake can't be read, KifuError if
    what it says of people is damaged, DuckDB's error for lack of memory, and UsageError if `detail`
    asks for something that a source of the lake lacks.
    """
    with asking(lake.url) as connection:
        known, said = known_of(connection), people.of(connection)
    detail, rule_data = agreed_detail(detail, known.values(), lake.url), contents_in_use()
    # A worker may be at work in another folder.
    names = {stored(path, lake.url): os.path.abspath(path) for path in paths}
    for log, before, read in planned(_planned, names, known, total.report, say):
        if read is None:
            total.size += log.size
            continue
        yield Task(
            url=lake.url,
            log=read,
            known=(log.name, before.size, before.digest) if before else None,
            detail=detail,
            people=said,
            rule_data=rule_data,
        )


def _planned(log: ReadTask, known: Known | None, say: Say) -> ReadTask | None:
    """The task to read all of a log from its first record, even if it has only grown, with the
    digest that its file has now; None if there is nothing new. An unchanged log is read again, too,
    if it was not read to its end, or if rule data that it lacked is in use now. `known` is what the
    lake has of it (None: nothing). If the lake has the log already, `say` gets a line with the
    reason, but not if the log had no records before, its earlier bytes are as they were and it
    lacked no rule data. Raises OSError if the log can't be read.
    """
    said: list[str] = []
    task = plan(log, known, said.append)
    if task is None:
        return None
    if task.first > 1:
        said = [f"{log.path} has more than was read: reading all of it again"]
    for line in said:
        say(line)
    return replace(task, first=1, line=1, offset=0)
