"""A trial: one match of a game, played to its end while every law is tried."""

from __future__ import annotations

import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from time import process_time
from typing import Any, TypeVar

from msgspec import Struct, field

from kifu.replay.analysis.decisions import first_memories
from kifu.replay.chance import Chance, derived_seed
from kifu.replay.game import Game, State
from kifu.replay.players.asking import next_move
from kifu.replay.players.players import random_player
from kifu.replay.proof import laws
from kifu.replay.table import ALL, PUBLIC, Step

#: A match is tried up to this ply. The expensive laws are tried at every ply up to the first
#: number, then at every 13th one.
MOST_PLIES = 600
_EARLY = 6
_EVERY = 13
#: So many more matches with the same deals are played for the digests.
_LINES = 6
#: The most faults of one law in one function that are listed.
_FEW = 3

T = TypeVar("T")


class Fault(Struct, frozen=True):
    """A law that is broken: by which function of the game, how, and in which match and at which
    ply.
    """

    law: str
    function: str
    what: str
    where: str


class Tried(Struct):
    """What the trials of one game share: the faults, the table that has each digest (by options and
    seats), and how many cards of others' hands the public and the seats have seen, and not.
    """

    faults: list[Fault] = []
    digests: dict[str, dict[str, str]] = {}
    shown: list[int] = field(default_factory=lambda: [0, 0])
    hidden: list[int] = field(default_factory=lambda: [0, 0])

    def add(self, fault: Fault) -> None:
        """Add a fault, unless the same was found before, or enough of its law and function."""
        known = [
            one for one in self.faults if (one.law, one.function) == (fault.law, fault.function)
        ]
        if len(known) < _FEW and all(one.what != fault.what for one in known):
            self.faults.append(fault)


class _Ended(Exception):
    """A match can't be tried any further."""


