"""People: which names are one person's, and by what name that person is called.

Logs keep the names that they have. The people file has the aliases, by which the archive knows the
person of each name (a row of `player`), and everything about players goes by person.
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
from kifu.store.people_file import People

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

#: A name and the name of its person.
Alias = tuple[str, str]


def alias(connection: DuckDBPyConnection, said: People, name: str, of: str) -> People:
    """What is `said`, with `name`, and all other names of that person, as names of the person `of`.

    If `of` is the same name, `name` becomes a person of its own again. Names may be given folded if
    only one person fits. Raises ArchiveError for a name that the open archive does not have.
    """
    own, other = named(connection, name), named(connection, of)
    persons = dict(said.aliases)
    if own == other:
        persons.pop(own, None)
        return replace(said, aliases=sorted(persons.items()))
    return _called(said, own, persons.get(other, other))


def rename(connection: DuckDBPyConnection, said: People, name: str, to: str) -> People:
    """What is `said`, with the person who has `name` called by the name `to`: one of the person's
    own names, or one that nobody has. Raises ArchiveError where `to` is somebody else's name
    (`alias` joins two persons) or was erased, or the open archive does not have `name`, and
    UsageError for an empty `to`.
    """
    if not to.strip():
        raise UsageError("a name must not be empty")
    vet([to])
    if said.erasure.of(to):
        raise ArchiveError("that name was erased, so nobody can be called by it")
    own, persons = named(connection, name), dict(said.aliases)
    if persons.get(own, own) != persons.get(to, to):
        if to in persons:
            raise ArchiveError(
                f"{to} is another name of {persons[to]}; "
                f"`kifu player alias ARCHIVE {shlex.quote(to)} {shlex.quote(to)}` separates them"
            )
        used = "SELECT 1 FROM player WHERE name = ? AND id IN (SELECT player FROM seat)"
        if to in persons.values() or connection.execute(used, [to]).fetchall():
            raise ArchiveError(
                f"{to} is already a player; if both are one person, use `kifu player alias`"
            )
    return _called(said, own, to)


def _called(said: People, name: str, person: str) -> People:
    """What is `said`, with all names of the person who has `name` as names of `person`."""
    persons = dict(said.aliases)
    before = persons.get(name, name)
    moved = [each for each, of in persons.items() if of == before]
    persons.update(dict.fromkeys([*moved, before], person))
    persons.pop(person, None)
    return replace(said, aliases=sorted(persons.items()))


def renamed(record: Record, called: Mapping[str, str]) -> Record:
    """The record with the new names in `called` (old -> new) for its seats; `record` itself if no
    seat has an old one.
    """
    if called.keys().isdisjoint(record.seats):
        return record
    return replace(record, seats=[called.get(name, name) for name in record.seats])


def join(connection: DuckDBPyConnection, known: Sequence[Alias]) -> None:
    """Make the persons in the table `player` those of the aliases `known`, and no others; names
    that are not there are added, and names that nobody has any more go.
    """
    connection.execute("UPDATE player SET person = id")
    for name, person in known:
        ids = [_added(connection, each) for each in (name, person)]
        connection.execute("UPDATE player SET person = ? WHERE id = ?", [ids[1], ids[0]])
    remove_unused(connection)


def remove_unused(connection: DuckDBPyConnection) -> None:
    """Delete the names that no seat has; aliases, and names that have aliases, stay: the user has
    given them.
    """
    connection.execute(
        "DELETE FROM player WHERE id = person AND id NOT IN (SELECT player FROM seat) "
        "AND id NOT IN (SELECT person FROM player WHERE id <> person)"
    )


def named(connection: DuckDBPyConnection, name: str) -> str:
    """The name of a player that `name` means: exactly this one, or else one that is equal when
    folded, if all of these are one person's. Raises ArchiveError.
    """
    vet([name])
    rows = connection.execute(
        "SELECT name, person FROM player WHERE folded = ? ORDER BY name <> ?, id",
        [folded(name), name],
    ).fetchall()
    if not rows:
        raise ArchiveError(_unknown(connection, name))
    if rows[0][0] != name and len({person for _, person in rows}) > 1:
        spellings = ", ".join(spelling for spelling, _ in rows)
        raise ArchiveError(f"{name} may be any of {spellings}; write one of these exactly")
    return str(rows[0][0])


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
