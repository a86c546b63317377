"""States whose moves are numbers: what the rules of kifu's own games share, so that whole lines of
play run at the speed of a compiled language.

Every token of a game has a *code*, a number from 1. A line of play is turned into codes at once
(`Lexicon.read_line`), and `play_line` plays them as far as no word needs a closer look. What a
state looks like, and every sentence about it, is the business of modules that are not compiled.

This module is compiled (see `native`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from kifu.replay.arrays import INTERPRETED, NONE, bit, zeros
from kifu.replay.chance import Chance
from kifu.replay.game import IllegalMove, Words
from kifu.replay.lots import Lots
from kifu.replay.native import i64, vec
from kifu.replay.table import Table, Watch

#: A word of a line as a number: its code and, if it names its actor, SEAT times that.
SEAT: Final[i64] = 1 << 48
_SEAT_SHIFT: Final[i64] = 48
_CODE: Final[i64] = SEAT - 1
#: A mark is a negative number: that of the round, or TURN and that of the turn.
TURN: Final[i64] = 1 << 40
#: A word that needs a closer look: it is no token, nor a mark that could be due.
ODD: Final[i64] = 0

#: Where nobody faces anything.
UNFACED: Final[i64] = -1

_SEAT_DIGITS: Final[i64] = 4
_MARK_DIGITS: Final[i64] = 9
#: The marks of so many characters are remembered where lines are read word by word.
_REMEMBERED: Final = 5
#: So many characters, of 7 bits each, fit into one number.
_PACKED: Final[i64] = 9
_SHORTER: Final[i64] = (1 << 56) - 1


class Lexicon:
    """The tokens of a game, or of one of its variants, and the code of each.

    `tokens[code]` is the token of a code; place 0 is "". A game with too many tokens, or too large
    codes, for lists of all of them derives a class that gives `code` and `token`; for what it will
    `learn`, `room` is how many tokens are expected.

    >>> lexicon = Lexicon({"59": 59, "r1": 105})
    >>> lexicon.code("59"), lexicon.code("60"), lexicon.token(105)
    (59, 0, 'r1')
    """

    def __init__(self, codes: Mapping[str, int], room: i64 = 0) -> None:
        self.codes: dict[str, int] = dict(codes)
        self._known: dict[str, int] = dict(codes)
        self.tokens: list[str] = []
        if room == 0:
            self.tokens = [""] * (max(self.codes.values(), default=0) + 1)
            for token, code in self.codes.items():
                self.tokens[code] = token
        # An open-addressed table by packed token, for lines that are read from their bytes.
        size: i64 = 64
        while size < 4 * len(self.codes) or size < 2 * room:
            size *= 2
        self._last_slot = size - 1
        self._filled: i64 = 0
        self._packed = NONE
        self._code_at = NONE
        if not INTERPRETED:
            self._packed, self._code_at = zeros(size), zeros(size)
            for token, code in self.codes.items():
                self._enter(token, code)

    def code(self, token: str) -> i64:
        """The code of a token, 0 where there is none."""
        return self.codes.get(token, 0)

    def token(self, code: i64) -> str:
        """The token of a code."""
        return self.tokens[code]

    def read_line(self, moves: str) -> vec[i64]:
        """The words of a line of play, one number each: see `SEAT`, `TURN` and `ODD`.

        >>> list(Lexicon({"59": 59}).read_line("#1 1. 59 2:59 60")) == [
        ...     -1, -1 - TURN, 59, 59 + 2 * SEAT, ODD]
        True
        """
        if INTERPRETED or not moves.isascii():
            known = self._known
            words = moves.split(" ")
            return vec[i64]([known.get(word) or self._new_word(word) for word in words if word])
        return self._scan(moves.encode())

    def _new_word(self, word: str) -> i64:
        """A word that was not met before. Marks are remembered; there are not many."""
        number = self.read_word(word)
        if number < 0 and len(word) <= _REMEMBERED:
            self._known[word] = number
        return number

    def read_word(self, word: str) -> i64:
        """One word as a number."""
        code = self.code(word)
        if code:
            return code
        if word[-1] == ".":
            number = _number(word[:-1], _MARK_DIGITS)
            return -TURN - number if number else ODD
        if word[0] == "#":
            return -_number(word[1:], _MARK_DIGITS)
        seat, _colon, token = word.partition(":")
        named, code = _number(seat, _SEAT_DIGITS), self.code(token)
        return named * SEAT + code if named and code else ODD

    def _scan(self, line: bytes) -> vec[i64]:
        """The words of a line of ASCII, read from its bytes."""
        size: i64 = len(line)
        found = zeros((size >> 1) + 1)
        count: i64 = 0
        at: i64 = 0
        while at < size:
            start = at
            packed: i64 = 0
            while at < size:
                char: i64 = line[at]
                if char == _SPACE:
                    break
                packed = (packed & _SHORTER) << 7 | char
                at += 1
            if at > start:
                number: i64 = 0
                if at - start <= _PACKED:
                    number = self._code_of(packed)
                if number == 0:
                    number = self._other_word(line, start, at)
                found[count] = number
                count += 1
            at += 1
        return found[:count]

    def _code_of(self, packed: i64) -> i64:
        """The code of a token, 0 where it is none."""
        words, last = self._packed, self._last_slot
        slot = _hash(packed) & last
        while words[slot] != packed:
            if words[slot] == 0:
                return 0
            slot = (slot + 1) & last
        return self._code_at[slot]

    def _other_word(self, line: bytes, start: i64, end: i64) -> i64:
        """The word in these bytes, a mark or a token with its actor, as a number."""
        number: i64 = 0
        if line[end - 1] == _POINT:
            number = _number_at(line, start, end - 1, _MARK_DIGITS)
            if number > 0:
                return -TURN - number
        elif line[start] == _HASH:
            number = _number_at(line, start + 1, end, _MARK_DIGITS)
            if number > 0:
                return -number
        else:
            colon = start
            while colon < end and line[colon] != _COLON:
                colon += 1
            number = _number_at(line, start, colon, _SEAT_DIGITS)
            if number > 0 and end - colon - 1 <= _PACKED:
                packed: i64 = 0
                for at in range(colon + 1, end):
                    packed = packed << 7 | line[at]
                code = self._code_of(packed)
                if code > 0:
                    return number * SEAT + code
        return self.read_word(line[start:end].decode())

    def learn(self, token: str, code: i64) -> None:
        """Remember a token that was not among the first ones. For a derived class that finds codes
        by itself; of its tokens there are so few that all can be remembered.
        """
        self.codes[token] = self._known[token] = code
        if not INTERPRETED and 2 * self._filled <= self._last_slot:
            self._enter(token, code)

    def _enter(self, token: str, code: i64) -> None:
        """Put a token into the table, if it is short enough for that."""
        if len(token) > _PACKED:
            return
        packed: i64 = 0
        for char in token.encode():
            packed = packed << 7 | char
        slot = _hash(packed) & self._last_slot
        while self._packed[slot] != 0:
            slot = (slot + 1) & self._last_slot
        self._packed[slot] = packed
        self._code_at[slot] = code
        self._filled += 1


def all_known(line: vec[i64]) -> bool:
    """Whether no word of a line is ODD.

    >>> all_known(Lexicon({"59": 59}).read_line("#1 1. 59 2:59"))
    True
    """
    if INTERPRETED:
        return ODD not in line
    at: i64 = 0
    while at < len(line) and line[at] != ODD:
        at += 1
    return at == len(line)


_SPACE: Final[i64] = 32
_HASH: Final[i64] = 35
_POINT: Final[i64] = 46
_COLON: Final[i64] = 58
_ZERO: Final[i64] = 48


def _hash(packed: i64) -> i64:
    low = (packed ^ packed >> 31) & 0x7FFFFFFF
    return low * 0x9E3779B1 >> 20


def _number(digits: str, longest: i64) -> i64:
    """A number from 1 without a zero in front; 0 for anything else."""
    if not digits.isascii() or not digits.isdigit() or len(digits) > longest or digits[0] == "0":
        return 0
    return int(digits)


def _number_at(line: bytes, start: i64, end: i64, longest: i64) -> i64:
    """The same for digits in bytes."""
    if start == end or end - start > longest or line[start] == _ZERO:
        return 0
    number: i64 = 0
    for at in range(start, end):
        digit = line[at] - _ZERO
        if digit < 0 or digit > 9:
            return 0
        number = number * 10 + digit
    return number


class Coded:
    """A state that plays codes; see `kifu.replay.game.State` for what a state is.

    A game derives its own class and gives what every game gives, below.
    `n` is the number of seats. `watch` gets the steps of the move that is being played, `word` is
    the token where it is none of the lexicon. `out_of_turn` says that `seat_of` and `is_late` are
    the game's own.
    """

    def __init__(self, lexicon: Lexicon, seats: i64, chance: Chance) -> None:
        self.lexicon = lexicon
        self.codes = lexicon.codes
        self.n = seats
        self.chance = chance
        self.next_seat: i64 = 0
        self.missing: str | None = None
        self.watch: Watch | None = None
        self.word = ""
        self.out_of_turn = False

    # What every game gives

    def play_code(self, code: i64, seat: i64) -> None:
        """Play the token of this code for `seat` (0: written without an actor). Raises IllegalMove
        with the rule that it breaks, and then changes nothing. Code 0 is `word`, which is no token.
        """
        raise NotImplementedError

    def legal_codes(self, seat: i64) -> vec[i64]:
        """The codes of `legal_moves`, in the same order."""
        raise NotImplementedError

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        raise NotImplementedError

    def copy(self) -> Coded:
        """An independent state in the same position."""
        raise NotImplementedError

    def scores(self) -> list[int]:
        """Each seat's score now, in seat order."""
        raise NotImplementedError

    def winners(self) -> list[int]:
        """The winning seats, ascending, when the game is over; else empty."""
        raise NotImplementedError

    def facts(self) -> dict[str, int]:
        """Counts for archives: `"rounds"` and `"turns"` played so far."""
        raise NotImplementedError

    def view(self, viewer: int) -> Table:
        """The table as `viewer` sees it."""
        raise NotImplementedError

    def describe(self, move: str, seat: int) -> Words:
        """A sentence for `move` of `seat`, played from here."""
        raise NotImplementedError

    def digest(self) -> str:
        """The exact position, hidden parts included."""
        raise NotImplementedError

    # What some games give

    @property
    def at_once(self) -> bool:
        """Whether the seats to move act at the same time, so that their order means nothing."""
        return False

    def situation_code(self, seat: i64) -> i64:
        """What `seat` faces as a number, from 0: equal ones have equal keys."""
        raise NotImplementedError

    def situation_text(self, code: int) -> str:
        """The key of what is faced, by its number and the match's options and seats alone."""
        raise NotImplementedError

    def seat_of(self, code: i64) -> i64:
        """The seat of a token that is written without an actor, 0 where it must be written."""
        return self.next_seat

    def acting(self) -> i64:
        """The seats that may act, one bit a seat; of seats that act at once, the lowest will do."""
        if self.next_seat and not self.out_of_turn:
            return bit(self.next_seat)
        seats: i64 = 0
        for seat in self.to_move():
            seats |= bit(seat)
        return seats

    def random_code(self, seat: i64, lots: Lots, may_pass: bool) -> i64:
        """A legal move of `seat` by lot, or 0, which counts as one more where it may pass."""
        codes = self.legal_codes(seat)
        count: i64 = len(codes)
        place = lots.below(count + 1 if may_pass else count)
        if place == count:
            return 0
        return codes[place]

    def greedy_code(self, seat: i64) -> i64:
        """The choice of the game's simple player, 0 where it passes."""
        raise NotImplementedError

    def is_late(self, code: i64) -> bool:
        """Whether the token still belongs to the turn before, in front of marks that are due."""
        return False

    def round_due(self) -> i64:
        """The number of the round mark that stands before the next token, 0 where none does."""
        return 0

    def turn_due(self) -> i64:
        """The number of the turn mark that stands before the next token, 0 where none does."""
        return 0

    # What follows from that

    def play(self, move: str, seat: int = 0, watch: Watch | None = None) -> None:
        """Play one token for `seat`; see `kifu.replay.game.State`."""
        code = self.codes.get(move, 0) or self.lexicon.code(move)
        if seat > _NO_SEAT:
            seat = _NO_SEAT
        if code and watch is None:
            self.play_code(code, seat)
            return
        self.word = move
        self.watch = watch
        try:
            self.play_code(code, seat)
        finally:
            self.word = ""
            self.watch = None

    def situation(self, seat: int) -> str:
        """The coarse key of what `seat` faces; see `kifu.replay.game.State`."""
        return self.situation_text(self.situation_code(seat))

    def facing(self, seat: i64) -> i64:
        """The number of what `seat` faces, UNFACED where it is no seat or nobody can act."""
        if seat < 1 or seat > self.n or self.missing is not None:
            return UNFACED
        if self.next_seat == 0 and self.is_over:
            return UNFACED
        return self.situation_code(seat)

    def token(self, code: i64) -> str:
        """What was written for a code that is being played: for 0 that is no token."""
        return self.word or self.lexicon.token(code)

    def legal_moves(self, seat: int) -> list[str]:
        """Every token that `seat` may play now, in the page's order."""
        if not 0 < seat <= self.n:
            return []
        return [self.lexicon.token(code) for code in self.legal_codes(seat)]

    def to_move(self) -> list[int]:
        """The seats that may act, ascending."""
        return [self.next_seat] if self.next_seat else []

    def marks(self) -> tuple[str, ...]:
        """The marks that stand before the next token."""
        begun, turn = self.round_due(), self.turn_due()
        if begun:
            return (f"#{begun}", f"{turn}.") if turn else (f"#{begun}",)
        return (f"{turn}.",) if turn else ()


#: No table has so many seats.
_NO_SEAT: Final[i64] = 1 << 20


def play_line(
    state: Coded,
    line: vec[i64],
    start: i64,
    seats: vec[i64],
    ply: i64,
    upto: i64,
    faced: vec[i64] = NONE,
) -> tuple[i64, i64]:
    """Play the words of `line` from place `start` on, until `upto` plies are played or a word needs
    a closer look. `ply` plies have been played before; `seats[k]` becomes the seat of ply k + 1 and
    `faced[k]`, unless it is left out, what that seat faced.

    Returns the place of the next word and how many plies are played. Marks in front of a word that
    needs a closer look are still to come, as that word is.
    """
    at, begin = start, start
    size: i64 = len(line)
    out_of_turn = state.out_of_turn
    asked = len(faced) > 0
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
        if asked:
            faced[ply] = state.facing(seat)
        try:
            state.play_code(code, seat)
        except IllegalMove:
            break
        seats[ply] = seat
        ply += 1
        at += 1
        begin = at
    return begin, ply
