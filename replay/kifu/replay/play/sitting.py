"""A match that a person plays at a terminal against bots: who is asked, what the person may see,
what is typed.
"""

from __future__ import annotations

import time

from kifu.notation.errors import KifuError
from kifu.notation.move_words import split_actor
from kifu.replay.game import State
from kifu.replay.play import session, wording
from kifu.replay.play.seats import PERSON
from kifu.replay.play.session import Command, Session, draw, obey, say, say_moves
from kifu.replay.players.asking import may_pass, next_move, why_not
from kifu.replay.players.new_match import wish_of
from kifu.replay.show.names import sentence
from kifu.replay.show.offers import offer
from kifu.replay.show.sheet import happened
from kifu.replay.table import ALL, PUBLIC


class _Changed(Exception):
    """A command of the person has changed the match, or ended it, so that all are asked again."""


def play(sitting: Session) -> None:
    """Let the person and the bots play until the game is over or the person ends it. Raises Quit at
    the end of the input.
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


def show_end(sitting: Session) -> None:
    """Print the moves that were not reported yet, and the table with all cards face up."""
    _report(sitting)
    say("")
    draw(sitting, ALL)


def _asked(sitting: Session, state: State, seat: int) -> str:
    """Ask the person at `seat` what it does in `state`, after its table and moves were shown;
    commands are carried out. Returns the move, or what `_show` returned if the person passes.
    Raises _Changed if a command changed the match, and Quit.
    """
    passing = _show(sitting, state, seat)
    hint = "" if passing is None else sitting.text(wording.ENTER_PASSES)
    while True:
        command = session.ask(f"{sitting.seat(seat)}{hint}> ")
        if command.name:
            if _obey(sitting, command, state):
                _show(sitting, state, seat)
        elif command.rest:
            if move := _typed(sitting, command.rest, state):
                return move
        elif passing is not None:
            return passing


def _show(sitting: Session, state: State, seat: int) -> str | None:
    """Print the moves that the person at `seat` has not seen yet, its table, and what it may play
    in `state`. Returns what an empty line means: "" (pass), or the first of its moves if `state` is
    no position of the match (see `next_move`); None if the person has to act.
    """
    rules = sitting.recorder.game
    _report(sitting)
    say("")
    draw(sitting, seat)
    phases = [at.view(PUBLIC).facts["phase"] for at in (state, sitting.recorder.state)]
    if phases[0] != phases[1]:
        layout = rules.layout(sitting.recorder.options, len(sitting.who))
        sitting.say(layout.phases[str(phases[0])])
        _list_moves(sitting, state)
        return rules.offers.visible(state, seat)[0]
    sitting.say(wording.YOU_MAY_PLAY)
    say_moves(sitting, state, seat, rules.offers.visible(state, seat))
    return "" if may_pass(state, seat) else None


def _list_moves(sitting: Session, state: State) -> None:
    """Print every move that the person may wish to make in `state`, in words."""
    recorder, seat = sitting.recorder, sitting.person
    for move in recorder.game.offers.visible(state, seat):
        choice = offer(recorder.game, state, move, seat)
        say(f"  {move}  {sentence(choice, recorder.record, sitting.language)}")


def _typed(sitting: Session, word: str, state: State) -> str:
    """The move that the person typed, with its seat or without. If the person may not make it in
    `state`, print why and return "".
    """
    actor, move = split_actor(word)
    if actor not in (0, sitting.person):
        sitting.say(wording.NO_PERSON, actor)
        return ""
    why = why_not(sitting.recorder.game, state, sitting.person, move)
    if why is None:
        return move
    sitting.say(wording.ILLEGAL, why)
    return ""


def _obey(sitting: Session, command: Command, state: State) -> bool:
    """Carry out a command of the person. True if the table must be shown again; raises _Changed if
    the match has changed or ended.
    """
    recorder = sitting.recorder
    match command.name:
        case "table":
            return True
        case "moves":
            _list_moves(sitting, state)
            return False
        case "help":
            sitting.say(wording.PLAY_HELP)
            return False
    plies = len(recorder.plies)
    try:
        obey(sitting, command, _since_own(sitting))
    except KifuError as error:
        say(str(error))
        return False
    if sitting.ended or len(recorder.plies) != plies:
        sitting.reported = min(sitting.reported, len(recorder.plies))
        raise _Changed
    return False


def _since_own(sitting: Session) -> int:
    """How many moves an undo takes back: the person's last move and all after it; 0 if it has made
    none.
    """
    plies = reversed(sitting.recorder.plies)
    return next((k for k, ply in enumerate(plies, 1) if ply[0] == sitting.person), 0)


def _report(sitting: Session) -> None:
    """Print the moves that the person has not been shown yet, as far as its seat may know them. All
    count as shown then.
    """
    recorder = sitting.recorder
    first = sitting.reported
    sitting.reported = len(recorder.plies)
    if first == len(recorder.plies):
        return
    state, record = recorder.match().position(first), recorder.record
    for ply in recorder.plies[first:]:
        viewer = sitting.person
        say(happened(recorder.game, record, state, ply, viewer, sitting.language))
