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

from kifu.notation.native import i16, i64, vec
from kifu.notation.words import Words
from kifu.replay.chance import Chance
from kifu.replay.codes.arrays import bit, counted, filled, highest
from kifu.replay.codes.lexicon import ODD, SEAT, TURN, Lexicon
from kifu.replay.game import IllegalMove, WrongActor
from kifu.replay.lots import Lots
from kifu.replay.table import ALL, PUBLIC, Table, Watch

#: What is told of a step: its kind, its seat, and what else the game's `display` makes it of.
Told = Callable[[str, int, int, int, int], None]

_SEAT_SHIFT: Final[i64] = 48
_CODE: Final[i64] = SEAT - 1


class Answers(NamedTuple):
    """The modules of a game that answer about a state beside its rules, each by functions of the
    state.

    - `display`: `view(state, viewer)` is what `Coded.view` returns, and `step(state, kind, seat,
      card, other, known)` is the Step for the arguments of `Coded.tell`.
    - `sentences`: `describe(state, move, seat)` is what `Coded.describe` returns, and
      `refusal(state, rule, code, seat)` the error for the move with this code of `seat` (0: written
      without a seat), which the rule with this number forbids (see `Coded.why_not`).
    - `keys`: `canonical(state)` is the whole position in one line of ASCII, hidden parts included;
      it must not change within a rules revision, because digests are made of it. `class_of(state,
      code, seat)` is the class of a legal move of `seat`: its place (from 1) in the game's
      `classes`, 0 if it has none. `situation_code(state, seat)` is what `seat` faces, as a number
      from 0, and `situation_text(state, code)` the key as text for that number; it depends on
      nothing else but the match's options and number of seats.

    Steps of the kinds in `details` are made only for those who watch everything.
    """

    display: ModuleType
    sentences: ModuleType
    keys: ModuleType
    details: tuple[str, ...]


