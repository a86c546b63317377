"""The command show. For exit codes and output see `kifu.replay.commands`."""

from __future__ import annotations

import sys
from typing import Any

import click
import msgspec

from kifu.notation.diagnostics import CODES, Diagnostic, is_error
from kifu.notation.errors import KifuError
from kifu.replay.commands.open_record import open_record
from kifu.replay.commands.shared_options import (
    data_option,
    lang_option,
    record_option,
    viewer_named,
)
from kifu.replay.show.report import report
from kifu.replay.table import ALL


@click.command()
@click.argument("path")
@record_option
@click.option("--at", "ply", type=click.IntRange(min=0), help="The ply. Default: the last one.")
@click.option(
    "--as", "viewer", default="all", show_default=True, metavar="all|public|SEAT",
    help="Whose view of the table.",
)  # fmt: skip
@lang_option
@data_option
def show(path: str, number: int, ply: int | None, viewer: str, lang: Any) -> None:
    """Show a position of a record.

    --as SEAT and --as public hide whatever that viewer could not see at that moment.
    """
    from kifu.replay.show.sheet import sheet, write_sheet

    match = open_record(path, number)
    looking, seats = viewer_named(viewer), len(match.record.seats)
    if looking > seats and looking != ALL:
        raise KifuError(f"there is no seat {looking}; the record has {seats}")
    for finding in filter(is_error, match.findings):
        click.echo(report(finding if looking == ALL else _without_cards(finding)), err=True)
    write_sheet(sheet(match, ply, looking, lang), sys.stdout)


def _without_cards(finding: Diagnostic) -> Diagnostic:
    """A copy of a finding with only its code, kind and place, since its words, excerpt and expected
    moves may name cards in a hand.
    """
    title = CODES[finding.code].title
    return msgspec.structs.replace(finding, message=title, token=None, excerpt=None, expected=[])
