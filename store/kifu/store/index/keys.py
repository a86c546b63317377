"""Keys: which records of a batch the archive has already, and the key of each.

All of it happens within the transaction. One join for the whole batch finds what the archive has,
and only what is new gets a new key.
"""

from __future__ import annotations

from collections.abc import Mapping
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
    record is new (`fresh`); and the view `fresh` of the new rows.
    """
    connection.execute("CREATE TEMP TABLE keyed (n BIGINT, key BIGINT, fresh BOOLEAN)")
    known = _known(connection) if following > 1 else {}
    count = "SELECT count(*), count(DISTINCT play) FROM incoming"
    ((records, plays),) = connection.execute(count).fetchall()
    if not known and records == plays:
        numbered = f"SELECT *, n + {following} AS key FROM incoming"
        connection.execute(f"CREATE TEMP VIEW fresh AS {numbered}")
        connection.execute("INSERT INTO keyed SELECT n, key, true FROM fresh")
        return Tally(new=records)
    found = _sorted_out(connection, known, following)
    connection.execute(_KEYED, {"key": found.keys, "fresh": found.fresh})
    connection.execute(
        "CREATE TEMP VIEW fresh AS SELECT incoming.*, key "
        "FROM incoming JOIN keyed USING (n) WHERE fresh ORDER BY n"
    )
    connection.execute("INSERT INTO touched SELECT unnest($plays)", {"plays": found.touched})
    return found.tally


_KEYED = """
    INSERT INTO keyed
    SELECT n, key, list_contains($fresh, n)
    FROM (SELECT unnest($key) AS key, unnest(range(len($key))) AS n)
"""


class _SortedOut(Struct):
    """A batch compared with the archive: the key of each record; the numbers in the batch of the
    `fresh` ones; the matches that get another record.
    """

    keys: list[int]
    fresh: list[int]
    touched: list[str]
    tally: Tally


def _sorted_out(
    connection: DuckDBPyConnection, known: Mapping[int, _Stored], following: int
) -> _SortedOut:
    """Decide for each record of the table `incoming` whether it is new or a duplicate, and its key.
    `known` has what the archive has of it, by its number `n`; new keys begin at `following`.
    Changes nothing.
    """
    found = _SortedOut([], [], [], Tally())
    fresh: dict[tuple[str, str], int] = {}
    met: set[str] = set()
    for n, play, record in connection.execute(_IDENTITIES).fetchall():
        stored = known.get(n, _NOWHERE)
        key = stored.key
        if key is None:
            if (play, record) not in fresh:
                fresh[play, record] = following + len(fresh)
                found.fresh.append(n)
                if n in known or play in met:
                    found.touched.append(play)
            key = fresh[play, record]
        found.keys.append(key)
        if stored.elsewhere or play in met:
            found.tally.duplicate += 1
        elif n in known:
            found.tally.again += 1
        else:
            found.tally.new += 1
        met.add(play)
    return found


_IDENTITIES = "SELECT n, play, record FROM incoming ORDER BY n"


class _Stored(Struct, frozen=True):
    """What the archive has of a match already: the key of the very record, if that is there; and
    whether the match is known from another path.
    """

    key: int | None
    elsewhere: bool


_NOWHERE = _Stored(None, False)


def _known(connection: DuckDBPyConnection) -> dict[int, _Stored]:
    """What the archive has of each record of the table `incoming`, by its number `n`; without those
    whose match it does not have.
    """
    rows = connection.execute(_FIND_KNOWN).fetchall()
    return {n: _Stored(key, bool(elsewhere)) for n, key, elsewhere in rows}


_FIND_KNOWN = """
    WITH met AS (
        SELECT n, incoming.source, key, known.record = CAST(incoming.record AS UUID) AS same
        FROM incoming JOIN record AS known ON known.play = CAST(incoming.play AS UUID)
    )
    SELECT n, max(key) FILTER (same), bool_or(source.path <> own.path)
    FROM met
    JOIN source AS own ON own.id = met.source
    LEFT JOIN place ON place.record = met.key
    LEFT JOIN source ON source.id = place.source
    GROUP BY n
"""
