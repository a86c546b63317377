"""Moved logs of a lake: the rows of a log that is at another path by now get that path.

One commit covers all logs that were moved. Whoever was reading one of them meanwhile has to read it
again, as after any other commit with its mark.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING

from kifu.store import erasure
from kifu.store.index.moved import (
    Moved,
    find_moved,
    ids_of_unfinished,
    rename_matches,
    rename_sources,
)
from kifu.store.index.planning import known_of
from kifu.store.lake.asking import asking_at
from kifu.store.lake.files import rewritten
from kifu.store.lake.layout import decoded
from kifu.store.lake.table import Change, LakeTable, Snapshot, mark

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


def follow(table: LakeTable, logs: Mapping[str, str]) -> tuple[Snapshot, list[Moved]]:
    """Find the logs that were moved, and rename them in the lake in one commit. `logs` has the
    paths of logs by the names that they should have. Returns the snapshot after that commit, and
    the moved logs.
    """
    moved: list[Moved] = []

    def wanted(now: Snapshot) -> Change | None:
        nonlocal moved
        moved = []
        if not now.of("source"):
            return None
        with asking_at(table, now) as connection:
            moved = find_moved(table.url, logs, known_of(connection))
            if not moved:
                return None
            names = {log.was: log.name for log in moved}
            plays = ids_of_unfinished(connection, names)
            erased = len(erasure.erasure(connection).pseudonyms)
        change = partial(_renamed, names=names, plays=plays)
        files = [file for file in now.files if file.kind in ("source", "record")]
        add, remove = rewritten(table.store, files, erased, "moved", change)
        marks = {mark(name): now.version for pair in names.items() for name in pair}
        return Change(add=add, remove=remove, marks=marks)

    table.change(wanted)
    return table.snapshot(), moved


def _renamed(
    connection: DuckDBPyConnection,
    kind: str,
    rows: str,
    names: Mapping[str, str],
    plays: Mapping[int, str],
) -> bool:
    """Copy rows of a kind, "source" or "record" (`rows` is SQL for them), into the draft, with new
    names of sources (`names`, old -> new) or new match ids (`plays`, by the record's key). If no
    row gets a new one, copies nothing and returns False.
    """
    column, given = ("path", list(names)) if kind == "source" else ("key", list(plays))
    there = f"SELECT 1 FROM {rows} WHERE {column} IN (SELECT unnest(?)) LIMIT 1"
    if not given or not connection.execute(there, [given]).fetchall():
        return False
    connection.execute(f"INSERT INTO {kind} BY NAME SELECT {decoded(kind)} FROM {rows}")
    if kind == "source":
        rename_sources(connection, names)
    else:
        rename_matches(connection, plays)
    return True
