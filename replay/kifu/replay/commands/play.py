"""The command `kifu play`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click
from msgspec.structs import replace

from kifu.notation.errors import UsageError
from kifu.notation.record import Record
from kifu.replay import registry
from kifu.replay.chance import derived_seed
from kifu.replay.commands.shared_options import match_options
from kifu.replay.options import options_given
from kifu.replay.play.seats import PERSON, TAG, header, live_log, players_of, today
from kifu.replay.play.session import Session, fresh_name, run
from kifu.replay.play.sitting import play as play_on
from kifu.replay.play.sitting import show_end
from kifu.replay.recording.recorder import Recorder
from kifu.replay.recording.seed_file import forget_seed, fresh_seed, keep_seed, kept_seed, seed_path


@click.command()
@click.option(
    "--seat", "texts", metavar="NAME|@BOT", multiple=True,
    help="Who plays, in seat order: your name or a bot (@random, @greedy, @reference, "
    "@strong[:WORLDS], or one of your own, see docs/bots.md). Repeatable. Default: one person; "
    "@greedy has the seats that are not named.",
)  # fmt: skip
@match_options("as few as the game allows")
@click.option(
    "--seed",
    metavar="TEXT",
    help="Any text; whoever knows it knows every card. Default: nobody can.",
)
def play(
    game: str | None,
    texts: Sequence[str],
    seats: int | None,
    options: Sequence[str],
    seed: str | None,
    out: str | None,
    resume: str | None,
    lang: Any,
) -> None:
    """Play a match in this terminal and log it.

    One person plays against bots; a table of several people is typed in with `kifu record`. Every
    move is logged as soon as it is made. The log holds a commitment to the seed from the start, and
    the seed itself at the end. Until then the seed is in FILE.seed: --resume needs it, and no
    player may read it. --resume takes all else from the log: give only --data and --lang with it,
    and --seat for bots of your own.
    Type :help at the prompt for a list of commands.
    """
    if resume is not None:
        if game or seats or options or seed is not None or out:
            raise UsageError(
                "--resume takes everything from the log; leave out all but --data, --lang, and "
                "--seat for bots of your own"
            )
        path = Path(resume)
        recorder = Recorder.resume(path, kept_seed(path))
        who: list[str] = []
    else:
        if game is None:
            raise UsageError("name a game (kifu games lists them), or a log with --resume")
        record, who = header(
            registry.game(game), texts or ["Player 1"], seats, options_given(options), "@greedy"
        )
        _demand_one(who)
        recorder = _begin(live_log(out or fresh_name(game)), record, who, seed)
    with recorder:
        who = who or players_of(recorder.record, texts)
        _demand_one(who)
        sitting = Session(recorder, lang, who, reported=len(recorder.plies))
        if run(sitting, "play", play_on, show_end):
            forget_seed(recorder.path)


def _demand_one(who: list[str]) -> None:
    """Raise UsageError if several people play."""
    if who.count(PERSON) > 1:
        raise UsageError("one person plays here; type a table of several in with kifu record")


def _begin(path: Path, record: Record, who: list[str], text: str | None) -> Recorder:
    """Begin the log of a match at `path`, with its seed in a file beside it. `who` plays each seat,
    in seat order; the seed is made from `text` (None: at random). Raises UsageError if either file
    exists.
    """
    seed = fresh_seed() if text is None else derived_seed(f"play:{text}")
    record = replace(record, tags=[("Date", today()), (TAG, " ".join(who))])
    if path.exists():
        raise UsageError(f"{path} exists; continue it with --resume, or choose another name")
    try:
        keep_seed(path, seed)
    except FileExistsError:
        raise UsageError(
            f"{seed_path(path)} exists and holds the seed of another match; choose another name"
        ) from None
    try:
        return Recorder.create(path, record, seed)
    except BaseException:
        forget_seed(path)
        raise
