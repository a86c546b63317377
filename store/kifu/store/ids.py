"""Ids: what the digits that a user gives name in an archive."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from kifu.notation.errors import UsageError
from kifu.store.errors import ArchiveError

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

#: The records that an id may name: as the main record of their match, or by their own id.
_OF_MATCH = "SELECT key, hex_id(record) FROM of_matches($low, $high) LIMIT 2"
_BY_ITSELF = "SELECT key, hex_id(record) FROM of_records($low, $high) LIMIT 2"


def identified(connection: DuckDBPyConnection, wanted: str) -> tuple[int, str]:
    """The key and the whole id of the record that `wanted` names: by its own id, or as the main
    record of the match with that id; the first 4 digits or more are enough. Raises UsageError for
    text that is not an id, and ArchiveError for no record or several.
    """
    low, high = ends_of(wanted)
    ends = {"low": f"{low:032x}", "high": f"{high:032x}"}
    rows = connection.execute(_OF_MATCH, ends).fetchall()
    if not rows or low < high:
        # A whole id of a match is no record's: they are digests of different texts.
        rows = list({*rows, *connection.execute(_BY_ITSELF, ends).fetchall()})
    if not rows:
        raise ArchiveError(f"the archive has no record or match {wanted}")
    if len(rows) > 1:
        raise ArchiveError(f"{wanted} names more than one record; give more of its digits")
    return rows[0][0], rows[0][1]


def ends_of(wanted: str) -> tuple[int, int]:
    """The lowest and the highest id that begin with the hex digits `wanted`, with hyphens
    or without, as numbers. Raises
    UsageError for text that is not an id or its beginning.

    >>> [f"{end:032x}" for end in ends_of("BEEF")]
    ['beef0000000000000000000000000000', 'beefffffffffffffffffffffffffffff']
    """
    digits = wanted.lower().replace("-", "")
    if not re.fullmatch("[0-9a-f]{4,32}", digits):
        raise UsageError(f"an id is 4 to 32 hex digits, not {wanted!r}")
    return int(digits.ljust(32, "0"), 16), int(digits.ljust(32, "f"), 16)


def deal_of(connection: DuckDBPyConnection, wanted: str) -> str:
    """The id of the deal that `wanted` names: its own whole id, or the first digits of the id of a
    record or match that has it. Raises UsageError for text that is not an id, and ArchiveError if
    it names no record or more than one, or the deal of the record is not known.
    """
    low, high = ends_of(wanted)
    if low == high:
        known = "SELECT 1 FROM record WHERE deal = CAST(? AS UUID) LIMIT 1"
        if connection.execute(known, [f"{low:032x}"]).fetchall():
            return f"{low:032x}"
    key, identity = identified(connection, wanted)
    query = "SELECT hex_id(deal) FROM record WHERE key = ?"
    ((deal,),) = connection.execute(query, [key]).fetchall()
    if deal is None:
        raise ArchiveError(f"the deal of record {identity} is not known")
    return str(deal)
