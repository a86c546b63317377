"""Rows on a command's stdout: as a table for people, as JSON, NDJSON or CSV for programs."""

from __future__ import annotations

import datetime
import io
import math
import sys
from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from typing import Any, Literal, TextIO

import click

Format = Literal["table", "json", "ndjson", "csv"]
Row = Mapping[str, object]


def write(rows: Iterable[Row], columns: Sequence[str], form: Format, file: TextIO) -> None:
    """Write `columns` of each row to `file`; a column that a row does not have is null.

    `json` (an array), `ndjson` (an object a line) and `csv` (a header, then a line each) are
    written as the rows come; a table needs them all first, for the widths of its columns.

    >>> write([{"game": "nimmt", "seats": 4}], ["game", "seats"], "ndjson", sys.stdout)
    {"game":"nimmt","seats":4}
    >>> write([{"game": "nimmt"}], ["game", "seats"], "csv", sys.stdout)
    game,seats
    nimmt,
    """
    _WRITERS[form](rows, columns, file)


def format_option(command: Any) -> Any:
    """A click option `--format`, given to the command as `form`."""
    return click.option(
        "--format",
        "form",
        type=click.Choice(list(_WRITERS)),
        callback=lambda _ctx, _param, given: given or default_format(),
        help="How rows are written. Default: table on a terminal, ndjson in a pipe.",
    )(command)


def default_format() -> Format:
    """`table` where stdout is a terminal, else `ndjson`."""
    return "table" if sys.stdout.isatty() else "ndjson"


def printable(text: str, keep: str = "") -> str:
    r"""`text` with what could steer a terminal, or can't be encoded, written as an escape.

    The control characters in `keep` stay as they are.

    >>> printable("\x1b[2J 千恵")
    '\\x1b[2J 千恵'
    """
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() or c in keep else _escape(c) for c in text)


def _escape(character: str) -> str:
    return character if character == "\u3000" else repr(character)[1:-1]


def _write_table(rows: Iterable[Row], columns: Sequence[str], file: TextIO) -> None:
    from rich import box
    from rich.cells import cell_len
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    body = [[plain(row.get(column)) for column in columns] for row in rows]
    shown = [[printable(_cell(value)) for value in cells] for cells in body]
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, collapse_padding=True)
    widths = []
    for at, column in enumerate(columns):
        numbers = all(isinstance(cells[at], (int, float, type(None))) for cells in body)
        widths.append(max(map(cell_len, [printable(column), *(cells[at] for cells in shown)])))
        table.add_column(
            Text(printable(column)),
            justify="right" if numbers else "left",
            overflow="fold",
            no_wrap=widths[at] <= NARROW,
        )
    for cells in shown:
        table.add_row(*map(Text, cells))
    width = None if file.isatty() and _can_fold(widths) else UNBOUNDED
    Console(file=file, width=width, highlight=False, soft_wrap=width is not None).print(table)


#: The width of a column that is never folded, and the least width of one that is.
NARROW = 12
#: The width of a table whose lines are never folded here.
UNBOUNDED = 1_000_000


def _can_fold(widths: Sequence[int]) -> bool:
    """Whether a terminal has room for a table whose wide columns are folded.

    Where it has none, long lines are left to the terminal: nothing is ever cut off.
    """
    import shutil

    least = sum(min(width, NARROW) for width in widths) + 2 * (len(widths) - 1)
    return least <= shutil.get_terminal_size().columns


def _write_json(rows: Iterable[Row], columns: Sequence[str], file: TextIO) -> None:
    between = "["
    for row in rows:
        file.write(f"{between}\n{_object(row, columns)}")
        between = ","
    file.write("[]\n" if between == "[" else "\n]\n")


def _write_ndjson(rows: Iterable[Row], columns: Sequence[str], file: TextIO) -> None:
    for row in rows:
        file.write(_object(row, columns) + "\n")


def _write_csv(rows: Iterable[Row], columns: Sequence[str], file: TextIO) -> None:
    file.write(_csv_line(columns))
    for row in rows:
        file.write(_csv_line([_cell(plain(row.get(column))) for column in columns]))


def _csv_line(cells: Sequence[str]) -> str:
    """A line that ends in LF. The writer is asked for CR LF, so that it quotes a lone CR too."""
    import csv

    line = io.StringIO()
    csv.writer(line, lineterminator="\r\n").writerow(map(_encodable, cells))
    return line.getvalue().removesuffix("\r\n") + "\n"


_WRITERS = {
    "table": _write_table,
    "json": _write_json,
    "ndjson": _write_ndjson,
    "csv": _write_csv,
}


def _object(row: Row, columns: Sequence[str]) -> str:
    return _encodable(_json({column: plain(row.get(column)) for column in columns}))


def _cell(value: Any) -> str:
    """A value in a table or in CSV: null is empty, lists and objects are JSON."""
    if value is None:
        return ""
    if isinstance(value, str):
        return value
    return _json(value)


def _json(value: Any) -> str:
    import json

    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _encodable(text: str) -> str:
    r"""`text` with lone surrogates (bytes of a file name, say) as `\udcff`, as in JSON."""
    return text.encode("utf-8", "backslashreplace").decode("utf-8")


def plain(value: Any) -> Any:
    """`value` in the types of JSON, as exactly as those allow.

    >>> plain({"share": Decimal("0.5"), "day": datetime.date(2026, 11, 20)})
    {'share': 0.5, 'day': '2026-11-20'}
    """
    match value:
        case None | bool() | int() | str():
            return value
        case float():
            return value if math.isfinite(value) else str(value)
        case Decimal():
            near = float(value)
            return near if math.isfinite(near) and Decimal(repr(near)) == value else str(value)
        case datetime.date() | datetime.time():
            return value.isoformat()
        case bytes() | bytearray():
            return value.hex()
        case Mapping():
            return {str(key): plain(item) for key, item in value.items()}
        case list() | tuple():
            return [plain(item) for item in value]
    return str(value)
