"""States whose moves are numbers: what the rules of kifu's own games share, so that whole lines of
play run at the speed of a compiled language.

Every token of a game has a *code*, a number from 1 (see `lexicon`). `play_line` plays the codes of
a line of play up to the first word that needs a closer look. Other modules, which are not
compiled, make views, steps and sentences.

This module is compiled (see `kifu.notation.native`).
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from types import ModuleType
from typing import Any, ClassVar, Final, NamedTuple, Self, TypeVar

from kifu.notation.native import i64, vec
from kifu.notation.words import Words
from kifu.replay.chance import Chance
from kifu.replay.elements.arrays import bit, counted
from kifu.replay.elements.lexicon import ODD, SEAT, TURN, Lexicon
from kifu.replay.elements.lots import Lots
from kifu.replay.game import IllegalMove, WrongActor
from kifu.replay.table import ALL, PUBLIC, Table, Watch

#: What is told of a step: its kind, its seat, and what else the game's `display` makes it of.
Told = Callable[[str, int, int, int, int], None]

_SEAT_SHIFT: Final[i64] = 48
_CODE: Final[i64] = SEAT - 1


class Answers(NamedTuple):
    """The modules of a game that answer about a state beside its rules, each by functions of the
    state.

    - `display`: `view(state, viewer)` as the method of `Coded` gives it, and `step(state, kind,
      seat, card, other, known)`, the step that `Coded.tell` tells of.
    - `sentences`: `describe(state, move, seat)` as the method gives it, and `refusal(state, rule,
      code, seat)`, the error for the move with this code of `seat` (0: written without a seat),
      which the rule with this number forbids (see `Coded.why_not`).
    - `keys`: `canonical(state)` is the whole position in one line of ASCII, hidden parts included,
      frozen for a rules revision, because digests are made of it. `class_of(state, move, seat)` is
      the class of the move with the code `move`, legal for `seat`: its place (from 1) in the game's
      `classes`; 0 if it has no class. `situation_code(state, seat)` is what `seat` faces, as a
      number from 0, and `situation_text(state, code)` the `situation`, a key as text, that has this
      code; it depends on nothing else but the match's options and number of seats.

    The kinds of steps in `details` are only for those who watch everything.
    """

    display: ModuleType
    sentences: ModuleType
    keys: ModuleType
    details: tuple[str, ...]


class Coded:
    """A state that plays codes; see `kifu.replay.game.State` for what a state is.

    A game derives its own class, made of (options, seats, chance), with its `options`, its
    `answers`, and what every game gives, below.
    `n` is the number of seats, `seats` are 1 to `n`; `stage` is the phase, as its place in
    `phases`, the first of which waits for a chance event, and the last of which is the end. `watch`
    is told of the steps of the move that is being played (see `tell`). `word` is the token where it
    is none of the lexicon. `shared` says that others may act beside the seat on turn, `out_of_turn`
    that they may claim or call: the game then has its own `seat_of`, `may_claim`, `is_claim` and
    `resolve`. While `note_line` plays, `ply` counts the moves with the one being played.
    `one_stretch` says that it is played to the end of its stretch only (see `stretch`): a game need
    not begin the next one.
    """

    answers: ClassVar[Answers]
    stage: i64 = 0
    next_seat: i64 = 0
    missing: str | None = None
    watch: Told | None = None
    word = ""
    out_of_turn = False
    shared = False
    one_stretch = False
    ply: i64 = 0

    def __init__(
        self, lexicon: Lexicon, phases: tuple[str, ...], seats: i64, chance: Chance
    ) -> None:
        self.lexicon = lexicon
        self.phases = phases
        self.n = seats
        self.seats = counted(seats)
        self.chance = chance

    # What every game gives

    def begin(self) -> None:
        """Begin the match in a new position, with what chance deals first."""
        raise NotImplementedError

    def why_not(self, code: i64, seat: i64) -> i64:
        """The number of the rule that forbids `seat` the move with this code; 0 if it is legal.
        Code 0 is no token.
        """
        raise NotImplementedError

    def make(self, code: i64, seat: i64) -> None:
        """Make the legal move with this code for `seat`, with all that follows from it."""
        raise NotImplementedError

    def legal_codes(self, seat: i64) -> vec[i64]:
        """The codes of the legal moves of `seat`, in the order of `legal_moves`."""
        raise NotImplementedError

    @property
    def phase(self) -> str:
        """The name of the phase."""
        return self.phases[self.stage]

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.stage == len(self.phases) - 1

    def scores(self) -> list[int]:
        """Each seat's score now, in seat order."""
        raise NotImplementedError

    def winners(self) -> list[int]:
        """The winning seats, ascending, when the game is over; else empty. Unless a game says it
        in its own way, those with the highest score.
        """
        if not self.is_over:
            return []
        scores = self.scores()
        most = max(scores)
        return [seat for seat in self.seats if scores[seat - 1] == most]

    def facts(self) -> dict[str, int]:
        """How many `"rounds"` and `"turns"` are over, for archives (see `State.facts`)."""
        raise NotImplementedError

    def greedy_code(self, seat: i64) -> i64:
        """The code of the move that the game's simple player chooses, 0 to pass."""
        raise NotImplementedError

    # What some games give

    @property
    def at_once(self) -> bool:
        """Whether the seats to move act at the same time, so that their order means nothing."""
        return False

    def seat_of(self, code: i64) -> i64:
        """The seat that plays the token with this code if no seat is written before it; 0 if its
        seat must be written.
        """
        return self.next_seat

    def acting(self) -> i64:
        """The seats that may act, as a mask (bit k for seat k). Of seats that act at once, only the
        lowest has to be in it.
        """
        seats: i64 = 0
        if self.next_seat:
            seats = bit(self.next_seat)
            if self.others_may_act():
                for seat in self.seats:
                    if seat != self.next_seat and self.may_claim(seat):
                        seats |= bit(seat)
        return seats

    def may_claim(self, seat: i64) -> bool:
        """Whether `seat` may wish for a claim now (see `is_claim`)."""
        return False

    def others_may_act(self) -> bool:
        """Whether now any seat may act beside the one on turn: asked once, before each seat is."""
        return self.out_of_turn or self.shared

    def wish_codes(self, seat: i64) -> vec[i64]:
        """The codes of the moves that `seat` may wish to make now, as far as it can know: its legal
        moves, without those that follow from the hands of others.
        """
        return self.legal_codes(seat)

    def is_claim(self, code: i64) -> bool:
        """Whether several seats may wish for such a move at the same time, before the seat on turn
        moves: a claim of a card, or a call.
        """
        return False

    def resolve(self, wishes: vec[i64]) -> i64:
        """Decide what comes of the wishes of all seats that may act: `wishes` has by seat the code
        of one of its `wish_codes`, or 0, by which a seat that need not act lets it pass.

        Returns the seat that moves next; its place in `wishes` then has the code to play, which may
        be made of several wishes. Or returns 0, and this position has become one in which others
        must be asked for their wishes first (see `acting`) and nothing else is played. Unless a
        game has its own way, the lowest seat that wishes to move does, the seat on turn last.
        """
        for seat in self.seats:
            if wishes[seat] and seat != self.next_seat:
                return seat
        return self.next_seat

    def random_code(self, seat: i64, lots: Lots, may_pass: bool) -> i64:
        """The code of a random move that `seat` may wish for (see `wish_codes`), all with the same
        chance. With `may_pass`, passing (0) is one more choice.
        """
        codes = self.wish_codes(seat)
        count: i64 = len(codes)
        place = lots.below(count + 1 if may_pass else count)
        if place == count:
            return 0
        return codes[place]

    def reference_code(self, seat: i64) -> i64:
        """The code of the move that the reference player chooses, by which analysis plays matches
        on; 0 to pass.
        """
        return self.greedy_code(seat)

    def stretch(self) -> i64:
        """A number that changes wherever nothing but the scores says who is ahead, such as the
        number of the round (see `Analysing` of `kifu.replay.game`).
        """
        return 0

    def is_late(self, code: i64) -> bool:
        """Whether the move with this code belongs to the turn that has just ended (a claim on its
        last card, for example), so that a record has it before the mark of the new turn or round.
        """
        return False

    def round_due(self) -> i64:
        """The number of the round mark that comes before the next token, 0 if none does."""
        return 0

    def turn_due(self) -> i64:
        """The number of the turn mark that comes before the next token, 0 if none does."""
        return 0

    def seen_cells(self, viewer: i64) -> bytes:
        """What the seat `viewer` sees, as `Observation.packed` gives it, where a game makes that
        faster than from a view; else b"".
        """
        return b""

    # What follows from that

    def play_code(self, code: i64, seat: i64) -> None:
        """Play the token with this code for `seat` (0: written without a seat). Code 0 is the text
        in `word`, which is no token. Raises IllegalMove, with nothing changed, for the rule that it
        breaks.
        """
        whose = self.seat_of(code) if seat == 0 else seat
        rule = self.why_not(code, whose)
        if rule != 0:
            raise self.answers.sentences.refusal(self, rule, code, seat)
        self.make(code, whose)

    def tell(self, kind: str, seat: i64 = 0, card: i64 = 0, other: i64 = 0, known: i64 = 0) -> None:
        """Tell whoever watches of the step called `kind` (see `step` of the game's `display`)."""
        if self.watch is not None:
            self.watch(kind, seat, card, other, known)

    def steps_for(self, watch: Watch | None, details: bool) -> Told | None:
        """What makes the steps that are told, and gives them to `watch`; without `details` only
        those that are one of the game's `events` or change a score.
        """
        if watch is None:
            return None
        answers = self.answers

        def told(kind: str, seat: int, card: int, other: int, known: int) -> None:
            if details or kind not in answers.details:
                watch(answers.display.step(self, kind, seat, card, other, known))

        return told

    def copy(self) -> Self:
        """An independent state in the same position, which nobody watches: arrays that change are
        copied, everything else is shared.
        """
        raise NotImplementedError

    def digest(self) -> str:
        """The digest of the exact position, hidden parts included: 16 hex digits of BLAKE2b over
        the line that the game's `canonical` makes of it.
        """
        position = self.answers.keys.canonical(self).encode()
        return hashlib.blake2b(position, digest_size=8).hexdigest()

    def play(self, move: str, seat: object = 0, watch: Watch | None = None) -> None:
        """Play the token `move` for `seat` (0: written without a seat) with all that it causes;
        `watch` gets the steps. Raises IllegalMove with the rule that it breaks, and then changes
        nothing.
        """
        actor = demand_seat(seat, self.n, 0)
        self.word = move
        self.watch = self.steps_for(watch, True)
        try:
            self.play_code(self.lexicon.code(move), actor)
        finally:
            self.word = ""
            self.watch = None

    def view(self, viewer: object) -> Table:
        """The table as `viewer` (a seat, PUBLIC or ALL) sees it. Raises WrongActor for any
        other.
        """
        table: Table = self.answers.display.view(self, demand_viewer(viewer, self.n))
        return table

    def describe(self, move: str, seat: object) -> Words:
        """A sentence that says what `move` of `seat` means, if played from this position, with
        `{1}` in place of seat 1's name.
        """
        words: Words = self.answers.sentences.describe(self, move, demand_seat(seat, self.n))
        return words

    def situation(self, seat: object) -> str:
        """What `seat` faces as a coarse text key, equal for similar positions (see
        `State.situation`).
        """
        keys = self.answers.keys
        text: str = keys.situation_text(self, keys.situation_code(self, demand_seat(seat, self.n)))
        return text

    def token(self, code: i64) -> str:
        """The token of a code during `play_code`, in which code 0 is the text in
        `word`, no token.
        """
        return self.word or self.lexicon.token(code)

    def legal_moves(self, seat: object) -> list[str]:
        """Every token that `seat` may play now, in the page's order."""
        return self._tokens(self.legal_codes(demand_seat(seat, self.n)))

    def offers(self, seat: object) -> list[str]:
        """Every token that `seat` may wish to play now (see `wish_codes`)."""
        return self._tokens(self.wish_codes(demand_seat(seat, self.n)))

    def _tokens(self, codes: vec[i64]) -> list[str]:
        return [self.lexicon.token(code) for code in codes]

    def to_move(self) -> list[int]:
        """The seats that may act, ascending."""
        acting = self.acting()
        return [seat for seat in self.seats if acting >> seat & 1]

    def marks(self) -> tuple[str, ...]:
        """The round and turn marks (`#2`, `3.`) that come before the next token, in order; none
        within a turn.
        """
        begun, turn = self.round_due(), self.turn_due()
        if begun:
            return (f"#{begun}", f"{turn}.") if turn else (f"#{begun}",)
        return (f"{turn}.",) if turn else ()


