"""Tables for notebooks: rows as HTML in which nothing from a record is markup."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from itertools import islice

#: Rows that a notebook is shown.
MOST = 60


def html_table(columns: Sequence[str], rows: Iterable[Sequence[object]], total: int) -> str:
    """The first `MOST` of `rows` as an HTML table; if `total`, the number of all rows, is larger, a
    line below says so.

    >>> html_table(["player"], [["<Aki>"]], 1)
    '<table><thead><tr><th>player</th></tr></thead><tbody><tr><td>&lt;Aki&gt;</td></tr></tbody>\
</table>'
    """
    head = "".join([f"<th>{escape(str(name))}</th>" for name in columns])
    body = "".join([f"<tr>{''.join(map(_cell, row))}</tr>" for row in islice(rows, MOST)])
    rest = f"<p>{MOST} of {total} rows</p>" if total > MOST else ""
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>{rest}"


def _cell(value: object) -> str:
    if value is None:
        return "<td></td>"
    if isinstance(value, list | tuple):
        return f"<td>{escape(', '.join(map(str, value)))}</td>"
    return f"<td>{escape(str(value))}</td>"
