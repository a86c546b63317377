"""The commands of the store: index, find, query."""

from __future__ import annotations

import contextlib
import itertools
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any

import click
from msgspec import structs

from kifu.notation import rows
from kifu.replay.rule_data.option import data_option
from kifu.store.archive import Archive
from kifu.store.database import WAIT
from kifu.store.filter_options import filter_options, filters_of
from kifu.store.ingest import Report
from kifu.store.search import Found, Hit

#: The columns of `kifu find`; a table for people has the first of them.
COLUMNS = (
    "date", "game", "options", "players", "scores", "winners", "turns", "event", "path",
    "number", "id", "record", "rules", "finished", "rounds", "plies",
)  # fmt: skip
TABLE_COLUMNS = COLUMNS[:11]
#: Hits that are shown where nothing else is said.
PAGE = 100


def wait_option(command: Any) -> Any:
    return click.option(
        "--wait",
        type=click.FloatRange(min=0),
        default=WAIT,
        show_default=True,
        metavar="SECONDS",
        help="How long to wait for a process that holds the archive.",
    )(command)


@click.command()
@click.argument("archive", type=click.Path())
@click.argument("paths", type=click.Path(), nargs=-1, required=True, metavar="PATH...")
@click.option("--strict", is_flag=True, help="Exit 1 if a record went to quarantine.")
@data_option
@wait_option
@click.pass_context
def index(
    ctx: click.Context, archive: str, paths: tuple[str, ...], strict: bool, wait: float
) -> None:
    """Add the records of files and folders to ARCHIVE.

    ARCHIVE is made where there is none. Every record is replayed; one with errors goes to the
    quarantine (the view bad_records says what is wrong) and the rest goes in. A file that is in
    already is passed over, one that grew is read on, one that changed is read again. An
    interrupted run is finished by running it again.
    """
    begun = time.monotonic()
    with _progress(paths) as (say, advance):
        report = Archive(archive, wait).index(paths, say, advance)
    _say(summary(report, time.monotonic() - begun))
    if report.failed or (strict and report.quarantined):
        ctx.exit(1)


def summary(report: Report, seconds: float) -> str:
    """The line of counts that a run ends with.

    >>> summary(Report(sources=2, unchanged=1, new=9, quarantined=1), 0.5)
    '2 sources (1 unchanged), 10 records: 9 new, 0 duplicate, 0 again, 1 quarantined; 0.5 s'
    """
    failed = f", {len(report.failed)} unreadable" if report.failed else ""
    return (
        f"{_count(report.sources, 'source')} ({report.unchanged} unchanged{failed}), "
        f"{_count(report.records, 'record')}: {report.new} new, {report.duplicate} duplicate, "
        f"{report.again} again, {report.quarantined} quarantined; {seconds:.1f} s"
    )


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"


@click.command()
@click.argument("archive", type=click.Path())
@filter_options
@click.option(
    "--limit",
    type=click.IntRange(min=0),
    default=PAGE,
    show_default=True,
    metavar="N",
    help="Show so many matches; 0: all.",
)
@click.option(
    "--offset", type=click.IntRange(min=0), default=0, metavar="N", help="Pass over the first N."
)
@rows.format_option
@wait_option
def find(
    archive: str, limit: int, offset: int, form: rows.Format, wait: float, **given: Any
) -> None:
    """Find matches in ARCHIVE. Every filter that is given must hold.

    A row says where the record is: `kifu show PATH --record NUMBER` opens it. The matches
    stand in the order of their dates.
    """
    found = Archive(archive, wait).find(filters_of(given), limit or None, offset)
    columns = TABLE_COLUMNS if form == "table" else COLUMNS
    shown = [_row(hit, form) for hit in found.hits]
    rows.write(shown, columns, form, sys.stdout)
    _say_rest(found, offset)


def _row(hit: Hit, form: rows.Format) -> dict[str, Any]:
    row = structs.asdict(hit)
    if form == "table":
        row["players"] = ", ".join(hit.players)
        for name in ("scores", "winners"):
            row[name] = " ".join(map(str, row[name] or ()))
        row["id"] = hit.id[:12]
    return row


def _say_rest(found: Found, offset: int) -> None:
    shown = len(found.hits)
    rest = found.total - offset - shown
    if shown and (rest or offset):
        _say(f"{offset + 1} to {offset + shown} of {found.total} matches")
    if rest > 0:
        _say(f"{rest} more: --offset {offset + shown} shows the next ones, --limit 0 all")
    elif not shown and found.total:
        total = f"{found.total} match{'' if found.total == 1 else 'es'}"
        _say(f"{total} in all: --offset {offset} is behind the last")


@click.command()
@click.argument("archive", type=click.Path())
@click.argument("sql")
@click.option(
    "--limit",
    type=click.IntRange(min=1),
    metavar="N",
    help="Stop after N rows (and say so). Default: every row.",
)
@rows.format_option
@wait_option
def query(archive: str, sql: str, limit: int | None, form: rows.Format, wait: float) -> None:
    """Ask ARCHIVE one SELECT in DuckDB's SQL.

    The views are games, records, seats, players, tags, notes, bad_records and sources;
    docs/archive.md explains their columns, and "DESCRIBE games" lists them. Nothing can be
    changed, and no file but the archive can be read.
    """
    with Archive(archive, wait).ask(sql) as answer:
        shown = (dict(zip(answer.columns, row, strict=True)) for row in answer)
        if limit is None:
            rows.write(shown, answer.columns, form, sys.stdout)
            return
        first = list(itertools.islice(shown, limit))
        rows.write(first, answer.columns, form, sys.stdout)
        if next(shown, None) is not None:
            _say(f"there are more rows than {limit}: raise --limit, or leave it out for all")


def _say(line: str) -> None:
    print(rows.printable(line), file=sys.stderr)


Reporters = tuple[Callable[[str], None], Callable[[int], None]]


@contextlib.contextmanager
def _progress(paths: tuple[str, ...]) -> Iterator[Reporters]:
    """Where narration and progress go: a bar of bytes on a terminal, plain lines elsewhere."""
    if not sys.stderr.isatty():
        yield _say, lambda size: None
        return
    from rich.console import Console
    from rich.progress import Progress, TimeRemainingColumn, TransferSpeedColumn

    from kifu.store.paths import total_size

    columns = (*Progress.get_default_columns()[:3], TransferSpeedColumn(), TimeRemainingColumn())
    console = Console(stderr=True)
    with Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task("indexing", total=total_size(paths))

        def say(line: str) -> None:
            console.print(rows.printable(line), markup=False, highlight=False)

        yield say, lambda size: bar.advance(task, size)
