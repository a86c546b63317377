"""The file of an archive: created, opened for one question or one commit, and recognised.

DuckDB lets one process write or many read, never both at once. So the file is opened, asked or
written, and closed at once. A process that finds it locked waits for a while, and then raises Busy,
which names the process that holds it.
"""

from __future__ import annotations

import os
import re
import shlex
import stat
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from functools import lru_cache
from importlib.resources import files
from itertools import count
from pathlib import Path

from kifu.notation.disk import scratch_folder
from kifu.notation.errors import Busy, UsageError
from kifu.notation.files import has_form
from kifu.store import journal
from kifu.store.errors import (
    ArchiveError,
    cleaned,
    explained,
    holder_of,
    unreadable,
    vet_version,
)
from kifu.store.fold import is_unicode
from kifu.store.interrupting import as_ctrl_c, interruptible
from kifu.store.journal import journal_of, journalled, put_back, wal_of
from kifu.store.lock import let_writers_go_first, remove_spilled, replacing, waiting_to_write
from kifu.store.tables import Connection, quoted

#: The version of schema.sql; it only rises. No archive of another one is opened. From 1.0 on every
#: archive of tests/golden has to be.
SCHEMA = 17
KIND = "kifu archive"
#: Files are written so that this DuckDB and every later one can read them.
STORAGE = "v1.4.0"

Config = dict[str, str | bool | int | float | list[str]]
#: What one question or one commit may use.
BOUNDS: Config = {"memory_limit": "1GB", "threads": "4"}
#: A question can't reach the network or Python's variables; `lock` adds that it can't reach files,
#: nor lift its own bounds.
LOCKED: Config = {
    **BOUNDS,
    "max_temp_directory_size": "4GB",
    "python_enable_replacements": "false",
    "allow_community_extensions": "false",
    "autoload_known_extensions": "false",
    "autoinstall_known_extensions": "false",
}


def bound(name: str, value: str) -> None:
    """Change one of `BOUNDS` for all questions and commits of this process from here on: `name` is
    "memory_limit" (a value such as "4GB") or "threads" (such as "2"). Call it before the first
    question: a DuckDB that is already kept for questions does not change. `ONE_THREAD` does not
    change either, so questions with a `folder` (see `reading`) keep the old memory limit. Neither
    text is checked here. A wrong value shows at the next use: as an ArchiveError where an archive
    is opened or created, as DuckDB's own error in `in_memory` and `make_empty`.
    """
    BOUNDS[name] = LOCKED[name] = value


#: With several threads, the rows of a file come in groups of another size each time.
ONE_THREAD: Config = {**LOCKED, "threads": "1"}


def create(path: str) -> None:
    """Create an empty archive at `path`; it appears there whole or not at all. The caller holds
    `lock.indexing` and makes sure that no file is at `path`: one would be replaced without an
    error. A journal that a deleted archive left is removed first, even if nothing can be created
    then. Raises ArchiveError if the archive can't be created, or if the write-ahead log of a
    deleted archive is there; UsageError for a path that is not UTF-8 or ends as files of records
    do; and OSError if the folder is missing or can't be written.
    """
    import duckdb

    _vet_name(path)
    if has_form(path):
        raise UsageError(
            f"{path} is the name of a file of records; name an archive, such as games.duckdb"
        )
    if os.path.exists(wal_of(path)):
        raise ArchiveError(
            f"{wal_of(path)} is left over from an archive that was deleted; move it away, too"
        )
    Path(journal_of(path)).unlink(missing_ok=True)  # of an archive that is gone
    try:
        with replacing(path) as draft:
            make_empty(draft)
            if os.path.exists(wal_of(draft)):
                raise ArchiveError(f"{path}: the archive can't be created; the disk may be full")
    except duckdb.Error as error:
        raise ArchiveError(f"{path}: the archive can't be created: {cleaned(error)}") from None


