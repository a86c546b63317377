"""A line of play while it is played: how far it has come, and what was wrong on the way.

The states of kifu's own games play the ordinary words of a line in one go (`coded.play_line`).
Every other word, and every word of a stranger's game, is looked at here.
"""

from __future__ import annotations

import sys
from collections.abc import Callable

from kifu.notation.diagnostics import diagnostic
from kifu.notation.words import is_mark, split, split_actor, unmarked
from kifu.replay import verdict
from kifu.replay.arrays import NONE, zeros
from kifu.replay.coded import UNFACED, Coded, all_known, play_line
from kifu.replay.findings import Findings
from kifu.replay.game import Game, IllegalMove, State
from kifu.replay.native import i64, vec
from kifu.replay.table import PUBLIC, Watch

Ply = tuple[int, str]
#: Is shown the position before each move of the main line, and the seat that the move names or is
#: due from, which may be none of the table's; gives who gets the steps of the move, or None.
Witness = Callable[[State, int], Watch | None]

_TO_THE_END = sys.maxsize


class Track:
    """A line of `moves` that is played from `state` on, which changes.

    `ply` moves have been played so far. `path` is the line's way from the main line (see
    `Diagnostic.variation`). Where `faced` is a list, it gets what the seat of each move faced, as a
    number of `Coded.situation_code` or, of a stranger's game, as its key.
    """

    __slots__ = (
        "_at", "_bare", "_gap", "_numbers", "_plies", "_seats", "_words", "faced", "findings",
        "game", "moves", "path", "ply", "state", "witness",
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
        self._words: list[str] | None = None
        self._bare: str | None = None
        self._at = 0
        #: Of seats that act at once, the highest that has acted before a lower one.
        self._gap = 0
        self._plies: list[Ply] = []
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

        The words behind the last move played stay for the next call.
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
        """Play as many words as need no closer look."""
        before = self.ply
        faced = NONE if self.faced is None else zeros(len(self._seats))
        self._at, self.ply = play_line(state, numbers, self._at, self._seats, self.ply, upto, faced)
        if self.faced is not None:
            self.faced += faced[before : self.ply]

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
        watch = None if self.witness is None else self.witness(state, seat)
        faced = None if self.faced is None else _faced(state, seat)
        try:
            state.play(word, seat, watch)
        except IllegalMove as error:
            if state.missing is None:
                self._refuse(word, seat, error)
            return False
        if self.faced is not None and faced is not None:
            self.faced.append(faced)
        self._seats[ply] = seat
        self.ply = ply + 1
        self._at += 1
        return True

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

        False where the word is no mark at all.
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
        message = f"the mark {word} can't stand here"
        if due:
            message += f"; {' '.join(due)} can"
        finding = diagnostic("KF410", message, ply=self.ply, token=word, expected=due.copy())
        finding.variation = self.path
        self.findings.append(finding)
        return True


def _faced(state: State, seat: int) -> int | str:
    """What a seat faces; UNFACED where it is no seat or nobody can act."""
    if isinstance(state, Coded):
        return state.facing(seat)
    return state.situation(seat) if seat in state.to_move() else UNFACED


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
