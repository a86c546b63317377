"""Erasing: a player leaves the archive, and a pseudonym replaces the names."""

from __future__ import annotations

import os

from msgspec import Struct

from kifu.store.erasure import SILENT, Erasure
from kifu.store.fold import folded
from kifu.store.people import People, named
from kifu.store.tables import Connection, vet


class Erased(Struct):
    """What an erasure did. `matches` is how many records have the `pseudonym` at a seat now, also
    those from an earlier erasure. `mentions` is how many comments, tags and paths of logs still
    contain one of `names` within a longer text. `names` are the player's names; if somebody erased
    before was named again, only the name that was given, or [] if that was the pseudonym.
    """

    pseudonym: str
    matches: int
    mentions: int
    names: list[str]


class Chosen(Struct):
    """Who is to be erased: the `pseudonym`, the `names` under which texts may mention the person
    ([] if the pseudonym was given), and `people`, the content of the people file after the erasure.
    """

    pseudonym: str
    names: list[str]
    people: People


def choose(connection: Connection, said: People, name: str) -> Chosen:
    """Find out whom to erase by `name`, and with what pseudonym. `name` may be any name of a person
    in the archive, who is erased under all of them and under all spellings of them, or the
    pseudonym or former name of somebody erased before. `said` is the content of the people file;
    the result has it with the new erasure, or unchanged for somebody erased before. Writes nothing,
    and does not change `said`.

    The pseudonym is `erased-` and 8 hex digits, or the one that the person already has. Raises
    ArchiveError for a name that the open archive does not have, or that may be several persons',
    and UsageError for a name that is not UTF-8.
    """
    vet([name])
    known = said.erasure
    is_pseudonym = name in known.pseudonyms.values()
    pseudonym = name if is_pseudonym else known.of(name)
    if pseudonym is not None:
        return Chosen(pseudonym, [] if is_pseudonym else [name], said)
    rows = connection.execute(_NAMES, [named(connection, name)]).fetchall()
    names = [*dict.fromkeys([name, *(spelling for (spelling,) in rows)])]
    secrets = said.secrets or [os.urandom(16).hex()]
    digest = Erasure(secrets, {}).digest
    # A person who was erased before and then renamed keeps the pseudonym.
    before = [each for each in names if each in known.pseudonyms.values()]
    pseudonym = before[0] if before else f"erased-{digest(name)[:8]}"
    again = [hashed for hashed, of in said.erased if of in before]
    hashes = {*again, *map(digest, names)} - {digest(pseudonym)}  # in any spelling
    erased = sorted((hashed, pseudonym) for hashed in hashes)
    return Chosen(pseudonym, names, said.with_erased(People(erased=erased, secrets=secrets)))


#: Every name of the person who has a name, and every one that is equal to one of these when folded.
_NAMES = """
    SELECT name FROM player WHERE folded IN (SELECT folded FROM player WHERE person =
        (SELECT person FROM player WHERE name = ?)) ORDER BY id
"""


def erase(connection: Connection, erased: Erasure) -> None:
    """Replace in the rows all names that are `erased`: names of players, and authors and values of
    tags that are such a name as a whole. A name within a longer text stays, but messages in
    quarantine that contain one become `SILENT`. Players with one pseudonym become one player.
    Nothing is changed if nobody is erased.

    The caller opens and commits the transaction, and notes the erasure (`people.note`). Bytes of
    the names stay in the archive's file until it is rewritten.
    """
    names = connection.execute("SELECT id, name FROM player ORDER BY id").fetchall()
    found: dict[str, list[tuple[int, str]]] = {}
    for number, name in names:
        pseudonym = erased.of(name)
        if pseudonym is not None:
            found.setdefault(pseudonym, []).append((number, name))
    for pseudonym, rows in sorted(found.items()):
        _erase_names(connection, rows, pseudonym)
    _erase_values(connection, erased)
    for (message,) in connection.execute("SELECT DISTINCT message FROM quarantine").fetchall():
        if erased.is_named_in(message):
            change = "UPDATE quarantine SET message = ? WHERE message = ?"
            connection.execute(change, [SILENT, message])


