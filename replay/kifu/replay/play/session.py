"""A match at a terminal, played or typed in: what both ways of it ask, say, show and obey.

A line that somebody types is a command if it begins with `:`, which no move does; else it is moves.
"""

from __future__ import annotations

import shlex
import sys
from collections.abc import Callable, Sequence
from datetime import datetime
from pathlib import Path

import click
from msgspec import Struct

from kifu.notation.errors import KifuError, UsageError
from kifu.notation.rows import printable
from kifu.notation.words import Language, Words
from kifu.replay.game import State
from kifu.replay.recorder import Recorder
from kifu.replay.sentences import name_of, offer, sentence
from kifu.replay.sheet import sheet, write_sheet
from kifu.replay.table import ALL, PUBLIC

#: What may be typed, a line each; the last three only where a match is typed in.
HELP = (
    Words(
        "MOVE       play it; a move of another seat as SEAT:MOVE",
        "手         その手をする。ほかの席の手は 席:手",
    ),
    Words(
        "Enter      let the moment pass, where you may",
        "Enter      見送れるときに見送る",
    ),
    Words(
        ":moves     every legal move",
        ":moves     できる手をすべて見る",
    ),
    Words(
        ":table     show the table again",
        ":table     場をもう一度見る",
    ),
    Words(
        ":undo N    take back the last N moves; without N, up to your own last one (record: one)",
        ":undo N    最後のN手を取り消す。Nがなければ自分の直前の手まで(recordでは1手)",
    ),
    Words(
        ":say TEXT  write a comment on the last move",
        ":say 文    直前の手にコメントを書く",
    ),
    Words(
        ":quit      stop here; the same command with --resume FILE goes on",
        ":quit      ここでやめる。--resume FILE で続ける",
    ),
    Words(
        ":end       give the match up: the log is closed, and its seed published if it has one",
        ":end       対戦を打ち切る。記録を閉じ、シードがあれば公開する",
    ),
    Words(
        "MOVE ...   several moves, up to a wrong one; marks like 3. between them are checked",
        "手 ...     続けて打つ(間違いの手前まで入る)。間の 3. のような番号は合っているか確かめる",
    ),
    Words(
        ":known LABEL N=CARD ...  card N of that deal, from 1, has been seen, or was typed wrongly",
        ":known 名前 N=カード ... その配札のN枚目(1から)がわかった、または打ち間違えた",
    ),
    Words(
        ":known LABEL N   the outcome of an event before a deal, like Atarayo's starter/2",
        ":known 名前 N            可惜夜の starter/2 などの結果を、その配札の前に書く",
    ),
)

YOU_MAY_PLAY = Words("You may play (:help explains more):", "できる手(:help で説明):")
ENTER_PASSES = Words(", Enter lets it pass", "、Enterで見送り")
NO_COMMAND = Words(
    "There is no command :{0} here; :help lists them.",
    ":{0} という命令はありません。:help で一覧を見られます。",
)
NO_COMMENT = Words("Type the comment after :say.", ":say のあとにコメントを書いてください。")
NO_SUCH_NUMBER = Words(
    "That can't be taken back: :undo takes a number of moves, and only {0} moves were made.",
    "戻せません。:undo には手の数を書いてください。これまでの手は{0}手です。",
)
TAKEN_BACK = Words("Taken back: {0}.", "{0}手取り消しました。")
WRITTEN = Words("Written down.", "書きました。")
TABLE_UNKNOWN = Words(
    "The table can't be shown before {0} is known.", "{0}がわかるまで、場は表示できません。"
)
NOT_PLAYED = Words("{0} can't be played: {1}", "{0}はできません: {1}")


