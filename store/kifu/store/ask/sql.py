"""SQL from outside: one question to an archive that nothing can be changed with.

The archive is open read-only, files, network and Python's variables are out of reach, and the
bounds of `database.LOCKED` can't be lifted. What else a statement could do (set, attach, load,
call) is refused by its kind.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from kifu.notation.errors import LimitHit, UsageError
from kifu.store.errors import cleaned, is_damage
from kifu.store.fold import is_unicode
from kifu.store.tables import Connection

if TYPE_CHECKING:
    from duckdb import Statement

Parameters = Sequence[Any] | Mapping[str, Any]
Row = dict[str, Any]

#: Rows that are fetched at a time: few, since a value may be large.
_ROWS = 100


class QueryError(UsageError):
    """The statement was refused, with the reason: by DuckDB, or because it is not a single SELECT
    (or EXPLAIN), or its answer has a column that can't be given.
    """


class ResultRows:
    """The rows of an answer as they come, each a tuple; `columns` are the names of its values. The
    rows can be gone through only once.

    `ask` gives the later ones of equal column names a number, so that rows can be mappings.
    """

    def __init__(self, columns: list[str], rows: Iterator[tuple[Any, ...]]) -> None:
        self.columns = columns
        self._rows = rows

    def __iter__(self) -> Iterator[tuple[Any, ...]]:
        return self._rows

    def named(self) -> Iterator[Row]:
        """The rows, each a dict by column; the same rows as by iterating, so also only once. They
        are read as they are asked for, and raise what the rows do (see `ask`).
        """
        return (dict(zip(self.columns, row, strict=True)) for row in self._rows)


def ask(connection: Connection, sql: str, parameters: Parameters = ()) -> ResultRows:
    """Run one SELECT (or EXPLAIN) and return its rows as tuples, which can be taken only once, with
    the names of their `columns`. Of equal names, later ones get a number (`name_2`). `parameters`
    are a list for `?`, or a dict for `$name`. Only the kind of the statement is checked here. What
    it can read, and how much memory it may use, is up to `connection`: SQL from outside needs one
    of `opening.reading`. No time limit is set here (see `interrupted_after`).

    The rows are read as they are asked for. Until all are taken, the connection must not execute
    anything else, or the rest is lost without an error.

    Raises QueryError for what is not one such statement, for what DuckDB refuses (parameters, too),
    for a column of times with a time zone, and if the query is interrupted; LimitHit if it needs
    more memory than it may have. Both may also come while the rows are read. DuckDB's own error is
    raised where a file is damaged or can't be read, at either time.
    """
    import duckdb

    try:
        cursor = connection.execute(_question(connection, sql), parameters)
    except duckdb.Error as error:
        raise _readable(error) from None
    names = []
    for name, kind, *_ in cursor.description or ():
        # DuckDB hands these to Python by a library that kifu does not need else.
        if re.search("TIMESTAMP(TZ| WITH TIME ZONE)", str(kind)):
            raise QueryError(f"column {name} has times with a time zone; cast it: {name}::VARCHAR")
        names.append(name)
    return ResultRows(_unique(names), _rows(cursor))


def _question(connection: Connection, sql: str) -> Statement:
    """The only statement in `sql`, parsed, not yet run. Raises QueryError if there is none or more
    than one, if it is neither a SELECT (which may begin with WITH, FROM or DESCRIBE, too) nor an
    EXPLAIN, or if the text is not UTF-8; and duckdb.Error for what is no SQL.
    """
    import duckdb

    if not is_unicode(sql):
        raise QueryError("the statement is not UTF-8")
    statements = connection.extract_statements(sql)
    if len(statements) != 1:
        raise QueryError(f"expected one statement, not {len(statements)}")
    kinds = (duckdb.StatementType.SELECT, duckdb.StatementType.EXPLAIN)
    if statements[0].type not in kinds:
        raise QueryError("the statement must begin with SELECT, WITH, FROM, DESCRIBE or EXPLAIN")
    return statements[0]


def _rows(cursor: Connection) -> Iterator[tuple[Any, ...]]:
    """The rows of an executed query, fetched `_ROWS` (100) at a time, as they are asked for. Raises
    LimitHit for lack of memory, DuckDB's own error if the archive's file is damaged or can't be
    read, and QueryError for any other error of DuckDB, also if the query is interrupted.
    """
    import duckdb

    while True:
        try:
            rows = cursor.fetchmany(_ROWS)
        except duckdb.Error as error:
            raise _readable(error) from None
        if not rows:
            return
        yield from rows


def _readable(error: Exception) -> Exception:
    """Return the error to raise in place of DuckDB's `error`: LimitHit for lack of memory,
    otherwise QueryError; `error` itself if the archive's file is damaged or can't be read.
    """
    import duckdb

    if is_damage(error) or isinstance(error, duckdb.IOException):
        return error
    message = cleaned(error)
    if isinstance(error, duckdb.OutOfMemoryException):
        return LimitHit(f"the query needs more memory than it may use: {message}")
    return QueryError(message)


def _unique(names: list[str]) -> list[str]:
    """The names in their order, all different: one that has come before gets `_2` at its end, or
    `_3` and so on if that is taken.
    """
    unique: list[str] = []
    for name in names:
        number = 2
        free = name
        while free in unique:
            free = f"{name}_{number}"
            number += 1
        unique.append(free)
    return unique


class Rows(list[Row]):
    """Rows of an answer, each a dict; `columns` are its keys in order, also where there is no row.
    A notebook shows them as a table; `polars.DataFrame(rows)` and `pandas.DataFrame(rows)` make one
    of a library.

    >>> rows = Rows(["player", "wins"], [("Aki", 3)])
    >>> rows, rows.columns
    ([{'player': 'Aki', 'wins': 3}], ['player', 'wins'])
    """

    def __init__(self, columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
        self.columns = list(columns)
        super().__init__([dict(zip(self.columns, row, strict=True)) for row in rows])