def _erase_names(connection: Connection, rows: list[tuple[int, str]], pseudonym: str) -> None:
    """Merge the players in `rows` (pairs of id and name, at least one) into one player called
    `pseudonym`, in seats and in the records' lists of names. Their rows in `player` are deleted. If
    nobody has the name `pseudonym` yet, a row for it is added, with the first of their ids, as a
    person of its own. Players who were aliases of a deleted one become persons of their own.
    """
    ids = [number for number, _ in rows]
    names = [name for _, name in rows]
    query = "SELECT min(id) FROM player WHERE name = ?"
    ((there,),) = connection.execute(query, [pseudonym]).fetchall()
    own = ids[0] if there is None else there
    connection.execute(
        "UPDATE seat SET player = $own WHERE list_contains($ids, player)", {"own": own, "ids": ids}
    )
    connection.execute("DELETE FROM player WHERE list_contains(?, id)", [ids])
    connection.execute("UPDATE player SET person = id WHERE list_contains(?, person)", [ids])
    if there is None:
        row = [own, pseudonym, folded(pseudonym), own]
        connection.execute("INSERT INTO player VALUES (?, ?, ?, ?)", row)
    connection.execute(
        "UPDATE record SET names = [if(list_contains($names, x), $pseudonym, x) FOR x IN names] "
        "WHERE list_has_any(names, $names)",
        {"names": names, "pseudonym": pseudonym},
    )


def _erase_values(connection: Connection, erased: Erasure) -> None:
    """Replace `erased` names by pseudonyms where they are the whole author of a note or the whole
    value of a tag, also in the columns of a record that have a tag's value. A record whose date was
    such a name has no first and last day afterwards. Longer texts stay.
    """
    for table, column in (("note", "author"), ("tag", "value"), ("record", "event"),
                          ("record", "site"), ("record", "termination"),
                          ("record", "date")):  # fmt: skip
        _replace(connection, table, column, erased)
    for pseudonym in sorted(set(erased.pseudonyms.values())):
        connection.execute("UPDATE tag SET folded = value WHERE value = ?", [pseudonym])
        unread = "UPDATE record SET date_from = NULL, date_to = NULL WHERE date = ?"
        connection.execute(unread, [pseudonym])


def _replace(connection: Connection, table: str, column: str, known: Erasure) -> None:
    """In the rows of `table`, replace each value of `column` (text) that is, as a whole, an erased
    name in `known`, compared folded, by its pseudonym. NULL and all other values stay, and so do
    other columns, such as `folded`. `table` and `column` go into the SQL as they are. Does not
    commit.
    """
    query = f"SELECT DISTINCT {column} FROM {table} WHERE {column} IS NOT NULL"
    for (value,) in connection.execute(query).fetchall():
        pseudonym = known.of(value)
        if pseudonym is not None:
            change = f"UPDATE {table} SET {column} = ? WHERE {column} = ?"
            connection.execute(change, [pseudonym, value])


def outcome(connection: Connection, chosen: Chosen) -> Erased:
    """What the erasure of `chosen` did, counted in the rows of the open archive: call this after
    `erase`. It counts the records that have the pseudonym at a seat, also from earlier erasures,
    and the comments, tags and paths of logs that still contain one of `chosen.names`, compared
    folded (0 if there are no names). Changes nothing.
    """
    seats = "SELECT count(DISTINCT record) FROM seat JOIN player ON player.id = seat.player"
    matches = connection.execute(f"{seats} WHERE player.name = ?", [chosen.pseudonym]).fetchall()
    mentions = _mentions(connection, chosen.names)
    return Erased(chosen.pseudonym, matches[0][0], mentions, chosen.names)


def _mentions(connection: Connection, names: list[str]) -> int:
    """How many comments, tags and paths of logs contain at least one of `names`, each counted once:
    compared as searches do. 0 without names.
    """
    texts = sorted({folded(name) for name in names})
    paths = connection.execute("SELECT path FROM source").fetchall()
    found = sum(any(text in folded(path) for text in texts) for (path,) in paths)
    for table in ("note", "tag"):
        query = f"SELECT count(*) FROM {table} WHERE len([x FOR x IN ? IF contains(folded, x)]) > 0"
        found += connection.execute(query, [texts]).fetchall()[0][0]
    return found
