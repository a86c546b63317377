"""Absorbing: the rows of one archive go into another, with its aliases and erasures.

Nothing is replayed: what an archive found out about a record holds for every archive. A match that
both have becomes one match with the places of both.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from kifu.store import erasure, people, people_file, tables
from kifu.store.errors import ArchiveError
from kifu.store.identity import unfinished_id
from kifu.store.index.cards import show_cards
from kifu.store.index.commit import elect
from kifu.store.index.statements import OF_RECORDS, ONLY_ASKED
from kifu.store.parameters import quoted
from kifu.store.paths import located, stored
from kifu.store.unfinished import FILE, mark
from kifu.store.upkeep.erasing import erase_again

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


class Absorbed(Struct):
    """What was added: logs, and records with a place in one of them; how many of these records are
    new to the archive; the logs that were left out because the archive has them; and the aliases
    that were left out because the name is another person's here.
    """

    logs: int
    records: int
    new: int
    known: list[str]
    aliases: list[people.Alias]


def absorb(
    connection: DuckDBPyConnection, into: str, given: str, said: people_file.People | None
) -> Absorbed:
    """Add the rows of the archive at the path `given` to the archive at the path `into`, which
    `connection` has open for one transaction. `said` is the content of `given`'s people file, None
    if it has none. The caller holds the locks of both archives. Raises ArchiveError if `given`
    lacks tables of an archive.
    """
    _attach(connection, given)
    known = _sources(connection, into, given)
    _variants(connection)
    _players(connection)
    _records(connection)
    _rows(connection)
    _places(connection)
    _ledger(connection)
    connection.execute("CREATE TEMP TABLE touched (play UUID)")
    connection.execute(_TOUCHED)
    elect(connection)
    ((logs, records, new),) = connection.execute(_COUNTS).fetchall()
    left = _people(connection, said)
    for table in ("came", "variants", "players", "plays", "records", "touched"):
        connection.execute(f"DROP TABLE temp.{table}")
    return Absorbed(logs, records, new, known, left)


def _attach(connection: DuckDBPyConnection, given: str) -> None:
    """Attach the archive `given` as the database `other`. Only its tables are read, since its views
    may ask for anything. Raises ArchiveError if they lack columns of an archive.
    """
    connection.execute(f"ATTACH {quoted(given)} AS other (READ_ONLY)")
    query = (
        "SELECT table_name, column_name, data_type FROM duckdb_columns() JOIN duckdb_tables() "
        "USING (database_name, schema_name, table_name) "
        "WHERE (database_name = 'other') = ? AND NOT temporary AND schema_name = 'main' "
        "AND column_default IS NULL ORDER BY ALL"
    )
    ours = connection.execute(query, [False]).fetchall()
    theirs = set(connection.execute(query, [True]).fetchall())
    odd = [f"{table}.{column}" for table, column, kind in ours
           if (table, column, kind) not in theirs]  # fmt: skip
    if odd:
        raise ArchiveError(f"{given} lacks columns of an archive: {', '.join(odd[:5])}")


def _sources(connection: DuckDBPyConnection, into: str, given: str) -> list[str]:
    """Make the table `came`: the logs to be added, with their old and new names and ids. Returns
    the new paths of the logs that are left out, because the archive `into` has a log of that path,
    whatever its content.
    """
    rows = connection.execute(_NEWEST).fetchall()
    query = "SELECT DISTINCT path FROM source"
    there = {path for (path,) in connection.execute(query).fetchall()}
    paths = [(number, name, stored(located(name, given), into)) for number, name in rows]
    coming = [(number, name, path) for number, name, path in paths if path not in there]
    connection.execute(
        "CREATE TEMP TABLE came (old INTEGER, was VARCHAR, path VARCHAR, id INTEGER)"
    )
    if coming:
        following = tables.following(connection, "source", "id")
        rows = [(*log, number) for number, log in enumerate(coming, following)]
        connection.executemany("INSERT INTO temp.came VALUES (?, ?, ?, ?)", rows)
    return [path for _, _, path in paths if path in there]


_NEWEST = """
    SELECT id, path FROM other.source
    QUALIFY id = max(id) OVER (PARTITION BY path) ORDER BY id
