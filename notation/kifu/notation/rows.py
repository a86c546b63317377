"""What a command prints: rows, as a table for people or as JSON, NDJSON or CSV for programs; and
findings as lines of text, with how many there were.
"""

from __future__ import annotations

import datetime
import io
import math
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from decimal import Decimal
from functools import partial
from itertools import chain
from typing import Any, Literal, TextIO

import click

from kifu.notation.errors import Diagnostic

Format = Literal["table", "json", "ndjson", "csv"]
Row = Mapping[str, object]


def write(rows: Iterable[Row], columns: Sequence[str], form: Format, file: TextIO) -> None:
    """Write `columns` of each row to `file`, which stays open; what else a row has is left out. A
    column that a row does not have is null, which is an empty cell in CSV and in a table.

    `json` (an array), `ndjson` (an object a line) and `csv` (a header, then a line each) are
    written as the rows come; a table needs them all first, for the widths of its columns. If `rows`
    raises, so does this. What was written then stays: a JSON array without its end, but nothing of
    a table. Without rows: `[]` in JSON, nothing in NDJSON, else the header. A table on a terminal
    leaves out columns that don't fit, and stderr names them. Values that are no JSON become text
    (see `as_json`).

    >>> write([{"game": "nimmt", "seats": 4}], ["game", "seats"], "ndjson", sys.stdout)
    {"game":"nimmt","seats":4}
    >>> write([{"game": "nimmt"}], ["game", "seats"], "csv", sys.stdout)
    game,seats
    nimmt,
    """
    _WRITERS[form](rows, columns, file)


def format_option(command: Any) -> Any:
    """A decorator: the command with the click option `--format`, how rows are written. The command
    gets it as the argument `form`; if the user doesn't give it, that is `default_format()`.
    """
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


def _escaped(character: str) -> str:
    """A character as Python's repr escapes it, without the quotes: `\\x1b` for ESC, `\\n` for LF,
    two backslashes for one. Any other printable character, also a quote, is returned as it is.
    """
    return repr(character)[1:-1]


def printable(text: str, keep: str = "", escaped: Callable[[str], str] = _escaped) -> str:
    r"""`text` in which each character that Python does not call printable is replaced by `escaped`
    of it, Python's escape by default: what could steer a terminal, or can't be encoded. Characters
    in `keep` stay, as does the wide space of Japanese.

    >>> printable("\x1b[2J 千恵")
    '\\x1b[2J 千恵'
    """
    if text.isprintable():
        return text
    kept = keep + "\u3000"
    return "".join(c if c.isprintable() or c in kept else escaped(c) for c in text)


def _write_table(rows: Iterable[Row], columns: Sequence[str], file: TextIO) -> None:
    """Write rows as a table of `columns` below a header; without rows, only the header. All rows
    are read before anything is written. A cell is empty if its row does not have the column. Line
    breaks, and whatever else could steer a terminal, become Python's escapes; a text that is then
    longer than LONGEST characters is cut there and ends in `…`. A column is aligned right if all
    its values are finite numbers, true, false or null.

    If `file` is no terminal, every column is written and no cell is folded. On a terminal, columns
    wider than NARROW may be folded. The first column is always written. From the first other one
    that does not fit even so, all are left out, and stderr names them.
    """
    import shutil

    from rich import box
    from rich.cells import cell_len
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    kept = list(rows)
    is_bounded = file.isatty()
    room = shutil.get_terminal_size().columns + _BETWEEN if is_bounded else UNBOUNDED
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, collapse_padding=True)
    shown: list[list[Text]] = []
    headings = list(map(printable, columns))
    for name, column in zip(headings, columns, strict=True):
        values = [row.get(column) for row in kept]
        cells = [Text(_cut(printable(cell))) for cell in _cells(values)]
        width = max(cell_len(cell.plain) for cell in [Text(name), *cells])
        room -= min(width, NARROW) + _BETWEEN
        if room < 0 and shown:
            break
        are_numbers = all(isinstance(as_json(value), (int, float, type(None))) for value in values)
        side: Literal["left", "right"] = "right" if are_numbers else "left"
        table.add_column(Text(name), justify=side, overflow="fold", no_wrap=width <= NARROW)
        shown.append(cells)
    for line in zip(*shown, strict=True):
        table.add_row(*line)
    whole = None if is_bounded else UNBOUNDED
    Console(file=file, width=whole, highlight=False, soft_wrap=not is_bounded).print(table)
    if len(shown) < len(columns):
        left_out = ", ".join(headings[len(shown) :])
        every_column = "--format table | less -S shows every column"
        print(f"no room for {left_out}: {every_column}", file=sys.stderr)


