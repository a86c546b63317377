"""One record of a file, checked or as a timeline, as the commands that draw it want it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from kifu.replay.match import Match


def open_match(path: str, number: int) -> Match:
    """Record `number` (from 1) of a file, replayed and checked; findings are printed on stderr.
    Raises KifuError if there is no such record, or it can't be read.
    """
    from kifu.replay.commands.show import open_record
    from kifu.replay.show.report import report

    match = open_record(path, number)
    for finding in match.findings:
        click.echo(report(finding), err=True)
    return match
