"""Search: the matches that filters ask for, in one order, page by page."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from msgspec import Struct
from msgspec.structs import replace

from kifu.store.ask.filters import Condition, Filters, at_source, conditions, vet
from kifu.store.ids import deal_of
from kifu.store.paths import located

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


class Hit(Struct, kw_only=True):
    """A match that was found, from the record that answers the question (the main one, where
    several do). `path` and `number` say where it is; `path` can be opened from here.
    """

    id: str
    record: str
    game: str
    rules: int
    options: str
    players: list[str]
    scores: list[int] | None
    winners: list[int] | None
    date: str | None
    event: str | None
    finished: bool
    rounds: int | None
    turns: int | None
    plies: int
    path: str
    number: int


class Found(Struct):
    """A page of hits, and how many there are in all."""

    hits: list[Hit]
    total: int


def find(
    connection: DuckDBPyConnection,
    archive: str,
    filters: Filters,
    limit: int | None = None,
    offset: int = 0,
) -> Found:
    """The matches that `filters` ask for, `limit` of them from `offset` (0 is the first) on.

    In the order of their days (undated ones last), source, record number and id. Raises
    UsageError for a question that makes no sense.
    """
    vet([limit or 0, offset])
    where, parameters = _where(connection, archive, filters)
    ((total,),) = connection.execute(_COUNT.format(where=where), parameters).fetchall()
    here, at = at_source(filters, archive)
    query = _QUERY.format(matched=_MATCHED.format(where=where), here=here)
    bounds = [total if limit is None else limit, offset]
    rows = connection.execute(query, [*parameters, *at, *bounds])
    return Found([_hit(row, archive) for row in rows.fetchall()], total)


def select(connection: DuckDBPyConnection, archive: str, filters: Filters) -> int:
    """Leave the keys of the records that `filters` ask for, one of each match, in the temporary
    table `selected`; how many there are. Raises UsageError as `find` does.
    """
    where, parameters = _where(connection, archive, filters)
    matched = _MATCHED.format(where=where)
    connection.execute(f"CREATE TEMP TABLE selected AS {matched}", parameters)
    ((total,),) = connection.execute("SELECT count(*) FROM selected").fetchall()
    return int(total)


#: `{where}` and `{here}` are put together from the fixed pieces of `filters`, never from what
#: was asked.
_COUNT = """
    SELECT count(DISTINCT r.play)
    FROM record AS r JOIN variant AS v ON v.id = r.variant WHERE {where}
"""
_MATCHED = """
    SELECT r.key FROM record AS r JOIN variant AS v ON v.id = r.variant WHERE {where}
    QUALIFY row_number() OVER (
        PARTITION BY r.play ORDER BY r.main DESC, r.notes DESC, r.record
    ) = 1
"""
_QUERY = """
    WITH matched AS ({matched}), placed AS (
        SELECT place.record AS key, min(struct_pack(path := source.path, number := place.number))
            AS at
        FROM place JOIN source ON source.id = place.source
        WHERE place.record IN (SELECT key FROM matched) AND {here}
        GROUP BY place.record
    )
    SELECT
        hex_id(r.play), hex_id(r.record), v.game, v.rules, v.options, r.names, r.scores,
        r.winners, r.date, r.event, r.finished, r.rounds, r.turns, r.plies, placed.at.path,
        placed.at.number
    FROM placed JOIN record AS r USING (key) JOIN variant AS v ON v.id = r.variant
    ORDER BY r.date_from NULLS LAST, r.date_to, placed.at.path, placed.at.number, r.play
    LIMIT ? OFFSET ?
"""


def _where(connection: DuckDBPyConnection, archive: str, filters: Filters) -> Condition:
    """All conditions as one."""
    if filters.same_deal is not None:
        filters = replace(filters, same_deal=deal_of(connection, filters.same_deal))
    found = conditions(filters, archive)
    text = " AND ".join([condition for condition, _ in found]) or "true"
    return text, [value for _, values in found for value in values]


def _hit(row: Sequence[Any], archive: str) -> Hit:
    values = dict(zip(Hit.__struct_fields__, row, strict=True))
    values["path"] = located(values["path"], archive)
    return Hit(**values)
