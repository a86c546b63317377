"""Settling: which of the rows that batches have brought count.

Nobody who writes a batch knows what others write. So a log that changed leaves the rows of its
older bytes, one that grew those of a record that has an end by now, and a record that lies in two
logs is there twice. What counts is found here when a lake is opened, as the archive finds it when
it commits; `kifu compact` writes it down.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kifu.store.lake.layout import DETAILS
from kifu.store.tables import has_rows

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

#: By kind, the column of `settled` that says whose rows count; `owner` for all others.
_SPEAKERS = {
    "event": "event_of", "situation": "situation_of", "move": "move_of", "round_total": "move_of"
}  # fmt: skip


def settle(connection: DuckDBPyConnection, raw: dict[str, str | None], loose: str | None) -> None:
    """Find out which rows count, and put that into the new tables `current` (of sources) and
    `settled` (of records); rows of replaced sources are deleted from the table `source`. Reads the
    table `source`, and the files: `raw` has SQL for the stored rows of each kind, `loose` is SQL
    for the records that are not settled yet; None for no rows.
    """
    connection.execute(_CURRENT)
    connection.execute(_PLAIN)
    connection.execute("DELETE FROM source WHERE id NOT IN (SELECT source FROM current)")
    connection.execute("CREATE TABLE gone (key BIGINT)")
    if raw["place"] and not are_plain(connection):
        connection.execute(f"INSERT INTO gone {_GONE.format(places=raw['place'])}")
    if raw["record"] and (loose or has_rows(connection, "gone")):
        loose = loose or f"(FROM {raw['record']} LIMIT 0)"
        connection.execute(_SETTLED.format(records=raw["record"], loose=loose))
    else:
        connection.execute(f"CREATE TABLE settled AS {_NOTHING}")
    connection.execute("DROP TABLE gone")


def are_plain(connection: DuckDBPyConnection) -> bool:
    """Whether every log was read once from beginning to end, so that all its rows count. Call
    `settle` first.
    """
    return bool(connection.execute("FROM plain").fetchall()[0][0])


def are_settled(connection: DuckDBPyConnection) -> bool:
    """Whether every record counts exactly as it is stored. Call `settle` first."""
    return not has_rows(connection, "settled")


def shown(kind: str, rows: str, plain: bool, settled: bool) -> str:
    """SQL for the rows of a kind that count, where `rows` is SQL for all of them. `plain` and
    `settled` are the results of `are_plain` and `are_settled`.
    """
    if kind in ("place", "quarantine"):
        found = f"FROM {rows}" if plain else _OF_SOURCE.format(rows=rows)
        return found if settled or kind == "quarantine" else _PLACES.format(rows=f"({found})")
    if settled:
        return f"FROM {rows}"
    if kind == "record":
        return _RECORDS.format(rows=rows)
    assert kind in DETAILS
    return _DETAILS.format(rows=rows, speaker=_SPEAKERS.get(kind, "owner"))


#: The portions that count, each with the source that speaks for it, and the number from which on a
#: later portion has the records. What was read before the last beginning of a log is of other
#: bytes.
_CURRENT = """
    CREATE TABLE current AS
    SELECT
        id, max(id) OVER (PARTITION BY path) AS source,
        min(first) OVER (
            PARTITION BY path ORDER BY id ROWS BETWEEN 1 FOLLOWING AND UNBOUNDED FOLLOWING
        ) AS until
    FROM (
        SELECT id, path, first FROM source
        QUALIFY id >= max(id) FILTER (first = 1) OVER (PARTITION BY path)
    )
"""
_PLAIN = """
    CREATE TABLE plain AS
    SELECT count(*) = (SELECT count(*) FROM source) AND count(until) = 0 FROM current
"""
_COUNTS = "current.until IS NULL OR place.number < current.until"
#: Records that have lost their last place.
_GONE = f"""
    SELECT DISTINCT record FROM {{places}} AS place LEFT JOIN current ON current.id = place.source
    WHERE current.id IS NULL OR NOT ({_COUNTS})
    EXCEPT
    SELECT record FROM {{places}} AS place JOIN current ON current.id = place.source
    WHERE {_COUNTS}
"""
#: Of records that count only together with others: whose rows they have (`owner`, none where they
#: are gone), and whether they speak for their match. Of equal ones the first has the
#: rows, but the events, situations and moves are those of the first that has any.
_SETTLED = """
    CREATE TABLE settled AS
    WITH met AS (
        SELECT play FROM {records} WHERE play IN (SELECT play FROM {loose})
        GROUP BY play HAVING count(*) > 1
        UNION SELECT play FROM {records} WHERE key IN (FROM gone)
    ), rivals AS (
        SELECT key, play, record_id, notes, events, situations, moves FROM {records}
        WHERE play IN (FROM met) AND key NOT IN (FROM gone)
    ), same AS (
        SELECT *,
            first_value(key) OVER (
                PARTITION BY play, record_id ORDER BY key
            ) AS owner,
            bool_or(events) OVER alike AS any_events,
            min(key) FILTER (events) OVER alike AS event_of,
            bool_or(situations) OVER alike AS any_situations,
            min(key) FILTER (situations) OVER alike AS situation_of,
            bool_or(moves) OVER alike AS any_moves, min(key) FILTER (moves) OVER alike AS move_of
        FROM rivals WINDOW alike AS (PARTITION BY play, record_id)
    )
    SELECT
        key, owner,
        owner = first_value(owner) OVER (
            PARTITION BY play ORDER BY notes DESC, record_id
        ) AS main,
        any_events AS events, event_of, any_situations AS situations, situation_of,
        any_moves AS moves, move_of
    FROM same
    UNION ALL BY NAME SELECT key FROM gone
"""
_NOTHING = "SELECT 0::BIGINT AS key LIMIT 0"
_OF_SOURCE = f"""
    SELECT place.* REPLACE (current.source AS source)
    FROM {{rows}} AS place JOIN current ON current.id = place.source
    WHERE {_COUNTS}
"""
_PLACES = """
    SELECT rows.* REPLACE (coalesce(settled.owner, rows.record) AS record)
    FROM {rows} AS rows LEFT JOIN settled ON settled.key = rows.record
"""
_RECORDS = """
    SELECT rows.* REPLACE (
        coalesce(settled.main, rows.main) AS main, coalesce(settled.events, rows.events) AS events,
        coalesce(settled.situations, rows.situations) AS situations,
        coalesce(settled.moves, rows.moves) AS moves
    )
    FROM {rows} AS rows LEFT JOIN settled ON settled.key = rows.key
    WHERE settled.key IS NULL OR settled.owner = rows.key
"""
_DETAILS = """
    SELECT rows.* REPLACE (coalesce(settled.owner, rows.record) AS record)
    FROM {rows} AS rows LEFT JOIN settled ON settled.key = rows.record
    WHERE settled.key IS NULL OR settled.{speaker} = rows.record
"""
