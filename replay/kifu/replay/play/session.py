"""A match at a terminal, played or typed in: what both ways of it say, show and obey."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Callable, Sequence
from datetime import datetime

import click
from msgspec import Struct

from kifu.notation.errors import KifuError
from kifu.notation.rows import printable
from kifu.notation.words import Language
from kifu.replay.game import State
from kifu.replay.hidden_cards.proved import count_filled, filled_in
from kifu.replay.play import terminal, wording
from kifu.replay.play.seats import PERSON
from kifu.replay.recording.recorder import Recorder
from kifu.replay.show import names
from kifu.replay.show.sheet import sheet, write_sheet
from kifu.replay.table import PUBLIC


class Session(Struct):
    """A match under way. `who` plays each seat, PERSON or a bot's name; it is empty where somebody
    types what several people do. The person has been shown the first `reported` plies.
    """

    recorder: Recorder
    language: Language
    who: list[str] = []
    reported: int = 0
    ended: bool = False

    @property
    def person(self) -> int:
        """The seat that the person plays; PUBLIC (0) if bots play all."""
        return self.who.index(PERSON) + 1 if PERSON in self.who else PUBLIC


def name_of(session: Session, seat: int) -> str:
    return names.name_of(session.recorder.record, seat)


def draw(session: Session, viewer: int) -> None:
    """Print the table as `viewer` sees it."""
    page = sheet(session.recorder.match(), None, viewer, session.language)
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


def say_moves(session: Session, state: State, seat: int, moves: Sequence[str], most: int) -> None:
    """Print what `seat` may do in `state`: `most` of `moves`, or how cards are combined to one."""
    choice = session.recorder.game.offers.combination(state, seat)
    if choice is not None:
        terminal.say(f"  {choice.words().text(session.language)}")
        return
    terminal.say_moves(moves[:most])
    if len(moves) > most:
        terminal.say(wording.MORE_MOVES.text(session.language, len(moves) - most))


def fresh_name(game: str) -> str:
    """A name for a new log, made of the game's name and the time."""
    return f"{game}-{datetime.now():%Y-%m-%d-%H%M%S}.jsonl"


def run(
    session: Session, verb: str, go: Callable[[Session], None], show: Callable[[Session], None]
) -> bool:
    """Call `go`, which plays the match, and at its end `show`, which prints the table; then end the
    record, and print on stderr how many cards were filled in, and where its file is. False if `go`
    ends by Quit; then stderr says how to resume the match, with `kifu VERB`, in the same language.

    Ctrl-C and KifuError do the same, and are raised again.
    """
    recorder = session.recorder
    path = printable(str(recorder.path))
    for finding in recorder.diagnostics:
        terminal.say(finding.message)
    try:
        go(session)
    except (terminal.Quit, KeyboardInterrupt, KifuError) as end:
        spoken = "" if session.language == "en" else f" --lang {session.language}"
        click.echo(
            f"kifu: the match is in {path}; continue with kifu {verb} --resume "
            f"{shlex.quote(path)}{spoken}",
            err=True,
        )
        if not isinstance(end, terminal.Quit):
            raise
        return False
    show(session)
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
    return True