def _cut(text: str) -> str:
    """`text` itself or, if it is longer, its first LONGEST characters and `…`."""
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}…"


#: The most characters of a cell of a table.
LONGEST = 1000
#: The width of a column that is never folded, and the least width of one that is.
NARROW = 12
#: The width of a table whose lines are never folded here.
UNBOUNDED = 1_000_000
#: Blanks between two columns.
_BETWEEN = 2


def _cells(values: Sequence[object]) -> list[str]:
    """The text of each value of a column, in order; [] without values. None is "", a text stays as
    it is, and other values that are no floats become JSON (True is `true`), or the text that
    `as_json` makes of them.

    All floats get the same number of decimals: as many as show three digits of the largest one
    (signs don't count), at least one; none if all are whole. If the largest is tiny (not above
    10**-9, and not 0) or huge (10**15 or more), they are written as in JSON. Infinity and NaN are
    `inf` and `nan`, and are not counted as the largest.

    >>> _cells([0.5, 0.33333, None]), _cells([41.66667, 7.5]), _cells([0.000123])
    (['0.500', '0.333', ''], ['41.7', '7.5'], ['0.000123'])
    """
    floats = [abs(value) for value in values if isinstance(value, float) and math.isfinite(value)]
    largest = max(floats, default=0) or 0.1
    if not 1e-9 < largest < 1e15:
        return [_cell(as_json(value)) for value in values]
    decimals = max(1, 2 - math.floor(math.log10(largest)))
    if all(map(float.is_integer, floats)):
        decimals = 0
    return [
        f"{value:.{decimals}f}" if isinstance(value, float) else _cell(as_json(value))
        for value in values
    ]


def _write_json(rows: Iterable[Row], columns: Sequence[str], file: TextIO) -> None:
    """Write a JSON array: each row is an object on a line of its own, and `]` is on the last line.
    Without rows, the line `[]`. If `rows` raises, the array stays without its end.
    """
    between = "["
    for row in rows:
        file.write(f"{between}\n{_object(row, columns)}")
        between = ","
    file.write("[]\n" if between == "[" else "\n]\n")


def _write_ndjson(rows: Iterable[Row], columns: Sequence[str], file: TextIO) -> None:
    """Write a JSON object for each row, one a line; nothing if there are none."""
    for row in rows:
        file.write(_object(row, columns) + "\n")


def _write_csv(rows: Iterable[Row], columns: Sequence[str], file: TextIO) -> None:
    """Write CSV, a header and then a line for each row, with LF at line ends. Cells with a comma,
    quote or line break, a lone CR too, are put in quotes. If `file` is a terminal, characters that
    could steer it become Python's escapes; otherwise they are written as they are.
    """
    import csv

    shown = partial(printable, keep="\n") if file.isatty() else str
    values = ([_cell(as_json(row.get(column))) for column in columns] for row in rows)
    for cells in chain([columns], values):
        line = io.StringIO()
        csv.writer(line, lineterminator="\r\n").writerow(map(_encodable, cells))
        file.write(shown(line.getvalue().removesuffix("\r\n") + "\n"))


_WRITERS = {
    "table": _write_table,
    "json": _write_json,
    "ndjson": _write_ndjson,
    "csv": _write_csv,
}


def _object(row: Row, columns: Sequence[str]) -> str:
    """The `columns` of a row as a JSON object on one line; a column that the row does not have is
    null. What could steer a terminal is an escape.
    """
    import json

    text = _json({column: as_json(row.get(column)) for column in columns})
    return printable(text, escaped=lambda character: json.dumps(character)[1:-1])


def _cell(value: Any) -> str:
    """A JSON value as the text of a cell in a table or in CSV: null as "", a text as it is, any
    other value as compact JSON.
    """
    if value is None:
        return ""
    if isinstance(value, str):
        return value
    return _json(value)


def _json(value: Any) -> str:
    """A value of JSON's types as compact JSON on one line. Only quotes, backslashes and control
    characters below U+0020 are escaped; DEL and lone surrogates, for example, stay. Infinite
    numbers and NaN give `Infinity` and `NaN`, which are no JSON (`as_json` removes them). Raises
    TypeError for a value of another type.
    """
    import json

    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _encodable(text: str) -> str:
    r"""`text` with lone surrogates (bytes of a file name, say) as `\udcff`, as in JSON."""
    return text.encode("utf-8", "backslashreplace").decode("utf-8")


