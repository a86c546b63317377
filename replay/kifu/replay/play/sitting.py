"""A match that is played at a terminal: whose turn it is, what each may see, what is typed.

One person sees the match as that seat sees it. Where there are several, the terminal goes from
hand to hand: it is cleared before it is handed on, and what it shows in between everybody may
see. Who may act out of turn is never revealed by a question: with several people, whoever wants to
types `SEAT:MOVE` while the terminal is handed on.
"""

from __future__ import annotations

import time

from msgspec import Struct, field

from kifu.notation.errors import KifuError
from kifu.notation.move_words import split_actor
from kifu.notation.words import Language
from kifu.replay.game import IllegalMove
from kifu.replay.play import terminal, wording
from kifu.replay.play.seats import PERSON
from kifu.replay.play.session import draw, name_of, obey
from kifu.replay.players.asking import may_pass
from kifu.replay.players.players import Attentive, maker_of
from kifu.replay.players.simulate import show_match
from kifu.replay.recording.recorder import Recorder
from kifu.replay.show.names import sentence
from kifu.replay.show.offers import offer
from kifu.replay.show.sheet import happened
from kifu.replay.table import ALL, PUBLIC

#: So many moves are listed unless somebody asks for all of them.
MOST_MOVES = 60
#: So many moves of others are repeated before a turn; of more, the last ones.
MOST_TOLD = 30


class Sitting(Struct):
    """A match under way. `who` plays each seat (PERSON or a player's name).

    `holder` is the seat that has the terminal, 0 before anybody has; `reported[seat]` how many
    plies that seat has been shown (`reported[0]`: all people together). `passed` are the seats that
    let the present moment pass, with 0 where the people were asked for acts out of turn.
    """

    recorder: Recorder
    who: list[str]
    language: Language
    holder: int = 0
    reported: list[int] = field(default_factory=list)
    passed: set[int] = field(default_factory=set)
    ended: bool = False

    @property
    def people(self) -> list[int]:
        """The seats that people play."""
        return [seat for seat, player in enumerate(self.who, 1) if player == PERSON]


def sit_down(recorder: Recorder, who: list[str], language: Language) -> Sitting:
    """A sitting for the match in the log, which goes on after its last move; its earlier moves are
    not reported to anybody. `who` plays each seat, in seat order.
    """
    return Sitting(recorder, who, language, reported=[len(recorder.plies)] * (len(who) + 1))


def play(sitting: Sitting) -> None:
    """Let people and bots play until the game is over or somebody ends it. Raises Quit at the end
    of the input.
    """
    try:
        while not sitting.recorder.state.is_over and not sitting.ended:
            _step(sitting)
    except (terminal.Quit, KeyboardInterrupt):
        if len(sitting.people) > 1:
            terminal.clear()
        raise


def show_end(sitting: Sitting) -> None:
    """Print the moves that were not reported yet, and the table with all cards face up."""
    if len(sitting.people) > 1 and sitting.holder:
        terminal.clear()
    _report(sitting, sitting.people[0] if len(sitting.people) == 1 else PUBLIC)
    terminal.say("")
    draw(sitting, ALL)


def _step(sitting: Sitting) -> None:
    """Let one player act: a bot moves, a person is asked. Seats that may pass come first."""
    state = sitting.recorder.state
    acting = state.to_move()
    several = len(sitting.people) > 1
    for seat in acting:
        if seat in sitting.passed or not may_pass(state, seat):
            continue
        if sitting.who[seat - 1] != PERSON:
            move = _bots_move(sitting, seat)
            if move:
                _play(sitting, move, seat)
                return
            sitting.passed.add(seat)
        elif not several and sitting.recorder.game.offers.visible(state, seat):
            _ask(sitting, seat)
            return
    seat = state.next_seat if state.next_seat in acting else acting[-1]
    if sitting.who[seat - 1] == PERSON:
        if several and sitting.holder != seat:
            _hand_over(sitting, seat)
        else:
            _ask(sitting, seat)
    elif several and not state.at_once and 0 not in sitting.passed:
        _hand_over(sitting, seat)
    else:
        _play(sitting, _bots_move(sitting, seat), seat)


def _bots_move(sitting: Sitting, seat: int) -> str:
    """The move that the bot of `seat` chooses; "" if it passes. Its random numbers depend on
    nothing but the match and the ply, so that it chooses the same after an undo and when the match
    is resumed.
    """
    recorder = sitting.recorder
    record = recorder.so_far()
    text = f"play:{record.seed}:{len(recorder.plies)}:{seat}"
    player = maker_of(sitting.who[seat - 1])(recorder.game, text)
    if isinstance(player, Attentive):
        show_match(player, record, seat)
    return player(recorder.state, seat)


def _play(sitting: Sitting, move: str, seat: int) -> None:
    sitting.recorder.play(move, seat, at=round(time.time(), 3))
    sitting.passed.clear()


