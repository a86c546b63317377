"""The layout of a lake: the archive's tables as kinds of rows of one Delta table.

Each kind is a partition (`t=record`, `t=seat` and so on), so that one commit covers all of them. A
column has the name that it has in the archive, but where two tables mean different things by one
name. Every type is one that each reader of Delta tables knows: ids of 128 bits are 32 hex digits,
unsigned numbers of 64 bits are signed ones less 2^63.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from msgspec import Struct

from kifu.store.database import schema as archive_schema
from kifu.store.tables import quoted

#: The version of the layout, of which the archive's schema is a part; it only rises.
LAYOUT = "7"
#: The column by which the table is partitioned.
KIND = "t"
#: The column with the id of the log that a row is of.
SOURCE = "source"
#: The column of a source with the number of erased names that its writer knew of.
ERASED = "erased"

#: Kinds whose rows belong to a record, by its key.
DETAILS = (
    "seat", "tag", "note", "event", "move", "round_total", "situation", "judged", "judgement",
    "chance", "judged_seat",
)  # fmt: skip
#: Kinds with few rows, which a question has in memory.
SMALL = ("source", "variant", "setting")
#: What no log says, in the words of the people file.
PEOPLE = ("meta",)
KINDS = ("record", "place", "player", "quarantine", *DETAILS, *SMALL, *PEOPLE)

#: What a column is called where its own name means something else in another table.
_NAMES = {
    ("record", "record"): "record_id",
    ("event", "value"): "amount",
    ("situation", "key"): "situation",
    ("judgement", "options"): "valued",
}
_HALF = 1 << 63
_ZONE = "{} AT TIME ZONE 'UTC'"
#: By the type of the archive's column: that of the lake's, and the SQL to that and back.
_TYPES = {
    "VARCHAR": ("string", "{}", "{}"),
    "BOOLEAN": ("boolean", "{}", "{}"),
    "INTEGER": ("integer", "{}", "{}"),
    "BIGINT": ("long", "{}", "{}"),
    "DOUBLE": ("double", "{}", "{}"),
    "DATE": ("date", "{}", "{}"),
    "TIME": ("string", "CAST({} AS VARCHAR)", "CAST({} AS TIME)"),
    "TIMESTAMP": ("timestamp", _ZONE, _ZONE),
    "UTINYINT": ("integer", "CAST({} AS INTEGER)", "CAST({} AS UTINYINT)"),
    "UUID": ("string", "hex_id({})", "CAST({} AS UUID)"),
    "UBIGINT": (
        "long",
        f"CAST(CAST({{}} AS HUGEINT) - {_HALF} AS BIGINT)",
        f"CAST(CAST({{}} AS HUGEINT) + {_HALF} AS UBIGINT)",
    ),
}


class Column(Struct, frozen=True):
    """A column of a kind of rows. `name` is its name in the archive's table, `stored` that in the
    lake. `delta` is its Delta type in the lake; for a list (`is_list`), that of an item. `encoded`
    and `decoded` are SQL to the lake's value and back, with `{}` for the value.
    """

    name: str
    stored: str
    delta: str
    is_list: bool
    encoded: str
    decoded: str


@lru_cache(maxsize=1)
def schema() -> str:
    """SQL statements that make an archive's tables, macros and views in an empty DuckDB. Its table
    `source` also gets the column `ERASED`, a number that may be NULL: how many erased names the
    writer of that source knew of.
    """
    return f"{archive_schema()}ALTER TABLE source ADD COLUMN {ERASED} BIGINT;"


@lru_cache(maxsize=1)
def schema_without_views() -> str:
    """As `schema`, but without views: for drafts, which nobody queries."""
    return re.sub(r"^CREATE VIEW [^;]*;", "", schema(), flags=re.MULTILINE)


@lru_cache(maxsize=1)
def columns() -> dict[str, list[Column]]:
    """The columns of each kind of rows, by kind in the order of `KINDS`, each list in the order of
    the archive's table of that name; `source` has `ERASED`, too. `person` of `player` is missing: a
    lake has it from aliases alone. The first call reads them from a DuckDB in memory, which it
    closes. The result is kept for later calls: don't change it.
    """
    import duckdb

    with duckdb.connect(":memory:") as connection:
        connection.execute(schema_without_views())
        found = connection.execute(
            "SELECT table_name, column_name, data_type FROM duckdb_columns() "
            "WHERE schema_name = 'main' AND NOT internal ORDER BY table_name, column_index"
        ).fetchall()
    return {
        kind: [
            _column(kind, name, type_)
            for table, name, type_ in found
            # Only aliases say which names are one person's.
            if table == kind and (kind, name) != ("player", "person")
        ]
        for kind in KINDS
    }


def _column(kind: str, name: str, type_: str) -> Column:
    """The column `name` of the table `kind`, whose DuckDB type is `type_`; `[]` at its end makes it
    a list. Its name in the lake is that in `_NAMES`, if `_NAMES` has this kind and name, otherwise
    `name`. A list's items must be of a type that the lake stores unchanged, since the SQL in
    `_TYPES` would convert the list as a whole; this is not checked. Raises KeyError for a type that
    `_TYPES` does not have.
    """
    item = type_.removesuffix("[]")
    delta, encoded, decoded = _TYPES[item]
    stored = _NAMES.get((kind, name), name)
    return Column(name, stored, delta, item != type_, encoded, decoded)


def delta_columns() -> dict[str, tuple[str, bool]]:
    """The columns of the Delta table by their names in the lake: SOURCE, KIND, then those of all
    kinds, each once. The value is (Delta's type such as "long", whether the column is a list of
    that type). Where several kinds have a column of one name, the first kind in `KINDS` decides;
    this is not checked against the others.
    """
    found = {SOURCE: ("long", False), KIND: ("string", False)}
    for some in columns().values():
        for column in some:
            found.setdefault(column.stored, (column.delta, column.is_list))
    return found


def decoded(kind: str) -> str:
    """SQL, a list of columns to write between SELECT and FROM, where FROM is followed by the result
    of `stored_rows` for files of this kind alone. It turns their rows into rows of the archive's
    table of that name: the same columns, in the same order, with the archive's names and types. Two
    kinds differ: `player` lacks `person`, and `source` has ERASED, too. Raises KeyError for a kind
    that is not in `KINDS`.
    """
    return ", ".join(
        column.decoded.format(f'"{column.stored}"') + f' AS "{column.name}"'
        for column in columns()[kind]
    )


def encoded_rows(kinds: Sequence[str], source: int) -> str:
    """SQL for all rows that an archive's tables of these `kinds` have, as a lake stores them, in no
    defined order. Each row gets `source` as the id of its log: nothing is selected by it, so the
    tables must hold one log only. The result has SOURCE, KIND and the columns of all kinds, NULL
    where a kind has no such column; for no kinds, it has no rows. The SQL needs the tables of all
    `KINDS`, and the macros of `schema`. A kind that is not in `KINDS` is passed over.
    """
    limits = {kind: "" if kind in kinds else " LIMIT 0" for kind in KINDS}
    rows = (f"({_encoded(kind, source)}{limit})" for kind, limit in limits.items())
    return " UNION ALL BY NAME ".join(rows)


def _encoded(kind: str, source: int) -> str:
    """A SELECT of all rows of the table `kind`, as a lake stores them for the log with the id
    `source`. Nothing is selected by `source`, and the order is not defined. The result has the
    columns SOURCE and KIND, then those of this kind, none of other kinds. The connection where it
    runs needs the table and the macros of `schema`. Raises KeyError for a kind that is not in
    `KINDS`.
    """
    own = [
        column.encoded.format(f'rows."{column.name}"') + f' AS "{column.stored}"'
        for column in columns()[kind]
        if column.stored != SOURCE
    ]
    first = [f"CAST({source} AS BIGINT) AS {SOURCE}", f"'{kind}' AS {KIND}"]
    return f"SELECT {', '.join([*first, *own])} FROM {kind} AS rows"


#: A number that a text always has, of 63 bits.
_DIGEST = "CAST(md5_number_lower({}) >> 1 AS BIGINT)"
PLAYER = _DIGEST.format("{}.name")
_VARIANT = _DIGEST.format(
    "concat_ws(chr(10), variant.game, variant.rules, variant.options, variant.seated)"
)


def by_digests() -> tuple[str, ...]:
    """SQL statements, to be run in this order, that replace the ids of players and variants in the
    tables of a draft by digests of their content, so that the same player or variant has the same
    id in every log. To run them again changes nothing. An id in `seat`, `record` or `setting` stays
    if the draft has no player or variant with it. `player.person` keeps the old ids: a lake does
    not store it.
    """
    return (
        f"UPDATE seat SET player = {PLAYER.format('player')} FROM player WHERE id = seat.player",
        f"UPDATE player SET id = {PLAYER.format('player')}",
        f"UPDATE record SET variant = {_VARIANT} FROM variant WHERE id = record.variant",
        f"UPDATE setting SET variant = {_VARIANT} FROM variant WHERE id = setting.variant",
        f"UPDATE variant SET id = {_VARIANT}",
    )


def stored_rows(address: str, paths: Sequence[str]) -> str | None:
    """SQL to write after FROM (a call of `read_parquet`) for all rows in the files `paths`, as they
    are stored: with the columns' names and types in the lake, without KIND, which only the files'
    folders say. None if there are no paths. `address` is what precedes a path, such as
    `s3://club/games/`; both are quoted here. Nothing is read or checked.
    """
    listed = ", ".join(quoted(address + path) for path in paths)
    return f"read_parquet([{listed}], hive_partitioning = false)" if paths else None
