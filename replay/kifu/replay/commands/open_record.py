"""One record of a file, as most commands that look at a match want it."""

from __future__ import annotations

import click

from kifu.notation.errors import KifuError
from kifu.notation.files import read_numbered
from kifu.replay.check import check
from kifu.replay.match import Match
from kifu.replay.show.report import report


def open_record(path: str, number: int) -> Match:
    """Record `number` (from 1) of a file, replayed and checked; its findings have `path` as their
    file, and are not printed. Raises KifuError if the file does not have it, or nothing of it can
    be read; then the findings are printed on stderr.
    """
    reading = read_numbered(path, number)
    match = check(reading)
    for finding in match.findings if match else reading.diagnostics:
        finding.file = path
    if match is None:
        for finding in reading.diagnostics:
            click.echo(report(finding), err=True)
        raise KifuError(f"{path}: record {number} can't be read")
    return match
