"""Answers: rows that Python programs get, as they are or as a table of another library."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from importlib import import_module
from typing import Any, Protocol

from msgspec import Struct, structs

from kifu.notation.errors import KifuError, install_extra

Row = dict[str, Any]


class Rows(list[Row]):
    """Rows of an answer, each a dict; `columns` are its keys in order, also where there is no row.

    >>> rows = Rows(["player", "wins"], [("Aki", 3)])
    >>> rows, rows.columns
    ([{'player': 'Aki', 'wins': 3}], ['player', 'wins'])
    """

    def __init__(self, columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
        self.columns = list(columns)
        super().__init__([dict(zip(self.columns, row, strict=True)) for row in rows])

    def polars(self) -> Any:
        """The rows as a data frame of polars. Raises KifuError if polars is not installed."""
        frame = needed("polars").DataFrame
        if not self:
            return frame(schema=self.columns)
        return frame(list(self), schema=self.columns, infer_schema_length=None)

    def pandas(self) -> Any:
        """The rows as a data frame of pandas. Raises KifuError if pandas is not installed."""
        return needed("pandas").DataFrame(list(self), columns=self.columns)

    def arrow(self) -> Any:
        """The rows as a table of pyarrow. Raises KifuError if pyarrow is not installed."""
        columns = {name: [row[name] for row in self] for name in self.columns}
        return needed("pyarrow").table(columns)


def rows_of(kind: type[Struct], found: Sequence[Struct]) -> Rows:
    """Structs of type `kind` as rows; the columns are the fields of `kind`."""
    return Rows(kind.__struct_fields__, map(structs.astuple, found))


class Answer(Protocol):
    """An answer that has rows. Classes of answers take the functions below as methods."""

    @property
    def rows(self) -> Rows:
        """The answer as rows, each a dict."""


def polars(self: Answer) -> Any:
    """The answer's rows as a data frame of polars. Raises KifuError if polars is not installed."""
    return self.rows.polars()


def pandas(self: Answer) -> Any:
    """The answer's rows as a data frame of pandas. Raises KifuError if pandas is not installed."""
    return self.rows.pandas()


def arrow(self: Answer) -> Any:
    """The answer's rows as a table of pyarrow. Raises KifuError if pyarrow is not installed."""
    return self.rows.arrow()


def needed(library: str) -> Any:
    """Import the module of an optional library and return it. Raises KifuError, which says what to
    install, if it is not installed.
    """
    try:
        return import_module(library)
    except ImportError:
        message = f"{library} is not installed: {install_extra('tables')}"
        raise KifuError(message) from None
