"""A line of play while it is played: how far it has come, and what was wrong on the way.

The states of kifu's own games play the ordinary words of a line in one go (`coded.play_line`).
Every other word, and every word of a stranger's game, is looked at here.
"""

from __future__ import annotations

import sys
from collections.abc import Callable

from kifu.notation.diagnostics import diagnostic
from kifu.notation.move_words import is_mark, split, split_actor, unmarked
from kifu.replay import verdict
from kifu.replay.elements.arrays import NONE, zeros
from kifu.replay.elements.circumstances import (
    COUNTS,
    KINDS,
    PLACES,
    circumstances,
    round_of,
    turn_of,
)
from kifu.replay.elements.lexicon import all_known
from kifu.replay.elements.native import i64, vec
from kifu.replay.game import Game, IllegalMove, State
from kifu.replay.replaying.findings import Findings
from kifu.replay.states.coded import UNFACED, Coded, play_line
from kifu.replay.table import PUBLIC, Step, Watch

Ply = tuple[int, str]
#: Is shown the position before each move of the main line, and the seat that the move names or is
#: due from, which may be none of the table's; gives who gets the steps of the move, or None.
Witness = Callable[[State, int], Watch | None]

_TO_THE_END = sys.maxsize

#: Gets the number of the ply that led to a step, the step, and by how much it changed its seat's
#: score (0 for a step of nobody's).
Happening = Callable[[int, Step, int], None]


class Met:
    """What is met on the way through a line: of each move the round, the turn, its class and how
    many moves were legal, as a number of `circumstances`, at least as much of it as is `wanted`;
    and, where COUNTS are, in `totals` the scores in seat order where each round began.

    `happening` gets the steps that are among the `events` of the game. `start` is the position
    before the first move, None where there is none.
    """

    __slots__ = ("happening", "moves", "start", "totals", "wanted")

    def __init__(
        self, wanted: int = PLACES | KINDS | COUNTS, happening: Happening | None = None
    ) -> None:
        self.moves: list[int] = []
        self.totals: list[list[int]] = []
        self.wanted = wanted
        self.happening = happening
        self.start: State | None = None


