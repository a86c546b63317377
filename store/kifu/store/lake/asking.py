"""Asking a lake: its files as the archive's tables, so that every question is the archive's own.

Small kinds are read into tables; of the others, each is a view over the Parquet files. Each log has
the rows of all its records. So these views choose, of equal records in several logs, the rows of
one, and of the records of a match the main one, as an archive does when it commits.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import chain
from typing import TYPE_CHECKING

from kifu.notation.disk import scratch_folder
from kifu.store import people
from kifu.store.database import LOCKED, ONE_THREAD, in_memory, lock, refuse_pipe
from kifu.store.errors import ArchiveError
from kifu.store.fold import folded
from kifu.store.index.entering import show_cards
from kifu.store.lake.layout import (
    DETAILS,
    PEOPLE,
    PLAYER,
    SMALL,
    columns,
    decoded,
    schema,
    schema_without_views,
    stored_rows,
)
from kifu.store.lake.table import LakeTable, explained, files_of
from kifu.store.tables import Connection, has_rows, quoted

if TYPE_CHECKING:
    from deltalake import DeltaTable


@contextmanager
def asking(path: str, folder: str | None = None) -> Iterator[Connection]:
    """A context with a connection to the lake at `path` in its latest state, as an archive's tables
    and views; it is closed at the end, and sees no later commits. Its settings can't be changed,
    and it can reach no files but the lake's and those in `folder` (an absolute path). Rows that do
    not fit in memory go into a new folder in the system's folder for temporary files, which is
    deleted at the end. With a `folder` (for an export), it uses one thread, so that equal rows give
    equal bytes there.

    Raises OSError if the temporary folder can't be made, ArchiveError if there is no lake, or it
    can't be read or is of another version; KifuError if what it says of people is damaged; and
    UsageError if the packages for lakes are not installed, or if the lake is a folder whose
    absolute path has `[`, `]` or `%` in it. Until the context ends, DuckDB's errors about a missing
    or damaged file of the lake become ArchiveError, also in the caller's own queries (see
    `files_read`); other errors pass, such as DuckDB's for lack of memory.
    """
    lake = LakeTable(path)
    with opened(lake, lake.at(), folder) as connection:
        yield connection


@contextmanager
def opened(lake: LakeTable, table: DeltaTable, folder: str | None = None) -> Iterator[Connection]:
    """A context with a connection to a new DuckDB in memory that shows the lake as it is in
    `table`, a version of it (see `LakeTable.at`), with an archive's tables and views; it is closed
    at the end. What is changed in it changes nothing in the lake. Its settings can't be changed,
    and it can reach no files but the lake's and those in `folder` (an absolute path). Rows that do
    not fit in memory go into a new folder in the system's folder for temporary files, which is
    deleted at the end. With a `folder` (for an export), it uses one thread, so that equal rows give
    equal bytes there.

    Raises OSError if the temporary folder can't be made, ArchiveError if the lake can't be read,
    and KifuError if what it says of people is damaged. Until the context ends, DuckDB's errors
    about a missing or damaged file of the lake become ArchiveError, also in the caller's own
    queries (see `files_read`). Other errors pass, such as DuckDB's for lack of memory.
    """
    import duckdb

    with (
        scratch_folder("-") as spilled,
        duckdb.connect(
            ":memory:",
            config={**(ONE_THREAD if folder else LOCKED), "temp_directory": str(spilled)},
        ) as connection,
        files_read(lake),
    ):
        keep_quiet(connection)
        address = lake.store.addresses(connection)
        reached = ", ".join(quoted(each) for each in (address, folder) if each)
        lock(connection, f"allowed_directories = [{reached}]")
        connection.execute(schema())
        with explained(lake.url):
            raw = raw_rows(address, table)
            _load(connection, raw)
            _settle(connection, raw)
            _show(connection, raw)
        yield connection


@contextmanager
def files_read(lake: LakeTable) -> Iterator[None]:
    """A context in which DuckDB's IOException and InvalidInputException become ArchiveError if
    their text has `.parquet` in it; other errors pass. The new message says that a file of the lake
    is missing or damaged. A Parquet file that the caller writes is not told apart: catch its errors
    within the context.
    """
    import duckdb

    try:
        yield
    except (duckdb.IOException, duckdb.InvalidInputException) as error:
        if ".parquet" not in str(error):
            raise
        raise ArchiveError(
            f"{lake.url}: a file of the lake is missing or damaged. If it was compacted, or a "
            "player erased, just now, ask again; otherwise index the logs into a new lake"
        ) from None


def raw_rows(address: str, table: DeltaTable) -> dict[str, str | None]:
    """SQL that reads all rows of a kind, to be written after FROM, for each of the `KINDS` (by
    kind); None for a kind without files. The rows come as the lake stores them: with its own names
    and types of columns, and with SOURCE, the id of the log. `decoded(kind)` between SELECT and
    FROM turns them into rows of the archive's table. A record that several logs have comes once for
    each of them.

    `address` is the lake's folder or URL with a slash at its end (see `Store.addresses`). `table`
    says which files there are; none is read here, and a missing one raises nothing. Raises
    ArchiveError if a path can't be that of a file of a lake, or is that of a pipe, a socket or a
    device; and OSError if a path can't be looked at.
    """
    files = files_of(table)
    for path in chain(*files.values()):
        refuse_pipe(address + path)
    return {kind: stored_rows(address, files.get(kind, [])) for kind in columns()}


def keep_quiet(connection: Connection) -> None:
    """Turn off the progress bar of this connection. In a worker process DuckDB believes that it is
    used by a person, and would print into the output of the run. Call it before the settings are
    locked (see `lock`); afterwards it raises DuckDB's error.
    """
    connection.execute("SET enable_progress_bar = false")


@contextmanager
def draft() -> Iterator[Connection]:
    """A context with a connection to an empty archive in a DuckDB in memory, in which the rows of a
    log are prepared; all is gone at the end. It has no views, not even a row in `meta`, and its
    table `source` has the column `ERASED`, too (see `layout.schema`). It uses one thread and up to
    512 MB; rows for which that is too little are in the system's folder for temporary files
    meanwhile. What killed runs left there is removed first. Raises OSError if that folder can't be
    written; DuckDB's errors pass, such as for lack of memory.
    """
    with in_memory(schema_without_views(), threads="1", memory_limit="512MB") as connection:
        keep_quiet(connection)
        yield connection


def _load(connection: Connection, raw: dict[str, str | None]) -> None:
    """Copy the rows of the small kinds (`SMALL` and `PEOPLE`: source, variant, setting, meta) into
    the tables of their names, which must be there and empty. Of equal rows, one is copied; of
    variants with the same id, only the first in the order of all their columns. Then make the macro
    `cards_in` for these variants (see `show_cards`); without variants, it stays as it was. `raw` is
    SQL for the lake's rows by kind; a kind without files (None) leaves its table empty. Raises
    DuckDB's errors, such as that for a missing file.
    """
    for kind in (*SMALL, *PEOPLE):
        if raw[kind]:
            rows = f"SELECT DISTINCT {decoded(kind)} FROM {raw[kind]} ORDER BY ALL"
            if kind == "variant":  # another kifu may know another pattern for its cards
                rows = f"SELECT DISTINCT ON (id) * FROM ({rows}) ORDER BY ALL"
            connection.execute(f"INSERT INTO {kind} BY NAME {rows}")
    show_cards(connection)


def _settle(connection: Connection, raw: dict[str, str | None]) -> None:
    """Make the table `settled`, which must not exist yet. It has a row for each record of every
    match that has several records, in one log or in several; equal records in two logs count as
    two. Records are equal if they have the same match and the same id. If no match has several
    records, the table is empty. `key` is the record's. `owner` is the lowest key among the records
    equal to it: the rows of that one are used for all of them. `main` is whether they are the main
    record of their match (most notes, then lowest id). `raw` is SQL for the lake's rows by kind; if
    that for records is None, the empty table `record` must be there. Raises DuckDB's errors, such
    as that for a missing file.
    """
    records = raw["record"] or "(SELECT *, record AS record_id FROM record)"
    connection.execute(_SETTLED.format(records=records))


_SETTLED = """
    CREATE TABLE settled AS
    WITH same AS (
        SELECT
            key, play, record_id, notes, min(key) OVER (PARTITION BY play, record_id) AS owner
        FROM {records}
        WHERE play IN (SELECT play FROM {records} GROUP BY play HAVING count(*) > 1)
    )
    SELECT
        key, owner, owner = first_value(owner) OVER (
            PARTITION BY play ORDER BY notes DESC, record_id
        ) AS main
    FROM same
