"""The commands that bring records into an archive and look after it: index, watch, quarantine,
player, status, verify, absorb, backup, compact, rebuild.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable

import click
from msgspec import structs

from kifu.notation import rows
from kifu.notation.errors import UsageError
from kifu.notation.rows import counted
from kifu.replay.commands.shared_options import data_option, jobs_option
from kifu.store.archive import Archive
from kifu.store.commands.archive_options import (
    TIMEOUT,
    archive_arguments,
    bar,
    detail_options,
    poll_option,
    question,
    say,
)
from kifu.store.database import refuse_folder
from kifu.store.index.course import Detail
from kifu.store.index.entering import Report
from kifu.store.index.entry import Bad
from kifu.store.index.ingest import Follow
from kifu.store.index.watching import watch as watch_folder
from kifu.store.processes import collect_seldom
from kifu.store.upkeep.manifest import Lag, StatusRow
from kifu.store.upkeep.verify import Difference, Verified


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
    the new part is read; a file that changed is read again. A file that can't be read is named and
    left out, and the exit code is 1. If a run is interrupted, run it again to finish it.

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


@click.group()
def quarantine() -> None:
    """List the bad records of an archive, or try them again."""


_BAD = ("path", *Bad.__struct_fields__)


@quarantine.command("list")
@click.option("--code", metavar="CODE", help="Records whose first error is this one: KF412.")
@rows.format_option
@archive_arguments()
def list_quarantine(kept: Archive, code: str | None, form: rows.Format) -> None:
    """List the quarantined records of ARCHIVE, each with its first error.

    `kifu check PATH` lists all their errors.
    """
    with question(kept, TIMEOUT) as out:
        found = kept.quarantine(code)
        rows.write(found, _BAD, form, out)
    say(f"{counted(len(found), 'record')} in quarantine")


@quarantine.command()
@jobs_option
@data_option
@archive_arguments()
@click.pass_context
def retry(ctx: click.Context, kept: Archive, jobs: int) -> None:
    """Read files with quarantined records again.

    Use it after an update of kifu, or when you have the rule data (--data). A corrected file needs
    no retry: `kifu index` notices the change. Exit code 1 if a file is gone, can't be read or has
    changed other than by growing: it is not read again, and its matches stay as they were.
    """
    if done(lambda advance: kept.retry(jobs, say, advance)).failed:
        ctx.exit(1)


@click.group()
def player() -> None:
    """Manage players' aliases, and erase players."""


@player.command("list")
@rows.format_option
@archive_arguments()
def list_players(kept: Archive, form: rows.Format) -> None:
    """List the aliases of ARCHIVE."""
    found = [{"name": name, "person": person} for name, person in kept.aliases()]
    rows.write(found, ("name", "person"), form, sys.stdout)


@player.command()
@archive_arguments("name", "of")
def alias(kept: Archive, name: str, of: str) -> None:
    """Make NAME an alias of the player OF.

    From then on, both names count as one person, who is called as OF was before. All other names of
    NAME's person go with it. If OF equals NAME, the alias is removed, and NAME is a person of its
    own again. The logs don't change.
    """
    kept.alias(name, of)


@player.command()
@archive_arguments("name", "to")
def rename(kept: Archive, name: str, to: str) -> None:
    """Call the player NAME by the new name TO.

    TO is a name that nobody has, or another name of the same player. NAME becomes an alias of TO,
    so both count as one person. The players of a match are still listed as its log has them, and
    the logs stay as they are.
    """
    kept.rename(name, to)


@player.command()
@archive_arguments()
def restore(kept: Archive) -> None:
    """Write the file ARCHIVE.people again.

    It has the aliases and erasures of ARCHIVE. While this file is missing, kifu does not write to
    ARCHIVE.
    """
    kept.restore_people()


@player.command()
@click.option("--logs", is_flag=True, help="Erase the player from the log files, too.")
@data_option
@archive_arguments("name")
@click.pass_context
def erase(ctx: click.Context, kept: Archive, name: str, logs: bool) -> None:
    """Erase the player NAME, under all names of that person.

    NAME must be in ARCHIVE, and of one person only. A pseudonym replaces the names, also in logs
    that are indexed again. A name within a comment, a longer tag or a log's path stays, and is
    counted. Without --logs, the logs still have the names; with it, their records are rewritten
    (text in the plain form; not for a lake). If the run is interrupted, run it again. Exit code 1
    if a log could not be rewritten.
    """
    failed: list[str] = []
    if logs:
        erased, changed = kept.erase_everywhere(name, failed.append)
    else:
        erased = kept.erase(name)
    say(f"{erased.pseudonym} replaces the name in {counted(erased.matches, 'record')}")
    if logs:
        say(f"{counted(len(changed), 'log')} rewritten")
    elif kept.is_lake:
        say("logs that have the name keep it: a lake does not rewrite them")
    else:
        say("logs that have the name keep it: run this again with --logs to rewrite them")
    for line in failed:
        say(line)
    if erased.mentions:
        say(
            f"{erased.mentions} comments, tags or log names may still contain {name}: find their "
            "matches with kifu find --text, --tag and --source, edit them, then run kifu index and "
            "kifu compact"
        )
    if failed:
        ctx.exit(1)


