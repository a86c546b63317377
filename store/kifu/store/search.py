"""Search: questions to the archive that compose, and the one SQL query that answers them.

Every filter that is given must hold. Those that speak of a seat (player, seat number, score)
speak of one and the same seat; text and glyph may stand in different notes of the record. What
was asked reaches DuckDB as parameters only.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from kifu.notation.errors import UsageError
from kifu.store.dates import asked
from kifu.store.fold import folded, is_unicode
from kifu.store.paths import located
from kifu.store.remarks import sign

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


class Filters(Struct, frozen=True, kw_only=True):
    """What is asked for; None and empty ask for nothing.

    `players`: any of these names sits at the seat; names are compared folded, and an alias
    finds its person. `result`: the scores in seat order. `date`: as in `dates.asked`, and the
    record's date must lie within it as far as it is written. `options`: the value in force,
    also where it is the default and so not written. `event` and `text` are parts of the folded
    event and of one folded comment.
    """

    game: str | None = None
    players: Sequence[str] = ()
    seat: int | None = None
    winner: str | None = None
    result: Sequence[int] | None = None
    score_min: int | None = None
    score_max: int | None = None
    date: str | None = None
    options: Sequence[tuple[str, str]] = ()
    event: str | None = None
    text: str | None = None
    glyph: str | None = None


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
    conditions, parameters = _conditions(filters)
    _vet([*parameters, limit or 0, offset])
    where = " AND ".join(conditions) or "true"
    query = _QUERY.format(where=where)
    ((total,),) = connection.execute(_COUNT.format(where=where), parameters).fetchall()
    rows = connection.execute(query, [*parameters, total if limit is None else limit, offset])
    hits = [_hit(row, archive) for row in rows.fetchall()]
    return Found(hits, total)


#: `{where}` is put together from the fixed pieces of `_conditions`, never from what was asked.
_COUNT = """
    SELECT count(DISTINCT r.play)
    FROM record AS r JOIN variant AS v ON v.id = r.variant WHERE {where}
"""
_QUERY = """
    WITH matched AS (
        SELECT r.key FROM record AS r JOIN variant AS v ON v.id = r.variant WHERE {where}
        QUALIFY row_number() OVER (
            PARTITION BY r.play ORDER BY r.main DESC, r.notes DESC, r.record
        ) = 1
    ), placed AS (
        SELECT place.record AS key, min(struct_pack(path := source.path, number := place.number))
            AS at
        FROM place JOIN source ON source.id = place.source
        WHERE place.record IN (SELECT key FROM matched)
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

#: The largest number that a question may name.
_LARGEST = 2**62

_PERSON = """
    IN (SELECT id FROM player WHERE person IN (
        SELECT person FROM player WHERE folded IN (SELECT unnest(CAST(? AS VARCHAR[])))))
"""


def _conditions(filters: Filters) -> tuple[list[str], list[Any]]:
    """The conditions on a record `r` of variant `v`, and their parameters in order."""
    found: list[tuple[str, list[Any]]] = []
    if filters.game is not None:
        found.append(("v.game = ?", [filters.game]))
    for name, value in filters.options:
        setting = "SELECT variant FROM setting WHERE name = ? AND value = ?"
        found.append((f"v.id IN ({setting})", [name, value]))
    found += _seat_conditions(filters)
    if filters.result is not None:
        found.append(("r.scores = CAST(? AS BIGINT[])", [_scores(filters.result)]))
    if filters.date is not None:
        first, last = asked(filters.date)
        found.append(("r.date_from >= ? AND r.date_to <= ?", [first, last]))
    if filters.event is not None:
        found.append(("contains(r.event_folded, ?)", [folded(filters.event)]))
    if filters.text is not None:
        part = "SELECT record FROM note WHERE contains(folded, ?)"
        found.append((f"r.key IN ({part})", [folded(filters.text)]))
    if filters.glyph is not None:
        part = "SELECT record FROM note WHERE glyph = ?"
        found.append((f"r.key IN ({part})", [sign(filters.glyph)]))
    return [text for text, _ in found], [value for _, values in found for value in values]


def _seat_conditions(filters: Filters) -> list[tuple[str, list[Any]]]:
    """What one seat must be, all at once; and that a winner has the name asked for."""
    parts: list[str] = []
    values: list[Any] = []
    if filters.players:
        parts.append(f"player {_PERSON}")
        values.append([folded(name) for name in filters.players])
    limits = {
        "seat = ?": filters.seat,
        "score >= ?": filters.score_min,
        "score <= ?": filters.score_max,
    }
    for part, value in limits.items():
        if value is not None:
            parts.append(part)
            values.append(value)
    found = []
    if parts:
        condition = f"r.key IN (SELECT record FROM seat WHERE {' AND '.join(parts)})"
        found.append((condition, values))
    if filters.winner is not None:
        condition = f"r.key IN (SELECT record FROM seat WHERE won AND player {_PERSON})"
        found.append((condition, [[folded(filters.winner)]]))
    return found


def _vet(parameters: Sequence[Any]) -> None:
    """Refuse what DuckDB could not take: no record can hold it either."""
    for value in parameters:
        if isinstance(value, list):
            _vet(value)
        elif isinstance(value, str) and not is_unicode(value):
            raise UsageError(f"what is asked for is not UTF-8: {value!r}")
        elif isinstance(value, int) and abs(value) > _LARGEST:
            raise UsageError(f"no number in an archive is as large as {value}")


def _scores(result: Sequence[int]) -> list[int]:
    if not result:
        raise UsageError("a result is the scores in seat order: 0 54 54")
    return list(result)


def _hit(row: Sequence[Any], archive: str) -> Hit:
    values = dict(zip(Hit.__struct_fields__, row, strict=True))
    values["path"] = located(values["path"], archive)
    return Hit(**values)