class Track:
    """A line of `moves` that is played from `state` on, which changes.

    `ply` moves have been played so far. `path` is the line's way from the main line (see
    `Diagnostic.variation`). Where `faced` is a list, it gets what the seat of each move faced, as a
    number of `Coded.situation_code` or, of a stranger's game, as its key. `met` takes down what is
    met on the way, where that is asked for.
    """

    __slots__ = (
        "_at", "_bare", "_gap", "_numbers", "_plies", "_scores", "_seats", "_words", "faced",
        "findings", "game", "met", "moves", "path", "ply", "state", "witness",
    )  # fmt: skip

    def __init__(
        self, game: Game, state: State, moves: str, findings: Findings, path: str = ""
    ) -> None:
        self.game = game
        self.state = state
        self.moves = moves
        self.findings = findings
        self.path = path
        self.ply = 0
        self.witness: Witness | None = None
        self.faced: list[int | str] | None = None
        self.met: Met | None = None
        self._words: list[str] | None = None
        self._bare: str | None = None
        self._at = 0
        #: Of seats that act at once, the highest that has acted before a lower one.
        self._gap = 0
        self._plies: list[Ply] = []
        #: As the last step left them, where somebody gets the steps.
        self._scores: list[int] = []
        self._numbers: vec[i64] | None = None
        if isinstance(state, Coded):
            self._numbers = state.lexicon.read_line(moves)
            self._seats = zeros(len(self._numbers))
        else:
            self._seats = zeros(len(self.words))

    @property
    def words(self) -> list[str]:
        """The words of the line."""
        if self._words is None:
            self._words = words_of(self.moves)
        return self._words

    @property
    def is_known(self) -> bool:
        """Whether the line is nothing but tokens of the game, with or without their seats, and
        marks, with single spaces between. False where that was not found out.
        """
        numbers = self._numbers
        if numbers is None or len(numbers) != self.moves.count(" ") + bool(self.moves):
            return False
        return all_known(numbers)

    @property
    def bare(self) -> str:
        """The line without its marks."""
        if self._bare is None:
            self._bare = unmarked(self.moves)
        return self._bare

    @property
    def plies(self) -> list[Ply]:
        """The seat and the token of each move that was played."""
        if len(self._plies) < self.ply:
            self._plies = list(zip(self.seats, self.tokens.split(" "), strict=True))
        return self._plies

    @property
    def seats(self) -> list[int]:
        """The seat of each move that was played."""
        return list(self._seats[: self.ply])

    @property
    def tokens(self) -> str:
        """The token of each move that was played, with spaces between."""
        # A space too many makes it one more than there are words.
        if ":" not in self.moves and self.ply == (self.bare.count(" ") + 1 if self.bare else 0):
            return self.bare
        words = [word for word in self.words if not is_mark(word)]
        return " ".join([split_actor(word)[1] for word in words[: self.ply]])

    def advance(self, upto: int = _TO_THE_END) -> bool:
        """Play words until the line has `upto` moves; False where a word is bad.

        The words after the last move played stay for the next call.
        """
        state, numbers = self.state, self._numbers
        in_one_go = numbers is not None and self.witness is None
        size = len(self._seats)
        while self.ply < upto and self._at < size:
            if in_one_go and not self._gap:
                assert isinstance(state, Coded) and numbers is not None
                self._play_line(state, numbers, upto)
                if self.ply == upto or self._at == size:
                    break
            if not self._play_next():
                return False
        return True

    def _play_line(self, state: Coded, numbers: vec[i64], upto: int) -> None:
        """Play as many words as need no closer look. A note may name a ply of any size."""
        before = self.ply
        size = len(self._seats)
        faced = NONE if self.faced is None else zeros(size)
        met, wanted = NONE, 0
        if self.met is not None:
            if self.met.wanted:
                met, wanted = zeros(size), self.met.wanted
                if before:
                    met[before - 1] = self.met.moves[-1]
            state.watch = self._watch(self.met, lambda: state.ply)
            state.brief = True
        try:
            self._at, self.ply = play_line(
                state, numbers, self._at, self._seats, before, min(upto, _TO_THE_END),
                faced, met, wanted,
            )  # fmt: skip
        finally:
            state.watch, state.brief = None, False
        if self.faced is not None:
            self.faced += faced[before : self.ply]
        if self.met is not None and wanted:
            self.met.moves += met[before : self.ply]

    def _watch(self, met: Met, ply: Callable[[], int]) -> Watch | None:
        """What gets the steps of the next moves, each of which is number `ply()`."""
        happening, state, kinds = met.happening, self.state, self.game.events
        if happening is None:
            return None
        if not self._scores:
            self._scores = state.scores()

        def watch(step: Step) -> None:
            before, self._scores = self._scores, state.scores()
            if step.kind in kinds:
                at = step.seat - 1
                happening(ply(), step, self._scores[at] - before[at] if step.seat else 0)

        return watch

    def _play_next(self) -> bool:
        """Play the next move with the marks before it; False where it is bad."""
        state, words, ply = self.state, self.words, self.ply
        mark = ""
        due: list[str] = []
        while self._at < len(words):
            word = words[self._at]
            if word[-1] == "." or word[0] == "#":
                if not mark:
                    due = list(state.marks())
                if self._pass_mark(word, due):
                    mark = word
                    self._at += 1
                    continue
            return self._play(word, mark, ply)
        return True

    def _play(self, word: str, mark: str, ply: int) -> bool:
        """Play a move; `mark` is the last one before it, if there is one."""
        state, game = self.state, self.game
        actor = 0
        if ":" in word:
            actor, word = split_actor(word)
            if state.at_once and state.next_seat < actor:
                self._gap = max(self._gap, actor)
        seat = actor or (state.next_seat if game.actor is None else game.actor(state, word))
        if mark and game.late(state, word):
            self.findings.append(verdict.of_late(mark, word, ply, self.path))
        if self._gap and seat < self._gap:
            self.findings.append(verdict.of_order(word, seat, ply + 1, self.path))
            self._gap = 0
        watch = self._watcher(seat)
        faced = None if self.faced is None else _faced(state, seat)
        here = None
        if self.met is not None and self.met.wanted:
            here = _met(game, state, word, seat, self.met)
        scores = state.scores() if self._begins_round(here) else []
        try:
            state.play(word, seat, watch)
        except IllegalMove as error:
            if state.missing is None:
                self._refuse(word, seat, error)
            return False
        if self.faced is not None and faced is not None:
            self.faced.append(faced)
        if self.met is not None and here is not None:
            self.met.moves.append(here)
            if scores:
                self.met.totals.append(scores)
        self._seats[ply] = seat
        self.ply = ply + 1
        self._at += 1
        return True

    def _watcher(self, seat: int) -> Watch | None:
        """Who gets the steps of the next move."""
        if self.witness is not None:
            return self.witness(self.state, seat)
        return None if self.met is None else self._watch(self.met, lambda: self.ply + 1)

    def _begins_round(self, here: int | None) -> bool:
        """Whether the move at which `here` is met is the first one of a round."""
        if here is None or self.met is None or not self.met.wanted & COUNTS:
            return False
        before = self.met.moves[-1] if self.met.moves else 0
        return round_of(before) < round_of(here)

    def _refuse(self, word: str, seat: int, error: IllegalMove) -> None:
        if self.findings.counts(
            verdict.code_of_refusal(self.game, self.state, word, seat, error), word, self.path
        ):
            return
        finding = verdict.of_refusal(self.game, self.state, word, seat, error)
        finding.ply, finding.variation = self.ply + 1, self.path
        self.findings.append(finding)

    def _pass_mark(self, word: str, due: list[str]) -> bool:
        """Take `word` from the marks due here, with those before it, which were left out.

        False where the word is not a mark at all.
        """
        if word in due:
            del due[: due.index(word) + 1]
            return True
        if not is_mark(word):
            return False
        if self.state.missing is not None:
            return True  # no position, so nothing says which marks are due
        if word == "0." and self.state.view(PUBLIC).facts.get("turn") == 0:
            return True  # no turn has begun; this mark may always be left out
        message = f"the mark {word} is wrong here"
        if due:
            message += f"; expected: {' '.join(due)}"
        finding = diagnostic("KF410", message, ply=self.ply, token=word, expected=due.copy())
        finding.variation = self.path
        self.findings.append(finding)
        return True


