"""Entering: the rows of a batch, into the tables that speak of records.

The rows of all records come into the table `incoming`, a row for each record, with lists of the
rows that it has in other tables. One join for the whole batch finds which of them the archive has
already, and only what is new gets a new key.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import accumulate, chain

from msgspec import Struct
from msgspec.structs import asdict

from kifu.notation.errors import KifuError
from kifu.replay.registry import game
from kifu.store import people, tables
from kifu.store.identity import Variant
from kifu.store.index.entry import Extract, Row, Settings
from kifu.store.tables import Connection, quoted

#: The new rows of the table `record`.
RECORD = """
    INSERT INTO record BY NAME
    SELECT
        key, play, record, true AS main, variant, len(names) AS seats, names, scores, winners,
        drawn, date, date_from, date_to, "time", event, site, termination, finished,
        rounds, turns, plies, opening, deal, "position", coalesce(len(notes), 0) AS notes, warnings
    FROM fresh
"""
#: As many rows as the longest list has items; a list that is not there gives NULL.
_OF_MOVES = """
    SELECT
        record, ply, nullif(round, 0) AS round, nullif(turn, 0) AS turn, seat, move, kind,
        nullif(legal, 0) AS legal, seconds, clock,
        TRY_CAST(utc AS TIMESTAMPTZ) AT TIME ZONE 'UTC' AS utc
    FROM (
        SELECT
            key AS record, unnest(range(1, len(played.seat) + 1)) AS ply,
            unnest(played.round) AS round, unnest(played.turn) AS turn,
            unnest(played.seat) AS seat, unnest(string_split(played.tokens, ' ')) AS move,
            unnest(list_select(played.classes, played.kind)) AS kind,
            unnest(played.legal) AS legal, unnest(played.seconds) AS seconds,
            unnest(played.clock) AS clock, unnest(played.utc) AS utc
        FROM fresh WHERE len(played.legal) > 0
    )
"""
_SITUATIONS = """
    SELECT * FROM (
        SELECT
            unnest(played.key) AS key, record, unnest(range(1, len(played.seat) + 1)) AS ply,
            unnest(played.seat) AS seat, unnest(string_split(played.tokens, ' ')) AS move,
            unnest(list_select(played.classes, played.kind)) AS kind,
            unnest(list_select(played.shares, played.seat)) AS share,
            unnest(list_select(played.scores, played.seat)) AS final_score
        FROM (SELECT key AS record, played FROM fresh WHERE len(played.key) > 0)
    )
    ORDER BY key, record, ply
"""
_SEATS = """
    SELECT record, seat, player.id AS player, side, score, place, won, share
    FROM (SELECT key AS record, unnest(seated, max_depth := 2) FROM fresh) AS seated
    JOIN player USING (name) ORDER BY record, seat
"""
_JUDGED = """
    SELECT key AS record, judged.engine, judged.worlds, judged.through
    FROM fresh WHERE judged IS NOT NULL
"""


def _unnested(items: str) -> str:
    """SQL (SELECT) that turns `items` into a row for each item: the key of its record as `record`,
    and the item's fields as columns. `items` is SQL for a column of the view `fresh` with lists of
    structs, or a field of one (`played.rounds`). A record whose list is empty or NULL gives no row.
    Nothing is run here.
    """
    return f"SELECT key AS record, unnest({items}, max_depth := 2) FROM fresh"


#: By table: SQL for its new rows, those of the records in the view `fresh`.
OF_RECORDS = {
    "seat": _SEATS,
    "tag": _unnested("tags"),
    "note": _unnested("notes"),
    "event": _unnested("happened"),
    "situation": _SITUATIONS,
    "move": _OF_MOVES,
    "round_total": _unnested("played.rounds"),
    "judged": _JUDGED,
    "judgement": _unnested("judged.decisions"),
    "chance": _unnested("judged.chances"),
    "judged_seat": _unnested("judged.seats"),
}


def card_pattern(variant: Variant) -> str | None:
    """A regular expression that finds the cards in a move of this variant, in its first group; None
    if its game has none, or is not known here in this revision of its rules. The variant's options
    and seats don't count.

    >>> card_pattern(("mutsugo", 1, "", 2)), card_pattern(("chronicle", 0, "", 2))
    ('([csptxa][1-7])', None)
    """
    name, rules, *_ = variant
    try:
        revision = game(name).revision(rules)
    except KifuError:
        return None
    card = revision.archive.card if revision else None
    return card.pattern if card else None


def show_cards(connection: Connection) -> None:
    """Make the SQL macro `cards_in(move, card)` for the variants that are in the archive now, in
    place of the earlier one. The archive must be the database that the connection opened first; the
    caller commits. The macro gives the list of the cards in a move ([] if it has none), by the
    pattern `card` of one of these variants. It gives NULL for any other pattern, and for one that
    DuckDB can't read or that has no group (in somebody else's archive). If no variant has a usable
    pattern, the macro stays as it was; that of the schema always gives NULL.

    The patterns are constants in the macro, because DuckDB compiles a constant once, and any other
    pattern again for each move, which takes 25 times as long.
    """
    known = [quoted(card) for (card,) in connection.execute(_READABLE).fetchall()]
    if known:
        cases = [f"WHEN {card} THEN regexp_extract_all(move, {card}, 1)" for card in known]
        ((own,),) = connection.execute(_OWN).fetchall()
        connection.execute(
            f"CREATE OR REPLACE MACRO {own}.cards_in(move, card) AS CASE card {' '.join(cases)} END"
        )


#: The database that was opened first, quoted: functions are looked for in DuckDB's own before it.
_OWN = """
    SELECT '"' || replace(database_name, '"', '""') || '".main' FROM duckdb_databases()
    WHERE NOT internal ORDER BY database_oid LIMIT 1
