"""The commands `kifu play` and `kifu record`."""

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
from kifu.replay.chance import derived_seed
from kifu.replay.commands.shared_options import match_options
from kifu.replay.options import options_given
from kifu.replay.play.session import PERSON, Session, live_log, run, today
from kifu.replay.play.sitting import TAG, header, players_of
from kifu.replay.play.sitting import play as play_on
from kifu.replay.play.transcript import type_in
from kifu.replay.players.new_match import header_of
from kifu.replay.recorder import Recorder, forget_seed, fresh_seed, keep_seed, kept_seed, seed_path


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
        recorder = _resumed(resume, game, seats, options, seed, out)
        who: list[str] = []
    else:
        if game is None:
            raise UsageError("name a game (kifu games lists them), or a log with --resume")
        record, who = header(
            registry.game(game), texts or ["Player 1"], seats, options_given(options)
        )
        if who.count(PERSON) > 1:
            raise UsageError("one person plays here; type a table of several in with kifu record")
        recorder = _begin(live_log(out, game), record, who, seed)
    with recorder:
        who = who or players_of(recorder.record, texts)
        if run(Session(recorder, lang, who, reported=len(recorder.plies)), "play", play_on):
            forget_seed(recorder.path)


def _resumed(path: str, *given: object) -> Recorder:
    """The recorder of the unfinished log at `path`, opened to go on with its match; the caller
    closes it. The seed comes from the file beside the log, if there is one. An incomplete last line
    is cut off from the log, and the recorder's `diagnostics` say so. `given` are the values of
    options that --resume does not allow; None, "" and () count as not given.

    Raises UsageError if any of `given` is set, if the log needs a seed and there is none, or if
    there is a file with a seed and the log has no commitment; Busy while another recorder has the
    log; NotationError if it is no live log, is finished or contradicts the rules, itself or the
    seed; NotBegun for a chronicle; KifuError if the file beside it holds no seed, or the system has
    no file locks; OSError if one of the two files can't be read. After an error both files are as
    they were.
    """
    if any(given):
        raise UsageError(
            "--resume takes everything from the log; leave out all but --data, --lang and, for "
            "bots of your own, --seat"
        )
    return Recorder.resume(path, kept_seed(Path(path)))


def _begin(path: Path, record: Record, who: list[str], text: str | None) -> Recorder:
    """Begin the log of a match at `path`, with its seed in a file beside it, and return its
    recorder, which the caller closes. The file with the seed stays until `forget_seed`. `who` says
    who plays each seat, in seat order: PERSON or a bot's name (see `sitting.header`). The seed is
    made from `text`, the same one each time; with None, at random. The log's tags are Date (today)
    and Players (`who`), in place of those of `record`, which is not changed.

    Raises UsageError if either file exists, NotationError if the match can't be played, KifuError
    if the disk is full or the system has no file locks, and OSError if a file can't be written
    (there is no folder for it, say). Then there is neither a new log nor a new file with the seed.
    """
    seed = fresh_seed() if text is None else derived_seed(f"play:{text}")
    record = replace(record, tags=[("Date", today()), (TAG, " ".join(who))])
    try:
        keep_seed(path, seed)
    except FileExistsError:
        raise UsageError(
            f"{seed_path(path)} exists: continue its match with --resume, or choose another name"
        ) from None
    try:
        return Recorder.create(path, record, seed)
    except BaseException:
        forget_seed(path)
        raise


@click.command()
@click.option("--seat", "names", metavar="NAME", multiple=True, help="In seat order. Repeatable.")
@match_options("as many as are named")
@click.option(
    "--tag", "tags", metavar="KEY=VALUE", multiple=True,
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
        recorder = _resumed(resume, game, names, seats, options, tags, out)
    else:
        if game is None:
            raise UsageError("name a game (kifu games lists them), or a log with --resume")
        begun = header_of(registry.game(game), options_given(options), seats, names)
        if any(name.startswith("@") for name in names):
            raise UsageError(
                "at a table sit people; --seat takes a name that does not begin with @"
            )
        given = options_given(tags, "--tag")
        for name in sorted(given.keys() & FIELDS):
            raise UsageError(f"--tag {name}: it can't be given as a tag, it comes from the match")
        begun.tags = [*({"Date": today()} | given).items()]
        recorder = Recorder.create(live_log(out, game), begun)
    with recorder:
        run(Session(recorder, lang), "record", type_in)