def make_empty(path: str) -> None:
    """Create the file `path` (text that is UTF-8), which must not exist, with an empty archive: its
    tables, macros and views, and in the table `meta` its kind and schema version. The file is
    closed again. Raises duckdb.Error; a part of the file may stay then. If the disk is full, there
    may be no error: then DuckDB's write-ahead log stays beside the file.
    """
    import duckdb

    config: Config = {**BOUNDS, "storage_compatibility_version": STORAGE}
    with as_ctrl_c(), duckdb.connect(path, config=config) as connection:
        connection.execute("BEGIN")  # a commit for each statement would wait for the disk
        connection.execute(schema())
        meta = [["kind", KIND], ["schema", str(SCHEMA)]]
        connection.executemany("INSERT INTO meta VALUES (?, ?)", meta)
        connection.execute("COMMIT")


def schema() -> str:
    """SQL that makes the tables, macros and views of an archive in an empty database, without any
    row.
    """
    return files("kifu.store").joinpath("schema.sql").read_text("utf-8")


@contextmanager
def in_memory(schema: str, **bounds: str) -> Iterator[Connection]:
    """A context with a new, separate DuckDB in memory, in which the SQL `schema` was executed.
    `bounds` are DuckDB settings that replace or extend `BOUNDS`. Rows that do not fit in memory go
    into a new folder in the system's folder for temporary files, which is deleted at the end;
    nothing else is written. Access to files is not denied: see `lock`. Raises OSError if that
    folder can't be made; all other errors are DuckDB's own, also for lack of memory.
    """
    import duckdb

    with scratch_folder("-") as folder:
        config: Config = {**BOUNDS, **bounds, "temp_directory": str(folder)}
        with duckdb.connect(":memory:", config=config) as connection:
            connection.execute(schema)
            yield connection


@contextmanager
def reading(path: str, folder: str | None = None) -> Iterator[Connection]:
    """A context with the archive open for one question. Its rows can't be changed; temporary tables
    can be made. It is attached to a DuckDB that this process keeps for later questions, since to
    start one takes longer than most answers. Ctrl-C ends a query in the main thread. At the end the
    connection is closed, so take the rows before, and temporary tables are gone. Until then, others
    can read the archive, but nobody can write to it, not even this process. With a `folder` (an
    absolute path), DuckDB may write the answer into files there, and uses one thread, so that equal
    rows give equal bytes.

    Lets waiting writers go first, for up to 5 seconds; then waits for a locked archive, for up to
    10 seconds, and raises Busy. Raises ArchiveError if there is no archive, if it is damaged, can't
    be read or has another schema; LimitHit for lack of memory; UsageError for a path that is not
    UTF-8; KifuError if an interrupted checkpoint can't be repaired; and OSError if a file of
    DuckDB's or the journal beside it can't be looked at. Errors of the caller's SQL are DuckDB's
    own within the context. If they leave it, lack of memory becomes LimitHit, and most others
    become ArchiveError (see `explained`), also those of wrong SQL: catch them inside to tell them
    apart.
    """
    import duckdb

    file = os.path.realpath(path)  # beside it DuckDB has its own log
    name = f"archive_{next(_NUMBERS)}"

    def attach() -> Connection:
        connection = host.cursor()
        connection.execute(f"ATTACH {quoted(file)} AS {name} (READ_ONLY, TYPE duckdb)")
        connection.execute(f"USE {name}")
        return connection

    _vet_name(path)
    with explained(path):
        host = _instance(os.getpid(), folder is None, *reach_of(file, folder))
        try:
            with _answering(path, attach) as connection:
                yield connection
        except (duckdb.FatalException, duckdb.InternalException):
            _instance.cache_clear()  # it answers nothing from here on
            raise
        finally:
            with host.cursor() as last:
                last.execute(f"DETACH DATABASE IF EXISTS {name}")


_NUMBERS = count(1)


