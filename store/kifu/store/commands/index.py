"""The command `kifu index`, and how it tells how far it is."""

from __future__ import annotations

import contextlib
import json
import time
from collections.abc import Iterator

import click

from kifu.cli import INTERRUPTED, TERMINATED, Terminated
from kifu.notation import rows
from kifu.replay.commands.shared_options import data_option, jobs_option
from kifu.replay.show.report import counted
from kifu.store.archive import Archive
from kifu.store.commands.archive_options import (
    Seconds,
    archive_arguments,
    detail_options,
    poll_option,
    progress_option,
    say,
    wait_option,
)
from kifu.store.database import refuse_folder
from kifu.store.index.course import Detail
from kifu.store.index.ingest import SECONDS, Follow, IndexSettings, Progress, Report, Say, unsaid
from kifu.store.index.watching import watch as watch_folder
from kifu.store.paths import total_size
from kifu.store.processes import collect_seldom

#: Seconds between two lines of `--progress json`.
PACE = 1.0

Reporters = tuple[Say, Follow]


@click.command()
@detail_options
@jobs_option
@click.option(
    "--cluster",
    metavar="tls://HOST:PORT",
    help="For a lake: let the workers of this Dask scheduler read.",
)
@click.option(
    "--max-bad",
    type=click.IntRange(min=0),
    metavar="N",
    help="Stop, with exit code 4, as soon as more than N records are bad.",
)
@progress_option("bar", "json", "none")
@click.option(
    "--commit-every",
    type=Seconds(min=0.01),
    default=SECONDS,
    show_default=True,
    metavar="SECONDS",
    help="Commit at least this often; a killed run loses no more.",
)
@click.option("--strict", is_flag=True, help="Exit 1 if a record went to quarantine.")
@data_option
@archive_arguments()
@click.argument("paths", type=click.Path(), nargs=-1, required=True, metavar="PATH...")
@click.pass_context
def index(
    ctx: click.Context,
    kept: Archive,
    paths: tuple[str, ...],
    detail: Detail,
    jobs: int,
    cluster: str | None,
    max_bad: int | None,
    progress: str,
    commit_every: float,
    strict: bool,
) -> None:
    """Add the records of files and folders to ARCHIVE.

    PATH may be a pattern: 'logs/**/2026-*.jsonl'. ARCHIVE is created if it doesn't exist. Every
    record is replayed; a record with errors goes to the quarantine (the view bad_records lists its
    errors), all others go into the archive. Unchanged files are skipped; of a file that grew, only
    the new part is read; a file that changed is read again. If a run is interrupted, run it again
    to finish it.

    An ARCHIVE that is an s3:// URL, or whose name ends in .lake, is a lake, which many can write at
    once; docs/lake.md explains it.

    The first run decides whether events, situations and moves are indexed, and later runs index
    them, too; `kifu rebuild` adds them to an archive.
    """
    asked = IndexSettings(detail=detail, jobs=jobs, max_bad=max_bad, seconds=commit_every)
    if not kept.is_lake:
        refuse_folder(kept.path)
    collect_seldom()
    begun = time.monotonic()
    done = Progress()

    def follow(progress: Progress) -> None:
        nonlocal done
        done = progress
        advance(progress)

    try:
        with REPORTERS[progress](paths) as (tell, advance):
            report = kept.index(paths, tell, follow, asked, cluster=cluster)
    except KeyboardInterrupt as end:
        line = {"done": False, "records": done.records, "kept": done.kept}
        say(json.dumps(line) if progress == "json" else cut_short(done))
        ctx.exit(TERMINATED if isinstance(end, Terminated) else INTERRUPTED)
    seconds = time.monotonic() - begun
    say(ending(report, seconds) if progress == "json" else summary(report, seconds))
    if report.quarantined and progress != "json":
        say(f"kifu quarantine list {kept.path} shows each with its first error")
    if report.failed or (strict and report.quarantined):
        ctx.exit(1)


def summary(report: Report, seconds: float) -> str:
    """The last line that a run prints: its counts.

    >>> summary(Report(sources=2, unchanged=1, new=9, quarantined=1), 0.5)
    '2 sources (1 unchanged), 10 records: 9 new, 0 duplicate, 0 again, 1 quarantined; 0.5 s, 20/s'
    """
    failed = f", {len(report.failed)} unreadable" if report.failed else ""
    return (
        f"{counted(report.sources, 'source')} ({report.unchanged} unchanged{failed}), "
        f"{counted(report.records, 'record')}: {report.new} new, {report.duplicate} duplicate, "
        f"{report.again} again, {report.quarantined} quarantined; "
        f"{seconds:.1f} s, {rate(report.records, seconds)}/s"
    )


def cut_short(progress: Progress) -> str:
    """The last line that an interrupted run prints.

    >>> cut_short(Progress(records=12, kept=12))
    'interrupted: 12 of 12 records read are kept; the next run continues from there'
    """
    read = f"{progress.kept} of {counted(progress.records, 'record')} read"
    return f"interrupted: {read} are kept; the next run continues from there"


