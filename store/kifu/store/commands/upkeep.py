"""The commands that look after an archive: quarantine, player, status, verify, absorb, backup,
compact, rebuild.
"""

from __future__ import annotations

import os
import sys
import time
from contextlib import AbstractContextManager

import click
from msgspec import structs

from kifu.notation import rows
from kifu.notation.errors import UsageError
from kifu.replay.commands.shared_options import data_option, jobs_option
from kifu.replay.show.report import counted
from kifu.store.archive import Archive
from kifu.store.commands.archive_options import bar, detail_options, say, wait_option
from kifu.store.commands.index import REPORTERS, Reporters, summary
from kifu.store.index.course import Detail
from kifu.store.index.entry import Bad
from kifu.store.index.ingest import Report
from kifu.store.upkeep.manifest import Lag, StatusRow
from kifu.store.upkeep.verify import Difference, Verified


def _reporters(archive: Archive) -> AbstractContextManager[Reporters]:
    """A context with reporters for a run over the logs of the archive: they move a progress bar
    over the bytes of these logs if stderr is a terminal, otherwise they show nothing.
    """
    there = [log.path for log in archive.logs() if os.path.exists(log.path)]
    return REPORTERS["bar" if sys.stderr.isatty() else "none"](tuple(there))


def _end(ctx: click.Context, report: Report, begun: float) -> None:
    """Print the counts of a run that has `begun` then; exit code 1 if a log can't be read."""
    say(summary(report, time.monotonic() - begun))
    if report.failed:
        ctx.exit(1)


@click.group()
def quarantine() -> None:
    """List the bad records of an archive, or try them again."""


_BAD = ("path", *Bad.__struct_fields__)


@quarantine.command("list")
@click.argument("archive", type=click.Path())
@click.option("--code", metavar="CODE", help="Records whose first error is this one: KF412.")
@rows.format_option
@wait_option
def list_quarantine(archive: str, code: str | None, form: rows.Format, wait: float) -> None:
    """List the quarantined records of ARCHIVE, each with its first error.

    `kifu check PATH` lists all their errors.
    """
    found = Archive(archive, wait).quarantine(code)
    rows.write(found, _BAD, form, sys.stdout)
    say(f"{counted(len(found), 'record')} in quarantine")


@quarantine.command()
@click.argument("archive", type=click.Path())
@jobs_option
@data_option
@wait_option
@click.pass_context
def retry(ctx: click.Context, archive: str, jobs: int, wait: float) -> None:
    """Read files with quarantined records again.

    Use it after an update of kifu, or when you have the rule data (--data). A corrected file needs
    no retry: `kifu index` notices the change. Exit code 1 if a file can't be read.
    """
    begun, held = time.monotonic(), Archive(archive, wait)
    with _reporters(held) as (tell, advance):
        report = held.retry(jobs, tell, advance)
    _end(ctx, report, begun)


@click.group()
def player() -> None:
    """Manage players' aliases, and erase players."""


@player.command("list")
@click.argument("archive", type=click.Path())
@rows.format_option
@wait_option
def list_players(archive: str, form: rows.Format, wait: float) -> None:
    """List the aliases of ARCHIVE."""
    found = [{"name": name, "person": person} for name, person in Archive(archive, wait).aliases()]
    rows.write(found, ("name", "person"), form, sys.stdout)


@player.command()
@click.argument("archive", type=click.Path())
@click.argument("name")
@click.argument("of")
@wait_option
def alias(archive: str, name: str, of: str, wait: float) -> None:
    """Make NAME an alias of the player OF.

    From then on, both names count as one person. If OF equals NAME, the alias is removed. The logs
    don't change.
    """
    Archive(archive, wait).alias(name, of)


@player.command()
@click.argument("archive", type=click.Path())
@click.argument("name")
@click.argument("to")
@wait_option
def rename(archive: str, name: str, to: str, wait: float) -> None:
    """Call the player NAME by the new name TO.

    The players of a match are still listed as its log has them, and the logs stay as they are.
    """
    Archive(archive, wait).rename(name, to)


@player.command()
@click.argument("archive", type=click.Path())
@wait_option
def restore(archive: str, wait: float) -> None:
    """Write the file ARCHIVE.people again.

    It has the aliases and erasures of ARCHIVE, which nothing is written to while the file is gone.
    """
    Archive(archive, wait).restore_people()


@player.command()
@click.argument("archive", type=click.Path())
@click.argument("name")
@click.option("--logs", is_flag=True, help="Erase the player from the log files, too.")
@data_option
@wait_option
@click.pass_context
def erase(ctx: click.Context, archive: str, name: str, logs: bool, wait: float) -> None:
    """Erase the player NAME, under all names of that person.

    A pseudonym replaces the names, also in logs that are indexed again. A name within a comment or
    a longer tag stays, and is counted. Without --logs, the logs still have the names; with it,
    their records are rewritten (text in the plain form). If the run is interrupted, run it again.
    Exit code 1 if a log could not be rewritten.
    """
    held = Archive(archive, wait)
    failed: list[str] = []
    if logs:
        erased, changed = held.erase_everywhere(name, failed.append)
    else:
        erased = held.erase(name)
    say(f"{erased.pseudonym} replaces the name in {counted(erased.matches, 'record')}")
    if logs:
        say(f"{counted(len(changed), 'log')} rewritten")
    elif held.is_lake:
        say("logs that have the name keep it: a lake does not rewrite them")
    else:
        say("logs that have the name keep it: run this again with --logs to rewrite them")
    for line in failed:
        say(line)
    if erased.mentions:
        say(
            f"{erased.mentions} comments, tags or log names may still contain {name}: find "
            "them with kifu find --text, --tag and --source"
        )
    if failed:
        ctx.exit(1)


