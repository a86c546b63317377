"""A match that a person plays at a terminal against bots: who sits there and is asked, what the
person may see, what is typed.
"""

from __future__ import annotations

import shlex
import time
from collections.abc import Sequence

from kifu.notation.errors import KifuError, UsageError
from kifu.notation.record import Record, tag
from kifu.replay.game import Game, State
from kifu.replay.play import session
from kifu.replay.play.session import (
    PERSON,
    Command,
    Session,
    draw,
    obey,
    say,
    say_moves,
)
from kifu.replay.players.asking import may_pass, next_move, why_not
from kifu.replay.players.new_match import STRONG, header_of, maker_of, wish_of
from kifu.replay.sheet import happened
from kifu.replay.table import ALL

#: The tag of a log by which `kifu play --resume` knows who plays.
TAG = "Players"


def header(
    game: Game, texts: Sequence[str], count: int | None, given: dict[str, str]
) -> tuple[Record, list[str]]:
    """A record with game, options and seats, without moves and seed; and who plays each seat, in
    seat order: PERSON or a bot's name as `maker_of` takes it.

    `texts` are people's names, or bots as `@greedy`; greedy also plays the seats that are not
    named. `count` is how many seats there are; with None, as many as `texts`, but at least the
    fewest that the game allows. In the record a bot is called `greedy 2` and so on, after its seat.
    `given` are the options. The modules of bots are loaded. Raises UsageError for what the game
    does not allow, for more `texts` than seats, and for a bot that is unknown or can't be loaded.

    >>> from kifu.replay.registry import game
    >>> record, who = header(game("nimmt"), ["Aki"], 3, {})
    >>> record.seats, who
    (['Aki', 'greedy 2', 'greedy 3'], ['person', 'greedy', 'greedy'])
    """
    begun = header_of(game, given, count, texts)
    who = [*map(_player, texts), *["greedy"] * (len(begun.seats) - len(texts))]
    for at, player in enumerate(who):
        if player != PERSON:
            begun.seats[at] = f"{player} {at + 1}"
    return begun, who


def _player(text: str) -> str:
    """Who plays the seat for which the user has typed `text`: PERSON for a name, or, for `@NAME`,
    the bot's name without `@`. A bot's module is loaded. Raises UsageError, which names `--seat`,
    if there is no such bot or it can't be loaded.
    """
    if not text.startswith("@"):
        return PERSON
    try:
        maker_of(text[1:])
    except UsageError as error:
        raise UsageError(f"--seat {text}: {error}") from None
    return text[1:]


def players_of(record: Record, texts: Sequence[str]) -> list[str]:
    """Who plays each seat, in seat order (see `header`), as the tag Players says in a log that
    `kifu play` has begun. `texts` are what the user has given as `--seat`. The modules of bots are
    loaded.

    Raises KifuError if the log has no such tag, or not one player for each seat, and UsageError for
    a bot that is unknown or can't be loaded. UsageError, too, for a bot of the user's own
    (`MODULE:FUNCTION` or `command:PATH`) that is not among `texts` as `@NAME`: no log decides which
    code is run.
    """
    who = (tag(record, TAG) or "").split()
    if len(who) != len(record.seats):
        raise KifuError("kifu play did not begin this log: its tag Players names no players")
    for name in who:
        if ":" in name and not name.startswith(f"{STRONG}:") and f"@{name}" not in texts:
            raise UsageError(
                f"the log names the player {name!r}, which is none of kifu's and runs only if you "
                f"name it too: add --seat {shlex.quote('@' + name)}"
            )
        if name != PERSON:
            maker_of(name)
    return who


class _Changed(Exception):
    """A command of the person has changed the match, or ended it, so that all are asked again."""


def play(sitting: Session) -> None:
    """Let the person and the bots play until the game is over or the person ends it by `:end`. The
    match must not wait for a chance event. Each move is written to the log, with the time. Then
    print the moves that were not reported yet, as far as the person's seat may know them, and the
    table as ALL sees it, with every hand.

    Raises Quit at the end of the input or by `:quit`; BadWish if a bot fails; UsageError for a
    typed line that is too long, and if `strong` is to play a game that can't be analysed; KifuError
    if the disk is full or the log would become too large; and OSError if the log can't be written
    for another reason. The moves before that are in the log.
    """
    recorder = sitting.recorder

    def wish(state: State, seat: int) -> str:
        who = sitting.who[seat - 1]
        if who == PERSON:
            return _asked(sitting, state, seat)
        return wish_of(who, recorder.match(), state, seat)

    while not recorder.state.is_over and not sitting.ended:
        try:
            seat, move = next_move(recorder.state, [wish] * len(sitting.who))
        except _Changed:
            continue
        recorder.play(move, seat, at=round(time.time(), 3))
    _report(sitting)
    say("")
    draw(sitting, ALL)


def _asked(sitting: Session, state: State, seat: int) -> str:
    """Print the moves that the person at `seat` has not seen yet, its table, and what it may play
    in `state`; ask what it does until that is allowed, and carry out commands meanwhile. Returns
    the move without its seat; "" for an empty line, by which the person passes (where it may not,
    it is asked again). `state` is not changed. It may come from the wishes of others (see
    `next_move`); the table is still that of the match.

    Raises _Changed if a command changed the match, Quit, UsageError for a line that is too long,
    and OSError if a command can't write the log, unless the disk is full.
    """
    game, passing = sitting.recorder.game, may_pass(state, seat)
    _report(sitting)
    say("")
    draw(sitting, seat)
    sitting.say(session.YOU_MAY_PLAY)
    say_moves(sitting, state, seat, game.offers.visible(state, seat))
    hint = sitting.text(session.ENTER_PASSES) if passing else ""
    while True:
        command = session.ask(f"{sitting.seat(seat)}{hint}> ")
        if command.name:
            _obey(sitting, command, state)
        elif command.rest:
            move = command.rest.removeprefix(f"{seat}:")
            why = why_not(game, state, seat, move)
            if why is None:
                return move
            sitting.say(session.NOT_PLAYED, command.rest, why)
        elif passing:
            return ""


def _obey(sitting: Session, command: Command, state: State) -> None:
    """Carry out a command (`:undo`, ...) that the person has typed when asked in `state`. A wrong
    one is explained on stdout, and nothing else happens. Raises _Changed if moves were taken back
    or the match was ended, so that all must be asked again; `reported` then counts no move that was
    taken back. Raises Quit for `:quit`, and OSError if the log can't be written, unless the disk is
    full, which is explained, too.
    """
    recorder = sitting.recorder
    plies = len(recorder.plies)
    try:
        obey(sitting, command, state)
    except KifuError as error:
        say(str(error))
    if sitting.ended or len(recorder.plies) != plies:
        sitting.reported = min(sitting.reported, len(recorder.plies))
        raise _Changed


def _report(sitting: Session) -> None:
    """Print a line for each move that the person has not been shown yet, as far as its seat may
    know the move; nothing if there is none. All moves then count as shown (`reported`).
    """
    recorder = sitting.recorder
    state, record = recorder.match().position(sitting.reported), recorder.record
    for ply in recorder.plies[sitting.reported :]:
        say(happened(recorder.game, record, state, ply, sitting.person, sitting.language))
    sitting.reported = len(recorder.plies)
