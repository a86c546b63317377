"""Pseudonymise: replace erased names in rows before they enter the archive."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from kifu.store.erasure import erasure
from kifu.store.fold import folded
from kifu.store.index.entry import Bad
from kifu.store.index.rows import Rows

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

#: The quarantine shows this instead of a message that contains an erased name.
SILENT = "it names a player who was erased; see kifu check"

#: The most words of a name that is looked for in messages.
_LONGEST = 5


def pseudonymise(connection: DuckDBPyConnection, rows: Rows) -> None:
    """Replace the names of erased players by their pseudonyms in rows that enter the archive."""
    known = erasure(connection)
    if not known.pseudonyms:
        return

    def hidden(name: str) -> str:
        return known.of(name) or name

    rows.remarks["author"] = [author and hidden(author) for author in rows.remarks["author"]]
    rows.tags.derive("value", "value", hidden)
    rows.tags.derive("folded", "value", folded)
    for name in ("event", "site"):
        rows.records.derive(name, name, lambda text: text and f"={hidden(text[1:])}")
    rows.records.derive("event_folded", "event", lambda text: text and f"={folded(text[1:])}")
    rows.change_names(hidden)


def pseudonymise_messages(connection: DuckDBPyConnection, found: Iterable[Bad]) -> None:
    """Replace messages that name an erased player, in bad records that enter the quarantine."""
    known = erasure(connection)
    if known.pseudonyms:
        for bad in found:
            if any(known.of(words) for words in _phrases(bad.message)):
                bad.message = SILENT


def _phrases(message: str) -> Iterator[str]:
    """Every run of consecutive words of a message that is no longer than a name may be."""
    words = [word.strip("'\",.;:()[]") for word in message.split()]
    for start in range(len(words)):
        for end in range(start + 1, min(start + _LONGEST, len(words)) + 1):
            yield " ".join(words[start:end])
