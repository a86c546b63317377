"""The command `kifu new`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import click

from kifu.notation.files import writer
from kifu.replay.commands.shared_options import (
    data_option,
    force_option,
    lang_option,
    options_option,
    seats_option,
)


@click.command()
@click.argument("game")
@click.option("--seat", "names", metavar="NAME", multiple=True, help="In seat order. Repeatable.")
@seats_option("as many as are named, or the fewest")
@options_option
@click.option("--date", metavar="DATE", help="The tag Date, as 2026-11-24. Default: today.")
@data_option
@click.option("-o", "--output", "out", metavar="FILE", default="-", help="Default: stdout.")
@force_option("FILE")
@lang_option
def new(
    game: str,
    names: Sequence[str],
    seats: int | None,
    options: Sequence[str],
    date: str | None,
    out: str,
    force: bool,
    lang: Any,
) -> None:
    """Write the skeleton of a record, to be completed by hand.

    It has all required tags, a Chance tag in which every card is unknown (_) if the game deals
    cards, and line comments (;) that say what to write. kifu check accepts it as it is,
    but warns of a DATE that it can't read, since that is written as given.
    """
    from kifu.replay import registry
    from kifu.replay.play.seats import header_of_people
    from kifu.replay.play.skeleton import skeleton

    begun = header_of_people(game, names, seats, options)
    if date:
        begun.tags = [("Date", date)]
    with writer(out, force=force) as file:
        file.write(skeleton(registry.game(game), begun, lang))
