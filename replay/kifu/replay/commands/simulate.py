"""The command simulate. For exit codes and output see `kifu.replay.commands`."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence

import click

from kifu.notation.files import writer
from kifu.notation.record import Record
from kifu.notation.rows import printable
from kifu.replay import registry
from kifu.replay.commands.from_source import notice_of_source
from kifu.replay.commands.shared_options import (
    data_option,
    force_option,
    options_option,
    seats_option,
)
from kifu.replay.options import options_given
from kifu.replay.players.players import PLAYERS, STRONG
from kifu.replay.players.simulate import simulate as simulated
from kifu.replay.show.report import counted


@click.command()
@click.argument("game")
@click.option("--games", "count", type=click.IntRange(min=1), default=1, show_default=True)
@seats_option("as few as the game allows")
@click.option(
    "--seed",
    default="1",
    show_default=True,
    help="Any printable text; it determines every card and move.",
)
@options_option
@data_option
@click.option(
    "--player", "players", multiple=True, default=["random"],
    metavar="|".join([*PLAYERS, f"{STRONG}[:WORLDS]"]),
    help="Who plays: given once for all seats, or once for each. Default: random.",
)  # fmt: skip
@click.option("-o", "--output", "out", default="-", metavar="OUT", help="Default: text on stdout.")
@force_option("OUT")
def simulate(
    game: str,
    count: int,
    seats: int | None,
    seed: str,
    options: Sequence[str],
    players: Sequence[str],
    out: str,
    force: bool,
) -> None:
    """Simulate matches with bots.

    Name one bot for all seats, or exactly one for each; without --seats there are as few seats as
    the game allows. The same command always gives the same bytes. The name of OUT determines its
    form.
    """
    found = registry.game(game)
    given = options_given(options)
    records = simulated(found, count, seed=seed, seats=seats, options=given, players=players)
    with writer(out, force=force) as file:
        for record in _with_progress(records, count):
            file.write(record)
    if out != "-":
        click.echo(f"kifu: {counted(count, 'record')} written to {printable(out)}", err=True)


def _with_progress(records: Iterator[Record], count: int) -> Iterator[Record]:
    """Pass `records` (`count` of them) through. On a terminal, stderr shows a bar, and a notice if
    it takes long because the rules are not compiled.
    """
    if not sys.stderr.isatty():
        yield from records
        return
    with (
        click.progressbar(records, count, label="simulating", file=sys.stderr) as bar,
        notice_of_source(lambda text: click.echo(f"\nkifu: {text}", err=True)) as tell,
    ):
        for done, record in enumerate(bar, 1):
            tell(done, count)
            yield record
