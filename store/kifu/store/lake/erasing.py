"""Erasing from a lake: every file that has the name is written again without it, and then deleted.

One commit takes out the old files and brings in the new ones. Whoever was reading logs meanwhile
has to read them again, and finds the name hidden. Then no byte of the name is left in the files of
the lake; the versions of the table from before can't be opened any more.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from kifu.store import people
from kifu.store.erasure import erasure
from kifu.store.fold import folded
from kifu.store.lake.asking import opened
from kifu.store.lake.compacting import sweep
from kifu.store.lake.draft import PLAYER
from kifu.store.lake.layout import decoded
from kifu.store.lake.marks import ERASED, epoch
from kifu.store.lake.people import hold_players, of_kinds, written
from kifu.store.lake.rewriting import rewritten
from kifu.store.lake.table import Conflict, LakeTable, needed
from kifu.store.upkeep.erasing import Chosen, Erased, choose, erase_again, mentions

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

#: Kinds whose rows may have a name.
_KINDS = ("record", "seat", "player", "tag", "note", "quarantine")


def erase(url: str, name: str) -> Erased:
    """Erase the person who has `name`, with all names of the person; see `upkeep.erasing`."""
    needed()
    table = LakeTable(url)
    while True:
        snapshot = table.snapshot()
        with opened(table, snapshot) as connection:
            hold_players(connection)
            chosen = choose(connection, name)
            known = erasure(connection)
            kept = _kept(people.aliases(connection), chosen)
        if not chosen.rows:
            break  # erased before; there may be files to delete yet
        files = [file for file in snapshot.files if file.kind in _KINDS]
        change = partial(_replaced, chosen=chosen)
        add, remove = rewritten(table, files, epoch(known.pseudonyms), "erased", change)
        said = {
            "meta": [("secret", secret) for secret in known.secrets],
            "erased": sorted(known.pseudonyms.items()),
            "alias": kept,
        }
        add += written(table, epoch(known.pseudonyms), said)
        try:
            marks = {ERASED: epoch(known.pseudonyms)}
            table.commit(snapshot, add, [*remove, *of_kinds(snapshot)], marks)
            break
        except Conflict:
            table.store.delete([file.path for file in add])
    sweep(table, 0, epoch(known.pseudonyms))
    with opened(table, table.snapshot()) as connection:
        matches = connection.execute(_MATCHES, [chosen.pseudonym]).fetchall()
        return Erased(chosen.pseudonym, matches[0][0], mentions(connection, chosen.names))


_MATCHES = """
    SELECT count(DISTINCT record) FROM seat JOIN player ON player.id = seat.player
    WHERE player.name = ?
"""


def _kept(aliases: list[people.Alias], chosen: Chosen) -> list[people.Alias]:
    """The aliases that name nobody who is erased."""
    names = {folded(name) for _, name in chosen.rows}
    return [pair for pair in aliases if names.isdisjoint(map(folded, pair))]


def _replaced(connection: DuckDBPyConnection, kind: str, rows: str, chosen: Chosen) -> bool:
    """Copy rows of a kind into a draft and erase names in them. False where that changes
    nothing.
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
    """A player's row with the id that the name has in every lake."""
    number = PLAYER.format("given")
    connection.execute(
        f"INSERT INTO player SELECT {number}, name, ?, {number} FROM (SELECT ? AS name) AS given",
        [folded(name), name],
    )