class Coded:
    """A state whose moves are numbers (codes); see `kifu.replay.game.State` for what a state is.

    A game derives its own class, made from (options, seats, chance), with its `options`, its
    `answers`, and what every game gives, below.

    - `n` is the number of seats, `seats` are 1 to `n`, `next_seat` is the seat on turn (0: none).
    - `stage` is the index of the phase in `phases`: 0 waits for a chance event, the last is the
      end.
    - `round` and `turn` are the numbers of the round and the turn in progress, as the game counts
      them (0: it doesn't).
    - `missing` is the label of the chance event that the match waits for, or None.
    - `watch` is called with each step of the move that is being played (see `tell`).
    - `word` is the text of a move that is no token, only while it is played.
    - `shared`: others may act beside the seat on turn. `out_of_turn`: they may claim or call; the
      game then has its own `seat_of`, `may_claim`, `is_claim` and `resolve`.
    - `noted` is a list to which the game adds, as it likes, what its reasons count (see `Reasons`);
      None if they don't count now.
    - `one_stretch`: it is played only to the end of its stretch (see `stretch`), so the game need
      not begin the next one.
    """

    answers: ClassVar[Answers]
    stage: i64 = 0
    next_seat: i64 = 0
    round: i64 = 0
    turn: i64 = 0
    missing: str | None = None
    watch: Told | None = None
    word = ""
    out_of_turn = False
    shared = False
    one_stretch = False
    noted: list[int] | None = None

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
        """Begin the match in a new state: ask the chance for the first deal and set up the
        position, or wait if its outcome is not known (see `missing`).
        """
        raise NotImplementedError

    def why_not(self, code: i64, seat: i64) -> i64:
        """The number (from 1) of the rule that forbids `seat` the move with this code; 0 if it is
        legal. Nothing else is checked before `make`. So a game must also forbid here every move of
        a seat that may not act, and of a number that is no seat: records can name seats up to 9999.
        `seat` is 0 if `seat_of` gave none. Code 0 is for a text that is no token. The state is not
        changed.
        """
        raise NotImplementedError

    def make(self, code: i64, seat: i64) -> None:
        """Make the move with this code for `seat`, with all that follows from it, and `tell` of
        each step. The move must be legal: that is not checked. Afterwards the game may be over, or
        the match may wait for a chance event whose outcome is not known (see `missing`).
        """
        raise NotImplementedError

    def legal_codes(self, seat: i64) -> vec[i64]:
        """The codes of the legal moves of `seat`, in the order of `legal_moves`; empty if it may
        not act.
        """
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
        """The winning seats, ascending; an empty list while the game is not over. Here, those with
        the highest score: a game with another rule overrides it.
        """
        if not self.is_over:
            return []
        scores = filled(self.scores())
        most = highest(scores)
        return [seat for seat in self.seats if scores[seat - 1] == most]

    def facts(self) -> dict[str, int]:
        """How many `"rounds"` and `"turns"` are over, as a dict with these two keys (see
        `State.facts`).
        """
        raise NotImplementedError

    def greedy_code(self, seat: i64) -> i64:
        """The code of the move that the game's simple player chooses for `seat`, which must be able
        to act; 0 to pass. The state is not changed.
        """
        raise NotImplementedError

    # What some games give

    @property
    def at_once(self) -> bool:
        """Whether the seats to move act at the same time, so that their order means nothing; True
        also while only the last of them has still to act. False if nobody is to move. Here, always
        False.
        """
        return False

    def seat_of(self, code: i64) -> i64:
        """The seat that plays the token with this code if no seat is written before it; 0 if a seat
        must be written. Here, the seat on turn (0: nobody). Only a game with the attribute
        `out_of_turn` may answer otherwise. Its answer may be a number that is no seat of this
        match, which `why_not` must then forbid.
        """
        return self.next_seat

    def acting(self) -> i64:
        """The seats that may act, as a mask (bit k for seat k); 0 if the game is over or waits for
        chance. Here, the seat on turn and, if `others_may_act`, each seat that `may_claim`. Where
        seats act at once, only the lowest need be in it: such a game overrides `to_move`, which has
        them all.
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
        """Whether `seat` may wish for a claim or call now (see `is_claim`), by all that the record
        knows, so not only by what the seat can see. Also asked about the seat on turn. Here, always
        False.
        """
        return False

    def others_may_act(self) -> bool:
        """Whether another seat may be able to act beside the one on turn, so that each must be
        asked by `may_claim` (or, in a playout, for its wish). False only if none can; True does not
        say that one can. Where seats act at once, or nobody is on turn, it says nothing. Here, True
        in games with the attribute `out_of_turn` (other seats may claim or call), and while
        `shared` is set (as while the partner of the seat on turn may move instead).
        """
        return self.out_of_turn or self.shared

    def wish_codes(self, seat: i64) -> vec[i64]:
        """The codes of the moves that `seat` may wish to make now, as far as it can know. These are
        its legal moves, except those that others with hidden hands must join, such as a joint call.
        Here, all its legal moves, so empty if it may not act. The state is not changed.
        """
        return self.legal_codes(seat)

    def is_claim(self, code: i64) -> bool:
        """Whether this move is a claim of a card or a call, for which several seats may wish at the
        same time, before the seat on turn moves. Here, always False.
        """
        return False

    def resolve(self, wishes: vec[i64]) -> i64:
        """Decide who moves, from the wishes of all seats that may act. `wishes[seat]` is the code
        of one of the seat's `wish_codes`, or 0 to pass; place 0 is not used.

        Returns the seat that moves next. The code to play is then at its place in `wishes`, where
        the game may have put one that it made of several wishes. Nothing is played yet.

        Returns 0 if others must be asked first. A game may then have changed the state, so that it
        serves only to ask them (see `acting`) and no other move may be played in it.

        Here, it is the lowest seat that wishes to move, other than the one on turn; without such a
        seat, the one on turn, whatever its wish (0 if nobody is on turn). Nothing is changed.
        """
        for seat in self.seats:
            if wishes[seat] and seat != self.next_seat:
                return seat
        return self.next_seat

    def random_code(self, seat: i64, lots: Lots, may_pass: bool) -> i64:
        """The code of a random move of `seat`. Each move that it may wish for (see `wish_codes`)
        has the same chance. With `may_pass`, 0 (to pass) is one more choice. Without anything to
        choose from, it is 0 even if the seat may not pass. One number is drawn from `lots` in any
        case.
        """
        codes = self.wish_codes(seat)
        count: i64 = len(codes)
        place = lots.below(count + 1 if may_pass else count)
        return codes[place] if place < count else i64(0)

    def reference_code(self, seat: i64) -> i64:
        """The code of the move that the reference player chooses, by which analysis plays matches
        on; 0 to pass. Here, that of `greedy_code`.
        """
        return self.greedy_code(seat)

    def stretch(self) -> i64:
        """The number of the stretch of play that is in progress. A new stretch begins wherever the
        scores alone say who is ahead, so that analysis may stop there and take them as the value.
        Here, the number of the round.
        """
        return self.round

    def is_late(self, code: i64) -> bool:
        """Whether the move with this code, which is not played yet, still belongs to the turn that
        has just ended (a claim on its last card, for example). A record then has it before the mark
        of the new turn or round. Only a game with the attribute `out_of_turn` may have such moves.
        Here, always False.
        """
        return False

    def round_due(self) -> i64:
        """The number of the round mark that comes before the next token; 0 if none. Here, 0."""
        return 0

    def turn_due(self) -> i64:
        """The number of the turn mark that comes before the next token; 0 if none does, as within a
        turn. If the next token may be a late move (see `is_late`), it is the number of the mark
        after that. Here, 0.
        """
        return 0

    def seen_cells(self, viewer: i64, cells: vec[i16]) -> bool:
        """Write what the seat `viewer` (from 1) sees into `cells`, as `Observation.of` does, and
        return True. It is for a game that can do it faster than from a view. `cells` must have as
        many places as the `size` of that Observation, all 0. Returns False, with nothing written,
        if the game can't do it in this position. The state is not changed. Here, always False.
        """
        return False

    # What follows from that

    def wait_for(self, label: str, why: str = "", first: i64 = 0, end: i64 = 0) -> None:
        """Let the match wait for the chance event `label`: `missing` becomes the label, the phase
        the first one (0), and nobody is on turn. Nothing else of the position changes.

        Give `why` if the outcome is there, but `_` stands for cards that must be known now: those
        from index `first` (from 0) to `end` - 1 of the outcome. Leave both 0 if nobody knows which
        ones. An error (KF505) that says `why` is then added to the findings of `chance`, and its
        `lacking` gets the range of these places for the label. Nothing is raised.
        """
        if why:
            self.chance.refuse(label, why, first, end)
        self.missing = label
        self.stage = 0
        self.next_seat = 0

    def play_code(self, code: i64, seat: i64) -> None:
        """Play the token with this code for `seat` (0: written without a seat, see `seat_of`), with
        all that follows from it; if `watch` is set, it gets the steps. Code 0 is for the text in
        `word`, which is no token. Raises IllegalMove (or WrongActor, also for a number that is no
        seat) for the rule that the move breaks; the state is then unchanged.
        """
        whose = self.seat_of(code) if seat == 0 else seat
        rule = self.why_not(code, whose)
        if rule != 0:
            raise self.answers.sentences.refusal(self, rule, code, seat)
        self.make(code, whose)

    def tell(self, kind: str, seat: i64 = 0, card: i64 = 0, other: i64 = 0, known: i64 = 0) -> None:
        """Tell of a step called `kind`, if anybody watches: nothing happens otherwise. What `card`,
        `other` and `known` mean depends on the kind (see `step` of the game's `display`).
        """
        if self.watch is not None:
            self._tell(kind, seat, card, other, known)

    def _tell(self, kind: str, seat: i64, card: i64, other: i64, known: i64) -> None:
        """Give the step to the attribute `watch`, which must be set; the arguments are those of
        `tell`.
        """
        assert self.watch is not None
        self.watch(kind, seat, card, other, known)

    def steps_for(self, watch: Watch | None, details: bool) -> Told | None:
        """A function for the attribute `watch` of this state: it makes a Step of each step of a
        move, and calls the argument `watch` with it. None if the argument is None. Without
        `details`, steps of the kinds in `Answers.details` are left out.
        """
        if watch is None:
            return None
        answers = self.answers

        def told(kind: str, seat: int, card: int, other: int, known: int) -> None:
            if details or kind not in answers.details:
                watch(answers.display.step(self, kind, seat, card, other, known))

        return told

    def copy(self) -> Self:
        """An independent state in the same position; its `watch` and `noted` are None. What moves
        change is copied. The rest is shared: the options and also `chance`, with its findings.
        """
        raise NotImplementedError

    def follow(self, state: Coded) -> None:
        """Copy into this state what every game's state has and moves change: phase, round, turn,
        seat on turn, `missing`, `shared`, `one_stretch`. It is for the `copy` of a game, which
        copies all else itself. `watch` and `noted` are left as they are. `state` is not changed.
        """
        self.stage, self.next_seat, self.missing = state.stage, state.next_seat, state.missing
        self.round, self.turn = state.round, state.turn
        self.shared, self.one_stretch = state.shared, state.one_stretch

    def digest(self) -> str:
        """The digest of the exact position, hidden parts included, as 16 hex digits: BLAKE2b over
        the line that `canonical` of the game's `keys` makes of it.
        """
        position = self.answers.keys.canonical(self).encode()
        return hashlib.blake2b(position, digest_size=8).hexdigest()

    def play(self, move: str, seat: object = 0, watch: Watch | None = None) -> None:
        """Play the token `move` for `seat`, with all that follows from it; `watch` gets each Step.
        With seat 0, it is the move of the seat that `seat_of` gives for this token.

        Raises IllegalMove with the rule that it breaks, also for a text that is no token, if the
        game is over or waits for a chance event, or if seat 0 does not say whose move it is. Raises
        WrongActor, a kind of IllegalMove, for a seat that does not exist or may not act. The state
        is then unchanged.

        An error that `watch` raises comes through, and the move may then be made in part. The
        state's own attribute `watch` is used meanwhile; afterwards it is None (but unchanged if the
        seat does not exist).
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
        """The table as `viewer` (a seat, PUBLIC or ALL) sees it now. Raises WrongActor for any
        other viewer.
        """
        table: Table = self.answers.display.view(self, demand_viewer(viewer, self.n))
        return table

    def describe(self, move: str, seat: object) -> Words:
        """A sentence that says what `move` of `seat` means, if played from this position, with
        `{1}` in place of seat 1's name. The state is not changed. The move must be legal, or a
        token that `Wording.veil` gives: that is not checked. Raises WrongActor for a seat that does
        not exist.
        """
        words: Words = self.answers.sentences.describe(self, move, demand_seat(seat, self.n))
        return words

    def situation(self, seat: object) -> str:
        """What `seat` faces as a coarse text key of one line, from what it may see, equal for
        similar positions. There is a key, too, if it is not to move. Raises WrongActor for a seat
        that does not exist.
        """
        keys = self.answers.keys
        text: str = keys.situation_text(self, keys.situation_code(self, demand_seat(seat, self.n)))
        return text

    def token(self, code: i64) -> str:
        """The token of a code, which must be 0 or more (that is not checked); "" for 0 and for a
        code without a token. Raises IndexError for a code above the highest one. While `play` plays
        a move, it is the text of that move, whatever `code` is: so a text that is no token (code 0)
        can be named.
        """
        return self.word or self.lexicon.token(code)

    def legal_moves(self, seat: object) -> list[str]:
        """Every token that `seat` may legally play now, in the order of the game's page; an empty
        list if it may not act. Raises WrongActor for a seat that does not exist.
        """
        codes = self.legal_codes(demand_seat(seat, self.n))
        return [self.lexicon.token(code) for code in codes]

    def to_move(self) -> list[int]:
        """The seats that may act, ascending (see `acting`); an empty list if the game is over or
        waits for chance.
        """
        acting = self.acting()
        return [seat for seat in self.seats if acting >> seat & 1]

    def marks(self) -> tuple[str, ...]:
        """The marks that come before the next token: of the round (`#2`), then of the turn (`3.`).
        A tuple of both, of one, or of none if none is due, as within a turn. If the next token is a
        late move (see `is_late`), no mark is written before it: they are due after it.
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
    """The `start` function of a game. It takes options, the number of seats and the chance, and
    returns a new state of the class `kind`, after the first deal (ply 0). The state gets the
    options that `settle` returns for options and seats; by default those given. If that deal is not
    known, the state waits for it (see `missing`). Errors of `settle` come through.
    """

    def start(options: Any, seats: int, chance: Chance) -> C:
        state = kind(settle(options, seats), seats, chance)
        state.begin()
        return state

    return start


def greedy(state: Coded, seat: int) -> str:
    """The token of the move that the game's simple player chooses for `seat`, which must be able to
    act (that is not checked); "" if it passes. `state` is not changed.
    """
    return state.lexicon.token(state.greedy_code(seat))


def reference(state: Coded, seat: int) -> str:
    """The token of the move that the reference player (by which analysis plays matches on) chooses
    for `seat`, which must be able to act (that is not checked); "" if it passes. `state` is not
    changed.
    """
    return state.lexicon.token(state.reference_code(seat))


def as_coded(state: object) -> Coded | None:
    """`state` itself if it is a Coded, otherwise None (a game of a package may have other
    states).
    """
    return state if isinstance(state, Coded) else None


def demand_seat(seat: object, seats: i64, lowest: i64 = 1) -> i64:
    """`seat` itself if it is an int from `lowest` to `seats`. Raises WrongActor for anything else,
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
    """`viewer` itself if it is a seat, PUBLIC (0) or ALL. Raises WrongActor for anything else.

    >>> demand_viewer(0, 4), demand_viewer(30, 4)
    (0, 30)
    """
    return ALL if viewer == ALL else demand_seat(viewer, seats, PUBLIC)


