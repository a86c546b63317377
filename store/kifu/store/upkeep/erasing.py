"""Erasing: a player leaves the archive, and a pseudonym stands where the names stood.

The archive remembers erased names only as digests with a secret of its own, so that it can tell
one that comes in again, from a log that still has it, and can't be asked for it. Names are
compared folded. A name within a longer text is not touched; `Erased` counts those.
"""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from kifu.notation.record import Line, Note, Record
from kifu.store.ask.filters import vet
from kifu.store.fold import folded
from kifu.store.index.entry import Bad
from kifu.store.index.rows import Rows
from kifu.store.people import named

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


class Erasure:
    """The names that are erased, by their digests, with what stands for each."""

    def __init__(self, secret: str, pseudonyms: dict[str, str]) -> None:
        self.secret = secret
        self.pseudonyms = pseudonyms
        self._of = lru_cache(maxsize=1 << 16)(self._sought)

    def of(self, name: str) -> str | None:
        """The pseudonym of `name`, if that is erased."""
        return self._of(name) if self.pseudonyms else None

    def digest(self, name: str) -> str:
        """What the archive keeps of an erased name."""
        key = bytes.fromhex(self.secret)
        return hashlib.blake2b(folded(name).encode(), digest_size=16, key=key).hexdigest()

    def _sought(self, name: str) -> str | None:
        return self.pseudonyms.get(self.digest(name))


class Erased(Struct):
    """What an erasure did: the pseudonym, the matches where it now stands, and how many comments,
    tags and names of logs still hold one of the names within a longer text.
    """

    pseudonym: str
    matches: int
    mentions: int


def erasure(connection: DuckDBPyConnection) -> Erasure:
    """What the archive has erased so far."""
    secret = connection.execute("SELECT value FROM meta WHERE name = 'secret'").fetchall()
    rows = connection.execute("SELECT digest, pseudonym FROM erased").fetchall()
    return Erasure(secret[0][0] if secret else "", dict(rows))


def keep(connection: DuckDBPyConnection, known: Erasure) -> None:
    """Enter what another archive has erased into one that has erased nothing."""
    if known.secret:
        connection.execute("INSERT INTO meta VALUES ('secret', ?)", [known.secret])
        rows = list(known.pseudonyms.items())
        connection.executemany("INSERT INTO erased VALUES (?, ?)", rows)


def erase(connection: DuckDBPyConnection, name: str) -> Erased:
    """Erase the person who has `name`, with all names of that person, from the archive's rows.

    What is erased already stays so. Raises ArchiveError for a name that is not there.
    """
    vet([name])
    known = erasure(connection)
    if not known.secret:
        known = Erasure(os.urandom(16).hex(), {})
        connection.execute("INSERT INTO meta VALUES ('secret', ?)", [known.secret])
    names = [name]
    pseudonym = known.of(name)
    if pseudonym is None:
        pseudonym = f"erased-{known.digest(name)[:8]}"
        rows = _names(connection, name)
        names += [spelling for _, spelling in rows]
        _erase_names(connection, known, rows, pseudonym)
    seats = "SELECT count(DISTINCT record) FROM seat JOIN player ON player.id = seat.player"
    matches = connection.execute(f"{seats} WHERE player.name = ?", [pseudonym]).fetchall()
    return Erased(pseudonym, matches[0][0], _mentions(connection, names))


def hide(connection: DuckDBPyConnection, rows: Rows) -> None:
    """Put the pseudonyms of erased players into rows on their way into the archive."""
    known = erasure(connection)
    if not known.pseudonyms:
        return
    for table, column in ((rows.chairs, "name"), (rows.remarks, "author"), (rows.tags, "value"),
                          (rows.records, "event"), (rows.records, "site")):  # fmt: skip
        table[column] = [value and (known.of(value) or value) for value in table[column]]
    rows.records["names"] = [
        "\0".join([known.of(name) or name for name in names.split("\0")])
        for names in rows.records["names"]
    ]


def hide_in_messages(connection: DuckDBPyConnection, found: Iterable[Bad]) -> None:
    """Put another message in the place of one that names an erased player, of bad records on
    their way into the quarantine.
    """
    known = erasure(connection)
    if known.pseudonyms:
        for bad in found:
            if any(known.of(words) for words in _phrases(bad.message)):
                bad.message = _SILENT


#: What the quarantine says instead of a message that has an erased name.
_SILENT = "it names a player who was erased; see kifu check"


def _phrases(message: str) -> Iterator[str]:
    """Every so many words of a message, one behind the other, as far as a name may go."""
    words = [word.strip("'\",.;:()[]") for word in message.split()]
    for start in range(len(words)):
        for end in range(start + 1, min(start + _LONGEST, len(words)) + 1):
            yield " ".join(words[start:end])


#: Words of the longest name that is looked for in a message.
_LONGEST = 5


def concealed(record: Record, known: Erasure) -> Record:
    """`record` with the pseudonyms of erased players as its seats, as values of tags and as
    authors of comments; the very same object where none is named.
    """
    if not known.pseudonyms:
        return record
    seats = [known.of(name) or name for name in record.seats]
    tags = [(tag, (tag != ";" and known.of(value)) or value) for tag, value in record.tags]
    notes = [_concealed(note, known) for note in record.notes]
    if seats == record.seats and tags == record.tags and notes == record.notes:
        return record
    return replace(record, seats=seats, tags=tags, notes=notes)


def _concealed(note: Note, known: Erasure) -> Note:
    if note.line is not None:
        inner = [_concealed(each, known) for each in note.line.notes]
        return replace(note, line=Line(note.line.moves, inner, note.line.on))
    if note.text is None:
        return note
    return replace(note, text=_BY.sub(lambda by: _signed(by, known), note.text))


_BY = re.compile(r"(\[%by[ \t\r\n]++)([^\[\]]*+)(?=\])")


def _signed(by: re.Match[str], known: Erasure) -> str:
    return f"{by[1]}{known.of(by[2]) or by[2]}"


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
            [_SILENT, text],
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