def ending(report: Report, seconds: float) -> str:
    """The counts of a run as a line of JSON, with the time and the records a second.

    >>> ending(Report(sources=1, new=9), 0.5)
    '{"done": true, "sources": 1, "unchanged": 0, "unreadable": 0, "records": 9, "new": 9, \
"duplicate": 0, "again": 0, "quarantined": 0, "seconds": 0.5, "rate": 18}'
    """
    times = {"seconds": round(seconds, 3), "rate": rate(report.records, seconds)}
    return json.dumps({"done": True, **counts(report), **times})


def counts(report: Report) -> dict[str, int]:
    """The counts of a run by name, for programs.

    >>> counts(Report(sources=1, new=9))["records"]
    9
    """
    return {
        "sources": report.sources,
        "unchanged": report.unchanged,
        "unreadable": len(report.failed),
        "records": report.records,
        "new": report.new,
        "duplicate": report.duplicate,
        "again": report.again,
        "quarantined": report.quarantined,
    }


def rate(number: int, seconds: float) -> int:
    """How many a second, rounded; 0 if no time has passed."""
    return round(number / seconds) if seconds > 0 else 0


def say_as_json(line: str) -> None:
    """Print a line for people on stderr as JSON, for programs."""
    say(json.dumps({"said": line}, ensure_ascii=False))


@contextlib.contextmanager
def _quiet(_paths: tuple[str, ...]) -> Iterator[Reporters]:
    yield say, unsaid


@contextlib.contextmanager
def _bar(paths: tuple[str, ...]) -> Iterator[Reporters]:
    """A context with a progress bar over the bytes of `paths`, with the time left and the records a
    second. Yields reporters: the functions for lines and for progress.
    """
    from rich import progress as shown
    from rich.console import Console

    begun = time.monotonic()
    columns = (
        *shown.Progress.get_default_columns()[:3],
        shown.TimeRemainingColumn(),
        shown.TextColumn("{task.fields[rate]}"),
    )
    console = Console(stderr=True)
    with shown.Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task("indexing", total=total_size(paths), rate="")

        def tell(line: str) -> None:
            console.print(rows.printable(line), markup=False, highlight=False)

        def advance(progress: Progress) -> None:
            speed = rate(progress.records, time.monotonic() - begun)
            bad = f", {progress.quarantined} bad" if progress.quarantined else ""
            bar.update(task, completed=progress.size, rate=f"{speed} records/s{bad}")

        yield tell, advance


@contextlib.contextmanager
def _lines(paths: tuple[str, ...]) -> Iterator[Reporters]:
    """A context with reporters that print lines of JSON on stderr, for programs: every message, and
    the progress every PACE seconds, not at the end (see `ending`).
    """
    total = total_size(paths)
    begun = time.monotonic()
    next_line = begun + PACE

    def advance(progress: Progress) -> None:
        nonlocal next_line
        now = time.monotonic()
        if now < next_line:
            return
        next_line = now + PACE
        seconds = now - begun
        left = seconds * (total - progress.size) / progress.size if progress.size else None
        line = {
            "bytes": progress.size,
            "of": total,
            "records": progress.records,
            "quarantined": progress.quarantined,
            "kept": progress.kept,
            "seconds": round(seconds, 3),
            "rate": rate(progress.records, seconds),
            "left": None if left is None else round(left, 1),
        }
        say(json.dumps(line))

    yield say_as_json, advance


REPORTERS = {"bar": _bar, "json": _lines, "none": _quiet}


@click.command()
@click.argument("folder", metavar="DIR", type=click.Path())
@click.argument("archive", type=click.Path())
@detail_options
@click.option(
    "--progress",
    type=click.Choice(["text", "json"]),
    default="text",
    show_default=True,
    help="How to report each run on stderr; json is a line of JSON for programs.",
)
@poll_option
@data_option
@wait_option
def watch(
    folder: str,
    archive: str,
    detail: Detail,
    progress: str,
    poll: float | None,
    wait: float,
) -> None:
    """Index a folder's records as they arrive.

    Index all of DIR into ARCHIVE, as kifu index does; then every file that appears or grows, as
    soon as it is written. A live log is indexed as far as its match can be replayed; while its
    seed is secret, that is without moves. Ctrl-C and SIGTERM stop it: nothing is lost, and the next
    run picks up what came in between.
    """
    runs = 0
    tell: Say = say if progress == "text" else say_as_json

    def done(report: Report) -> None:
        nonlocal runs
        runs += 1
        if progress == "json":
            say(json.dumps({"at": round(time.time(), 3), **counts(report)}))
        else:
            line, _, _ = summary(report, 0).partition(";")
            say(f"{time.strftime('%H:%M:%S')} {line}")

    asked = IndexSettings(detail=detail)
    try:
        tell(f"watching {folder}; Ctrl-C ends it")
        watch_folder(Archive(archive, wait), folder, asked, tell, done, poll=poll)
    except KeyboardInterrupt:
        tell(f"stopped after {counted(runs, 'run')}")
