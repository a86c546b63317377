"""The command simulate. For exit codes and output see `kifu.replay.commands`."""

from __future__ import annotations

import os
import shlex
from collections.abc import Sequence
from functools import partial
from time import monotonic
from typing import Any

import click

from kifu.notation.errors import KifuError, UsageError
from kifu.notation.files import Writer, read, writer
from kifu.notation.rows import counted, printable
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
from kifu.replay.players.new_match import PLAYERS, STRONG
from kifu.replay.players.simulate import Played, Simulation, simulation, until_failed
from kifu.store.commands.archive_options import bar, say
from kifu.store.interrupting import whole
from kifu.store.processes import worked

#: Seconds after which it is said how long the rest will take.
_TRIAL = 2


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
@click.option("--resume", is_flag=True, help="Keep the matches in OUT, and play those that lack.")
@click.option(
    "--jobs", type=click.IntRange(1, 256), default=1, show_default=True, metavar="N",
    help="Number of processes that play.",
)  # fmt: skip
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
    resume: bool,
    jobs: int,
) -> None:
    """Simulate matches with bots.

    Name one bot for all seats, or exactly one for each; without --seats there are as few seats as
    the game allows. The same command always gives the same bytes, with any number of processes.
    The name of OUT determines its form. If a bot of your own fails, or Ctrl-C ends the command,
    what was played so far is written; the same command with --resume goes on.
    """
    if resume and out == "-":
        raise UsageError("--resume needs -o OUT")
    asked: dict[str, Any] = dict(
        seed=seed, seats=seats, options=options_given(options), players=players, patience=patience
    )
    run = simulation(registry.game(game), **asked)
    work = run.play if jobs == 1 else partial(_played, game, asked)
    kept, told, stopped = 0, False, None
    with writer(out, force=force or resume) as file, bar("simulating") as move:
        if resume and os.path.exists(out):
            kept = _keep(out, run, count, file)
        # The first match has begun bots and workers, which says nothing of the others.
        written, numbers, first = kept, range(kept + 1, count + 1), 0.0
        try:
            every = (played for _, played in worked(work, numbers, jobs, 2 * jobs))
            for record in until_failed(every):
                with whole():
                    file.write(record)
                    written += 1
                move(written, count)
                first = first or monotonic()
                so_far = monotonic() - first
                if not told and so_far >= _TRIAL and (new := written - kept - 1) >= jobs:
                    told = True
                    _say_how_long(so_far * len(numbers) / new, len(numbers))
        except (BadWish, KeyboardInterrupt) as error:
            if not written:
                raise
            stopped = error
    if out != "-":
        onward = "; the same command with --resume goes on" if stopped is not None else ""
        say(f"kifu: {counted(written, 'record')} written to {out}{onward}")
    if isinstance(stopped, BadWish):
        look = f"kifu show {shlex.quote(out if out != '-' else 'FILE')} --record {written}"
        raise KifuError(f"{printable(str(stopped))}\nThe position: {look}") from stopped
    if stopped is not None:
        raise stopped


def _played(game: str, asked: dict[str, Any], number: int) -> Played:
    """Play match `number` (from 1) of the simulation of `game` that `asked` describes (the keyword
    arguments of `simulation`). Returns its record and None, or, if a bot failed, the record up to
    there and the BadWish (not raised). Raises LimitHit if the match has too many moves; UnknownGame
    if there is no such game, UnfitGame if it is a package's and can't be loaded; and UsageError for
    what the game does not allow, a wrong number of players, a player that does not exist, can't be
    loaded or can't play this game, and a seed that is not printable. For worker processes.
    """
    return simulation(registry.game(game), **asked).play(number)


def _keep(out: str, run: Simulation, count: int, file: Writer) -> int:
    """Write the finished matches at the beginning of the file `out` to `file`, up to the first that
    is unfinished, has findings or can't be read, and return how many they are (0 for an empty
    file); records after that one are not looked at. `out` itself is not changed.

    Raises UsageError for a record, also an unfinished one, that is not the match of `run` with its
    number (its moves and result are not compared), for a further record after `count` matches, if
    the first can't be read, and if the name of `out` says no form; OSError if it can't be opened.
    After an error, `file` has the matches before that record.
    """
    kept = 0
    for reading in read(out):
        record = reading.record
        if record is None and kept:
            break
        if record is None or kept == count or not run.has(record, kept + 1):
            raise UsageError(
                f"{out}: record {reading.number} is not of this simulation; give the options with "
                "which the file was begun"
            )
        if record.end != "=" or reading.diagnostics:
            break
        file.write(record)
        kept += 1
    return kept


def _say_how_long(seconds: float, count: int) -> None:
    """Print a line on stderr that `count` matches will take about `seconds`, in minutes, if that is
    60 or more; otherwise do nothing.
    """
    if seconds >= 60:
        minutes = counted(round(seconds / 60), "minute")
        say(f"kifu: about {minutes} for {counted(count, 'match')}")
