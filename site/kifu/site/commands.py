"""The command of this part: `kifu view`."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

import click

from kifu.notation.errors import KifuError, UsageError
from kifu.notation.reading import Reading
from kifu.replay.rule_data.option import data_option
from kifu.replay.table import ALL, PUBLIC
from kifu.site.words import LANGUAGES

VIEWERS = {"all": ALL, "public": PUBLIC}


@click.command()
@click.argument("path")
@click.option("-o", "--output", required=True, metavar="FILE", help="the page; - is stdout")
@click.option("--record", "number", type=click.IntRange(1), default=1, show_default=True,
              metavar="K", help="which record of the file")  # fmt: skip
@click.option("--as", "eyes", default="all", show_default=True, metavar="VIEWER",
              help="whose eyes the page opens with: all, public, or a seat's number")  # fmt: skip
@click.option("--redact", is_flag=True,
              help="leave out of the file whatever that viewer never gets to see")  # fmt: skip
@click.option("--lang", type=click.Choice(LANGUAGES), default="en", show_default=True,
              help="the language of the page; its reader can switch")  # fmt: skip
@click.option("--force", is_flag=True, help="overwrite the file if it is there")
@data_option
@click.pass_context
def view(
    ctx: click.Context,
    path: str,
    output: str,
    number: int,
    eyes: str,
    redact: bool,
    lang: str,
    force: bool,
) -> None:
    """Write one record of PATH as a replay page: one HTML file that needs nothing else.

    A record with an error is shown as far as it is good; the page and stderr say why it ends
    there, and the exit code is 1.
    """
    from kifu.replay.check import check
    from kifu.replay.report import report
    from kifu.replay.timeline import timeline
    from kifu.replay.verdict import is_sound
    from kifu.site.viewer import render

    viewer = _viewer(eyes)
    if output != "-" and not force and Path(output).exists():
        raise UsageError(f"{output} is there already; --force overwrites it")
    reading = _open(path, number)
    match = check(reading)
    findings = reading.diagnostics if match is None else match.findings
    for finding in findings:
        finding.file = finding.file or path
        click.echo(report(finding), err=True)
    if reading.record is None:
        raise KifuError(f"record {number} of {path} can't be read")
    line = timeline(reading.record)
    line.findings = findings
    _write(output, render(line, viewer=viewer, redact=redact, language=lang), force)
    if not is_sound(findings):
        ctx.exit(1)


def _viewer(eyes: str) -> int:
    if eyes in VIEWERS:
        return VIEWERS[eyes]
    if eyes.isascii() and eyes.isdigit() and eyes[0] != "0" and len(eyes) < 3:
        return int(eyes)
    raise UsageError(f"--as takes all, public or a seat's number, not {eyes!r}")


def _open(path: str, number: int) -> Reading:
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


def _write(output: str, page: str, force: bool) -> None:
    """Write the page in one go: a reader of the file never meets half of it."""
    from kifu.notation.files import whole_file

    encoded = page.encode("utf-8")
    if output == "-":
        click.echo(encoded, nl=False)
        return
    with whole_file(output, force) as file:
        file.write(encoded)