@contextmanager
def writing(path: str) -> Iterator[Connection]:
    """A context with the archive open for one transaction, which is begun here and committed when
    the context ends; the caller does neither. If anything is raised in the context or by the
    commit, nothing is changed. An error that comes later, while the file is closed, leaves
    everything committed. The connection is closed at the end. The caller holds `lock.indexing`. A
    locked archive is waited for, up to ten seconds, and new readers let this writer go first.

    Raises ArchiveError if there is no archive, if it is damaged or has another schema, or if it
    can't be written (also at the commit, when the disk is full); Busy; LimitHit; UsageError for a
    path that is not UTF-8; KifuError if an interrupted checkpoint can't be repaired (perhaps its
    own, after the commit) or the system has no file locks; and OSError if its folder is missing, no
    file can be made there, or (after the commit) the journal can't be removed. Errors of the
    caller's SQL are DuckDB's own within the context. If they leave it, most become ArchiveError
    (see `explained`), also those of wrong SQL.
    """
    with _opened_to_write(path) as (connection, meta):
        _vet_schema(path, meta)
        connection.execute("BEGIN")
        yield connection
        connection.execute("COMMIT")


def settle(path: str) -> None:
    """Move what DuckDB's write-ahead log holds into the archive's file, so that no such log
    remains. Otherwise it could be left beside another file that is put at this path, and that file
    can't be opened then. Also removes what DuckDB has written out for lack of memory. Works for an
    archive of any schema; its rows stay as they are. The caller holds `lock.indexing`. A locked
    archive is waited for, up to ten seconds.

    Raises ArchiveError if there is no archive, if it is damaged, or if the log can't be merged (the
    disk may be full); Busy; LimitHit; UsageError for a path that is not UTF-8; KifuError if an
    interrupted checkpoint can't be repaired or the system has no file locks; and OSError if no file
    can be made in its folder, or one there can't be removed.
    """
    with _opened_to_write(path):
        remove_spilled(path)
    if os.path.exists(wal_of(path)):
        _cut_off(path)
    if os.path.exists(wal_of(path)):
        raise ArchiveError(
            f"{wal_of(path)} can't be merged into {path}; the disk may be full. Make room "
            "and try again"
        )


def _cut_off(path: str) -> None:
    """Make DuckDB drop a write-ahead log that a killed process has left without a whole transaction
    in it. DuckDB does so only after another transaction; this one sets a value to what it is. The
    log may remain, without an error, if the disk is full. The caller holds `lock.indexing`. A
    locked archive is waited for, up to 10 seconds. Raises ArchiveError if there is no archive, or
    it is damaged or can't be written; Busy; LimitHit; UsageError for a path that is not UTF-8;
    KifuError; and OSError if no file can be made or removed beside it.
    """
    with _opened_to_write(path) as (connection, _):
        connection.execute("UPDATE meta SET value = value WHERE name = 'kind'")


@contextmanager
def _answering(path: str, connect: Callable[[], Connection]) -> Iterator[Connection]:
    """A context with the connection that `connect` opens to the archive at `path`, for one
    question. `connect` must make the archive the current database of the connection, and is called
    again while the archive is locked. Ctrl-C can end the question, and DuckDB finds its own
    functions before those of the archive. The connection is closed at the end. Waiting writers go
    first, for up to 5 seconds; then a locked archive is waited for, up to 10 seconds.

    Raises Busy, ArchiveError if there is no archive of this schema or `connect` can't open it,
    UsageError for a path that is not UTF-8, KifuError if an interrupted checkpoint can't be
    repaired, and OSError if a file can't be looked at. DuckDB's errors for queries stay its own,
    also for lack of memory.
    """
    let_writers_go_first(path)
    with closing(_patiently(path, connect)) as connection, interruptible(connection):
        _vet_schema(path, _meta(path, connection))
        yield connection


def _call_own_functions(connection: Connection) -> str:
    """Make DuckDB look for functions among its own first, so that none of somebody else's archive
    (a macro called `lower`, say) is called in place of one of these. Sets the search path of the
    connection: DuckDB's own schema, then that of the current database, whose name is returned.
    """
    ((name,),) = connection.execute("SELECT system.main.current_database()").fetchall()
    path = 'system.main,"{}".main'.format(name.replace('"', '""'))
    connection.execute(f"SET search_path = {quoted(path)}")
    return str(name)


