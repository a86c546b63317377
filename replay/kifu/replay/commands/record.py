"""The command `kifu record`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click
from msgspec.structs import replace

from kifu.notation.errors import UsageError
from kifu.notation.record import Record
from kifu.notation.tags import FIELDS
from kifu.replay import registry
from kifu.replay.commands.shared_options import match_options
from kifu.replay.options import options_given
from kifu.replay.play.seats import PERSON, header, live_log, today
from kifu.replay.play.session import Session, fresh_name, run
from kifu.replay.play.transcript import draw_known, type_in
from kifu.replay.recording.recorder import Recorder


@click.command()
@click.option("--seat", "names", metavar="NAME", multiple=True, help="In seat order. Repeatable.")
@match_options("as many as are named")
@click.option(
    "--tag", "tags", metavar="NAME=VALUE", multiple=True,
    help="A tag of the record, such as Event=Evening. Repeatable. Default: today's Date.",
)  # fmt: skip
def record(
    game: str | None,
    names: Sequence[str],
    seats: int | None,
    options: Sequence[str],
    tags: Sequence[str],
    out: str | None,
    resume: str | None,
    lang: Any,
) -> None:
    """Record a match played at a table by typing it in.

    You are asked for cards when they are turned up; _ is a card that nobody has seen yet. Every
    move is checked and logged (in FILE) as soon as you type it. :undo takes moves back; :help lists
    all commands. If the input is not a terminal, the first mistake ends the command.

    --resume takes all else from the log: give only --data and --lang with it.
    """
    if resume is not None:
        if game or names or seats or options or tags or out:
            raise UsageError(
                "--resume takes everything from the log; leave out all but --data and --lang"
            )
        recorder = Recorder.resume(Path(resume))
    else:
        if game is None:
            raise UsageError("name a game (kifu games lists them), or a log with --resume")
        begun = _header(game, names, seats, options, tags)
        recorder = Recorder.create(live_log(out or fresh_name(game)), begun)
    with recorder:
        run(Session(recorder, lang), "record", type_in, draw_known)


def _header(
    game: str,
    names: Sequence[str],
    seats: int | None,
    options: Sequence[str],
    tags: Sequence[str],
) -> Record:
    """The record without moves for the options of `kifu record`: seats not named are `Player K`,
    and it has today's Date unless `tags` have one. Raises UsageError for a bot, and for a tag that
    is no NAME=VALUE or has a field of its own.
    """
    begun, who = header(registry.game(game), names, seats, options_given(options), "Player {}")
    if set(who) != {PERSON}:
        raise UsageError("at a table sit people; --seat takes a name that does not begin with @")
    pairs = [tuple(text.split("=", 1)) for text in tags]
    for pair, text in zip(pairs, tags, strict=True):
        if len(pair) != 2:
            raise UsageError(f"--tag {text}: expected NAME=VALUE")
        if pair[0] in FIELDS:
            raise UsageError(
                f"--tag {text}: {pair[0]} can't be given as a tag: it comes from the match"
            )
    given = [(name, value) for name, value in pairs]
    return replace(begun, tags=given if "Date" in dict(given) else [("Date", today()), *given])
