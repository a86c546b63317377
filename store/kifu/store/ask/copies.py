"""Copies: matches that are in several places, identical or with other notes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from kifu.store.ask.filters import Filters
from kifu.store.ask.search import select
from kifu.store.paths import located

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


class Copy(Struct):
    """One place of a match that has several. `records` is how many different records the match
    has, and `main` says that this is the one that speaks for it.
    """

    match: str
    record: str
    main: bool
    records: int
    date: str | None
    players: list[str]
    notes: int
    path: str
    number: int


_COPIES = """
    WITH standing AS (
        SELECT
            record.*, source.path, place.number,
            count(*) OVER same AS places, count(DISTINCT record.key) OVER same AS records
        FROM record JOIN place ON place.record = record.key
        JOIN source ON source.id = place.source
        WHERE play IN (SELECT play FROM selected JOIN record USING (key))
        WINDOW same AS (PARTITION BY play)
    )
    SELECT
        hex_id(play), hex_id(record), main, records, date, names, notes, path, number
    FROM standing WHERE places > 1 AND records >= ?
    ORDER BY play, main DESC, record, path, number
"""


def copies(
    connection: DuckDBPyConnection, archive: str, filters: Filters, least_records: int = 1
) -> list[Copy]:
    """All places of each match that passes `filters`, is in at least two places and has at least
    `least_records` different records. They come match by match, the main record first; `archive` is
    the archive's path.
    """
    select(connection, archive, filters)
    rows = connection.execute(_COPIES, [least_records]).fetchall()
    found = [Copy(*row) for row in rows]
    for copy in found:
        copy.path = located(copy.path, archive)
    return found