"""


def _show(connection: Connection, raw: dict[str, str | None]) -> None:
    """Replace the empty tables of the large kinds (record, place, player, quarantine and `DETAILS`)
    by views of the lake's files; `raw` has SQL for the rows of each kind (None: it has no rows, and
    its empty table stays). Equal records of several logs are there once, under the lowest of their
    keys, with the places of all of them, and one record of each match is the main one, as `settled`
    says; in the quarantine, all rows are there. Call `_load` (for aliases) and `_settle` before,
    and this only once. If there are aliases and stored names, the table `said` is made, too (see
    `_players`). Raises KifuError if the aliases can't be read, and DuckDB's errors, such as that
    for a missing file.
    """
    is_settled = not has_rows(connection, "settled")
    for kind in ("record", "place", "player", "quarantine", *DETAILS):
        rows = raw[kind]
        if rows is None:
            continue
        if kind == "player":
            query = _players(connection, rows)
        else:
            query = f"SELECT {decoded(kind)} FROM {rows}"
            if not is_settled and kind != "quarantine":
                query = _CHOSEN.get(kind, _DETAILS).format(rows=f"({query})")
        connection.execute(f"DROP TABLE {kind}")
        connection.execute(f"CREATE VIEW {kind} AS {query}")


_CHOSEN = {
    "place": """
        SELECT rows.* REPLACE (coalesce(settled.owner, rows.record) AS record)
        FROM {rows} AS rows LEFT JOIN settled ON settled.key = rows.record
    """,
    "record": """
        SELECT rows.* REPLACE (coalesce(settled.main, rows.main) AS main)
        FROM {rows} AS rows LEFT JOIN settled ON settled.key = rows.key
        WHERE settled.key IS NULL OR settled.owner = rows.key
    """,
}
_DETAILS = """
    SELECT * FROM {rows} AS rows
    WHERE rows.record NOT IN (SELECT key FROM settled WHERE key <> owner)
