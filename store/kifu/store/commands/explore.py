"""The command `kifu explore`."""

from __future__ import annotations

import sys
from typing import Any

import click
from msgspec import structs

from kifu.notation import rows
from kifu.notation.errors import UsageError
from kifu.replay.show.report import counted
from kifu.store.ask.explore import BY, By, PlayedOption
from kifu.store.ask.limits import limited
from kifu.store.commands.archive_options import limit_options, opened, say, say_absent, wait_option
from kifu.store.commands.filter_options import filter_options, filters_of


@click.command()
@click.argument("archive", type=click.Path())
@filter_options
@click.option(
    "--by",
    type=click.Choice(BY),
    default=BY[0],
    show_default=True,
    help="Count all moves of one kind together, or each move by itself.",
)
@rows.format_option
@limit_options
@wait_option
def explore(
    archive: str, by: By, form: rows.Format, timeout: float, wait: float, **given: Any
) -> None:
    """Show which moves were played in a situation, how often, and how it went.

    --situation FILE@PLY is what the seat to move faced after that ply of the record in FILE
    (FILE#N@PLY: of its N-th record); --as SEAT counts what another seat did. ARCHIVE must have been
    indexed with --situations. Every other filter narrows the matches that count; win_share is the
    share of the matches with a winner that the seat won; a win that k sides share counts 1/k.
    """
    filters = filters_of(given)
    if filters.situation is None:
        raise UsageError("name a position to explore: --situation FILE@PLY")
    kept = opened(archive, wait)
    with limited(timeout):
        found = kept.explore(filters, by)
    shown = [structs.asdict(choice) for choice in found.choices]
    columns = [name for name in PlayedOption.__struct_fields__ if name != "kind" or by == "kind"]
    if by == "kind" and all(choice.move is None for choice in found.choices):
        columns.remove("move")
    rows.write(shown, columns, form, sys.stdout)
    times = "once" if found.times == 1 else f"{found.times} times"
    say(f"situation {found.situation}: faced {times} in {counted(found.matches, 'match')}")
    say_absent(kept, filters)
