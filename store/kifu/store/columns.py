"""Columns: lists of values on their way into a table, as NumPy arrays.

DuckDB takes in whole columns some ten thousand times faster than single rows. It casts text to
the type of the table's column, so ids and dates travel as text, and lists as text that a query
splits. A column with gaps is a list with None in it: masked arrays are not read by every
DuckDB that kifu works with. One that is nothing but gaps stays at home.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import NoneType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

Columns = Mapping[str, Sequence[Any]]


def insert(connection: DuckDBPyConnection, table: str, given: Columns) -> None:
    """Append `given`, columns of one length, to `table`."""
    if any(given.values()):
        names = register(connection, given)
        connection.execute(f"INSERT INTO {table} ({names}) SELECT {names} FROM incoming")


def register(connection: DuckDBPyConnection, given: Columns) -> str:
    """Let `given` be the table `incoming` until the next call, without the columns that hold
    nothing; the names of the others, for a query.
    """
    arrays = {name: _array(values) for name, values in given.items()}
    held = {name: array for name, array in arrays.items() if array is not None}
    connection.register("incoming", held)
    return ", ".join(f'"{name}"' for name in held)


def following(connection: DuckDBPyConnection, table: str, column: str) -> int:
    """The number after the highest in use, from 1."""
    ((highest,),) = connection.execute(f"SELECT max({column}) FROM {table}").fetchall()
    return (highest or 0) + 1


def _array(values: Sequence[Any]) -> Any:
    import numpy as np

    kinds = set(map(type, values))
    if kinds == {int}:
        return np.array(values, dtype=np.int64)
    if kinds == {bool}:
        return np.array(values, dtype=np.bool_)
    if kinds == {NoneType}:
        return None
    # Not np.array, which would make one table of lists that are equally long.
    return np.fromiter(values, dtype=object, count=len(values))
