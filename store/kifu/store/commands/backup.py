"""The commands `kifu backup` and `kifu restore`."""

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

    DIR also gets the aliases and erasures, and a manifest with checksums. It is an archive that
    works; `kifu restore` puts it back. Logs from outside the archive's folder go to DIR/elsewhere.
    Exit code 1 if a log can't be copied, or has changed since it was indexed.
    """
    done = Archive(archive, wait).back_up(folder)
    for line in done.said:
        say(line)
    say(f"{archive} and {counted(done.logs, 'log')} copied to {folder}")
    if done.said:
        ctx.exit(1)


@click.command()
@click.argument("folder", metavar="DIR", type=click.Path(exists=True, file_okay=False))
@click.argument("archive", type=click.Path())
@wait_option
def restore(folder: str, archive: str, wait: float) -> None:
    """Restore the backup DIR as ARCHIVE, with its logs beside it.

    All checksums are verified first. No file is overwritten: if one is there with other content,
    nothing is restored.
    """
    number = Archive(archive, wait).restore(folder)
    say(f"{archive} and {counted(number, 'log')} restored from {folder}")
