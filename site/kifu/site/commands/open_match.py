"""One record of a file, checked or as a timeline, as the commands that draw it want it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from kifu.notation.errors import UsageError
from kifu.replay.table import ALL, PUBLIC

if TYPE_CHECKING:
    from kifu.replay.match import Match

VIEWERS = {"all": ALL, "public": PUBLIC}


def open_match(path: str, number: int) -> Match:
    """Record `number` (from 1) of a file, replayed and checked; findings are printed on stderr.
    Raises KifuError if there is no such record, or it can't be read.
    """
    from kifu.replay.commands.open_record import open_record
    from kifu.replay.show.report import report

    match = open_record(path, number)
    for finding in match.findings:
        click.echo(report(finding), err=True)
    return match


def viewer_named(eyes: str) -> int:
    """The viewer that `eyes`, the value of `--as`, names: "all", "public" or a seat's number.
    Raises UsageError for any other text.

    >>> viewer_named("public"), viewer_named("2")
    (0, 2)
    """
    if eyes in VIEWERS:
        return VIEWERS[eyes]
    if eyes.isascii() and eyes.isdigit() and eyes[0] != "0" and len(eyes) < 3:
        return int(eyes)
    raise UsageError(f"--as {eyes!r}: expected all, public or a seat's number")
