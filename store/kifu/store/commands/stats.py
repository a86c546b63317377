"""The command stats: the matches of an archive, counted."""

from __future__ import annotations

import sys
from typing import Any

import click

from kifu.notation import rows
from kifu.store.ask.limits import limited
from kifu.store.ask.stats import BY, JUDGED, MIXED, TOPICS
from kifu.store.commands.archive_options import (
    limit_options,
    opened,
    say_absent,
    say_unjudged,
    wait_option,
)
from kifu.store.commands.filter_options import filter_options, filters_of


@click.command(
    epilog="\b\nTOPIC is one of (default: games)\n"
    + "\n".join(f"  {name:16} {topic.what}" for name, topic in TOPICS.items())
)
@click.argument("archive", type=click.Path())
@click.argument("topic", type=click.Choice(list(TOPICS)), default="games", metavar="[TOPIC]")
@click.option(
    "--of",
    "of_players",
    multiple=True,
    metavar="NAME",
    help="Only rows about this player. Repeatable: about any of them.",
)
@click.option(
    "--by",
    "by",
    multiple=True,
    type=click.Choice([*BY, MIXED]),
    help=(
        "Count each month or event separately. Each set of options of a game is counted "
        "separately, too; game counts all of them together."
    ),
)
@filter_options
@rows.format_option
@limit_options
@wait_option
def stats(
    archive: str,
    topic: str,
    of_players: tuple[str, ...],
    by: tuple[str, ...],
    form: rows.Format,
    timeout: float,
    wait: float,
    **given: Any,
) -> None:
    """Statistics of the matches in ARCHIVE.

    The filters are those of `kifu find` and select the matches that count; all must hold. Shares
    come with a Wilson interval, means with Student's, both at 95 %.
    """
    filters = filters_of(given)
    kept = opened(archive, wait)
    with limited(timeout) as clock, kept.counting(topic, filters, of_players, by) as answer:
        shown = (dict(zip(answer.columns, row, strict=True)) for row in clock.counted(answer))
        rows.write(shown, answer.columns, form, sys.stdout)
    say_absent(kept, filters)
    if topic in JUDGED and filters.loss_min is None:
        say_unjudged(kept)