C = TypeVar("C", bound=Coded)


def starting(
    kind: Callable[[Any, int, Chance], C],
    settle: Callable[[Any, int], Any] = lambda options, seats: options,
) -> Callable[[Any, int, Chance], C]:
    """The function that makes a position of this class at ply 0 from options, which it settles,
    seats and chance, after what the chance deals first. If that is not known, it waits for it (see
    `missing`).
    """

    def start(options: Any, seats: int, chance: Chance) -> C:
        state = kind(settle(options, seats), seats, chance)
        state.begin()
        return state

    return start


def greedy(state: Coded, seat: int) -> str:
    """The token of the move that the game's simple player chooses (see `kifu.replay.game.Game`)."""
    return state.lexicon.token(state.greedy_code(seat))


def reference(state: Coded, seat: int) -> str:
    """The token of the move that the reference player chooses."""
    return state.lexicon.token(state.reference_code(seat))


def as_coded(state: object) -> Coded | None:
    """`state` itself if it is a Coded; None for the state of a package's game that is not."""
    return state if isinstance(state, Coded) else None


def demand_seat(seat: object, seats: i64, lowest: i64 = 1) -> i64:
    """Return `seat` if it is an int from `lowest` to `seats`. Raises WrongActor for anything else,
    also for a bool.

    >>> demand_seat(2, 4)
    2
    >>> demand_seat(True, 4)
    Traceback (most recent call last):
    kifu.replay.game.WrongActor: there is no seat True
    """
    if isinstance(seat, int) and not isinstance(seat, bool):
        number: int = seat
        if 0 <= number <= _HIGHEST and lowest <= number <= seats:
            return number
    raise no_seat(seat)


