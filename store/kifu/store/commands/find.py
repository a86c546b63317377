"""The commands that ask an archive: find, query."""

from __future__ import annotations

import itertools
import sys
from collections.abc import Iterator
from typing import Any

import click
from msgspec import structs

from kifu.notation import rows
from kifu.notation.errors import LimitHit
from kifu.replay.show.report import counted
from kifu.store.ask.limits import Bounded, limited
from kifu.store.ask.search import COLUMNS, Found, Hit
from kifu.store.commands.archive_options import limit_options, opened, say, say_absent, wait_option
from kifu.store.commands.filter_options import filter_options, filters_of

#: A table for people has the first columns.
TABLE_COLUMNS = COLUMNS[:12]
#: Hits that are shown where nothing else is said.
PAGE = 100


@click.command()
@click.argument("archive", type=click.Path())
@filter_options
@click.option(
    "--limit",
    type=click.IntRange(min=0),
    default=PAGE,
    show_default=True,
    metavar="N",
    help="Show at most N matches; 0: all.",
)
@click.option(
    "--offset", type=click.IntRange(min=0), default=0, metavar="N", help="Skip the first N."
)
@rows.format_option
@limit_options
@wait_option
def find(
    archive: str,
    limit: int,
    offset: int,
    form: rows.Format,
    timeout: float,
    wait: float,
    **given: Any,
) -> None:
    """Find matches in ARCHIVE. Every filter that is given must hold.

    Each row says where the record is: `kifu show PATH --record NUMBER` opens it. Matches are
    sorted by date and time.
    """
    filters = filters_of(given)
    kept = opened(archive, wait)
    with limited(timeout):
        found = kept.find(filters, limit or None, offset)
    columns = TABLE_COLUMNS if form == "table" else COLUMNS
    shown = [_row(hit, form) for hit in found.hits]
    rows.write(shown, columns, form, sys.stdout)
    _say_rest(found, offset)
    say_absent(kept, filters)


def _row(hit: Hit, form: rows.Format) -> dict[str, Any]:
    row = structs.asdict(hit)
    if form == "table":
        row["players"] = ", ".join(hit.players)
        for name in ("scores", "winners"):
            row[name] = " ".join(map(str, row[name] or ()))
        if hit.drawn:
            row["winners"] = f"draw {row['winners']}"
        row["id"] = hit.id[:12]
    return row


def _say_rest(found: Found, offset: int) -> None:
    shown = len(found.hits)
    rest = found.total - offset - shown
    if shown and (rest or offset):
        say(f"{offset + 1} to {offset + shown} of {found.total} matches")
    if rest > 0:
        say(f"{rest} more: --offset {offset + shown} shows the next ones, --limit 0 all")
    elif not found.total:
        say("no matches")
    elif not shown:
        say(f"{counted(found.total, 'match')} in all: --offset {offset} is after the last one")


@click.command()
@click.argument("archive", type=click.Path())
@click.argument("sql")
@click.option(
    "--limit",
    type=click.IntRange(min=1),
    metavar="N",
    help="Show at most N rows, and say if there are more. Default: all.",
)
@rows.format_option
@limit_options
@wait_option
def query(
    archive: str, sql: str, limit: int | None, timeout: float, form: rows.Format, wait: float
) -> None:
    """Ask ARCHIVE one SELECT in DuckDB's SQL.

    The views are games, records, seats, players, tags, moves, rounds, events, situations, notes,
    analyses, judgements, chances, accuracies, bad_records and sources; docs/sql.md explains their
    columns, and "DESCRIBE games" lists them. Nothing can be changed, and no file but the archive
    can be read.
    """
    out: Any = Bounded(sys.stdout)
    kept = opened(archive, wait)
    with limited(timeout) as clock, kept.ask(sql) as answer:
        shown: Iterator[dict[str, Any]]
        shown = (dict(zip(answer.columns, row, strict=True)) for row in clock.counted(answer))
        if form == "table":
            shown = _in_memory(shown)
        if limit is None:
            rows.write(shown, answer.columns, form, out)
            return
        first = list(itertools.islice(shown, limit))
        rows.write(first, answer.columns, form, out)
        if next(shown, None) is not None:
            say(f"there are more than {limit} rows: raise --limit, or leave it out to get all")


#: Characters of the largest table, which is in memory as a whole.
LARGEST_TABLE = 64 << 20


def _in_memory(shown: Iterator[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Pass on rows for a table, which holds all of them in memory. Raises LimitHit if they are too
    many.
    """
    size = 0
    for row in shown:
        size += len(str(row))
        if size > LARGEST_TABLE:
            raise LimitHit(
                "the answer is too large for a table; --limit N shows its first rows, and "
                "--format csv or ndjson writes all of it"
            )
        yield row
