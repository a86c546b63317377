"""What no log says of a lake's players: aliases, new names and erasures.

To erase a player, every file that has the name is written again without it, and then deleted. One
commit takes out the old files and brings in the new ones. Whoever was reading logs meanwhile has to
read them again, and finds the name hidden. Then no byte of the name is left in the files of the
lake; the versions of the table from before can't be opened any more.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from kifu.notation.files import scratch_folder
from kifu.store import people
from kifu.store.erasure import Erasure, erasure
from kifu.store.fold import folded
from kifu.store.lake.asking import opened
from kifu.store.lake.compacting import sweep
from kifu.store.lake.files import PLAYER, SETTLED, draft, name_start, rewritten, write
from kifu.store.lake.layout import PEOPLE, decoded
from kifu.store.lake.table import ERASED, Change, LakeTable, ParquetFile, Snapshot
from kifu.store.upkeep.erasing import Chosen, Erased, choose, erase_again, outcome

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

#: Kinds whose rows may have a name.
_NAMING = ("record", "seat", "player", "tag", "note", "quarantine")


def change_aliases(url: str, change: Callable[[DuckDBPyConnection], None]) -> None:
    """Let `change` change a copy of the table `player` of the lake at `url`, and commit the aliases
    that it then has.
    """
    table = LakeTable(url)

    def wanted(snapshot: Snapshot) -> Change:
        with opened(table, snapshot) as connection:
            _hold_players(connection)
            change(connection)
            said, known = people.aliases(connection), erasure(connection)
        files = _written(table, known, {"alias": said})
        return Change(add=files, remove=_of_kinds(snapshot, ["alias"]))

    table.change(wanted)


def erase(url: str, name: str) -> Erased:
    """Erase the person who has `name`, under all names of that person, from the lake at `url`:
    every file with such a name is rewritten, and the old one deleted. Raises ArchiveError for a
    name that the lake does not have.
    """
    table = LakeTable(url)
    chosen, known = Chosen("", [], [], Erasure([], {})), Erasure([], {})

    def wanted(snapshot: Snapshot) -> Change | None:
        nonlocal chosen, known
        with opened(table, snapshot) as connection:
            _hold_players(connection)
            chosen = choose(connection, name)
            known = erasure(connection)
            kept = _kept(people.aliases(connection), chosen)
        if not chosen.rows:
            return None  # erased before; there may be files to delete yet
        erased = len(known.pseudonyms)
        change = partial(_replaced, chosen=chosen)
        add, remove = rewritten(table.store, _of_kinds(snapshot, _NAMING), erased, "erased", change)
        said = {
            "meta": [("secret", secret) for secret in known.secrets],
            "erased": sorted(known.pseudonyms.items()),
            "alias": kept,
        }
        return Change(
            add=[*add, *_written(table, known, said)],
            remove=[*remove, *_of_kinds(snapshot, PEOPLE)],
            marks={ERASED: erased},
        )

    with scratch_folder("-"):  # it sweeps, too, what killed runs left
        table.change(wanted)
    sweep(table, 0, len(known.pseudonyms))
    with opened(table, table.snapshot()) as connection:
        return outcome(connection, chosen)


def _hold_players(connection: DuckDBPyConnection) -> None:
    """Replace the view `player` by a table with the same rows, which can be changed."""
    connection.execute("CREATE TABLE players_held AS SELECT id, name, folded, person FROM player")
    kind = "VIEW" if connection.execute(_IS_VIEW).fetchall() else "TABLE"
    connection.execute(f"DROP {kind} player")
    connection.execute("ALTER TABLE players_held RENAME TO player")


_IS_VIEW = "SELECT 1 FROM duckdb_views() WHERE view_name = 'player' AND NOT internal"


def _of_kinds(snapshot: Snapshot, kinds: Sequence[str]) -> list[ParquetFile]:
    return [file for file in snapshot.files if file.kind in kinds]


def _written(
    table: LakeTable, erased: Erasure, rows: dict[str, list[tuple[str, str]]]
) -> list[ParquetFile]:
    """Write `rows` (by kind, pairs of texts) of the kinds `PEOPLE` as new files. Returns the files;
    commits nothing. The number of `erased` names goes into the files' names.
    """
    with draft() as connection:
        for kind, pairs in rows.items():
            connection.execute(f"DELETE FROM {kind}")
            if pairs:
                connection.executemany(f"INSERT INTO {kind} VALUES (?, ?)", pairs)
        name = name_start(SETTLED, len(erased.pseudonyms), "people")
        return write(connection, table.store, name, list(rows))


def _kept(aliases: list[people.Alias], chosen: Chosen) -> list[people.Alias]:
    """The aliases in which neither the name nor the person is `chosen` to be erased."""
    names = {folded(name) for _, name in chosen.rows}
    return [pair for pair in aliases if names.isdisjoint(map(folded, pair))]


def _replaced(connection: DuckDBPyConnection, kind: str, rows: str, chosen: Chosen) -> bool:
    """Copy rows of a kind (`rows` is SQL for them) into the draft that `connection` has open, with
    pseudonyms for the names of `chosen`. Returns whether a row had such a name; if none had, the
    rows are copied as they are.
    """
    if kind == "player":
        connection.execute(f"INSERT INTO player SELECT {decoded(kind)}, id AS person FROM {rows}")
        listed = "SELECT count(*) FROM player WHERE list_contains(?, name)"
        names = [name for _, name in chosen.rows]
        if connection.execute(listed, [names]).fetchall() == [(0,)]:
            return False
        _add_player(connection, chosen.pseudonym)
        erase_again(connection, chosen.fresh)
        return True
    connection.execute(f"INSERT INTO {kind} BY NAME SELECT {decoded(kind)} FROM {rows}")
    connection.execute(f"CREATE TEMP TABLE before AS FROM {kind}")
    for name in dict.fromkeys([chosen.pseudonym, *[name for _, name in chosen.rows]]):
        _add_player(connection, name)
    erase_again(connection, chosen.fresh)
    changed = f"SELECT count(*) FROM (FROM before EXCEPT FROM {kind})"
    return connection.execute(changed).fetchall() != [(0,)]


def _add_player(connection: DuckDBPyConnection, name: str) -> None:
    """Add a name to the draft's players, as a person of its own, with the id that the name has in
    every batch.
    """
    number = PLAYER.format("given")
    connection.execute(
        f"INSERT INTO player SELECT {number}, name, ?, {number} FROM (SELECT ? AS name) AS given",
        [folded(name), name],
    )