"""


def _match(connection: DuckDBPyConnection, table: str, columns: str) -> None:
    """Make the table `variants` or `players` (`table` and "s"): the old and new id of each row of
    the other archive's table, and whether it is new here (`fresh`): no row has the same `columns`.
    """
    following = tables.following(connection, table, "id")
    connection.execute(_MATCHED.format(table=table, columns=columns, following=following))


_MATCHED = """
    CREATE TEMP TABLE {table}s AS
    SELECT
        theirs.id AS old, {table}.id IS NULL AS fresh, coalesce({table}.id, {following} - 1 +
            row_number() OVER (PARTITION BY {table}.id IS NULL ORDER BY theirs.id)) AS id
    FROM other.{table} AS theirs LEFT JOIN {table} USING ({columns})
"""


def _variants(connection: DuckDBPyConnection) -> None:
    _match(connection, "variant", "game, rules, options, seated")
    connection.execute(
        "INSERT INTO variant SELECT variants.id, game, rules, options, seated, card "
        "FROM variants JOIN other.variant AS theirs ON theirs.id = variants.old WHERE fresh"
    )
    connection.execute(
        "INSERT INTO setting SELECT variants.id, name, value "
        "FROM variants JOIN other.setting ON setting.variant = variants.old WHERE fresh"
    )
    show_cards(connection)


def _players(connection: DuckDBPyConnection) -> None:
    _match(connection, "player", "name")
    connection.execute(
        "INSERT INTO player SELECT players.id, name, folded, players.id "
        "FROM players JOIN other.player AS theirs ON theirs.id = players.old WHERE fresh"
    )


def _records(connection: DuckDBPyConnection) -> None:
    """Enter the records that the archive does not have, and make the table `records` of all that
    are added: their old and new keys, their match, and whether they are new (`fresh`).
    """
    connection.execute("CREATE TEMP TABLE plays (old BIGINT, play UUID)")
    going_on = [
        (key, unfinished_id(path, number))
        for key, was, path, number, play in connection.execute(_GOING_ON).fetchall()
        if play == unfinished_id(was, number)
    ]
    if going_on:
        connection.executemany("INSERT INTO temp.plays VALUES (?, ?)", going_on)
    connection.execute(_RECORDS.format(following=tables.following(connection, "record", "key")))
    connection.execute(
        "INSERT INTO record BY NAME SELECT theirs.* REPLACE (records.key AS key, "
        "records.play AS play, variants.id AS variant) "
        "FROM records "
        "JOIN other.record AS theirs ON theirs.key = records.old "
        "JOIN variants ON variants.old = theirs.variant WHERE records.fresh ORDER BY records.key"
    )
    connection.execute(
        "INSERT INTO id_prefix FROM prefixes() "
        "WHERE record IN (SELECT key FROM records WHERE fresh) ORDER BY prefix, record"
    )


#: An unfinished match is known by its source, which may have another name here.
_GOING_ON = """
    SELECT record.key, was, came.path, number, replace(CAST(play AS VARCHAR), '-', '')
    FROM other.record JOIN other.place ON place.record = record.key
    JOIN came ON came.old = place.source WHERE NOT finished
"""
_RECORDS = """
    CREATE TEMP TABLE records AS
    WITH coming AS (
        SELECT theirs.key AS old, coalesce(plays.play, theirs.play) AS play, theirs.record
        FROM other.record AS theirs LEFT JOIN plays ON plays.old = theirs.key
        WHERE theirs.key IN (
            SELECT place.record FROM other.place JOIN came ON came.old = place.source)
    )
    SELECT
        old, coming.play, record.key IS NULL AS fresh, coalesce(record.key, {following} - 1 +
            row_number() OVER (PARTITION BY record.key IS NULL ORDER BY old)) AS key
    FROM coming LEFT JOIN record ON record.play = coming.play AND record.record = coming.record
