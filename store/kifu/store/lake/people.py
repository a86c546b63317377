"""What no log says of a lake's players: aliases and new names, and what is written of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from kifu.store import people
from kifu.store.lake.asking import opened
from kifu.store.lake.draft import draft, put
from kifu.store.lake.layout import PEOPLE, encoded
from kifu.store.lake.naming import SETTLED, named
from kifu.store.lake.table import Conflict, LakeTable, ParquetFile, Snapshot, needed

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


def alias(url: str, name: str, of: str) -> None:
    """Let `name` be another name of the player `of`; see `people.alias`."""
    _change(url, lambda connection: people.alias(connection, name, of))


def rename(url: str, name: str, to: str) -> None:
    """Call the player `name` by the new name `to`; see `people.rename`."""
    _change(url, lambda connection: people.rename(connection, name, to))


def _change(url: str, change: Callable[[DuckDBPyConnection], None]) -> None:
    """Change who is who by `change`, and commit that."""
    needed()
    table = LakeTable(url)
    while True:
        snapshot = table.snapshot()
        with opened(table, snapshot) as connection:
            hold_players(connection)
            change(connection)
            said = people.aliases(connection)
            ((epoch,),) = connection.execute("SELECT count(*) FROM erased").fetchall()
        files = written(table, epoch, {"alias": said})
        try:
            table.commit(snapshot, add=files, remove=of_kinds(snapshot, ["alias"]))
            return
        except Conflict:
            table.store.delete([file.path for file in files])


def hold_players(connection: DuckDBPyConnection) -> None:
    """Replace the view of the players by a table, which can be changed."""
    connection.execute("CREATE TABLE players_held AS SELECT id, name, folded, person FROM player")
    kind = "VIEW" if connection.execute(_IS_VIEW).fetchall() else "TABLE"
    connection.execute(f"DROP {kind} player")
    connection.execute("ALTER TABLE players_held RENAME TO player")


_IS_VIEW = "SELECT 1 FROM duckdb_views() WHERE view_name = 'player' AND NOT internal"


def of_kinds(snapshot: Snapshot, kinds: Sequence[str] = PEOPLE) -> list[ParquetFile]:
    """The files of some kinds."""
    return [file for file in snapshot.files if file.kind in kinds]


def written(
    table: LakeTable, epoch: int, rows: dict[str, list[tuple[str, str]]]
) -> list[ParquetFile]:
    """Write rows of the kinds that no log says, each with two texts."""
    files = []
    with draft() as connection:
        for kind, pairs in rows.items():
            connection.execute(f"DELETE FROM {kind}")
            if pairs:
                connection.executemany(f"INSERT INTO {kind} VALUES (?, ?)", pairs)
            query = f"SELECT {encoded(kind)} FROM {kind} AS rows ORDER BY rows.rowid"
            files += put(connection, table.store, named(SETTLED, epoch, "people"), kind, query)
    return files