@contextmanager
def _opened_to_write(path: str) -> Iterator[tuple[Connection, dict[str, str]]]:
    """A context with the archive's file open for writing, as (connection, its table `meta` as a
    dict by name); a locked one is waited for, up to 10 seconds. The caller holds `lock.indexing`.
    The version of the schema is not checked, and no transaction is begun. When the context ends,
    the connection is closed, and a transaction that was not committed is undone. Of the files
    beside the archive, `.turn` (new readers wait for it) is removed once the archive is open, the
    journal at the end.

    Raises ArchiveError if there is no archive, or it is damaged or can't be written; Busy;
    LimitHit; UsageError for a path that is not UTF-8; KifuError if an interrupted checkpoint can't
    be repaired (at the end perhaps its own; what was committed stays) or the system has no file
    locks; and OSError if the folder is missing, no file can be made there, or the journal can't be
    removed. DuckDB's errors that leave the context become kifu's, as `explained` says.
    """
    import duckdb

    def connect() -> Connection:
        return duckdb.connect(path, config=dict(BOUNDS))

    with explained(path):
        with waiting_to_write(path):
            connection = _patiently(path, connect)
        with closing(connection), journalled(path, connection):
            yield connection, _meta(path, connection)


def reach_of(file: str, folder: str | None) -> tuple[str, str]:
    """Two texts for a DuckDB that answers questions about the archive's file `file`, an absolute
    path without links. First, settings in SQL for `lock`: they allow that file, its write-ahead
    logs (which are beside it) and everything in `folder` (an absolute path; None: no folder).
    Second, the path of another folder, `FILE.tmp` beside the file, where DuckDB puts rows that do
    not fit in memory; it is not quoted for SQL. DuckDB uses the same one when it opens the file
    itself. Creates neither folder.
    """
    own = ", ".join(quoted(file + end) for end in ("", ".wal", ".wal.recovery", ".wal.checkpoint"))
    written = f"; SET allowed_directories = [{quoted(folder)}]" if folder else ""
    return f"allowed_paths = [{own}]{written}", f"{file}.tmp"


@lru_cache(maxsize=4)
def _instance(process: int, has_threads: bool, reached: str, spilled: str) -> Connection:
    """A DuckDB in memory, without an archive: the caller attaches archives by cursors of it, and
    does not close it. The four that were used last are kept for calls with equal arguments. It can
    reach the files that the settings `reached` allow (see `reach_of`) and no others, since the
    views of somebody else's archive may ask for anything. `process` is the number of this process:
    a fork makes its own. Without `has_threads`, it uses one thread, and equal rows give equal
    files. `spilled` is its folder for rows for which there is no memory. Raises DuckDB's own
    errors, such as for a wrong value in `LOCKED`.
    """
    import duckdb

    config: Config = {
        **(LOCKED if has_threads else ONE_THREAD),
        "temp_directory": spilled,
        # It joins by narrowed keys, whose ranges then can't rule out row groups of a large table.
        "disabled_optimizers": "compressed_materialization",
    }
    instance = duckdb.connect(":memory:", config=config)
    lock(instance, reached)
    return instance


def lock(connection: Connection, reached: str) -> None:
    """Deny DuckDB, for good and on all its connections, every file except those that `reached`
    allows. `reached` is SQL to stand after `SET`, such as `allowed_paths = ['a.duckdb']`; a second
    setting follows as `; SET ...` (see `reach_of`). Afterwards no setting can be changed, except
    `schema` and `search_path` (so `USE` still works). A second call raises DuckDB's error.
    """
    connection.execute(
        f"SET {reached}; SET enable_external_access = false; SET lock_configuration = true"
    )


