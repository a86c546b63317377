"""Search: the matches that filters ask for, in one order."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Any
from uuid import UUID

from msgspec import Struct
from msgspec.structs import astuple, replace

from kifu.notation.errors import UsageError
from kifu.store.ask.filters import Condition, Filters, at_source, conditions, joined
from kifu.store.ask.sql import Rows
from kifu.store.errors import ArchiveError
from kifu.store.paths import located
from kifu.store.tables import Connection, has_rows


class Hit(Struct):
    """A match that was found, from the record that answers the question (the main one, if it does;
    otherwise the one with the most notes). `id` is the id of the match, `record` that of the
    record. `path` and `number` (from 1) say where the record is; `path` can be opened from here.
    `winners` are seats, from 1. `options` are those that differ from their default. The fields are
    the columns of `kifu find`, in their order.
    """

    date: str | None
    game: str
    players: list[str]
    scores: list[int] | None
    winners: list[int] | None
    path: str
    number: int
    time: str | None
    options: str
    turns: int | None
    event: str | None
    id: str
    record: str
    rules: int
    drawn: bool | None
    finished: bool
    rounds: int | None
    plies: int


class Found(Struct):
    """The first `hits`, in the order of `find`, and the `total` number of matches that pass."""

    hits: list[Hit]
    total: int

    @property
    def rows(self) -> Rows:
        """A property: the hits as a new list of rows, dicts by the fields of `Hit`, in the same
        order. Empty if there are no hits; it has its `columns` then, too.
        """
        return Rows(Hit.__struct_fields__, map(astuple, self.hits))


def find(connection: Connection, archive: str, filters: Filters, limit: int | None = None) -> Found:
    """The first of the matches that pass `filters`, at most `limit` of them (None: all; 0: none,
    only counted), as `hits`, and the number of all that pass, as `total`. `archive` is the
    archive's path. If several records of a match pass, it is one hit: the main record, or where
    that does not pass, the one with the most notes. If none passes, there are no hits and the
    number is 0.

    Sorted by first day, last day and time (those without one last), source and record number; if a
    record is in several sources, the first that `filters.source` allows counts. All rows are read
    before it returns. Leaves the table `selected` on the connection, which must not have one yet:
    so this can be called once for each connection.

    Raises UsageError for a filter that nothing can match, for more than 100 conditions, for a
    `same_deal` that is no id, and for a limit that is below 0 or no int; ArchiveError if nothing
    has the id `same_deal`, or its deal is not known; and DuckDB's own errors, also for lack of
    memory. After an error, `selected` may be there.
    """
    if limit is not None and (not isinstance(limit, int) or limit < 0):
        raise UsageError(f"a limit of {limit!r}: expected a number of matches")
    total = select(connection, archive, filters)
    shown = total if limit is None else min(total, limit)
    if not shown:
        return Found([], total)
    here, at = at_source(filters, archive)
    rows = connection.execute(_PAGE.format(here=here), [*at, shown])
    return Found([_hit(row, archive) for row in rows.fetchall()], total)


def select(connection: Connection, archive: str, filters: Filters) -> int:
    """Make the temporary table `selected` of the records that pass `filters`, one of each match,
    and return their number. Of the records of a match that pass, it is the main one, otherwise the
    one with the most notes, and of equals the one with the lowest id. The table stays on the
    connection, which must not have one yet; it may be empty. `archive` is the archive's path.
    Columns: `key`; `main`, whether it is the match's main record; `first` and `last`, the days
    between which it was played (infinity where unknown); `time` (24:00 where unknown).

    Raises UsageError for a filter that nothing can match, for more than 100 conditions and for a
    `same_deal` that is no id, and ArchiveError if nothing has the id `same_deal`, or its deal is
    not known. Then no table is made. Also raises DuckDB's own errors, also if there is a table
    `selected` already; after one, the table may be there, with several records of a match.
    """
    where, parameters = condition_of(connection, archive, filters)
    connection.execute(_SELECTED.format(where=where), parameters)
    if has_rows(connection, "selected WHERE NOT main"):
        connection.execute(_WITHOUT_RIVALS)
    ((total,),) = connection.execute("SELECT count(*) FROM selected").fetchall()
    return int(total)


#: `{where}` and `{here}` are put together from the fixed pieces of `filters`, never from what
#: was asked. Only what every question needs is read: an id takes ten times the room of a day.
_SELECTED = """
    CREATE TEMP TABLE selected AS
    SELECT r.key, r.main, coalesce(r.date_from, 'infinity') AS first,
        coalesce(r.date_to, 'infinity') AS last, coalesce(r.time, TIME '24:00:00') AS time
    FROM record AS r JOIN variant AS v ON v.id = r.variant WHERE {where}