def _faced(state: State, seat: int) -> int | str:
    """What a seat faces; UNFACED where it is not a seat or nobody can act."""
    if isinstance(state, Coded):
        return state.facing(seat)
    return state.situation(seat) if seat in state.to_move() else UNFACED


def _met(game: Game, state: State, word: str, seat: int, met: Met) -> int:
    """What is met at the next move (see `circumstances`)."""
    before = met.moves[-1] if met.moves else 0
    number, turn = round_of(before), turn_of(before)
    for mark in game.marks(state, word):
        if mark[0] == "#":
            number = int(mark[1:])
        else:
            turn = int(mark[:-1])
    if isinstance(state, Coded):
        legal = state.count_legal(seat)
        kind = state.class_code(state.lexicon.code(word), seat) if legal else 0
        return circumstances(number, turn, kind, legal)
    legal = len(state.legal_moves(seat)) if seat in state.to_move() else 0
    key = game.move_class(state, word, seat) if legal and game.move_class else ""
    kind = list(game.classes).index(key) + 1 if key in game.classes else 0
    return circumstances(number, turn, kind, legal)


def words_of(moves: str) -> list[str]:
    """The words of a line. A space too many, which `lint` speaks of, parts no further word."""
    if len(moves) > _LONG:
        return _words_of_long(moves)
    words = split(moves)
    return [word for word in words if word] if "" in words else words


#: Of a line of so many characters equal words are the same object: it may have millions.
_LONG = 1 << 16


def _words_of_long(moves: str) -> list[str]:
    same: dict[str, str] = {}
    words: list[str] = []
    start = 0
    while start < len(moves):
        end = moves.find(" ", start + _LONG)
        end = len(moves) if end < 0 else end
        words += [same.setdefault(word, word) for word in moves[start:end].split(" ") if word]
        start = end + 1
    return words
