"""A match at a terminal, played or typed in: what both ways of it say, show and obey."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Callable
from datetime import datetime
from typing import Protocol

import click

from kifu.notation.errors import KifuError
from kifu.notation.rows import printable
from kifu.notation.words import Language
from kifu.replay.hidden_cards.proved import count_filled, filled_in
from kifu.replay.play import terminal, wording
from kifu.replay.recording.recorder import Recorder
from kifu.replay.replayer import replay
from kifu.replay.show import names
from kifu.replay.show.sheet import sheet, write_sheet


class Session(Protocol):
    """A match under way."""

    recorder: Recorder
    language: Language
    ended: bool


def name_of(session: Session, seat: int) -> str:
    return names.name_of(session.recorder.record, seat)


def draw(session: Session, viewer: int) -> None:
    """Print the table as `viewer` sees it."""
    page = sheet(replay(session.recorder.so_far()), None, viewer, session.language)
    write_sheet(page, sys.stdout)


def obey(session: Session, command: terminal.Command, last: int = 1) -> None:
    """Carry out a command that `kifu play` and `kifu record` have in common. `:undo` without a
    number takes back `last` moves. Raises Quit, and KifuError for a command that is unknown or
    can't be carried out.
    """
    match command.name:
        case "quit":
            raise terminal.Quit
        case "end":
            session.ended = True
        case "undo":
            _undo(session, command.rest, last)
        case "say":
            if not command.rest:
                raise KifuError(wording.NO_COMMENT.text(session.language))
            session.recorder.say(command.rest)
            terminal.say(wording.WRITTEN.text(session.language))
        case _:
            raise KifuError(wording.NO_COMMAND.text(session.language, command.name))


def _undo(session: Session, text: str, last: int) -> None:
    if text and not (text.isascii() and text.isdigit() and len(text) < 9):
        raise KifuError(wording.HOW_MANY.text(session.language, text))
    count, there_are = int(text or last), len(session.recorder.plies)
    if not 1 <= count <= there_are:
        raise KifuError(wording.TOO_MANY.text(session.language, there_are))
    session.recorder.undo(count)
    terminal.say(wording.TAKEN_BACK.text(session.language, count))


def fresh_name(game: str) -> str:
    """A name for a new log, made of the game's name and the time."""
    return f"{game}-{datetime.now():%Y-%m-%d-%H%M%S}.jsonl"


def comes_to_its_end(
    recorder: Recorder, verb: str, language: Language, go: Callable[[], None]
) -> bool:
    """Call `go`, which plays the match. False if it ends by Quit; then stderr says how to resume
    the match, with `kifu VERB`, in the same language.

    Ctrl-C and KifuError do the same, and are raised again.
    """
    path = printable(str(recorder.path))
    try:
        go()
    except (terminal.Quit, KeyboardInterrupt, KifuError) as end:
        spoken = "" if language == "en" else f" --lang {language}"
        click.echo(
            f"kifu: the match is in {path}; continue with kifu {verb} --resume "
            f"{shlex.quote(path)}{spoken}",
            err=True,
        )
        if not isinstance(end, terminal.Quit):
            raise
        return False
    return True


def finish(recorder: Recorder) -> None:
    """End the record, and print on stderr how many cards were filled in, and where its file is."""
    path = printable(str(recorder.path))
    before = recorder.record.chance
    recorder.finish()
    counts = count_filled(before, recorder.record.chance)
    if counts:
        click.echo(f"kifu: {filled_in(counts)}", err=True)
    click.echo(
        f"kifu: the record is in {path}; make a page with kifu view "
        f"{shlex.quote(path)} -o PAGE.html",
        err=True,
    )
