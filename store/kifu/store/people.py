"""People: which names are one person's, and by what name that person is called.

Logs keep the names that they have. The archive knows the person of each name (a row of `player`),
and everything about players goes by person.
"""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from msgspec.structs import replace

from kifu.notation.errors import UsageError
from kifu.notation.record import Record
from kifu.store import tables
from kifu.store.errors import ArchiveError
from kifu.store.fold import folded
from kifu.store.parameters import vet

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

#: A name and the name of its person.
Alias = tuple[str, str]


def alias(connection: DuckDBPyConnection, name: str, of: str) -> None:
    """Make `name`, and all other names of that person, names of the person `of`.

    If `of` is the same name, `name` becomes a person of its own again. Names may be given folded if
    only one person fits. Raises ArchiveError for a name that the archive does not have.
    """
    own, person = named(connection, name), named(connection, of)
    if own == person:
        connection.execute("UPDATE player SET person = id WHERE id = ?", [own])
        return
    connection.execute(
        "UPDATE player SET person = (SELECT person FROM player WHERE id = ?) "
        "WHERE person = (SELECT person FROM player WHERE id = ?)",
        [person, own],
    )


def rename(connection: DuckDBPyConnection, name: str, to: str) -> None:
    """Call the person who has `name` by the name `to`: one of the person's own names, or one that
    nobody has. Raises ArchiveError where `to` is somebody else's name (`alias` joins two persons)
    or the archive does not have `name`, and UsageError for an empty `to`.
    """
    if not to.strip():
        raise UsageError("a name must not be empty")
    vet([to])
    own = named(connection, name)
    _vet_free(connection, to, own)
    added = _added(connection, to)
    connection.execute(
        "UPDATE player SET person = ? WHERE person = (SELECT person FROM player WHERE id = ?)",
        [added, own],
    )


def _vet_free(connection: DuckDBPyConnection, to: str, own: int) -> None:
    """Raise ArchiveError if the name `to` belongs to another person than the name with the id `own`
    does. A name that is in use nowhere belongs to nobody.
    """
    found = connection.execute(_HELD, {"name": to, "own": own}).fetchall()
    if not found:
        return
    ((person, is_own, is_alias, is_used),) = found
    if is_own:
        return
    if is_alias:
        raise ArchiveError(
            f"{to} is another name of {person}; "
            f"`kifu player alias ARCHIVE {shlex.quote(to)} {shlex.quote(to)}` separates them"
        )
    if is_used:
        raise ArchiveError(
            f"{to} is already a player; if both are one person, use `kifu player alias`"
        )


#: Whose name it is, whether that is the asking person, whether it is an alias, and whether any seat
#: or person has it.
_HELD = """
    SELECT
        person.name, player.person = (SELECT person FROM player WHERE id = $own),
        player.id <> player.person,
        player.id IN (SELECT player FROM seat)
            OR player.id IN (SELECT person FROM player WHERE id <> person)
    FROM player JOIN player AS person ON person.id = player.person WHERE player.name = $name
"""


def aliases(connection: DuckDBPyConnection) -> list[Alias]:
    """Every alias with the name of its person, sorted by the alias."""
    return connection.execute(
        "SELECT player.name, person.name FROM player JOIN player AS person "
        "ON person.id = player.person WHERE player.id <> player.person ORDER BY ALL"
    ).fetchall()


def renamed(record: Record, called: Mapping[str, str]) -> Record:
    """The record with the new names in `called` (old -> new) for its seats; `record` itself if no
    seat has an old one.
    """
    if called.keys().isdisjoint(record.seats):
        return record
    return replace(record, seats=[called.get(name, name) for name in record.seats])


def keep(connection: DuckDBPyConnection, known: Sequence[Alias]) -> None:
    """Enter the aliases `known`, as `aliases` gave them for another archive; names that are not
    there are added.
    """
    for name, person in known:
        ids = [_added(connection, each) for each in (name, person)]
        connection.execute("UPDATE player SET person = ? WHERE id = ?", [ids[1], ids[0]])


def remove_unused(connection: DuckDBPyConnection) -> None:
    """Delete the names that no seat has; aliases, and names that have aliases, stay: the user has
    given them.
    """
    connection.execute(
        "DELETE FROM player WHERE id = person AND id NOT IN (SELECT player FROM seat) "
        "AND id NOT IN (SELECT person FROM player WHERE id <> person)"
    )


def named(connection: DuckDBPyConnection, name: str) -> int:
    """The id of the row of `player` that `name` means: that of exactly this name, or else of one
    that is equal when folded, if all of these are one person's. Raises ArchiveError.
    """
    vet([name])
    rows = connection.execute(
        "SELECT id, name, person FROM player WHERE folded = ? ORDER BY name <> ?, id",
        [folded(name), name],
    ).fetchall()
    if not rows:
        raise ArchiveError(_unknown(connection, name))
    if rows[0][1] != name and len({person for _, _, person in rows}) > 1:
        spellings = ", ".join(spelling for _, spelling, _ in rows)
        raise ArchiveError(f"{name} may be any of {spellings}; write one of these exactly")
    return int(rows[0][0])


def strangers(connection: DuckDBPyConnection, names: Sequence[str]) -> Iterator[str]:
    """A message for the user about each of `names` that no player has, compared folded."""
    for name in names:
        query = "SELECT id FROM player WHERE folded = ? LIMIT 1"
        if not connection.execute(query, [folded(name)]).fetchall():
            yield _unknown(connection, name)


def _unknown(connection: DuckDBPyConnection, name: str) -> str:
    """The message about a name that the archive does not have, with up to three similar names, if
    there are any.
    """
    rows = connection.execute(_ALIKE, {"text": folded(name), "least": _ALIKE_FROM}).fetchall()
    hint = f"; did you mean {' or '.join(near for (near,) in rows)}?" if rows else ""
    return f"the archive has no player {name or repr(name)}{hint}"


#: Names at least this similar to a text (1 is equal).
_ALIKE_FROM = 0.85
_ALIKE = """
    SELECT name FROM player WHERE jaro_winkler_similarity(folded, $text) >= $least
    ORDER BY jaro_winkler_similarity(folded, $text) DESC, name LIMIT 3
"""


def _added(connection: DuckDBPyConnection, name: str) -> int:
    """The id of the row of a name; one that is new is added as a person of its own."""
    rows = connection.execute("SELECT id FROM player WHERE name = ?", [name]).fetchall()
    if rows:
        return int(rows[0][0])
    number = tables.following(connection, "player", "id")
    row = [number, name, folded(name), number]
    connection.execute("INSERT INTO player VALUES (?, ?, ?, ?)", row)
    return number