#: In the tag `Players`: a seat that a person plays. A bot is called what `--player` calls it.
PERSON = "person"
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
        """The seat that the person plays, the lowest if people play several; PUBLIC (0) if bots
        play all, or a match is typed in.
        """
        return self.who.index(PERSON) + 1 if PERSON in self.who else PUBLIC

    def text(self, words: Words, *values: object) -> str:
        """These words in the session's language, with values in place of {0}, {1}, ..."""
        return words.text(self.language, *values)

    def say(self, words: Words, *values: object) -> None:
        """Print `words` in the session's language on a line of stdout, with values in place of {0},
        {1}, ..., and with escapes for what could steer the terminal (see the function `say`).
        """
        say(self.text(words, *values))

    def seat(self, seat: int) -> str:
        """The name of the seat with this number, followed by the number: "Aki (1)"; "1 (1)" if it
        has no name.
        """
        return f"{name_of(self.recorder.record, seat)} ({seat})"


def ask(prompt: str) -> Command:
    """Print `prompt`, wait for a line on stdin, and return it as `read_command` does, without the
    spaces around it; an empty line is Command("", ""). What is not UTF-8 becomes U+FFFD. Raises
    Quit at the end of the input, after a line break, and UsageError for a line of LONGEST_LINE
    bytes or more, whose rest is then read as the next line.
    """
    click.echo(prompt, nl=False)
    data = sys.stdin.buffer.readline(LONGEST_LINE)
    if not data:
        click.echo()
        raise Quit
    if len(data) == LONGEST_LINE:
        raise UsageError(f"a line is {LONGEST_LINE} bytes at most")
    return read_command(data.decode("utf-8", "replace").strip())


def read_command(line: str) -> Command:
    """A typed line as a Command. If it begins with `:`, it is a command: its name is what follows
    up to the first space (`help` if that is nothing), `rest` the rest of the line without spaces
    around it. Otherwise it is moves: the name is "", and `rest` the whole line.

    >>> read_command(":say well played"), read_command("2:59")
    (Command(name='say', rest='well played'), Command(name='', rest='2:59'))
    """
    if not line.startswith(":"):
        return Command("", line)
    name, _, rest = line[1:].partition(" ")
    return Command(name or "help", rest.strip())


def say(*lines: str) -> None:
    """Print each of `lines` on a line of stdout, with escapes for what could steer the terminal:
    anybody may have written the names and comments in them. Line breaks within them stay.
    """
    for line in lines:
        click.echo(printable(line, keep="\n"))


def draw(session: Session, viewer: int) -> None:
    """Print on stdout, in the session's language, what `viewer` (a seat, PUBLIC or ALL) sees after
    the last move: a title, what happened last, and the table (see `sheet`), without comments. The
    match must not wait for a chance event. It is replayed, and not changed. WrongActor for a number
    that is no viewer.
    """
    write_sheet(sheet(session.recorder.match(), None, viewer, session.language), sys.stdout)


def obey(session: Session, command: Command, state: State) -> None:
    """Carry out a command that both `kifu play` and `kifu record` have: quit (raises Quit), end
    (only sets `session.ended`), undo and say (both written to the log), table, moves, help. What is
    to be read goes to stdout. In `kifu play`, table and moves are those of `session.person`, with a
    sentence for each move; otherwise the table has every hand, and the moves are the tokens of all
    who may act. The moves are those in `state`. If `state` waits for a chance event, table only
    prints that it can't be shown.

    Raises KifuError for a command that is unknown or can't be carried out, also if the disk is full
    or the log would become too large, and OSError if the log can't be written for another reason;
    then nothing has changed.
    """
    recorder, seat = session.recorder, session.person
    game = recorder.game
    match command.name:
        case "quit":
            raise Quit
        case "end":
            session.ended = True
        case "undo":
            _undo(session, command.rest)
        case "say":
            if not command.rest:
                raise KifuError(session.text(NO_COMMENT))
            recorder.say(command.rest)
            session.say(WRITTEN)
        case "table":
            if state.missing is not None:
                session.say(TABLE_UNKNOWN, state.missing)
            else:
                draw(session, seat if session.who else ALL)
        case "moves" if session.who:
            for move in game.offers.visible(state, seat):
                words = sentence(offer(game, state, move, seat), recorder.record, session.language)
                say(f"  {move}  {words}")
        case "moves":
            for acting in state.to_move():
                say(f"{session.seat(acting)}:")
                say_moves(session, state, acting, state.legal_moves(acting))
        case "help":
            for line in HELP[: -3 if session.who else None]:
                session.say(line)
        case _:
            raise KifuError(session.text(NO_COMMAND, command.name))