def demand_viewer(viewer: object, seats: i64) -> i64:
    """Return `viewer` if it is a seat, PUBLIC or ALL. Raises WrongActor for anything else.

    >>> demand_viewer(0, 4), demand_viewer(30, 4)
    (0, 30)
    """
    return ALL if viewer == ALL else demand_seat(viewer, seats, PUBLIC)


def no_seat(seat: object) -> WrongActor:
    """The error to raise for a seat that the match does not have."""
    if isinstance(seat, int) and not -_LONG < seat < _LONG:
        ja = "そのような番号の席はありません"
        return WrongActor(Words("there is no seat with so long a number", ja))
    return WrongActor(Words(f"there is no seat {seat}", f"席{seat}はありません"))


#: No table has a seat beyond; a number below it has at most 64 bits.
_HIGHEST: Final = 1 << 20
#: Numbers from here on are not written out: Python refuses to write the longest.
_LONG: Final = 10**30


def play_line(
    state: Coded,
    line: vec[i64],
    start: i64,
    seats: vec[i64],
    ply: i64,
    upto: i64,
) -> tuple[i64, i64]:
    """Play the words of `line` (numbers, see `Lexicon.read_line`) from index `start` on, until
    `upto` plies of the line are played or a word is not simple: a wrong or illegal one, or ODD.
    That word, and marks in front of it, are not played; the caller looks at it.

    `ply` plies of the line were played before. `seats` gets who played ply k + 1 at index k.

    Returns the index of the next word, and how many plies of the line are played by now.
    """
    at, begin = start, start
    size: i64 = len(line)
    out_of_turn = state.out_of_turn
    due_round: i64 = 0
    due_turn: i64 = 0
    while at < size and ply < upto:
        word = line[at]
        if word < 0:
            if at == begin:
                due_round, due_turn = state.round_due(), state.turn_due()
            if -word == due_round:
                due_round = 0
            elif due_turn != 0 and -word == TURN + due_turn:
                due_round = 0
                due_turn = 0
            else:
                break
            at += 1
            continue
        if word < SEAT:
            code, seat = word, state.next_seat
            if out_of_turn:
                seat = state.seat_of(code)
        else:
            code, seat = word & _CODE, word >> _SEAT_SHIFT
            if state.at_once and state.next_seat < seat:
                break
        if code == ODD or (out_of_turn and at > begin and state.is_late(code)):
            break
        try:
            state.play_code(code, seat)
        except IllegalMove:
            break
        seats[ply] = seat
        ply += 1
        at += 1
        begin = at
    return begin, ply


def note_line(
    state: Coded,
    codes: vec[i64],
    seats: vec[i64],
    is_counted: bool,
    is_faced: bool,
    rounds: list[int],
    turns: list[int],
    kinds: list[int],
    legal: list[int],
    faced: list[Any],
    totals: list[list[int]],
) -> None:
    """Play the legal moves `codes` by `seats`, one each, with the number of the move in `ply`. Add
    to the lists, before each, its round, turn and class, if `is_counted` how many moves were legal,
    and if `is_faced` its seat's situation code; to `totals` the scores where a round begins.
    """
    keys = state.answers.keys
    begun: i64 = 0
    turn: i64 = 0
    for at in range(len(codes)):
        code, seat = codes[at], seats[at]
        state.ply = at + 1
        if not (state.out_of_turn and state.is_late(code)):
            due_round, due_turn = state.round_due(), state.turn_due()
            if due_round:
                begun = due_round
                totals.append(state.scores())
            if due_turn:
                turn = due_turn
        rounds.append(begun)
        turns.append(turn)
        kinds.append(keys.class_of(state, code, seat))
        if is_counted:
            legal.append(len(state.legal_codes(seat)))
        if is_faced:
            faced.append(keys.situation_code(state, seat))
        state.play_code(code, seat)
