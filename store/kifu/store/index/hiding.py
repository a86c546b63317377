"""Hiding: names that are erased, in what is on its way into the archive."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from kifu.store.erasure import erasure
from kifu.store.index.entry import Bad
from kifu.store.index.rows import Rows

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

#: What the quarantine says instead of a message that has an erased name.
SILENT = "it names a player who was erased; see kifu check"

#: Words of the longest name that is looked for in a message.
_LONGEST = 5


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
                bad.message = SILENT


def _phrases(message: str) -> Iterator[str]:
    """Every so many words of a message, one behind the other, as far as a name may go."""
    words = [word.strip("'\",.;:()[]") for word in message.split()]
    for start in range(len(words)):
        for end in range(start + 1, min(start + _LONGEST, len(words)) + 1):
            yield " ".join(words[start:end])
