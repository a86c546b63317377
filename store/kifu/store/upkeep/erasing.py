"""Erasing: a player leaves the archive, and a pseudonym stands where the names stood."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from msgspec import Struct

from kifu.store.erasure import Erasure, erasure
from kifu.store.fold import folded
from kifu.store.index.hiding import SILENT
from kifu.store.parameters import vet
from kifu.store.people import named
from kifu.store.unfinished import FILE, mark

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


class Erased(Struct):
    """What an erasure did: the pseudonym, the matches where it now stands, and how many comments,
    tags and names of logs still hold one of the names within a longer text.
    """

    pseudonym: str
    matches: int
    mentions: int


def erase(connection: DuckDBPyConnection, name: str) -> Erased:
    """Erase the person who has `name`, with all names of that person, from the archive's rows.

    What is erased already stays so; the pseudonym that stands for it may be given, too. Bytes of
    the name stay in the file until that is written anew, which is marked. Raises ArchiveError for
    a name that is not there.
    """
    vet([name])
    known = erasure(connection)
    if not known.secret:
        known = Erasure(os.urandom(16).hex(), {})
        connection.execute("INSERT INTO meta VALUES ('secret', ?)", [known.secret])
    is_pseudonym = name in known.pseudonyms.values()
    names = [] if is_pseudonym else [name]
    pseudonym = name if is_pseudonym else known.of(name)
    if pseudonym is None:
        pseudonym = f"erased-{known.digest(name)[:8]}"
        rows = _names(connection, name)
        names += [spelling for _, spelling in rows]
        _erase_names(connection, known, rows, pseudonym)
    mark(connection, FILE, pseudonym)
    seats = "SELECT count(DISTINCT record) FROM seat JOIN player ON player.id = seat.player"
    matches = connection.execute(f"{seats} WHERE player.name = ?", [pseudonym]).fetchall()
    return Erased(pseudonym, matches[0][0], _mentions(connection, names))


def _names(connection: DuckDBPyConnection, name: str) -> list[tuple[int, str]]:
    """The ids and names that are the person's, and all that are folded like one of them."""
    return connection.execute(
        "SELECT id, name FROM player WHERE folded IN (SELECT folded FROM player WHERE person = "
        "(SELECT person FROM player WHERE id = ?)) ORDER BY id",
        [named(connection, name)],
    ).fetchall()


def _erase_names(
    connection: DuckDBPyConnection, known: Erasure, rows: list[tuple[int, str]], pseudonym: str
) -> None:
    """Put `pseudonym` in the place of every name in `rows`, wherever it stands alone."""
    ids = [number for number, _ in rows]
    names = [name for _, name in rows]
    texts = sorted({folded(name) for name in names})
    for text in texts:
        known.pseudonyms[known.digest(text)] = pseudonym
        connection.execute("INSERT INTO erased VALUES (?, ?)", [known.digest(text), pseudonym])
    connection.execute(
        "UPDATE seat SET player = $first WHERE list_contains($ids, player)",
        {"first": ids[0], "ids": ids},
    )
    connection.execute("DELETE FROM player WHERE list_contains(?, id)", [ids])
    row = [ids[0], pseudonym, folded(pseudonym), ids[0]]
    connection.execute("INSERT INTO player VALUES (?, ?, ?, ?)", row)
    connection.execute(
        "UPDATE record SET names = [if(list_contains($names, x), $pseudonym, x) FOR x IN names] "
        "WHERE list_has_any(names, $names)",
        {"names": names, "pseudonym": pseudonym},
    )
    for table, column in (("note", "author"), ("tag", "value"), ("record", "event"),
                          ("record", "site")):  # fmt: skip
        _replace(connection, table, column, known)
    connection.execute("UPDATE tag SET folded = value WHERE value = ?", [pseudonym])
    connection.execute("UPDATE record SET event_folded = event WHERE event = ?", [pseudonym])
    for text in names:
        connection.execute(
            "UPDATE quarantine SET message = ? WHERE contains(message, ?)",
            [SILENT, text],
        )


def _replace(connection: DuckDBPyConnection, table: str, column: str, known: Erasure) -> None:
    query = f"SELECT DISTINCT {column} FROM {table} WHERE {column} IS NOT NULL"
    for (value,) in connection.execute(query).fetchall():
        pseudonym = known.of(value)
        if pseudonym is not None:
            change = f"UPDATE {table} SET {column} = ? WHERE {column} = ?"
            connection.execute(change, [pseudonym, value])


def _mentions(connection: DuckDBPyConnection, names: list[str]) -> int:
    """How many comments, tags and names of logs hold one of `names` somewhere."""
    texts = sorted({folded(name) for name in names})
    found = 0
    for table, text in (("note", "folded"), ("tag", "folded"), ("source", "lower(path)")):
        query = f"SELECT count(*) FROM {table} WHERE len([x FOR x IN ? IF contains({text}, x)]) > 0"
        found += connection.execute(query, [texts]).fetchall()[0][0]
    return found
