"""One record of a file, checked or as a timeline, as the commands that draw it want it."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

import click

from kifu.notation.diagnostics import Diagnostic
from kifu.notation.errors import KifuError, UsageError
from kifu.notation.reading import Reading
from kifu.notation.record import Record
from kifu.replay.table import ALL, PUBLIC

if TYPE_CHECKING:
    from kifu.replay.timeline import Timeline

VIEWERS = {"all": ALL, "public": PUBLIC}


def chosen_record(path: str, number: int) -> tuple[Record, list[Diagnostic]]:
    """Record `number` of a file, and what was found in it, which is also said on stderr.

    Raises KifuError where there is no such record, or where it can't be read.
    """
    from kifu.replay.check import check
    from kifu.replay.show.report import report

    reading = _reading(path, number)
    match = check(reading)
    findings = reading.diagnostics if match is None else match.findings
    for finding in findings:
        finding.file = finding.file or path
        click.echo(report(finding), err=True)
    if reading.record is None:
        raise KifuError(f"record {number} of {path} can't be read")
    return reading.record, findings


def chosen_timeline(path: str, number: int) -> Timeline:
    """Record `number` of a file, up to its last good ply; what was found in it is said on stderr.

    Raises KifuError where there is no such record, or where it can't be read or set up.
    """
    return timeline_of(*chosen_record(path, number))


def timeline_of(record: Record, findings: list[Diagnostic]) -> Timeline:
    """The timeline of a record in which `findings` were found. Raises KifuError."""
    from kifu.replay.timeline import timeline

    line = timeline(record)
    line.findings = findings
    return line


def viewer_named(eyes: str) -> int:
    """The viewer that `--as` names. Raises UsageError for what is none.

    >>> viewer_named("public"), viewer_named("2")
    (0, 2)
    """
    if eyes in VIEWERS:
        return VIEWERS[eyes]
    if eyes.isascii() and eyes.isdigit() and eyes[0] != "0" and len(eyes) < 3:
        return int(eyes)
    raise UsageError(f"--as takes all, public or a seat's number, not {eyes!r}")


def _reading(path: str, number: int) -> Reading:
    """Record `number` of a file, the others skimmed only. Raises KifuError if it isn't there."""
    from kifu.notation import read
    from kifu.notation.files import read_at
    from kifu.notation.skim import skim

    count = 0
    if path == "-":
        for reading in islice(read(path), number):
            count = reading.number
            if count == number:
                return reading
    else:
        for found in skim(path):
            count = found.number
            if count == number:
                return read_at(path, found.offset, number=number, line=found.line or 1)
    held = "1 record" if count == 1 else f"{count} records"
    raise KifuError(f"{path} holds {held}; there is no record {number}")
