"""What no log says of a lake's players: aliases, new names and erasures.

To erase a player, the digests of the names are committed first; then each log that has such a name
gets its rows without it, and the files that had it are deleted. Each source has the number of
erased names that its writer knew of (`layout.ERASED`). So whoever writes next finishes an erasure
that was cut short, and hides a name in a log that was read meanwhile (`bring_up`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from kifu.notation.disk import scratch_folder
from kifu.store import people
from kifu.store.erasure import Erasure, erasure
from kifu.store.fold import folded
from kifu.store.index.pseudonymise import SILENT, is_named
from kifu.store.lake.asking import files_read, opened, raw_rows
from kifu.store.lake.layout import (
    ERASED,
    KIND,
    PEOPLE,
    SOURCE,
    by_digests,
    decoded,
    encoded_rows,
)
from kifu.store.lake.table import LakeTable
from kifu.store.lake.task import draft
from kifu.store.upkeep.erasing import Chosen, Erased, choose, erase_again, outcome

if TYPE_CHECKING:
    from deltalake import DeltaTable
    from duckdb import DuckDBPyConnection

#: Kinds whose rows may have a name.
_NAMING = ("record", "seat", "player", "tag", "note", "quarantine")
#: The source of what no log says.
_NOBODY = 0


def change_aliases(url: str, change: Callable[[DuckDBPyConnection], None]) -> None:
    """Let `change` change a copy of the table `player` of the lake at `url`, and commit the aliases
    that it then has.
    """
    lake = LakeTable(url)

    def do(table: DeltaTable) -> None:
        with opened(lake, table) as connection:
            _hold_players(connection)
            change(connection)
            _put(lake, table, connection, people.aliases(connection))

    lake.attempt(do)


def erase(url: str, name: str) -> Erased:
    """Erase the person who has `name`, under all names of that person, from the lake at `url`.
    Raises ArchiveError for a name that the lake does not have.
    """
    lake = LakeTable(url)

    def do(table: DeltaTable) -> Chosen:
        with opened(lake, table) as connection:
            _hold_players(connection)
            chosen = choose(connection, name)
            if chosen.rows:
                names = {folded(name) for _, name in chosen.rows}
                said = people.aliases(connection)
                kept = [pair for pair in said if names.isdisjoint(map(folded, pair))]
                _put(lake, table, connection, kept)
            return chosen

    chosen = lake.attempt(do)
    bring_up(lake)
    lake.sweep(0)
    with opened(lake, lake.at()) as connection:
        return outcome(connection, chosen)


def bring_up(lake: LakeTable) -> None:
    """Replace erased names in the rows of logs whose writers did not know of them, and delete the
    files that had them. Removes what killed runs left in this machine's temporary folder, too.
    """
    with scratch_folder("-"):
        while not lake.attempt(partial(_bring_up, lake)):
            pass


def _bring_up(lake: LakeTable, table: DeltaTable) -> bool:
    """Do what `bring_up` says. Returns whether nothing was to be replaced: then the sources are
    noted as brought up, unless another process has committed one meanwhile.
    """
    with opened(lake, table) as connection:
        known = erasure(connection)
        count = len(known.pseudonyms)
        query = f"SELECT id FROM source WHERE {ERASED} < ? ORDER BY id"
        late = [source for (source,) in connection.execute(query, [count]).fetchall()]
    # Compacted files have the rows of several sources: each is replaced in what is there by then.
    replaced = [
        lake.attempt(partial(_conceal, lake, source=source, known=known)) for source in late
    ]
    if late and not any(replaced):
        lake.sweep(0)
        ids = ", ".join(map(str, late))
        where = f"{KIND} = 'source' AND {SOURCE} IN ({ids})"
        table.update({ERASED: str(count)}, predicate=where)
    return not any(replaced)


def _conceal(lake: LakeTable, table: DeltaTable, source: int, known: Erasure) -> bool:
    """Commit the rows of a source with pseudonyms for the names that are erased, if it has any.
    Returns whether it has.
    """
    with draft() as connection, files_read(lake):
        raw = raw_rows(lake.store.addresses(connection), table)
        for kind in _NAMING:
            if raw[kind]:
                person = ", id AS person" if kind == "player" else ""
                connection.execute(
                    f"INSERT INTO {kind} BY NAME SELECT {decoded(kind)}{person} FROM {raw[kind]} "
                    f"WHERE {SOURCE} = ?",
                    [source],
                )
        before = _digests(connection)
        erase_again(connection, known)
        for (message,) in connection.execute("SELECT DISTINCT message FROM quarantine").fetchall():
            if is_named(known, message):
                change = "UPDATE quarantine SET message = ? WHERE message = ?"
                connection.execute(change, [SILENT, message])
        if _digests(connection) == before:
            return False
        for statement in by_digests():
            connection.execute(statement)
        kinds = ", ".join(f"'{kind}'" for kind in _NAMING)
        where = f"{SOURCE} = {source} AND {KIND} IN ({kinds})"
        lake.replace(table, connection, encoded_rows(_NAMING, source), where)
    return True


def _digests(connection: DuckDBPyConnection) -> list[object]:
    """A digest of the rows of each kind in `_NAMING`."""
    return [
        connection.execute(f"SELECT sum(hash(rows)) FROM {kind} AS rows").fetchall()
        for kind in _NAMING
    ]


def _hold_players(connection: DuckDBPyConnection) -> None:
    """Replace the view `player` by a table with the same rows, which can be changed."""
    connection.execute("CREATE TABLE players_held AS SELECT id, name, folded, person FROM player")
    kind = "VIEW" if connection.execute(_IS_VIEW).fetchall() else "TABLE"
    connection.execute(f"DROP {kind} player")
    connection.execute("ALTER TABLE players_held RENAME TO player")


_IS_VIEW = "SELECT 1 FROM duckdb_views() WHERE view_name = 'player' AND NOT internal"


def _put(
    lake: LakeTable,
    table: DeltaTable,
    connection: DuckDBPyConnection,
    said: Sequence[people.Alias],
) -> None:
    """Commit what the tables of `connection` say of erased names, and the aliases `said`."""
    connection.execute("DELETE FROM alias")
    if said:
        connection.executemany("INSERT INTO alias VALUES (?, ?)", said)
    lake.replace(table, connection, encoded_rows(PEOPLE, _NOBODY), f"{SOURCE} = {_NOBODY}")