@click.command()
@click.argument("archive", type=click.Path())
@click.option("--logs", is_flag=True, help="List the logs instead, with what is not indexed yet.")
@rows.format_option
@wait_option
def status(archive: str, logs: bool, form: rows.Format, wait: float) -> None:
    """Show the state of ARCHIVE: matches, quarantined records, last commit, lag of its logs.

    A log lags while its size is not what was indexed: lag_bytes is the difference, lag_seconds how
    many seconds ago it was written. The logs are looked at, but not read; `kifu verify` reads them.
    """
    held, now = Archive(archive, wait), time.time()
    if logs:
        rows.write(map(structs.asdict, held.lags(now)), Lag.__struct_fields__, form, sys.stdout)
    else:
        row = structs.asdict(held.status(now))
        rows.write([row], StatusRow.__struct_fields__, form, sys.stdout)


@click.command()
@click.argument("archive", type=click.Path())
@click.argument("folder", metavar="DIR", type=click.Path())
@wait_option
@click.pass_context
def backup(ctx: click.Context, archive: str, folder: str, wait: float) -> None:
    """Copy ARCHIVE and its logs into the new folder DIR.

    DIR also gets the aliases and erasures. DIR/archive.duckdb is an archive that works where it is,
    and `kifu verify` compares it with its logs. Logs from outside the archive's folder go to
    DIR/elsewhere. Of each log, the bytes that were indexed are copied. Exit code 1 if a log has
    more than these, has changed, or can't be read; one that has changed is left out.
    """
    done = Archive(archive, wait).back_up(folder)
    for line in done.said:
        say(line)
    say(f"{archive} and {counted(done.logs, 'log')} copied to {folder}")
    if done.said:
        ctx.exit(1)


@click.command()
@click.argument("archive", type=click.Path())
@jobs_option
@data_option
@rows.format_option
@wait_option
@click.pass_context
def verify(ctx: click.Context, archive: str, jobs: int, form: rows.Format, wait: float) -> None:
    """Replay every record of ARCHIVE again and compare it with what the archive says.

    Rows are what differs: a file, a record, the match, its last position, scores or winners.
    Exit code 1 where anything does.
    """
    held, checked = Archive(archive, wait), Verified()
    total = sum(log.size for log in held.logs())
    with bar("verifying") as move:
        differences = list(held.verify(jobs, checked, lambda size: move(size, total)))
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
@wait_option
@click.pass_context
def absorb(ctx: click.Context, into: str, other: str, jobs: int, wait: float) -> None:
    """Merge the archive FROM into the archive INTO.

    INTO gets FROM's aliases and erasures, and indexes FROM's logs where they are; FROM doesn't
    change. A player who is erased in one of them is erased in INTO. An alias that contradicts those
    of INTO is reported and left out. INTO is created if it doesn't exist. Exit code 1 if a log of
    FROM is missing, can't be read, or has changed since FROM indexed it: it is left out.
    """
    begun = time.monotonic()
    with _reporters(Archive(other, wait)) as (tell, advance):
        done = Archive(into, wait).absorb(other, jobs, tell, advance)
    for name, person in done.aliases:
        say(f"{name} was not made an alias of {person}: {into} has it for another person")
    _end(ctx, done.report, begun)


@click.command()
@click.argument("archive", type=click.Path())
@click.option(
    "--keep",
    type=click.FloatRange(min=0),
    metavar="HOURS",
    help="Of a lake: delete files that have been no part of it for so long. Default: 24.",
)
@wait_option
def compact(archive: str, keep: float | None, wait: float) -> None:
    """Rewrite ARCHIVE without its free space.

    For when much was indexed in many runs, or taken out. It needs the room of a second archive
    while it works; the answers stay the same.

    Of a lake, small files are merged, and files that nobody needs any more are deleted. Use --keep
    0 only while nobody indexes into it. --keep is an error for an archive that is no lake.
    """
    held = Archive(archive, wait)
    if keep is not None and not held.is_lake:
        raise UsageError("--keep is for a lake; an archive keeps no files beside its own")
    sizes = held.compact(None if keep is None else 3600 * keep)
    say(f"{sizes.before} bytes before, {sizes.after} now")


@click.command()
@click.argument("archive", type=click.Path())
@click.option(
    "--without-missing",
    is_flag=True,
    help="Leave out logs that are missing, changed or unreadable, and their matches.",
)
@detail_options
@jobs_option
@data_option
@wait_option
@click.pass_context
def rebuild(
    ctx: click.Context,
    archive: str,
    without_missing: bool,
    events: bool,
    situations: bool,
    moves: bool,
    jobs: int,
    wait: float,
) -> None:
    """Recreate ARCHIVE from its logs.

    Aliases, erasures and the indexed events, situations and moves are kept, and those that you ask
    for are added. The old archive answers
    until the new one replaces it, and is not changed if a log is missing, has changed or can't be
    read.
    """
    begun, held = time.monotonic(), Archive(archive, wait)
    with _reporters(held) as (tell, advance):
        more = Detail(events, situations, moves)
        report = held.rebuild(jobs, without_missing, tell, advance, more)
    _end(ctx, report, begun)
