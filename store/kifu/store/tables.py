"""Rows on their way into tables, as lines of JSON that DuckDB reads, and out of them.

The fields of a Struct are the columns. JSON escapes what a text may not have as it is, so that
every text comes through.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import islice
from types import NoneType, UnionType
from typing import TYPE_CHECKING, Annotated, Any, Union, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Meta, Struct

from kifu.notation.errors import UsageError
from kifu.store.fold import is_unicode

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

    #: DuckDB, open on an archive, a lake or nothing; it is loaded only where it is used.
    Connection = DuckDBPyConnection
else:
    Connection = Any

#: The largest number that a question may name.
_LARGEST = 2**62


def vet(parameters: Sequence[Any]) -> None:
    """Raise UsageError for parameters that no record can have and DuckDB may refuse: text that is
    not UTF-8, and whole numbers above 2^62 or below -2^62, also within lists (other collections are
    not looked into). Otherwise nothing happens.

    >>> vet(["千恵", 7, ["a", "b"]])
    >>> vet([2**70])
    Traceback (most recent call last):
    kifu.notation.errors.UsageError: no number in an archive is as large as 1180591620717411303424
    """
    for value in parameters:
        if isinstance(value, list):
            vet(value)
        elif isinstance(value, str) and not is_unicode(value):
            raise UsageError(f"{value!r} is not UTF-8")
        elif isinstance(value, int) and abs(value) > _LARGEST:
            raise UsageError(f"no number in an archive is as large as {value}")


def quoted(text: str) -> str:
    """`text` as a literal of SQL, where no parameter is possible (for paths and the like).

    >>> quoted("club's.duckdb")
    "'club''s.duckdb'"
    """
    return "'" + text.replace("'", "''") + "'"


#: A whole number of up to 64 bits without a sign.
Unsigned = Annotated[int, Meta(ge=0)]
#: Rows that are on their way at a time, where nothing else is said.
_TOGETHER = 5_000

_NAMES: dict[Any, str] = {
    int: "BIGINT", float: "DOUBLE", str: "VARCHAR", bool: "BOOLEAN", Unsigned: "UBIGINT",
}  # fmt: skip


def insert(connection: Connection, table: str, rows: Iterable[Mapping[str, object]]) -> None:
    """Append `rows`, with values by column, to `table`, some thousands at a time, within the open
    transaction if there is one; without one, an error leaves some of the rows there. Columns of
    which a row has no value become NULL, and so does a value that can't be cast to the type of its
    column, without an error (unless the column is NOT NULL); values of columns that the table does
    not have are left out. The values are what JSON can hold (TypeError otherwise;
    UnicodeEncodeError for text that is not UTF-8). `rows` must not be read from the same
    connection. `table` goes into the SQL as it is. No rows: nothing is done. Raises duckdb.Error.
    """
    rest, reader = iter(rows), ""
    while some := list(islice(rest, _TOGETHER)):
        if not reader:
            types = {
                name: kind for name, kind, *_ in connection.execute(f"DESCRIBE {table}").fetchall()
            }
            reader = _from_json(types)
        connection.execute(
            f"INSERT INTO {table} BY NAME "
            f"SELECT unnest({reader}) FROM (SELECT unnest($lines) AS line)",
            {"lines": [msgspec.json.encode(row).decode() for row in some]},
        )


@lru_cache(maxsize=32)
def parsed(kind: type[Struct]) -> str:
    """SQL that decodes the JSON in the column `line` into a DuckDB struct with the fields of
    `kind`. Fields that the JSON lacks become NULL, and so do values that can't be cast to the
    field's type; fields that `kind` lacks are left out. Raises AttributeError, TypeError or
    ValueError for a field of a type that `_structure` does not know.

    >>> class Tag(Struct):
    ...     name: str
    ...     seats: list[int] | None
    >>> parsed(Tag)
    'from_json(line, \\'{"name":"VARCHAR","seats":["BIGINT"]}\\')'
    """
    return _from_json(_structure(kind))


def following(connection: Connection, table: str, column: str, after: int = 0) -> int:
    """The next free number for `table.column`: one more than the highest there or than `after`,
    whichever is larger; 1 for an empty table without `after`. Reserves nothing.
    """
    ((highest,),) = connection.execute(f"SELECT max({column}) FROM {table}").fetchall()
    return max(highest or 0, after) + 1


def has_rows(connection: Connection, rows: str) -> bool:
    """Whether there is any row of `rows`: the name of a table, with or without a WHERE condition,
    which goes into the SQL as it is. Where there may be nothing to change, ask this first: it is
    ten times as fast as a statement that finds nothing. No rows may be on their way from
    `connection`.
    """
    return bool(connection.execute(f"SELECT 1 FROM {rows} LIMIT 1").fetchall())


def beside(connection: Connection) -> Connection:
    """Another cursor of the same DuckDB, for queries while the rows of `connection` are being
    fetched. It sees the same tables except temporary ones and has the same search path, but is not
    in the transaction of `connection`, so it does not see what that has not committed. Call this
    before rows are being fetched, since it executes a query on `connection`. The cursor need not be
    closed: it ends when nothing refers to it any more.
    """
    ((path,),) = connection.execute("SELECT current_setting('search_path')").fetchall()
    other = connection.cursor()
    other.execute(f"SET search_path = {quoted(path)}")
    return other


def fetched(cursor: Connection, together: int = _TOGETHER) -> Iterator[tuple[Any, ...]]:
    """The rows of the query that was executed last on `cursor`, as tuples, fetched `together` at a
    time as they are asked for; none if it has no rows. They can be taken only once. Until all are
    taken, `cursor` must not execute anything else, or the rest is lost without an error. Raises
    DuckDB's own errors.
    """
    while rows := cursor.fetchmany(together):
        yield from rows


def fetched_by_name(cursor: Connection) -> Iterator[dict[str, Any]]:
    """The rows of the query that was executed last on `cursor`, each as a dict of values by column,
    fetched as they are asked for; none if it has no rows. They can be taken only once. Of columns
    with equal names, the last one counts. From this call until all are taken, `cursor` must not
    execute anything else, or the rest is lost without an error. Raises DuckDB's own errors.
    """
    names = [name for name, *_ in cursor.description or ()]
    return (dict(zip(names, values, strict=True)) for values in fetched(cursor))


def _from_json(structure: object) -> str:
    """An SQL expression, not executed here, that decodes the JSON in the column `line`. `structure`
    says into what: a dict of types by field, for a table or a Struct, as `_structure` makes it.
    Fields that `structure` lacks are left out; those that the JSON lacks become NULL, and so do
    values that can't be cast to the field's type.
    """
    return f"from_json(line, {quoted(msgspec.json.encode(structure).decode())})"


def _structure(kind: Any) -> Any:
    """The DuckDB type for values of the type `kind`, in the form that `from_json` takes: a name, a
    list of one type, or a dict of types by field (for a Struct). `T | None` has the type of `T`.

    `kind` may be made of `int`, `Unsigned`, `float`, `str`, `bool`, `list`, Structs and `None`.
    Another one raises AttributeError or TypeError, and a union of several types ValueError.
    """
    if kind in _NAMES:
        return _NAMES[kind]
    if get_origin(kind) in (Union, UnionType):
        (kind,) = (each for each in get_args(kind) if each is not NoneType)
        return _structure(kind)
    if get_origin(kind) is list:
        return [_structure(get_args(kind)[0])]
    hints = get_type_hints(kind, include_extras=True)
    return {name: _structure(hints[name]) for name in kind.__struct_fields__}
