"""A match at a terminal, played or typed in: what both ways of it ask, say, show and obey.

A line that somebody types is a command if it begins with `:`, which no move does; else it is moves.
"""

from __future__ import annotations

import shlex
import shutil
import sys
import textwrap
from collections.abc import Callable, Sequence
from datetime import datetime

import click
from msgspec import Struct

from kifu.notation.errors import KifuError, UsageError
from kifu.notation.rows import printable
from kifu.notation.words import Language, Words
from kifu.replay.game import State
from kifu.replay.hidden_cards.proved import count_filled, filled_in
from kifu.replay.play import wording
from kifu.replay.play.seats import PERSON
from kifu.replay.recording.recorder import Recorder
from kifu.replay.show.names import name_of
from kifu.replay.show.sheet import sheet, write_sheet
from kifu.replay.table import PUBLIC

#: No line is longer: enough for every card of a deck and every comment that is typed.
LONGEST_LINE = 1 << 16


class Quit(Exception):
    """Nobody types any more: the end of the input, or `:quit`."""


class Command(Struct, frozen=True):
    """A line that was typed: the name after `:` and the rest of the line. For moves, `name` is ""
    and `rest` the whole line.
    """

    name: str
    rest: str


class Session(Struct):
    """A match under way. `who` has, in seat order, PERSON or a bot's name; it is empty if somebody
    types in what several people do. The person has been shown the first `reported` plies. `ended`
    is set by `:end`.
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

    def text(self, words: Words, *values: object) -> str:
        """These words in the session's language, with values in place of {0}, {1}, ..."""
        return words.text(self.language, *values)

    def say(self, words: Words, *values: object) -> None:
        """Print what `text` gives."""
        say(self.text(words, *values))

    def seat(self, seat: int) -> str:
        """A seat's name, with its number: "Aki (1)"."""
        return f"{name_of(self.recorder.record, seat)} ({seat})"


def ask(prompt: str) -> Command:
    """Print `prompt`, and return the line that is typed (see `read_command`). Raises Quit at the
    end of the input, and UsageError for a line of LONGEST_LINE bytes or more.
    """
    while True:
        click.echo(prompt, nl=False)
        data = sys.stdin.buffer.readline(LONGEST_LINE)
        if not data:
            click.echo()
            raise Quit
        try:
            line = data.decode("utf-8").strip()
        except UnicodeDecodeError:
            click.echo("That is not UTF-8; type it again.")
            continue
        if len(data) == LONGEST_LINE:
            raise UsageError(f"a line is {LONGEST_LINE} bytes at most")
        return read_command(line)


def read_command(line: str) -> Command:
    """A typed line as a Command: one that begins with `:` (`:` alone is `help`), otherwise moves,
    with the name "".

    >>> read_command(":say well played"), read_command("2:59")
    (Command(name='say', rest='well played'), Command(name='', rest='2:59'))
    """
    if not line.startswith(":"):
        return Command("", line)
    name, _, rest = line[1:].partition(" ")
    return Command(name or "help", rest.strip())


def say(*lines: str) -> None:
    """Print lines, with escapes for what could steer the terminal: anybody may have written the
    names and comments in them.
    """
    for line in lines:
        click.echo(printable(line, keep="\n"))


def draw(session: Session, viewer: int) -> None:
    """Print the table as `viewer` sees it."""
    page = sheet(session.recorder.match(), None, viewer, session.language)
    write_sheet(page, sys.stdout)


def obey(session: Session, command: Command, last: int = 1) -> None:
    """Carry out a command that both `kifu play` and `kifu record` have: quit, end, undo, say.
    `:undo` without a number takes back `last` moves. Raises Quit, and KifuError for a command that
    is unknown or can't be carried out.
    """
    match command.name:
        case "quit":
            raise Quit
        case "end":
            session.ended = True
        case "undo":
            _undo(session, command.rest, last)
        case "say":
            if not command.rest:
                raise KifuError(session.text(wording.NO_COMMENT))
            session.recorder.say(command.rest)
            session.say(wording.WRITTEN)
        case _:
            raise KifuError(session.text(wording.NO_COMMAND, command.name))


def _undo(session: Session, text: str, last: int) -> None:
    """Take back as many moves as `text` says ("": `last`), and say so. Raises KifuError for another
    text, and for more moves than there are.
    """
    if text and not (text.isascii() and text.isdigit() and len(text) < 9):
        raise KifuError(session.text(wording.HOW_MANY, text))
    count, there_are = int(text or last), len(session.recorder.plies)
    if not 1 <= count <= there_are:
        raise KifuError(session.text(wording.TOO_MANY, there_are))
    session.recorder.undo(count)
    session.say(wording.TAKEN_BACK, count)


def say_moves(session: Session, state: State, seat: int, moves: Sequence[str]) -> None:
    """Print what `seat` may do in `state`: the `moves`, in lines that fit the terminal, or how
    cards are combined to one.
    """
    choice = session.recorder.game.offers.combination(state, seat)
    lines = textwrap.wrap(
        " ".join(moves) if choice is None else session.text(choice.words()),
        max(shutil.get_terminal_size().columns - 4, 20),
        break_on_hyphens=False,
    )
    say(*(f"  {line}" for line in lines))


def fresh_name(game: str) -> str:
    """A name for a new log, made of the game's name and the time."""
    return f"{game}-{datetime.now():%Y-%m-%d-%H%M%S}.jsonl"


def run(
    session: Session, verb: str, go: Callable[[Session], None], show: Callable[[Session], None]
) -> bool:
    """Call `go`, which plays the match, and then `show`, which prints the table; finish the record,
    and print on stderr how many cards were filled in, and where the file is. Returns True. If `go`
    ends by Quit: False, and the record stays open; stderr says how to continue it, with `kifu
    VERB`.

    Ctrl-C and KifuError print the same, and are raised again.
    """
    recorder = session.recorder
    path = printable(str(recorder.path))
    for finding in recorder.diagnostics:
        say(finding.message)
    try:
        go(session)
    except (Quit, KeyboardInterrupt, KifuError) as end:
        spoken = "" if session.language == "en" else f" --lang {session.language}"
        click.echo(
            f"kifu: the match is in {path}; continue with kifu {verb} --resume "
            f"{shlex.quote(path)}{spoken}",
            err=True,
        )
        if not isinstance(end, Quit):
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