def _undo(session: Session, text: str) -> None:
    """Take back as many moves as `text` says, in the log, too, and print how many. With "": all
    from the person's last one on, or one move if the match is typed in. `session.reported` is not
    changed: the caller lowers it.

    Raises KifuError if `text` is no number, is 0, or is more than the moves made; for "" if the
    person has not moved yet (in a match typed in: if there is no move); and if the disk is full or
    the log would become too large. OSError if it can't be written for another reason. Then nothing
    is taken back.
    """
    plies = session.recorder.plies
    own = [not session.who or seat == session.person for seat, _ in reversed(plies)]
    count = own.index(True) + 1 if True in own else 0
    if text:
        count = int(text) if text.isdecimal() and len(text) < 9 else 0
    if not 1 <= count <= len(plies):
        raise KifuError(session.text(NO_SUCH_NUMBER, len(plies)))
    session.recorder.undo(count)
    session.say(TAKEN_BACK, count)


def say_moves(session: Session, state: State, seat: int, moves: Sequence[str]) -> None:
    """Print on a line what `seat` may do in `state`: the tokens `moves` or, where cards are chosen
    together there, a sentence that says which cards, in place of all tokens. Without a sentence and
    with no `moves`, the line has only spaces.
    """
    choice = session.recorder.game.offers.combination(state, seat)
    say("  " + (" ".join(moves) if choice is None else session.text(choice.words())))


def today() -> str:
    """The local date, such as "2026-11-29", as a `Date` tag has it."""
    return datetime.now().astimezone().date().isoformat()


def live_log(name: str | None, game: str) -> Path:
    """The path of a new live log: `name`, or else (None or "") one made of the name of the game and
    the local time. No file is made, and it is not checked whether there is one. Raises UsageError
    unless it ends in `.jsonl`, and KifuError if its folder is missing.

    >>> live_log("evening.kifu", "nimmt")
    Traceback (most recent call last):
    kifu.notation.errors.UsageError: evening.kifu: the name of a match being played ends in .jsonl
    """
    name = name or f"{game}-{datetime.now():%Y-%m-%d-%H%M%S}.jsonl"
    if not name.endswith(".jsonl"):
        raise UsageError(f"{name}: the name of a match being played ends in .jsonl")
    path = Path(name)
    if not path.parent.is_dir():
        raise KifuError(f"there is no folder {path.parent} to write {path.name} into")
    return path


def run(session: Session, verb: str, go: Callable[[Session], None]) -> bool:
    """Print what resuming the log has cut off, if anything. Call `go`, which plays the match and
    prints the last table, and finish the record. Then print on stderr how many cards were filled
    in, or why none could be (nothing if none is proved), and where the file is. Returns True; the
    recorder is then closed. A file with the seed stays.

    If `go` ends by Quit: False, and the record is not finished; stderr says how to continue it,
    with `kifu VERB` (`verb` is the name of the command). If it ends by Ctrl-C or a KifuError,
    stderr says the same, and the error is raised again; any other error only comes through. In all
    these cases the recorder stays open. If the record can't be finished (KifuError or OSError, see
    `Recorder.finish`), there is no advice, and the recorder stays open, too; but if only the
    waiting for the disk fails (OSError), the record is finished, and the recorder is closed.
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
    if filled := recorder.finish():
        click.echo(f"kifu: {filled}", err=True)
    click.echo(
        f"kifu: the record is in {path}; make a page with kifu view "
        f"{shlex.quote(path)} -o PAGE.html",
        err=True,
    )
    return True