@click.command()
@click.option("--logs", is_flag=True, help="List the logs instead, with what is not indexed yet.")
@rows.format_option
@archive_arguments()
def status(kept: Archive, logs: bool, form: rows.Format) -> None:
    """Show the state of ARCHIVE: matches, quarantined records, last commit, lag of its logs.

    A log lags while its size is not what was indexed: lag_bytes is the difference, lag_seconds how
    many seconds ago it was written. The logs are looked at, but not read; `kifu verify` reads them.
    """
    now = time.time()
    if logs:
        rows.write(map(structs.asdict, kept.lags(now)), Lag.__struct_fields__, form, sys.stdout)
    else:
        row = structs.asdict(kept.status(now))
        rows.write([row], StatusRow.__struct_fields__, form, sys.stdout)


@click.command()
@archive_arguments("folder")
@click.pass_context
def backup(ctx: click.Context, kept: Archive, folder: str) -> None:
    """Copy ARCHIVE and its logs into the new FOLDER.

    FOLDER also gets the aliases and erasures. FOLDER/archive.duckdb is an archive that works where
    it is, and `kifu verify` compares it with its logs. Logs from outside the archive's folder go to
    FOLDER/elsewhere. Of each log, the bytes that were indexed are copied. Exit code 1 if a log has
    more than these, has changed, or can't be read; one that has changed is left out.
    """
    copied = kept.back_up(folder)
    for line in copied.said:
        say(line)
    say(f"{kept.path} and {counted(copied.logs, 'log')} copied to {folder}")
    if copied.said:
        ctx.exit(1)


@click.command()
@jobs_option
@data_option
@rows.format_option
@archive_arguments()
@click.pass_context
def verify(ctx: click.Context, kept: Archive, jobs: int, form: rows.Format) -> None:
    """Replay every record of ARCHIVE again and compare it with what the archive says.

    Rows are what differs: a file, a record, the match, its last position, scores or winners.
    Exit code 1 if anything differs.
    """
    checked = Verified()
    with bar("verifying") as advance:
        differences = list(kept.verify(jobs, checked, advance))
    rows.write(map(structs.asdict, differences), Difference.__struct_fields__, form, sys.stdout)
    replayed = f"{counted(checked.files, 'file')}, {counted(checked.records, 'record')}"
    say(f"{replayed}: {counted(len(differences), 'difference')}")
    if differences:
        ctx.exit(1)


@click.command()
@click.argument("into", type=click.Path())
@click.argument("other", metavar="FROM", type=click.Path())
@jobs_option
@data_option
@click.pass_context
def absorb(ctx: click.Context, into: str, other: str, jobs: int) -> None:
    """Merge the archive FROM into the archive INTO.

    INTO gets FROM's aliases and erasures, and indexes FROM's logs where they are; FROM doesn't
    change. A player who is erased in one of them is erased in INTO. An alias that contradicts those
    of INTO is reported and left out. INTO is created if it doesn't exist. Exit code 1 if a log of
    FROM is missing, can't be read, or has changed since FROM indexed it: it is left out.
    """

    def work(advance: Follow) -> Report:
        absorbed = Archive(into).absorb(other, jobs, say, advance)
        for name, person in absorbed.aliases:
            say(f"{name} was not made an alias of {person}: {into} has it for another person")
        return absorbed.report

    if done(work).failed:
        ctx.exit(1)


@click.command()
@click.option(
    "--keep",
    type=click.FloatRange(min=0),
    metavar="HOURS",
    help="Of a lake: delete files that have been no part of it for so long. Default: 24.",
)
@archive_arguments()
def compact(kept: Archive, keep: float | None) -> None:
    """Rewrite ARCHIVE without its free space.

    Use it when much was indexed in many runs, or removed. While it works, it needs disk space for a
    second archive; the answers stay the same. Views and macros of your own are lost; if you have
    added tables or columns, nothing is rewritten.

    Of a lake, small files are merged, and files that have been no part of it for --keep hours are
    deleted. Below 24 hours, questions and runs of `kifu index` that are under way may fail: wait
    until they have ended. --keep is an error for an archive that is no lake.
    """
    if keep is not None and not kept.is_lake:
        raise UsageError("--keep is for a lake; an archive keeps no files beside its own")
    sizes = kept.compact(None if keep is None else 3600 * keep)
    say(f"{sizes.before} bytes before, {sizes.after} now")


@click.command()
@click.option(
    "--without-missing",
    is_flag=True,
    help="Leave out logs that are missing, changed or unreadable, and their matches.",
)
@detail_options
@jobs_option
@data_option
@archive_arguments()
@click.pass_context
def rebuild(
    ctx: click.Context,
    kept: Archive,
    without_missing: bool,
    detail: Detail,
    jobs: int,
) -> None:
    """Recreate ARCHIVE from its logs.

    Aliases, erasures and the indexed events, situations and moves are kept, and those that you ask
    for are added. A log that has grown is read to its end. The old archive answers until the new
    one replaces it. It stays, and the exit code is 1, if a log is missing, has changed or can't be
    read.

    With --without-missing, such a log is named on stderr and left out, and that alone is no error.
    Exit code 1 if a log fails while it is read: its records before that place are in the new
    archive.
    """
    if done(lambda advance: kept.rebuild(jobs, without_missing, say, advance, detail)).failed:
        ctx.exit(1)
