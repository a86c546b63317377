"""Answers: rows that Python programs get."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from msgspec import Struct, structs

Row = dict[str, Any]


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


def rows_of(kind: type[Struct], found: Sequence[Struct]) -> Rows:
    """Structs of type `kind` as rows; the columns are the fields of `kind`."""
    return Rows(kind.__struct_fields__, map(structs.astuple, found))