"""
#: The patterns that can be read and have a first group: each is tried where it has to match.
_READABLE = """
    SELECT DISTINCT card FROM variant
    WHERE TRY(regexp_extract_all('', '(?:' || card || ')|', 1)) IS NOT NULL ORDER BY card
"""


def enter_rows(
    connection: Connection, arrived: Sequence[tuple[int, Extract]], after: int
) -> Report:
    """Enter the rows of sound records, and return a report with only the counts new, duplicate and
    again (see `give_keys`). `arrived` has, for each piece, the id of its source and its extract;
    all counts are 0 if there is no sound record. New keys are above `after`. A record that the
    archive has already, with the same ids of match and record, only gets a further row in `place`.
    New names, variants and their options are entered, too. Bad records are not (see
    `enter_quarantine`), nor are the sources, which must be there.

    Before, the caller deletes the rows of `place` for records that are read again, and makes the
    table `touched`. Every new record is entered as the main one of its match. If the match has
    other records, its id is added to `touched`, and the caller then chooses the main record
    (`commit.elect`). The temporary tables that are made here are dropped again, but not after an
    error: then the caller must roll back.
    """
    arrived = [(source, rows) for source, rows in arrived if rows.count]
    if not arrived:
        return Report()
    _stage(connection, arrived)
    following = tables.following(connection, "record", "key", after)
    report = give_keys(connection, following)
    connection.execute(_PLACES)
    people.add(connection, [name for (name,) in connection.execute(_NEW_NAMES).fetchall()])
    connection.execute(RECORD)
    for table, query in OF_RECORDS.items():
        connection.execute(f"INSERT INTO {table} BY NAME {query}")
    connection.execute("DROP VIEW fresh")
    for table in ("incoming", "keyed"):
        connection.execute(f"DROP TABLE {table}")
    return report


def _stage(connection: Connection, arrived: Sequence[tuple[int, Extract]]) -> None:
    """Make the temporary table `incoming`, which must not exist before, with a row for every sound
    record in the batch, equal ones too. `arrived` has, for each piece, the id of its source and its
    extract; there must be at least one, and none whose `count` is 0. The columns are the fields of
    `Row`, with the id of the variant as `variant`, and two more: the id of the source as `source`,
    and the record's number in the batch, from 0, as `n`. Variants that are new to the archive are
    entered, and `cards_in` is then made again. The caller drops the table, and opens and commits
    the transaction.
    """
    variants = _variants(connection, dict(chain(*[rows.variants for _, rows in arrived])))
    counts = [rows.count for _, rows in arrived]
    given = {
        "n": list(accumulate(counts[:-1], initial=0)),
        "source": [source for source, _ in arrived],
        "variants": [[variants[each] for each, _ in rows.variants] for _, rows in arrived],
        "lines": [rows.lines.decode().rstrip("\n").split("\n") for _, rows in arrived],
    }
    connection.execute(f"CREATE TEMP TABLE incoming AS {_STAGE}", given)


_STAGE = f"""
    SELECT * EXCLUDE (variants) REPLACE (
        CAST(variants[variant + 1] AS BIGINT) AS variant, CAST(source AS BIGINT) AS source
    )
    FROM (
        SELECT n, source, unnest({tables.parsed(Row)}), variants
        FROM (
            SELECT
                unnest(range(n, n + len(lines))) AS n, source, variants, unnest(lines) AS line
            FROM (
                SELECT
                    unnest($n) AS n, unnest($source) AS source, unnest($variants) AS variants,
                    unnest($lines) AS lines
            )
        )
    )
"""
_PLACES = """
    INSERT INTO place BY NAME
    SELECT key AS record, source, number, line, "offset", size, form
    FROM incoming JOIN keyed USING (n) ORDER BY n