"""
#: Few matches have a record besides the main one: only those are looked at.
_WITHOUT_RIVALS = """
    DELETE FROM selected WHERE key IN (
        SELECT key FROM record AS r JOIN selected USING (key)
        WHERE r.play IN (SELECT play FROM record JOIN selected USING (key) WHERE NOT selected.main)
        QUALIFY row_number() OVER (
            PARTITION BY r.play ORDER BY r.main DESC, r.notes DESC, r.record
        ) > 1
    )
"""
#: Wide rows are read for what is shown alone. A place is ordered as one number, path before number.
_PAGE = """
    WITH located AS (
        SELECT id, path, CAST(row_number() OVER (ORDER BY path) AS HUGEINT) << 64 AS rank
        FROM source WHERE {here}
    ), placed AS (
        SELECT place.record AS key, min(located.rank + place.number) AS spot
        FROM place JOIN located ON located.id = place.source
        WHERE place.record IN (SELECT key FROM selected) GROUP BY place.record
    ), page AS (
        FROM selected JOIN placed USING (key) ORDER BY first, last, time, spot LIMIT ?
    )
    SELECT
        r.date, v.game, r.names, r.scores, r.winners, located.path, page.spot - located.rank,
        CAST(r.time AS VARCHAR), v.options, r.turns, r.event, hex_id(r.play), hex_id(r.record),
        v.rules, r.drawn, r.finished, r.rounds, r.plies
    FROM page JOIN record AS r USING (key) JOIN variant AS v ON v.id = r.variant
    JOIN located ON located.rank = (page.spot >> 64) << 64
    ORDER BY page.first, page.last, page.time, page.spot
"""


def condition_of(connection: Connection, archive: str, filters: Filters) -> Condition:
    """One SQL condition, with its parameters, that a record `r` of variant `v` fulfils if it passes
    all `filters`; ("true", []) if none is given. `filters.source` is relative to the working
    directory; `archive`, the archive's path, serves to find by what name the archive knows that
    file or folder. `same_deal` may name a record or match here: its deal is looked up on the
    connection, from which no rows may be on their way then. `filters` are not changed.

    Raises UsageError for a filter that nothing can match (see `filters.conditions`), for more than
    100 conditions and for a `same_deal` that is no id, and ArchiveError if nothing has the id
    `same_deal`, or its deal is not known.
    """
    if filters.same_deal is not None:
        filters = replace(filters, same_deal=deal_of(connection, str(filters.same_deal)))
    return joined(conditions(filters, archive))


def _hit(row: Sequence[Any], archive: str) -> Hit:
    """A row of `_PAGE` as a hit, with a path that can be opened from the working directory."""
    hit = Hit(*row)
    hit.path = located(hit.path, archive)
    return hit


def identified(connection: Connection, wanted: str) -> tuple[int, str]:
    """Find a record by the id `wanted`, which is that of the record, or of a match: then its main
    record is meant. Returns the record's key in the archive and the record's own id (32 hex digits
    in lower case, without hyphens), also if `wanted` is the id of a match. `wanted` is 32 hex
    digits, in upper or lower case, with or without hyphens. If several rows have the id, the key is
    that of any one of them. Raises UsageError for text that is not an id, and ArchiveError if
    nothing has it.
    """
    rows = connection.execute(_NAMED, {"id": _id_of(wanted)}).fetchall()
    if not rows:
        raise ArchiveError(f"the archive has no record or match {wanted}")
    return rows[0][0], rows[0][1]


_NAMED = "SELECT key, hex_id(record) FROM record WHERE record = $id OR (main AND play = $id)"


def deal_of(connection: Connection, wanted: str) -> str:
    """The id of a deal, with hyphens. `wanted` is that id, or else the id of a record, or of a
    match, whose main record then counts; a deal comes first if it is the id of both. Hyphens may be
    left out. Raises UsageError for text that is not an id, and ArchiveError if nothing has this id,
    or the deal of the record is not known.
    """
    own = _id_of(wanted)
    if connection.execute("SELECT 1 FROM record WHERE deal = ? LIMIT 1", [own]).fetchall():
        return str(own)
    key, identity = identified(connection, wanted)
    ((deal,),) = connection.execute("SELECT deal FROM record WHERE key = ?", [key]).fetchall()
    if deal is None:
        raise ArchiveError(f"the deal of record {identity} is not known")
    return str(deal)


def _id_of(text: str) -> UUID:
    """The id in a text of 32 hex digits, with or without hyphens, in upper or lower case. Raises
    UsageError for another text.
    """
    with suppress(ValueError):
        found = UUID(text)
        # It takes braces and the like, too.
        if text.lower() in (found.hex, str(found)):
            return found
    raise UsageError(f"an id is 32 hex digits, not {text!r}")
