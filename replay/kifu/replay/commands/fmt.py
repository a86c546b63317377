"""The command fmt. For exit codes and output see `kifu.replay.commands`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from kifu.notation.errors import NotationError, UsageError
from kifu.notation.rows import printable
from kifu.replay.commands.check import files, say_unreadable
from kifu.replay.commands.shared_options import data_option
from kifu.replay.show.report import CheckCounts, report


@click.command()
@click.argument("paths", metavar="PATH...", nargs=-1, required=True)
@click.option("--check", "keep", is_flag=True, help="Change nothing; list what would change.")
@data_option
@click.pass_context
def fmt(ctx: click.Context, paths: Sequence[str], keep: bool) -> None:
    """Rewrite records in the game form.

    Marks, actors, options and results are written in the form that the game's page defines.
    Cards of a deal that are not known (_) are filled in where the moves prove them; stderr says
    how many. Nothing else changes. A file with errors stays as it is. Prints the files that
    changed. Exit code 1 if a file has errors or, with --check, would change.
    """
    from kifu.replay.edit.rewrite import rewrite

    tally = CheckCounts()
    for path in files(paths, tally):
        if path == "-":
            raise UsageError("fmt rewrites files in place and can't read stdin; use kifu convert")
        try:
            found = rewrite(Path(path), keep=keep)
        except OSError as error:
            say_unreadable(path, error, tally)
            continue
        except NotationError as error:
            tally["error"] += 1
            for finding in error.diagnostics:
                finding.file = path
                click.echo(report(finding), err=True)
            click.echo(f"kifu: {printable(str(error))}", err=True)
            continue
        for what in found.filled:
            click.echo(f"kifu: {printable(path)}: {printable(what)}", err=True)
        if found.changes:
            tally["change"] += 1
            click.echo(printable(path))
    if tally["error"] or tally["unreadable"] or (keep and tally["change"]):
        ctx.exit(1)