"""


def enter_quarantine(connection: Connection, arrived: Sequence[tuple[int, Extract]]) -> int:
    """Enter the bad records of the extracts, each given with the id of its source, into the table
    `quarantine`, in the transaction that the caller has opened. Return how many they are; 0 if
    there are none. Earlier rows stay: the caller has deleted those of records that are read again.
    """
    rows = [{"source": source, **asdict(bad)} for source, each in arrived for bad in each.bad]
    tables.insert(connection, "quarantine", rows)
    return len(rows)


#: The names of the view `fresh` that the archive does not have, in the order of the records and
#: their seats.
_NEW_NAMES = """
    SELECT name
    FROM (SELECT n, unnest(names) AS name, unnest(range(len(names))) AS nth FROM fresh)
    WHERE name NOT IN (SELECT name FROM player)
    GROUP BY name ORDER BY min(n), arg_min(nth, n)
"""


def _variants(connection: Connection, settings: Mapping[Variant, Settings]) -> dict[Variant, int]:
    """The ids of all variants in the archive, not only of those in `settings` (a variant with its
    options). Those that the archive does not have yet are entered first, with all their options and
    with new ids, and then the macro `cards_in` is made again. If none is new, nothing is changed.
    The caller opens and commits the transaction.
    """
    query = "SELECT game, rules, options, seated, id FROM variant"
    rows = connection.execute(query).fetchall()
    ids: dict[Variant, int] = {
        (game, rules, options, seated): number for game, rules, options, seated, number in rows
    }
    fresh = [variant for variant in settings if variant not in ids]
    if not fresh:
        return ids
    following = tables.following(connection, "variant", "id")
    ids.update(zip(fresh, range(following, following + len(fresh)), strict=True))
    for variant in fresh:
        own = [ids[variant], *variant, card_pattern(variant)]
        connection.execute("INSERT INTO variant VALUES (?, ?, ?, ?, ?, ?)", own)
        for pair in settings[variant]:
            connection.execute("INSERT INTO setting VALUES (?, ?, ?)", [ids[variant], *pair])
    show_cards(connection)
    return ids


class Report(Struct):
    """What a run or a commit did. Each record that was read is counted once: `new`: a match that
    the archive did not have; `duplicate`: a match that it also has from another place; `again`: a
    match that it had from an earlier reading of this source; `quarantined`: a record with errors.

    `sources` is how many files were to be read, and `unchanged` how many of them had nothing new.
    `failed` has a message for each file or folder that could not be read.
    """

    sources: int = 0
    unchanged: int = 0
    new: int = 0
    duplicate: int = 0
    again: int = 0
    quarantined: int = 0
    failed: list[str] = []

    @property
    def records(self) -> int:
        """The number of records read, whatever became of them."""
        return self.new + self.duplicate + self.again + self.quarantined

    def add(self, other: Report) -> None:
        """Add the counts of records and the failures of `other`, but not its `sources` and
        `unchanged`.
        """
        self.new += other.new
        self.duplicate += other.duplicate
        self.again += other.again
        self.quarantined += other.quarantined
        self.failed += other.failed

    def leave_out(self, path: str, error: OSError) -> str:
        """Add a message about the log at `path`, which can't be read, to `failed`. Returns a line
        for the user about it, and prints nothing.
        """
        why = error.strerror or str(error)
        self.failed.append(f"{path}: {why}")
        return f"{path} can't be read, and was left out: {why}"


def give_keys(connection: Connection, following: int) -> Report:
    """Compare the table `incoming` (see `_stage`) with the archive, and return a report with only
    the counts of its records. Duplicate are those whose match (`play`) also comes earlier in
    `incoming`, or is in the archive from another source or from a lower number of this one. Of the
    others, those whose match the archive has are counted as again, the rest as new. The caller has
    deleted the rows of `place` for records that are read again. A record that the archive has (the
    same `play` and `record`) keeps its key. Any other gets a new one, from `following` on in the
    order of `n`, also if it is another log of a match that is there.

    Leaves the temporary table `keyed`, with the `key` of each record `n` (equal records share one)
    and whether that key is new (`fresh`: of equal records only the first), and the temporary view
    `fresh`, the rows of `incoming` that got new keys, with these; neither may exist before, and the
    caller drops both. For each match that gets a further record, in the archive or within
    `incoming`, its id is added to the table `touched`, which must exist; an id may come twice.
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
    return Report(new=new, duplicate=duplicate, again=again)


#: A record that comes twice, or that the archive has, is new only once or not at all.
_KEYED = """
    CREATE TEMP TABLE keyed AS
    WITH came AS (
        SELECT n, source, number, CAST(play AS UUID) AS play, CAST(record AS UUID) AS record
        FROM incoming
    ), known AS (
        SELECT
            n, max(there.key) FILTER (there.record = came.record) AS key,
            coalesce(bool_or(place.source <> came.source OR place.number < came.number), false)
                AS elsewhere
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