"""


def _players(connection: Connection, rows: str) -> str:
    """SQL for the table `player` (id, name, folded, person), in which each name is once: the names
    with a seat and the names in aliases. `rows` is what follows FROM in SQL, for the stored names.
    `person` is the id of the person's name; a name that is no alias has its own id there. An id is
    a digest of the name as it is written, not folded.

    If there are aliases, this creates the table `said`, which the SQL reads; there must be none
    yet. Without aliases, nothing is created. Raises KifuError if the aliases, in the table `meta`
    (see `_load`), can't be read.
    """
    persons = dict(people.of(connection).aliases)
    every = f"SELECT id, name, folded FROM {rows}"
    if not persons:
        return f"SELECT DISTINCT id, name, folded, id AS person FROM ({every})"
    connection.execute("CREATE TABLE said (id BIGINT, name VARCHAR, folded VARCHAR, person BIGINT)")
    own, other = PLAYER.format("given"), PLAYER.format("{'name': given.person}")
    given = "(SELECT ? AS name, ? AS folded, ? AS person) AS given"
    for name in sorted({name for pair in persons.items() for name in pair}):
        row = [name, folded(name), persons.get(name, name)]
        connection.execute(
            f"INSERT INTO said SELECT {own}, name, folded, {other} FROM {given}", row
        )
    return f"""
        SELECT of.id, of.name, of.folded, coalesce(said.person, of.id) AS person
        FROM ({every} UNION SELECT id, name, folded FROM said) AS of LEFT JOIN said USING (id)
    """
