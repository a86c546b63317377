"""The commands `kifu index` and `kifu watch`."""

from __future__ import annotations

import time
from collections.abc import Callable

import click

from kifu.notation.rows import counted
from kifu.replay.commands.shared_options import data_option, jobs_option
from kifu.store.archive import Archive
from kifu.store.commands.archive_options import (
    archive_arguments,
    bar,
    detail_options,
    poll_option,
    say,
)
from kifu.store.database import refuse_folder
from kifu.store.index.course import Detail
from kifu.store.index.entering import Report
from kifu.store.index.ingest import Follow
from kifu.store.index.watching import watch as watch_folder
from kifu.store.processes import collect_seldom


@click.command()
@detail_options
@jobs_option
@click.option(
    "--cluster",
    metavar="tls://HOST:PORT",
    help="For a lake: let the workers of this Dask scheduler read.",
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
    if not kept.is_lake:
        refuse_folder(kept.path)
    collect_seldom()
    try:
        report = done(
            lambda advance: kept.index(
                paths, say, advance, detail=detail, jobs=jobs, cluster=cluster
            )
        )
    except KeyboardInterrupt:
        say("what was read is kept, and the next run continues from there")
        raise
    if report.quarantined:
        say(f"kifu quarantine list {kept.path} shows each with its first error")
    if report.failed or (strict and report.quarantined):
        ctx.exit(1)


def done(work: Callable[[Follow], Report]) -> Report:
    """Call `work` with the function that moves a progress bar on stderr, print the counts of its
    report and the time as a line there, and return the report. If `work` raises, nothing is
    printed.
    """
    begun = time.monotonic()
    with bar("indexing") as advance:
        report = work(advance)
    say(summary(report, time.monotonic() - begun))
    return report


def summary(report: Report, seconds: float) -> str:
    """The last line that a run prints: the counts of its report, the `seconds` that it took, and
    how many records a second that is (0 for 0 seconds). Files that could not be read are named as
    "unreadable" only if there are any. Prints nothing.

    >>> summary(Report(sources=2, unchanged=1, new=9, quarantined=1), 0.5)
    '2 sources (1 unchanged), 10 records: 9 new, 0 duplicate, 0 again, 1 quarantined; 0.5 s, 20/s'
    """
    failed = f", {len(report.failed)} unreadable" if report.failed else ""
    rate = round(report.records / seconds) if seconds > 0 else 0
    return (
        f"{counted(report.sources, 'source')} ({report.unchanged} unchanged{failed}), "
        f"{counted(report.records, 'record')}: {report.new} new, {report.duplicate} duplicate, "
        f"{report.again} again, {report.quarantined} quarantined; "
        f"{seconds:.1f} s, {rate}/s"
    )


@click.command()
@click.argument("folder", metavar="DIR", type=click.Path())
@click.argument("archive", type=click.Path())
@detail_options
@poll_option
@data_option
def watch(
    folder: str,
    archive: str,
    detail: Detail,
    poll: float | None,
) -> None:
    """Index a folder's records as they arrive.

    Index all of DIR into ARCHIVE, as kifu index does; then every file that appears or grows, as
    soon as it is written. A live log is indexed as far as its match can be replayed; while its
    seed is secret, that is without moves. Ctrl-C and SIGTERM stop it: nothing is lost, and the next
    run picks up what came in between.
    """
    runs = 0

    def tell(report: Report) -> None:
        nonlocal runs
        runs += 1
        line, _, _ = summary(report, 0).partition(";")
        say(f"{time.strftime('%H:%M:%S')} {line}")

    try:
        say(f"watching {folder}; Ctrl-C ends it")
        watch_folder(Archive(archive), folder, detail, say, tell, poll=poll)
    except KeyboardInterrupt:
        say(f"stopped after {counted(runs, 'run')}")
