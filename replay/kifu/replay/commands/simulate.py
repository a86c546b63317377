"""The command simulate. For exit codes and output see `kifu.replay.commands`."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Iterator, Sequence

import click

from kifu.notation.errors import KifuError
from kifu.notation.files import writer
from kifu.notation.record import Record
from kifu.notation.rows import printable
from kifu.replay import registry
from kifu.replay.commands.shared_options import (
    Number,
    data_option,
    force_option,
    options_option,
    seats_option,
)
from kifu.replay.options import options_given
from kifu.replay.players.asking import BadWish
from kifu.replay.players.bots import PATIENCE
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
    metavar="|".join([*PLAYERS, f"{STRONG}[:WORLDS]", "BOT"]),
    help="Who plays: given once for all seats, or once for each. BOT is one of your own: "
    "MODULE:FUNCTION, or command:PROGRAM (docs/bots.md). Default: random.",
)  # fmt: skip
@click.option(
    "--player-timeout", "patience", type=Number(0.001, 1e6), default=PATIENCE,
    metavar="SECONDS", show_default=True, help="How long a bot of your own may think about a move.",
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
    patience: float,
    out: str,
    force: bool,
) -> None:
    """Simulate matches with bots.

    Name one bot for all seats, or exactly one for each; without --seats there are as few seats as
    the game allows. The same command always gives the same bytes. The name of OUT determines its
    form. If a bot of your own fails, what was played so far is written.
    """
    found = registry.game(game)
    given = options_given(options)
    records = simulated(
        found, count, seed=seed, seats=seats, options=given, players=players, patience=patience
    )
    written, failed = 0, None
    with writer(out, force=force) as file:
        try:
            for record in _with_progress(records, count):
                file.write(record)
                written += 1
        except BadWish as error:
            failed = error
    if out != "-":
        click.echo(f"kifu: {counted(written, 'record')} written to {printable(out)}", err=True)
    if failed is not None:
        look = f"kifu show {shlex.quote(out if out != '-' else 'FILE')} --record {written}"
        raise KifuError(f"{printable(str(failed))}\nThe position: {look}") from failed


def _with_progress(records: Iterator[Record], count: int) -> Iterator[Record]:
    """Pass `records` (`count` of them) through. On a terminal, stderr shows a bar."""
    if not sys.stderr.isatty():
        yield from records
        return
    with click.progressbar(records, count, label="simulating", file=sys.stderr) as bar:
        yield from bar