"""


def _rows(connection: DuckDBPyConnection) -> None:
    """Enter the rows of the new records, and for the others the events, situations and moves that
    the archive does not have.
    """
    flags = {table: flag for flag, tables in ONLY_ASKED.items() for table in tables}
    for table in OF_RECORDS:
        flag = flags.get(table)
        which = "records.fresh"
        if flag is not None:
            which += f" OR (theirs.{flag} AND NOT own.{flag} AND theirs.replayed = own.replayed)"
        player = ", players.id AS player" if table == "seat" else ""
        join = "JOIN players ON players.old = rows.player" if table == "seat" else ""
        connection.execute(
            f"INSERT INTO {table} BY NAME SELECT rows.* REPLACE (records.key AS record{player}) "
            "FROM records JOIN other.record AS theirs ON theirs.key = records.old "
            "JOIN record AS own ON own.key = records.key "
            f"JOIN other.{table} AS rows ON rows.record = records.old {join} WHERE {which} "
            f"ORDER BY {'rows.key, ' if table == 'situation' else ''}records.key, rows.rowid"
        )
    # Two tables may be complete by the same flag: it changes when both are.
    for flag in ONLY_ASKED:
        connection.execute(
            f"UPDATE record SET {flag} = true FROM records JOIN other.record AS theirs "
            "ON theirs.key = records.old WHERE record.key = records.key "
            f"AND theirs.{flag} AND NOT record.{flag} AND theirs.replayed = record.replayed"
        )


def _places(connection: DuckDBPyConnection) -> None:
    """Enter the added sources, the places of their records, and their quarantine. A source gets
    only the detail that all its records have in this archive.
    """
    connection.execute(
        "INSERT INTO place BY NAME SELECT rows.* REPLACE (records.key AS record, came.id AS source)"
        " FROM other.place AS rows JOIN came ON came.old = rows.source "
        "JOIN records ON records.old = rows.record ORDER BY records.key"
    )
    connection.execute(
        "INSERT INTO quarantine BY NAME SELECT rows.* REPLACE (came.id AS source) "
        "FROM other.quarantine AS rows JOIN came ON came.old = rows.source"
    )
    flags = ", ".join(
        f"theirs.{flag} AND coalesce((SELECT bool_and(record.{flag}) FROM place JOIN record "
        f"ON record.key = place.record WHERE place.source = came.id), true) AS {flag}"
        for flag in ("replayed", "events", "situations", "moves")
    )
    connection.execute(
        f"INSERT INTO source BY NAME SELECT theirs.* REPLACE (came.id AS id, came.path AS path, "
        f"{flags}) FROM other.source AS theirs JOIN came ON came.old = theirs.id ORDER BY came.id"
    )


def _ledger(connection: DuckDBPyConnection) -> None:
    start = tables.following(connection, "batch", "id")
    connection.execute(_LEDGER.format(start=start))


_LEDGER = """
    INSERT INTO batch SELECT
        {start} - 1 + row_number() OVER (ORDER BY source.id), source.id, 1, records,
        (SELECT count(*) FROM place WHERE place.source = source.id),
        (SELECT count(*) FROM quarantine WHERE quarantine.source = source.id), 0
    FROM source JOIN came ON came.id = source.id
"""
#: Matches that have several records now, or whose main record did not come.
_TOUCHED = """
    INSERT INTO touched SELECT play FROM record
    WHERE play IN (SELECT play FROM records WHERE fresh)
    GROUP BY play HAVING count(*) > 1 OR NOT bool_or(main)
"""
_COUNTS = """
    SELECT
        (SELECT count(*) FROM came), (SELECT count(*) FROM records),
        (SELECT count(*) FROM records WHERE fresh)
"""


def _people(connection: DuckDBPyConnection, said: people_file.People | None) -> list[people.Alias]:
    """Add the other archive's erasures and aliases, from its people file `said` (None: from its
    tables). Names that either archive has erased are erased in the rows of both. Returns the
    aliases that are left out because the name is another person's here.
    """
    theirs = said or _said_by(connection)
    erasure.add(connection, theirs.erasure)
    known = erasure.erasure(connection)
    for pseudonym in erase_again(connection, known) if known.pseudonyms else []:
        mark(connection, FILE, pseudonym)
    own = dict(people.aliases(connection))
    persons = set(own.values())
    left = []
    for name, person in theirs.aliases:
        if known.of(name) or known.of(person):
            continue
        if own.get(name, person) != person or name in persons or person in own:
            left.append((name, person))
        else:
            people.keep(connection, [(name, person)])
    people.remove_unused(connection)
    return left


def _said_by(connection: DuckDBPyConnection) -> people_file.People:
    """The aliases and erasures in the tables of the database `other`."""
    secrets = "SELECT value FROM other.meta WHERE name = 'secret' ORDER BY ALL"
    aliases = (
        "SELECT player.name, person.name FROM other.player AS player "
        "JOIN other.player AS person ON person.id = player.person "
        "WHERE player.id <> player.person ORDER BY ALL"
    )
    return people_file.People(
        aliases=connection.execute(aliases).fetchall(),
        erased=connection.execute("SELECT digest, pseudonym FROM other.erased").fetchall(),
        secrets=[value for (value,) in connection.execute(secrets).fetchall()],
    )