def no_seat(seat: object) -> WrongActor:
    """The error (returned, not raised) for a seat that the match does not have."""
    if isinstance(seat, int) and not -_LONG < seat < _LONG:
        return WrongActor(
            Words("there is no seat with so long a number", "そのような番号の席はありません")
        )
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
    """Play the words of `line` (numbers, see `Lexicon.read_line`) in `state`, from index `start`
    on. It stops at the end of the line, when `upto` plies of the whole line are played, and before
    a word that needs a closer look: a mark that is not due, an illegal move (so any, if the game is
    over or waits for chance), ODD, a seat out of order where seats act at once, or a late move (see
    `is_late`) after a mark. `state` is left after the last move played; marks change nothing in it.
    IllegalMove is never raised; other errors come through.

    `ply` is how many plies of the line were played before. For each move that is played now,
    `seats[k]` becomes the seat of ply k + 1; the array needs a place for each ply up to `upto`.

    Returns the index after that of the last move played (`start` if there is none), and how many
    plies of the line are played now. Marks between that move and the word where it stopped count as
    unread.
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
    """Play the moves `codes` of a whole line, which must be legal, move k (from 0) by `seats[k]`,
    in `state`, which must be at ply 0 and is left after the last move. Append to these lists for
    each move, as it was before the move: the number of its round (`rounds`), of its turn (`turns`)
    and its class (`kinds`: its place in the game's classes from 1, 0 for none); if `is_counted`,
    how many moves were legal for the seat (`legal`); if `is_faced`, the seat's situation code
    (`faced`). Without moves, nothing is appended.

    Rounds and turns are those of the marks: 0 before the first one, and a late move (see
    `Coded.is_late`) belongs to the turn before. For every round whose first move is played, also
    the first round, the list of all seats' scores before that move is appended to `totals`.

    If `watch` of the state is set, it is called with each step. An illegal move raises IllegalMove;
    any other error of the game or of `watch` comes through. The lists may then have an item for
    that move.
    """
    class_of, situation_code = state.answers.keys.class_of, state.answers.keys.situation_code
    begun: i64 = 0
    turn: i64 = 0
    for at in range(len(codes)):
        code, seat = codes[at], seats[at]
        if not (state.out_of_turn and state.is_late(code)):
            due_round, due_turn = state.round_due(), state.turn_due()
            if due_round:
                begun = due_round
                totals.append(state.scores())
            if due_turn:
                turn = due_turn
        rounds.append(begun)
        turns.append(turn)
        kinds.append(class_of(state, code, seat))
        if is_counted:
            legal.append(len(state.legal_codes(seat)))
        if is_faced:
            faced.append(situation_code(state, seat))
        state.play_code(code, seat)