def as_json(value: Any) -> Any:
    """`value` in the types of JSON, as exactly as those allow: dates and times in ISO 8601, bytes
    in hex, a Decimal as a float, mappings as dicts with text as keys, tuples as lists. `value`
    itself is not changed. What JSON has no equal of becomes text as `str` makes it: infinite
    numbers (`inf`, `-inf`), NaN (`nan`), a Decimal with more digits than a float, and objects of
    other types, sets too.

    >>> as_json({"share": Decimal("0.5"), "day": datetime.date(2026, 11, 20)})
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
            return {str(key): as_json(item) for key, item in value.items()}
        case list() | tuple():
            return [as_json(item) for item in value]
    return str(value)


#: The fields of a finding as columns of rows, in the order in which they are written.
FINDING_COLUMNS = (
    "file", "record", "line", "column", "offset", "ply", "variation", "code", "severity",
    "token", "message", "expected", "excerpt", "caret",
)  # fmt: skip


def report(finding: Diagnostic) -> str:
    r"""A finding as lines of text. The first is `FILE:LINE:COLUMN: SEVERITY CODE MESSAGE`, which
    editors can follow, with the ply and the variation in brackets. Then come the line of the record
    with a caret below it (without that line, the first 200 characters of the token), and what was
    expected. What is not known is left out; there is no newline at the end. What could steer a
    terminal is escaped.

    >>> finding = Diagnostic(code="KF406", message="card 59 is not in the hand of seat 1",
    ...     file="a.kifu", record=1, line=7, column=4, ply=3, excerpt="2. 59 47", caret=3,
    ...     expected=["66", "71"])
    >>> print(report(finding))
    a.kifu:7:4: error KF406 card 59 is not in the hand of seat 1 (ply 3)
        2. 59 47
           ^
        expected: 66 71
    """
    lines = [f"{_place(finding)}: {finding.severity} {finding.code} {finding.message}"]
    if finding.ply is not None:
        line = f" of variation {finding.variation}" if finding.variation else ""
        lines[0] += f" (ply {finding.ply}{line})"
    if finding.excerpt is not None:
        lines += _pointed(finding.excerpt, finding.caret)
    elif finding.token is not None:
        lines.append(f"    at {finding.token[:_TOKEN]}")
    if finding.expected:
        lines.append(f"    expected: {' '.join(finding.expected)}")
    return "\n".join(map(printable, lines))


class CheckCounts(Counter[str]):
    """Counts under the keys "file", "unreadable", "record", "error" and "warning"; as text, a
    sentence.

    >>> tally = CheckCounts(file=1, record=3, error=2)
    >>> print(tally)
    3 records in 1 file: 2 errors, 0 warnings
    """

    def __str__(self) -> str:
        records, files, errors, warnings = (
            counted(self[what], what) for what in ("record", "file", "error", "warning")
        )
        unread = f" ({self['unreadable']} unreadable)" if self["unreadable"] else ""
        return f"{records} in {files}{unread}: {errors}, {warnings}"

    def passing(self, findings: Iterable[Diagnostic]) -> Iterator[Diagnostic]:
        """Yield `findings` unchanged. Each raises the count of its severity ("error" or "warning")
        when it is taken, so the counts are right once all are taken.
        """
        for finding in findings:
            self[finding.severity] += 1
            yield finding


def counted(number: int, what: str) -> str:
    """A number with its noun, in the plural unless the number is 1.

    >>> counted(1, "record"), counted(2, "record"), counted(2, "match")
    ('1 record', '2 records', '2 matches')
    """
    ending = "es" if what.endswith("ch") else "s"
    return f"{number} {what}{'' if number == 1 else ending}"


#: Characters of a token that are shown where there is no excerpt.
_TOKEN = 200


def _place(finding: Diagnostic) -> str:
    """`FILE:LINE:COLUMN`, without what is not known; for a finding without a line, `FILE: record K,
    byte B`. FILE is `-` for a finding without a file.
    """
    name = finding.file or "-"
    if finding.line is not None:
        column = "" if finding.column is None else f":{finding.column}"
        return f"{name}:{finding.line}{column}"
    where = [] if finding.record is None else [f"record {finding.record}"]
    if finding.offset is not None:
        where.append(f"byte {finding.offset}")
    return f"{name}: {', '.join(where)}" if where else name


def _pointed(excerpt: str, caret: int | None) -> list[str]:
    """The excerpt as a list of one line or, unless `caret` is None, two: the second has a caret
    under the character with that index (from 0). Both begin with four spaces. The caret is placed
    by columns of a terminal: a wide character takes two, and what `printable` escapes takes as many
    as its escape. The excerpt itself is not escaped here; a tab in it becomes one space.
    """
    from rich.cells import cell_len

    shown = excerpt.replace("\t", " ")
    if caret is None:
        return [f"    {shown}"]
    before = cell_len(printable(shown[:caret]))
    return [f"    {shown}", f"    {' ' * before}^"]