def _hand_over(sitting: Sitting, seat: int) -> None:
    """Clear the screen, print what everybody may know, and wait: for the person of `seat` to press
    a key, or for another one to type `SEAT:MOVE`. If a bot plays `seat`, its move is next.
    """
    if sitting.holder:
        terminal.clear()
    sitting.holder = 0
    _report(sitting, PUBLIC)
    bot = sitting.who[seat - 1] != PERSON
    question = wording.BOTS_TURN if bot else wording.PERSONS_TURN
    command = terminal.ask(question.text(sitting.language, name_of(sitting, seat), seat))
    if command.name == "" and command.rest == "":
        if bot:
            sitting.passed.add(0)
        else:
            terminal.clear()
            sitting.holder = seat
    elif command.name == "":
        actor, _ = split_actor(command.rest)
        if actor:
            _try(sitting, command.rest, seat)
        else:
            terminal.say("Say who acts: SEAT:MOVE.")
    else:
        _obey(sitting, command, PUBLIC)


def _ask(sitting: Sitting, seat: int) -> None:
    """Show `seat` its table and its moves, and carry out what its player types, until the match
    changes, the table must be shown again, or the seat passes.
    """
    state = sitting.recorder.state
    _report(sitting, seat)
    terminal.say("")
    draw(sitting, seat)
    terminal.say(wording.YOU_MAY_PLAY.text(sitting.language))
    choice = sitting.recorder.game.offers.combination(state, seat)
    if choice is not None:
        terminal.say(f"  {choice.words().text(sitting.language)}")
    else:
        moves = sitting.recorder.game.offers.visible(state, seat)
        terminal.say_moves(moves[:MOST_MOVES])
        if len(moves) > MOST_MOVES:
            terminal.say(wording.MORE_MOVES.text(sitting.language, len(moves) - MOST_MOVES))
    passing = may_pass(state, seat)
    hint = wording.ENTER_PASSES.text(sitting.language) if passing else ""
    while True:
        command = terminal.ask(f"{name_of(sitting, seat)} ({seat}){hint}> ")
        if command.name:
            if _obey(sitting, command, seat):
                return
        elif command.rest:
            if _try(sitting, command.rest, seat):
                return
        elif passing:
            sitting.passed.add(seat)
            return


def _try(sitting: Sitting, word: str, seat: int) -> bool:
    """Play the move that a person typed, by the seat written in it or by `seat`. If it is illegal,
    print why and return False.
    """
    actor, move = split_actor(word)
    actor = actor or seat
    if actor not in sitting.people:
        terminal.say(wording.NO_PERSON.text(sitting.language, actor))
        return False
    try:
        _play(sitting, move, actor)
    except IllegalMove as error:
        terminal.say(wording.ILLEGAL.text(sitting.language, error.reason.text(sitting.language)))
        return False
    return True


def _obey(sitting: Sitting, command: terminal.Command, viewer: int) -> bool:
    """Carry out a command that `viewer` typed. True if the table must be shown again, because the
    match has changed or the command asks for it.
    """
    recorder = sitting.recorder
    match command.name:
        case "table":
            return True
        case "moves" if viewer != PUBLIC:
            for move in recorder.game.offers.visible(recorder.state, viewer):
                choice = offer(recorder.game, recorder.state, move, viewer)
                terminal.say(f"  {move}  {sentence(choice, recorder.record, sitting.language)}")
            return False
        case "seat":
            return _hand_to(sitting, command.rest)
        case "help":
            terminal.say(wording.PLAY_HELP.text(sitting.language))
            return False
    try:
        obey(sitting, command, _since_own(sitting, viewer))
    except KifuError as error:
        terminal.say(str(error))
        return False
    plies = len(recorder.plies)
    sitting.reported = [min(ply, plies) for ply in sitting.reported]
    if command.name == "undo":
        sitting.passed.clear()
    return command.name != "say"


def _since_own(sitting: Sitting, viewer: int) -> int:
    """How many moves an undo takes back for `viewer`: its last move (PUBLIC: the last of any
    person) and all after it; 0 if it has made none.
    """
    own = [viewer] if viewer else sitting.people
    plies = reversed(sitting.recorder.plies)
    return next((k for k, ply in enumerate(plies, 1) if ply[0] in own), 0)


def _hand_to(sitting: Sitting, text: str) -> bool:
    """Hand the terminal to the person whose seat number `text` is, and ask for a move. If no such
    person may act, print so and return False.
    """
    acting = str(sitting.recorder.state.view(PUBLIC).facts["to_move"]).split()
    if text not in acting or int(text) not in sitting.people or len(sitting.people) == 1:
        who = text or wording.NOBODY.text(sitting.language)
        terminal.say(wording.NO_OTHER.text(sitting.language, who))
        return False
    terminal.clear()
    _report(sitting, PUBLIC)
    terminal.ask(wording.HANDED_OVER.text(sitting.language, name_of(sitting, int(text)), text))
    sitting.holder = int(text)
    _ask(sitting, int(text))
    return True


def _report(sitting: Sitting, viewer: int) -> None:
    """Print the moves that `viewer` has not had in a report yet, as far as it may know them."""
    recorder = sitting.recorder
    first = sitting.reported[viewer]
    sitting.reported[viewer] = len(recorder.plies)
    left_out = len(recorder.plies) - first - MOST_TOLD
    if left_out > 0:
        terminal.say(f"({left_out} moves before these)")
        first += left_out
    if first == len(recorder.plies):
        return
    state, record = recorder.state_at(first), recorder.record
    for ply in recorder.plies[first:]:
        terminal.say(happened(recorder.game, record, state, ply, viewer, sitting.language))