def _patiently(path: str, connect: Callable[[], Connection]) -> Connection:
    """Return the result of `connect`, which opens the archive at `path`. While another process (or
    another connection of this one) holds the file, or it can't be opened and has a journal, try
    again, for up to `journal.WAIT` (10) seconds, then raise Busy. Before each try, an interrupted
    checkpoint is repaired. Raises ArchiveError if there is no archive, or it can't be opened or is
    a folder, a pipe or a device; UsageError for a path that is not UTF-8; KifuError if the journal
    can't be used for the repair; and OSError if the archive, its write-ahead log or its journal
    can't be looked at. What `connect` raises that is no error of DuckDB's is raised on.
    """
    import duckdb

    _vet_name(path)
    if not os.path.exists(path):
        if has_form(path):
            raise ArchiveError(f"there is no file {path}; name an archive, such as games.duckdb")
        raise ArchiveError(
            f"there is no archive {path}; `kifu index {shlex.quote(path)} LOGS` creates one"
        )
    refuse_folder(path)
    for name in (path, wal_of(path), journal_of(path)):
        refuse_pipe(name)
    until = time.monotonic() + journal.WAIT
    pause = 0.01
    while True:
        try:
            put_back(path)
            return connect()
        except duckdb.Error as error:
            holder = holder_of(error)
            # With a journal the file may be half of what its writer, killed just now, had begun.
            if holder is None and not os.path.exists(journal_of(path)):
                raise unreadable(path, error) from None
        if time.monotonic() + pause > until:
            raise Busy(f"{path} is in use by {holder or 'a process'}; try again when it is done")
        time.sleep(pause)
        pause = min(pause * 2, 0.25)


def refuse_pipe(path: str) -> None:
    """Raise ArchiveError if `path` is a pipe, a socket or a device, or a link to one: to open it
    could block for ever. A file or a folder passes, and so does a path that does not exist. Raises
    OSError if `path` can't be looked at.
    """
    with suppress(FileNotFoundError):
        mode = os.stat(path).st_mode
        if not (stat.S_ISREG(mode) or stat.S_ISDIR(mode)):
            raise ArchiveError(
                f"{path} is a pipe, a socket or a device, not the file of an archive"
            )


def refuse_folder(path: str) -> None:
    """Raise ArchiveError if `path` is a folder; anything else, also nothing, passes."""
    if os.path.isdir(path):
        raise ArchiveError(f"{path} is a folder, not a kifu archive")


def _vet_name(path: str) -> None:
    """Raise UsageError for a path that is not UTF-8."""
    if not is_unicode(path):
        raise UsageError(f"DuckDB can't open a file whose name is not UTF-8: {path!r}")


def _meta(path: str, connection: Connection) -> dict[str, str]:
    """Rows of the table `meta` of the open archive, as a dict by name: at most nine, since somebody
    else's file may have any number (kifu writes fewer). The archive must be the current database of
    `connection`; this call sets its search path (see `_call_own_functions`), which stays so. `path`
    is for the message. Raises ArchiveError if the file is not an archive: there is no such table,
    its `kind` is another, its `schema` is not a number of up to 9 digits, or it has a view with the
    name of a table that kifu makes, since a view might not end. Any version passes. Other errors of
    DuckDB stay its own.
    """
    import duckdb

    meta: dict[str, str] = {}
    own = [_call_own_functions(connection), _TABLES.findall(schema())]
    with suppress(duckdb.CatalogException, duckdb.BinderException):
        if not connection.execute(_DISGUISED, own).fetchall():
            meta = dict(connection.execute("SELECT name, value FROM meta LIMIT 9").fetchall())
    if meta.get("kind") != KIND or not re.fullmatch("[0-9]{1,9}", str(meta.get("schema"))):
        raise ArchiveError(f"{path} is a DuckDB file, but not a kifu archive")
    return meta


_TABLES = re.compile(r"CREATE TABLE (\w+)")
#: The views with a name of these; DuckDB finds names whatever their case.
_DISGUISED = """
    SELECT view_name FROM duckdb_views()
    WHERE database_name = ? AND schema_name = 'main' AND list_contains(?, lower(view_name))
"""


def _vet_schema(path: str, meta: dict[str, str]) -> None:
    """Raise ArchiveError unless the schema version in `meta`, the dict that `_meta` returns, is
    `SCHEMA`. The message names `path`, the archive's, and says what to do.
    """
    way = f"move it away and index the logs again, `kifu index {shlex.quote(path)} LOGS`"
    vet_version(path, meta["schema"], str(SCHEMA), way)
