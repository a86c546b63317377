"""Asking a lake: its files as the archive's tables, so that every question is the archive's own.

Small kinds are read into tables; of the others, each is a view over the Parquet files. Rows that
the batches have not settled among themselves yet are settled by these views (see `settling`).
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import closing, contextmanager
from typing import TYPE_CHECKING

from msgspec import Struct

from kifu.store.database import LOCKED, UNLOCKED, Config, lock
from kifu.store.fold import folded
from kifu.store.index.cards import show_cards
from kifu.store.lake import settling
from kifu.store.lake.files import PLAYER, is_loose, keep_quiet
from kifu.store.lake.layout import (
    DETAILS,
    PEOPLE,
    SMALL,
    columns,
    decoded,
    schema,
    stored_rows,
)
from kifu.store.lake.store import Trace
from kifu.store.lake.table import LakeTable, Snapshot
from kifu.store.parameters import quoted

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


@contextmanager
def asking(path: str) -> Iterator[DuckDBPyConnection]:
    """A context with the lake at `path` in its present state, open for one question. Raises
    ArchiveError if there is no lake, and UsageError if the packages for lakes are not installed.
    """
    table = LakeTable(path)
    kept = _KEPT.get(_key(table))
    is_it = kept and table.is_at(kept.version, kept.trace)
    instance = kept.instance if kept and is_it else _keep(table, table.snapshot())
    with closing(instance.cursor()) as connection:
        yield connection


@contextmanager
def asking_at(table: LakeTable, snapshot: Snapshot) -> Iterator[DuckDBPyConnection]:
    """A context with the lake as it is at `snapshot`, which must be a recent one, open for one
    question.
    """
    kept = _KEPT.get(_key(table))
    is_it = kept and kept.version == snapshot.version and table.trace(kept.version) == kept.trace
    instance = kept.instance if kept and is_it else _keep(table, snapshot)
    with closing(instance.cursor()) as connection:
        yield connection


@contextmanager
def opened(
    table: LakeTable, snapshot: Snapshot, folder: str | None = None, config: Config = LOCKED
) -> Iterator[DuckDBPyConnection]:
    """A context with the lake as it is at `snapshot`, in a new DuckDB that has an archive's tables
    and views, and can reach only the lake's files and those in `folder`.
    """
    with closing(_instance(table, snapshot, folder, config)) as connection:
        yield connection


class _Kept(Struct, frozen=True):
    """A lake as it was at one version, open; `trace` is that of the version's commit."""

    version: int
    trace: Trace
    instance: DuckDBPyConnection


#: So many lakes are kept open, as their last questions found them: to open one takes longer than
#: most answers.
_MOST_KEPT = 2
_KEPT: dict[object, _Kept] = {}


def _key(table: LakeTable) -> object:
    """The key in `_KEPT` for a lake: it includes the process, so that a fork opens its own."""
    return os.getpid(), table.url, table.store.environment


def _keep(table: LakeTable, snapshot: Snapshot) -> DuckDBPyConnection:
    """Open the lake at `snapshot`, keep it open for further questions instead of an older snapshot,
    and return it. If more than `_MOST_KEPT` lakes are kept, the oldest is dropped; questions that
    use it are still answered.
    """
    trace = table.trace(snapshot.version)
    instance = _instance(table, snapshot)
    _KEPT.pop(_key(table), None)
    if trace is not None:
        _KEPT[_key(table)] = _Kept(snapshot.version, trace, instance)
    for oldest in list(_KEPT)[:-_MOST_KEPT]:
        _KEPT.pop(oldest, None)
    return instance


def _instance(
    table: LakeTable, snapshot: Snapshot, folder: str | None = None, config: Config = LOCKED
) -> DuckDBPyConnection:
    """A new DuckDB with the lake as it is at `snapshot`, as an archive's tables and views; it can
    reach only the lake's files and those in `folder`.
    """
    import duckdb

    connection = duckdb.connect(":memory:", config={**config, **UNLOCKED})
    keep_quiet(connection)
    address = table.store.addresses(connection)
    reached = ", ".join(quoted(each) for each in (address, folder) if each)
    lock(connection, f"allowed_directories = [{reached}]")
    connection.execute(schema())
    raw = {kind: stored_rows(address, snapshot.of(kind)) for kind in columns()}
    loose = [path for path in snapshot.of("record") if is_loose(path)]
    _load(connection, raw)
    settling.settle(connection, raw, stored_rows(address, loose))
    _show(connection, raw)
    return connection


def _load(connection: DuckDBPyConnection, raw: dict[str, str | None]) -> None:
    """Read the small kinds of rows (`SMALL`, `PEOPLE`) into the tables of their names. `raw` has
    SQL for the stored rows of each kind, None for no rows. A source may have several rows, one for
    each portion that was read.
    """
    for kind in (*SMALL, *PEOPLE):
        if raw[kind]:
            rows = f"SELECT DISTINCT {decoded(kind)} FROM {raw[kind]} ORDER BY ALL"
            if kind == "variant":  # another kifu may know another pattern for its cards
                rows = f"SELECT DISTINCT ON (id) * FROM ({rows}) ORDER BY ALL"
            connection.execute(f"INSERT INTO {kind} BY NAME {rows}")
    show_cards(connection)


def _show(connection: DuckDBPyConnection, raw: dict[str, str | None]) -> None:
    """Replace the empty tables of the large kinds of rows by views of the lake's files. `raw` has
    SQL for the stored rows of each kind, None for no rows.
    """
    plain, settled = settling.are_plain(connection), settling.are_settled(connection)
    for kind in ("record", "place", "player", "quarantine", *DETAILS):
        rows = raw[kind]
        if rows is None:
            continue
        if kind == "player":
            query = _players(connection, rows)
        else:
            query = settling.shown(kind, f"(SELECT {decoded(kind)} FROM {rows})", plain, settled)
        connection.execute(f"DROP TABLE {kind}")
        connection.execute(f"CREATE VIEW {kind} AS {query}")


def _players(connection: DuckDBPyConnection, rows: str) -> str:
    """SQL for the table `player`: names with a seat (`rows` is SQL for these) and names in aliases,
    each with the person's id. If there are aliases, creates the table `said`, which that SQL reads.
    """
    said = connection.execute("SELECT name, person FROM alias").fetchall()
    every = f"SELECT id, name, folded FROM {rows}"
    if not said:
        return f"SELECT DISTINCT id, name, folded, id AS person FROM ({every})"
    connection.execute("CREATE TABLE said (id BIGINT, name VARCHAR, folded VARCHAR)")
    number, given = PLAYER.format("given"), "(SELECT ? AS name, ?) AS given"
    for name in sorted({name for pair in said for name in pair}):
        row = [name, folded(name)]
        connection.execute(f"INSERT INTO said SELECT {number}, * FROM {given}", row)
    return f"""
        SELECT of.id, of.name, of.folded, coalesce(person.id, of.id) AS person
        FROM ({every} UNION FROM said) AS of
        LEFT JOIN alias ON alias.name = of.name
        LEFT JOIN said AS person ON person.name = alias.person
    """
