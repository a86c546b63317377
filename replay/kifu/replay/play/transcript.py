"""Typing in a match that is played at a table, move by move, as it is seen there."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Sequence

from msgspec.structs import replace

from kifu.notation.errors import KifuError
from kifu.notation.record import is_mark, split_actor, with_outcome
from kifu.notation.words import Words
from kifu.replay.chance import Chance, unrolled
from kifu.replay.game import IllegalMove
from kifu.replay.match import gap, played, replay
from kifu.replay.play import session
from kifu.replay.play.session import NOT_PLAYED, Command, Session, draw, obey, say
from kifu.replay.recorder import Recorder
from kifu.replay.sheet import happened
from kifu.replay.table import ALL, UNKNOWN

HINT_DEAL = Words(
    "({0}: type the cards that are asked for, or all that are known of the deal, {1} to {2} cards, "
    "top first: _ for a card that nobody has seen, _*9 for nine)",
    "({0}: 聞かれたカードだけ、または配札全体({1}〜{2}枚、上から順)を入力。"
    "誰も見ていない札は _、それが9枚なら _*9)",
)
ONE_TO = Words("(1 to {0})", "(1〜{0})")
ASK_OUTCOME = Words(
    "What came of {0}? (Enter: nobody has seen it)> ", "{0}の結果は?(誰も見ていなければEnter)> "
)
ASK_TURNED_UP = Words(
    "What is turned up of {1}, as cards {0} counted from the top?> ",
    "{1}の上から{0}枚目が表になりました。何の札?> ",
)
ASK_SHOWN = Words(
    "With {0} {1} shows {2} and {3} more; which?> ",
    "{0}で{1} が{2}とほかに{3}枚を見せました。何の札?> ",
)
NO_CARD = Words("no card", "カードなし")
ASK_COMMAND = Words(
    "Name the cards of {0} by their place with :known {0} N=CARD ..., or take a move back> ",
    "{0}のカードを :known {0} N=カード ... で書くか、:undo で戻してください> ",
)

#: So few legal moves are named where one seat is asked.
FEW = 8


def type_in(typing: Session) -> None:
    """Print the table if it is known, and ask for moves and cards until the match is over, or ended
    by `:end`; then print the last table, if it is known. What is typed is written to the log at
    once. Raises Quit at the end of the input and for `:quit`. Wrong input and a full disk are
    reported, and asked for again; if the input is no terminal, the KifuError is raised. Raises
    OSError if the log can't be written for another reason.
    """
    _draw_known(typing)
    while not typing.recorder.state.is_over and not typing.ended:
        try:
            _step(typing)
        except KifuError as error:
            if not sys.stdin.isatty():
                raise
            say(str(error))
    _draw_known(typing)


def _draw_known(typing: Session) -> None:
    """Print the table on stdout with all cards that anybody knows. Print nothing while the match
    waits for a chance event, since it then has no position to show.
    """
    if typing.recorder.state.missing is None:
        draw(typing, ALL)


def _step(typing: Session) -> None:
    """Ask once: for the outcome that the match waits for (see `_chance`), or for moves. Write what
    is typed, or carry out a command. If only one seat may act, and has FEW legal moves or less,
    they are listed. Moves on one line are played one by one; without any, nothing happens. Where an
    outcome is asked for, an empty line is an answer, too: at a first deal and for a choice it
    writes that the outcome is unknown.

    Raises KifuError for the first thing that is wrong (moves before it stay), and Quit for `:quit`
    and at the end of the input. What writing the log raises comes through.
    """
    state = typing.recorder.state
    if state.missing is not None:
        _chance(typing, state.missing)
        return
    marks = "".join(f"{mark} " for mark in state.marks())
    seats = state.to_move()
    asked = marks + ", ".join(map(typing.seat, seats))
    if len(seats) == 1 and typing.recorder.game.offers.combination(state, *seats) is None:
        moves = state.legal_moves(*seats)
        if len(moves) <= FEW:
            asked += f": {' '.join(moves)}"
    command = session.ask(f"{asked}> ")
    if command.name:
        _obey(typing, command)
        return
    for word in command.rest.split():
        _move(typing, word)


def _move(typing: Session, word: str) -> None:
    """Play and write the move that was typed as `word` (with or without its seat), and print what
    happened. If it is a mark, it is only checked, and nothing is printed. Raises KifuError for an
    illegal move, and for a mark that is not due; what `Recorder.play` raises if the log can't be
    written comes through.
    """
    recorder = typing.recorder
    if is_mark(word):
        due = recorder.state.marks()
        if word not in due:
            raise KifuError(f"the mark {word} is wrong here; expected: {' '.join(due) or 'none'}")
        return
    before = recorder.state.copy()
    seat, move = split_actor(word)
    try:
        recorder.play(move, seat)
    except IllegalMove as error:
        raise KifuError(typing.text(NOT_PLAYED, word, error.reason)) from None
    say(happened(recorder.game, recorder.record, before, recorder.plies[-1], ALL, typing.language))


def _chance(typing: Session, label: str) -> None:
    """Ask once for the outcome of event `label`, for which the match waits, and write what is
    typed.

    At its first deal, the cards asked for or the whole deal may be typed; what has a `_` in it
    counts as the whole deal. Enter alone writes all cards as unknown. Once the deal is written,
    only cards that are unknown in it are asked for, and exactly so many must be typed. If the last
    move has shown a hand, they are the rest of that hand (see `_hand`); if there is none to ask
    for, only a command can be typed. For a choice, one number is typed; Enter alone writes it as
    unknown. A command is carried out instead (see `_obey`), and the caller asks again.

    Raises KifuError for a wrong number of cards, an impossible outcome, a command that fails and a
    full disk, and OSError if the log can't be written for another reason; nothing is then written.
    Raises Quit for `:quit` and at the end of the input.
    """
    recorder = typing.recorder
    found = gap(recorder.match(), label)
    need, cards, places = found.need, found.cards, found.places
    is_first = label not in dict(recorder.record.chance)
    prompt = _question(typing, label, places)
    if not cards:
        prompt = f"{typing.text(ONE_TO, need)} {prompt}"
    elif is_first:
        typing.say(HINT_DEAL, label, need, len(found.deck))
    elif not places:
        prompt, places = _hand(typing, label, cards, found.deck)
    command = session.ask(prompt)
    if command.name:
        _obey(typing, command)
        return
    text, given = command.rest, command.rest.split()
    is_all = not given or UNKNOWN in text or len(given) >= need
    if not cards or (is_first and is_all):
        outcome = text or (f"{UNKNOWN}*{need}" if cards else UNKNOWN)
    elif places and len(given) == len(places):
        outcome = " ".join(_with_cards(cards, places, given))
    else:
        needed = f"{len(places) or 'no'} cards"
        if is_first:
            needed += f" or the whole deal, {need} to {len(found.deck)} cards,"
        raise KifuError(f"{needed} were expected, not {len(given)}")
    recorder.chance(outcome, label)


def _hand(
    typing: Session, label: str, cards: list[str], deck: Sequence[str]
) -> tuple[str, list[int]]:
    """How to ask for the rest of the hand that the last move has shown: the prompt, and the indices
    in `cards` of the cards asked for, ascending. `cards` is the outcome of event `label`, with `_`
    for the unknown ones, and `deck` has all cards that the event deals from. If no hand with
    unknown cards was shown: a prompt that asks for a command, and []. Nothing is written.

    As many cards are asked for as are unknown in the hand before the last move. Which of its
    unknown cards the seat has already played is not known: those that it got first are taken as
    played, and those that it got last are asked for.
    """
    recorder = typing.recorder
    ((seat, move),) = recorder.plies[-1:] or [(0, "")]
    hand = _held(recorder, label, cards, seat)
    _, since = played(recorder.match(), Chance(None, recorder.record.chance), label)
    moves = " ".join(token for _, token in recorder.plies[since:])
    free = Counter(deck) - Counter(cards)
    #: A card that the moves can least have shown.
    spare = max(free, key=lambda card: free[card] - moves.count(card), default="")
    places: list[int] = []
    for place in range(len(cards) - 1, -1, -1):
        if cards[place] == UNKNOWN and spare and len(places) < hand.count(UNKNOWN):
            held = _held(recorder, label, _with_cards(cards, [place], [spare]), seat)
            if held.count(spare) > hand.count(spare):
                places.insert(0, place)
    if not places:
        return typing.text(ASK_COMMAND, label), []
    known = " ".join(card for card in hand if card != UNKNOWN) or typing.text(NO_CARD)
    return typing.text(ASK_SHOWN, move, typing.seat(seat), known, len(places)), places


def _held(recorder: Recorder, label: str, cards: list[str], seat: int) -> list[str]:
    """The hand of `seat`, as card tokens, before the last move if event `label` had the outcome
    `cards`; without a last move, before the first. An empty list if the moves are not possible
    then, and for seat 0 (nobody). Nothing is written.
    """
    outcomes = with_outcome(recorder.record.chance, (label, " ".join(cards)))
    match = replay(replace(recorder.so_far(), chance=outcomes))
    before = max(len(recorder.plies) - 1, 0)
    if len(match.plies) < before:
        return []
    zones = match.position(before).view(ALL).zones
    hands = [zone.name for zone in match.layout.zones if (zone.kind, zone.seat) == ("hand", seat)]
    return [card for name in hands for card in zones[name]]


def _with_cards(cards: list[str], places: list[int], given: list[str]) -> list[str]:
    """A copy of `cards` in which the card at the index `places[k]` is replaced by `given[k]`.
    Raises ValueError unless both have the same length.
    """
    known = dict(zip(places, given, strict=True))
    return [known.get(place, card) for place, card in enumerate(cards)]


def _question(typing: Session, label: str, places: list[int]) -> str:
    """The prompt that asks for the cards at the indices `places` of event `label`'s outcome, or,
    without places, for the whole outcome: the game's own question, or a general one.
    """
    recorder = typing.recorder
    seats = len(recorder.record.seats)
    question = recorder.game.words.question(recorder.options, seats, label, places)
    if question is not None:
        return f"{typing.text(question)}> "
    if not places:
        return typing.text(ASK_OUTCOME, label)
    return typing.text(ASK_TURNED_UP, " ".join(str(place + 1) for place in places), label)


def _obey(typing: Session, command: Command) -> None:
    """Carry out a command that was typed: `:known`, which only `kifu record` has, or one of those
    in `session.obey`. What is to be read goes to stdout. Raises Quit for `:quit`, KifuError for an
    unknown or impossible command and for a full disk, and OSError if the log can't be written for
    another reason; nothing is then written.
    """
    if command.name == "known":
        _known(typing, command.rest)
    else:
        obey(typing, command, typing.recorder.state)


def _known(typing: Session, text: str) -> None:
    """Write into the log which cards an outcome has, in place of what was written before, and print
    that this is done. `text` has one of two forms:

    - `LABEL N=CARD ...`: card N (from 1) of the outcome written for the event LABEL becomes CARD,
      or unknown for `N=`. All other cards stay.
    - `LABEL N`: the number N is the whole outcome of a choice. None need be written yet. An event
      that no seed decides, such as `starter/2`, can be given so before its deal.

    Raises KifuError for a label without an outcome (in the first form), for a card number that the
    outcome does not have, and for an impossible outcome; what else `Recorder.chance` raises comes
    through. Nothing is then changed.
    """
    label, *pairs = text.split() or [""]
    outcomes = dict(typing.recorder.record.chance)
    if len(pairs) == 1 and pairs[0].isdecimal():
        cards, pairs = pairs, []
    elif label in outcomes and pairs:
        cards = unrolled(outcomes[label])
    else:
        raise KifuError(
            f":known takes LABEL N=CARD ...; the labels are {', '.join(outcomes) or 'none yet'}"
        )
    for pair in pairs:
        number, equals, card = pair.partition("=")
        place = int(number) if equals and number.isdecimal() and len(number) < 6 else 0
        if not 1 <= place <= len(cards):
            raise KifuError(
                f"{pair}: NUMBER=CARD was expected, with a number from 1 to {len(cards)}"
            )
        cards[place - 1] = card or UNKNOWN
    typing.recorder.chance(" ".join(cards), label)
    typing.say(session.WRITTEN)
