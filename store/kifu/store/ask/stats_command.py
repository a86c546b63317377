"""The command stats: the matches of an archive, counted."""

from __future__ import annotations

import sys
from typing import Any

import click

from kifu.notation import rows
from kifu.store.archive import Archive
from kifu.store.ask.filter_options import filter_options, filters_of
from kifu.store.ask.stats import TOPICS
from kifu.store.command_options import rounded, say_absent, wait_option


@click.command(
    epilog="\b\nTOPIC is one of\n"
    + "\n".join(f"  {name:13} {topic.what}" for name, topic in TOPICS.items())
)
@click.argument("archive", type=click.Path())
@click.argument("topic", type=click.Choice(list(TOPICS)), default="games", metavar="[TOPIC]")
@click.option(
    "--of",
    "of_players",
    multiple=True,
    metavar="NAME",
    help="Only the rows that speak of this player; given again: of any of them.",
)
@filter_options
@rows.format_option
@wait_option
def stats(
    archive: str,
    topic: str,
    of_players: tuple[str, ...],
    form: rows.Format,
    wait: float,
    **given: Any,
) -> None:
    """Count the matches of ARCHIVE.

    The filters are those of `kifu find`: they choose the matches that count, and every one that
    is given must hold. Shares come with the ends of their Wilson interval, means with those of
    the normal one, both at 95 %.
    """
    filters = filters_of(given)
    kept = Archive(archive, wait)
    with kept.counting(topic, filters, of_players) as answer:
        shown = (dict(zip(answer.columns, row, strict=True)) for row in answer)
        if form == "table":
            shown = (rounded(row) for row in shown)
        rows.write(shown, answer.columns, form, sys.stdout)
    say_absent(kept, filters.game)
