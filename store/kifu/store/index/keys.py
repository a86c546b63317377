"""Keys: which records of a batch the archive has already, and the key of each.

All of it happens within the transaction. One join for the whole batch finds what the archive has,
and only what is new gets a new key.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


class Tally(Struct):
    """Records by what became of them: `new` matches; `duplicate` ones, whose match the archive
    has from another place; those read `again`, whose match it had from an earlier state of the
    same source; and records in quarantine.
    """

    new: int = 0
    duplicate: int = 0
    again: int = 0
    quarantined: int = 0


def give_keys(connection: DuckDBPyConnection, following: int) -> Tally:
    """Compare the table `incoming` with the archive, and count its records. New records get keys
    from `following` on. Makes the table `keyed`, with the key of each record `n`, and whether the
    record is new (`fresh`); and the view `fresh` of the new rows. Matches that get a further record
    go into the table `touched`, which must be there.
    """
    connection.execute(_KEYED, {"following": following})
    connection.execute(
        "CREATE TEMP VIEW fresh AS SELECT incoming.*, key "
        "FROM incoming JOIN keyed USING (n) WHERE fresh ORDER BY n"
    )
    connection.execute(
        "INSERT INTO touched SELECT play FROM keyed WHERE fresh AND (is_known OR is_repeated)"
    )
    ((new, duplicate, again),) = connection.execute(_COUNTED).fetchall()
    return Tally(new, duplicate, again)


#: A record that comes twice, or that the archive has, is new only once or not at all.
_KEYED = """
    CREATE TEMP TABLE keyed AS
    WITH came AS (
        SELECT n, source, CAST(play AS UUID) AS play, CAST(record AS UUID) AS record FROM incoming
    ), known AS (
        SELECT
            n, max(there.key) FILTER (there.record = came.record) AS key,
            coalesce(bool_or(place.source <> came.source), false) AS elsewhere
        FROM came JOIN record AS there USING (play) LEFT JOIN place ON place.record = there.key
        GROUP BY n
    ), compared AS (
        SELECT
            n, play, record, known.key, coalesce(elsewhere, false) AS elsewhere,
            known.n IS NOT NULL AS is_known, n > min(n) OVER (PARTITION BY play) AS is_repeated,
            known.key IS NULL AND n = min(n) OVER (PARTITION BY play, record) AS fresh
        FROM came LEFT JOIN known USING (n)
    ), counted AS (
        SELECT *, count(*) FILTER (fresh) OVER (ORDER BY n) AS fresh_ones FROM compared
    )
    SELECT * REPLACE (
        coalesce(key, $following - 1 + min(fresh_ones) OVER (PARTITION BY play, record)) AS key
    )
    FROM counted
"""
_COUNTED = """
    SELECT
        count(*) FILTER (NOT (is_known OR is_repeated)),
        count(*) FILTER (elsewhere OR is_repeated),
        count(*) FILTER (is_known AND NOT (elsewhere OR is_repeated))
    FROM keyed
"""
