"""Pseudonymise: replace erased names in rows before they enter the archive."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from typing import TYPE_CHECKING

from kifu.store.erasure import Erasure, erasure
from kifu.store.fold import folded
from kifu.store.index.entry import Bad
from kifu.store.index.rows import PieceRows, Row

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

#: The quarantine shows this instead of a message that contains an erased name.
SILENT = "it names a player who was erased; see kifu check"

#: The most words of a name that is looked for in messages.
_LONGEST = 5


def pseudonymise(connection: DuckDBPyConnection, pieces: Iterable[PieceRows]) -> None:
    """Replace the names of players who are erased in the archive by their pseudonyms, in place, in
    rows that are about to be entered.
    """
    known = erasure(connection)
    if known.pseudonyms:
        for rows in pieces:
            rows.change_each(partial(_conceal, known))


def _conceal(erased: Erasure, row: Row) -> None:
    """Replace the names of `erased` players by their pseudonyms, in place, in the rows of one
    record.
    """
    row.names = [erased.conceal(name) for name in row.names]
    for seat in row.seated:
        seat.name = erased.conceal(seat.name)
    for tag in row.tags:
        tag.value = erased.conceal(tag.value)
        tag.folded = folded(tag.value)
    for note in row.notes:
        if note.author:
            note.author = erased.conceal(note.author)
    if row.event:
        row.event = erased.conceal(row.event)
        row.event_folded = folded(row.event)
    if row.site:
        row.site = erased.conceal(row.site)


def pseudonymise_messages(connection: DuckDBPyConnection, records: Iterable[Bad]) -> None:
    """Replace the message of each bad record that names an erased player by `SILENT`, in place."""
    known = erasure(connection)
    if known.pseudonyms:
        for bad in records:
            if is_named(known, bad.message):
                bad.message = SILENT


def is_named(erased: Erasure, message: str) -> bool:
    """Whether a message of the quarantine contains a name that is `erased`."""
    return any(erased.of(words) for words in _phrases(message))


def _phrases(message: str) -> Iterator[str]:
    """Every run of 1 to `_LONGEST` consecutive words in a message: whatever may be a name."""
    words = [word.strip("'\",.;:()[]") for word in message.split()]
    for start in range(len(words)):
        for end in range(start + 1, min(start + _LONGEST, len(words)) + 1):
            yield " ".join(words[start:end])
