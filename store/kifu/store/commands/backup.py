"""The command `kifu backup`."""

from __future__ import annotations

import click

from kifu.replay.show.report import counted
from kifu.store.archive import Archive
from kifu.store.commands.archive_options import say, wait_option


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