class Trial:
    """Match `number` of a game with some options and seats; `run` plays it. In matches with an
    odd number everybody plays as the game's simple player does, else by lot.

    Each check adds what is wrong to the faults; where a function of the game raises, the match
    ends.
    """

    def __init__(
        self, game: Game, given: dict[str, str], seats: int, number: int, tried: Tried
    ) -> None:
        said = " ".join(f"{name}={value}" for name, value in given.items()) or "no options"
        self.game, self.given, self.seats, self.number = game, given, seats, number
        self.about = f"{said}, {seats} seats, match {number}"
        self.where = self.about
        self.tried = tried
        self.digests = tried.digests.setdefault(f"{said}, {seats}", {})
        self.every_seat = range(1, seats + 1)
        self.plies = self.round = self.turn = 0
        self.seconds = 0.0
        self.over = False

    def run(self) -> None:
        """Play a whole match, up to MOST_PLIES, and check it at each ply."""
        with suppress(_Ended):
            self._begin()
            while not self.state.is_over and self.plies < MOST_PLIES:
                self._look()
                self._move()
            self.over = self.state.is_over
            self._look()
            if self.number == 0:
                self._other_lines()

    def wrong(self, law: str, function: str, what: str) -> None:
        """Add a fault at the present place: `function` breaks `law`, `what` says how."""
        self.tried.add(Fault(law, function, what, self.where))

    def ask(
        self, law: str, function: str, do: Callable[..., T], *given: Any,
        but: type[Exception] | tuple[()] = (),
    ) -> T:  # fmt: skip
        """The result of `do(*given)`, a call of the game's `function`. If it raises, that is added
        as a fault against `law`, and the match ends; an error of the kind `but` goes through.
        """
        try:
            return do(*given)
        except but:
            raise
        except Exception as error:
            frame = traceback.extract_tb(error.__traceback__)[-1]
            place = f"{frame.filename.replace(chr(92), '/').rpartition('/')[2]}:{frame.lineno}"
            name = type(error).__name__
            self.wrong(
                law, function, f"{function} raises {name}: {error} ({place} in {frame.name})"
            )
            raise _Ended from error

    @contextmanager
    def at(self, place: str) -> Iterator[None]:
        """A context in which faults are at `place` of the present ply."""
        where, self.where = self.where, f"{self.where}, {place}"
        try:
            yield
        finally:
            self.where = where

    def start(self, chance: Chance) -> State:
        """The position at ply 0 with the outcomes of `chance`."""
        return self.ask("start", "start", self.game.start, self.options, self.seats, chance)

    def _check(self, *found: laws.Wrong) -> None:
        for law in found:
            for wrong in law:
                self.wrong(*wrong)

    def _begin(self) -> None:
        game, seed = self.game, derived_seed(f"prove {self.about}")
        self.options = self.ask(
            "options", "options", lambda: game.settle(game.read_options(self.given), self.seats)
        )
        self._check(laws.options(self))
        self.layout = self.ask("layout", "layout", game.layout, self.options, self.seats)
        if self.number == 0:
            self._check(laws.declared(self), laws.unknown_deal(self))
        self.order = {token: place for place, token in enumerate(self.layout.faces)}
        self.state, self.bare = self.start(Chance(seed)), self.start(Chance(seed))
        viewers = [PUBLIC, *self.every_seat, ALL]
        self.tables = {v: self.ask("folding", "view", self.state.view, v) for v in viewers}
        self.memories = first_memories(game, self.state, self.options, self.seats)
        self.lots = random_player(game, f"prove {self.about}")

    def _other_lines(self) -> None:
        """Play other random matches from the same deals, and check only digests at ends and marks:
        positions that differ in nothing but the points must have different ones.
        """
        for number in range(_LINES):
            state = self.start(Chance(derived_seed(f"prove {self.about}")))
            lots = random_player(self.game, f"line {number} of {self.about}")
            for ply in range(self.plies + 1):
                self.where = f"{self.about}, ply {ply} of another match with this deal"
                if state.is_over or state.marks():
                    self._check(laws.digest(self, state))
                if state.is_over:
                    break
                seat, move = next_move(state, [lots] * self.seats)
                self.ask("legal", "play", state.play, move, seat)

    def _look(self) -> None:
        """Check the laws of the present position; those that take long, at every few plies only."""
        self.where = f"{self.about}, ply {self.plies}"
        for viewer, table in self.tables.items():
            for zone in self.layout.zones if viewer != ALL else ():
                if zone.kind == "hand" and zone.seat and zone.seat != viewer:
                    cards = table.zones.get(zone.name, [])
                    known = sum(card[-1:] != "_" for card in cards)
                    self.tried.shown[viewer > 0] += known
                    self.tried.hidden[viewer > 0] += len(cards) - known
        self._check(laws.table(self), laws.digest(self, self.state))
        if self.plies <= _EARLY or not self.plies % _EVERY or self.state.is_over:
            self._check(
                laws.moves(self), laws.refusals(self), laws.result(self), laws.situations(self),
                laws.redeal(self),
            )  # fmt: skip

    def _move(self) -> None:
        """Play one move, and check it, its steps and its words."""
        game, state = self.game, self.state
        began = process_time()
        players = [game.greedy if self.number % 2 else self.lots] * self.seats
        seat, move = self.ask("player", "greedy", next_move, state, players)
        self.seconds += process_time() - began
        if move not in state.legal_moves(seat):
            self.wrong("player", "greedy", f"chooses {move!r} for seat {seat}, which is not legal")
            raise _Ended
        if self.plies <= _EARLY:
            self._check(laws.no_seats(self, move))
        self._check(laws.marks(self, move))
        before = {viewer: laws.faces(table) for viewer, table in self.tables.items()}
        barred = [*self.ask("redeal", "barred", game.analysis.barred, state, move, seat)]
        steps: list[Step] = []
        self.ask("folding", "play", state.play, move, seat, steps.append)
        began = process_time()
        self.ask("watching", "play", self.bare.play, move, seat)
        self.seconds += process_time() - began
        self.plies += 1
        self.where = f"{self.about}, ply {self.plies} ({seat}:{move})"
        if state.digest() != self.bare.digest():
            wrong = "a match that is watched ends in another position than one that is not"
            self.wrong("watching", "play", wrong)
        for card in game.cards(move):
            if card not in self.layout.faces:
                wrong = f"the move {move} names the card {card!r}, which has no Face"
                self.wrong("layout", "card", wrong)
        self._check(laws.steps(self, steps, before))
        for memory in self.memories:
            memory.bar(barred)
            for step in steps:
                memory.see(step)
        said = self.ask("words", "consequences", game.words.consequences, move, steps)
        about = f"consequences of {move}"
        self._check(laws.wrong_words("consequences", about, said, self.seats))
