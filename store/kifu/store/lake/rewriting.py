"""Rewriting files of a lake: those whose rows change are made again with the archive's own SQL."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import TYPE_CHECKING

from kifu.store.lake.draft import draft, put
from kifu.store.lake.layout import encoded, stored_rows
from kifu.store.lake.naming import named, state_of
from kifu.store.lake.table import LakeTable, ParquetFile

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

#: Brings rows of a kind (SQL for them as they are stored) into an empty draft and changes them;
#: whether the file has to be made again.
Change = Callable[["DuckDBPyConnection", str, str], bool]


def rewritten(
    table: LakeTable, files: Collection[ParquetFile], epoch: int, batch: str, change: Change
) -> tuple[list[ParquetFile], list[ParquetFile]]:
    """The new files in the place of those that `change` changes, and the old ones. A new file knows
    of `epoch` erasures, and `batch` is a part of its name.
    """
    add: list[ParquetFile] = []
    remove: list[ParquetFile] = []
    with draft() as connection:
        address = table.store.addresses(connection)
        for file in files:
            # Each file finds the draft empty, because nothing in it is ever committed.
            connection.begin()
            rows = stored_rows(address, [file.path])
            if rows is not None and change(connection, file.kind, rows):
                name = named(state_of(file.path), epoch, batch)
                query = f"SELECT {encoded(file.kind)} FROM {file.kind} AS rows ORDER BY rows.rowid"
                add += put(connection, table.store, name, file.kind, query)
                remove.append(file)
            connection.rollback()
    return add, remove
