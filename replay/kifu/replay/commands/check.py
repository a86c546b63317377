"""The command check, with the paths that it and others are given.

It is a module of its own so that little is loaded before a check. For exit codes and output see
`kifu.replay.commands`.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator, Sequence

import click
import msgspec

from kifu.notation import rows
from kifu.notation.errors import Diagnostic, UsageError
from kifu.notation.files import files_within, read
from kifu.notation.rows import printable
from kifu.replay.commands.shared_options import data_option
from kifu.replay.match import check as checked
from kifu.replay.show.report import COLUMNS, CheckCounts, report


@click.command()
@click.argument("paths", metavar="PATH...", nargs=-1, required=True)
@data_option
@rows.format_option
@click.pass_context
def check(ctx: click.Context, paths: Sequence[str], form: rows.Format) -> None:
    """Check records, move by move.

    PATH is a file of records in any form, a folder of such files, or - for stdin. Every move is
    replayed and everything that a record says is compared. Exit code 1 if there is an error;
    warnings don't count.
    """
    tally = CheckCounts()
    findings = tally.passing(_findings(files(paths, tally), tally))
    if form == "table":
        for finding in findings:
            click.echo(report(finding))
    else:
        rows.write(map(msgspec.structs.asdict, findings), COLUMNS, form, sys.stdout)
    click.echo(str(tally), err=True)
    if tally["error"] or tally["unreadable"]:
        ctx.exit(1)


def files(paths: Iterable[str], tally: CheckCounts) -> Iterator[str]:
    """Yield the files that `paths` name; for a folder, the files of records at any depth in it.
    Files are not opened: one that does not exist is yielded, too, and so is "-". A folder that
    can't be read is named on stderr, and counted in `tally`. Raises UsageError for a folder without
    record files, unless a part of it can't be read.
    """

    def closed(error: OSError) -> None:
        say_unreadable(str(error.filename), error, tally)

    for path in paths:
        if path == "-" or not os.path.isdir(path):
            yield path
            continue
        found, unreadable = False, tally["unreadable"]
        for name in files_within(path, closed):
            found = True
            yield name
        if not found and tally["unreadable"] == unreadable:
            raise UsageError(f"{path}: this folder contains no record files")


def say_unreadable(path: str, error: OSError, tally: CheckCounts) -> None:
    """Print on stderr that a file or folder can't be read, and why, and count it in `tally` as
    "unreadable".
    """
    tally["unreadable"] += 1
    name = printable(path) or "''"
    click.echo(f"kifu: {name}: {error.strerror or error}", err=True)


def _findings(paths: Iterable[str], tally: CheckCounts) -> Iterator[Diagnostic]:
    """Yield every finding of `check` in these files, with its `file` set. Files and records that
    could be read are counted in `tally`, but not findings; a file that can't be opened is named on
    stderr and counted as "unreadable", too.
    """
    for path in paths:
        tally["file"] += 1
        try:
            for reading in read(path):
                match = checked(reading)
                tally["record"] += match is not None
                for finding in reading.diagnostics if match is None else match.findings:
                    finding.file = path
                    yield finding
        except OSError as error:
            say_unreadable(path, error, tally)
