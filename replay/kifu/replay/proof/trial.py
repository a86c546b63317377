"""A trial: one match of a game, played to its end while every law is tried."""

from __future__ import annotations

from contextlib import suppress
from functools import partial
from time import process_time
from typing import Any

from kifu.replay.analysis.dealing import CannotDeal
from kifu.replay.analysis.decisions import first_memories
from kifu.replay.chance import Chance, derived_seed
from kifu.replay.elements.lots import Lots
from kifu.replay.game import Game, State
from kifu.replay.players.asking import next_move
from kifu.replay.players.players import random_player
from kifu.replay.proof import layout as layouts
from kifu.replay.proof import moving, position
from kifu.replay.proof.faults import Ended, Faults
from kifu.replay.table import ALL, PUBLIC, Step

#: A match is tried up to this ply. The expensive laws are tried at every ply up to the first
#: number, then at every 13th one.
MOST_PLIES = 600
_EARLY = 6
_EVERY = 13
#: So many more matches with the same deals are played for the digests.
_LINES = 6
#: Seconds of the processor for a move with its legal moves, on the average.
SLOW = 0.01


class Trial:
    """Match `number` of a game with some options and seats; `run` plays it. In matches with an
    odd number everybody plays as the game's simple player does, else by lot.

    Each check adds what is wrong to `faults`; where a function of the game raises, the match ends.
    """

    def __init__(
        self,
        game: Game,
        given: dict[str, str],
        seats: int,
        number: int,
        faults: Faults,
        hands: moving.Hands,
        digests: position.Digests,
    ) -> None:
        said = " ".join(f"{name}={value}" for name, value in given.items()) or "no options"
        self.game, self.given, self.seats, self.number = game, given, seats, number
        self.about = f"{said}, {seats} seats, match {number}"
        self.where = self.about
        self.faults = faults
        self.digests = digests
        self.hands = hands
        self.plies = 0
        self.seconds = 0.0
        self.over = False

    def run(self) -> None:
        """Play a whole match, up to MOST_PLIES, and check it at each ply."""
        with suppress(Ended):
            self._run()

    def _run(self) -> None:
        game, faults, where = self.game, self.faults, self.where
        self.options = faults.call("options", "options", where, self._options)
        self.layout = faults.call(
            "layout", "layout", where, lambda: game.layout(self.options, self.seats)
        )
        if self.number == 0:
            for function, wrong in layouts.of_game(game, self.layout, self.seats):
                faults.add("words" if " has no " in wrong else "layout", function, wrong, where)
            self._unknown_deal()
        self.order = {token: place for place, token in enumerate(self.layout.faces)}
        self.state = self._start(Chance(derived_seed(f"prove {self.about}")))
        self.bare = self._start(Chance(derived_seed(f"prove {self.about}")))
        self.viewers = [PUBLIC, *range(1, self.seats + 1), ALL]
        self.tables = {viewer: self._view(viewer) for viewer in self.viewers}
        self.memories = first_memories(game, self.state, self.options, self.seats)
        self.lots = random_player(game, f"prove {self.about}")
        self.round, self.turn = 0, 0
        while not self.state.is_over and self.plies < MOST_PLIES:
            self._look()
            self._move()
        self.over = self.state.is_over
        self._look()
        if self.number == 0:
            self._other_lines()

    def _other_lines(self) -> None:
        """Play other random matches from the same deals, and check only digests at ends and marks:
        positions that differ in nothing but the points must have different ones.
        """
        for number in range(_LINES):
            state = self._start(Chance(derived_seed(f"prove {self.about}")))
            lots = random_player(self.game, f"line {number} of {self.about}")
            for ply in range(self.plies + 1):
                if state.is_over or state.marks():
                    where = f"{self.about}, ply {ply} of another match with this deal"
                    self.digests.see(self.faults, where, state)
                if state.is_over:
                    break
                seat, move = next_move(state, [lots] * self.seats)
                self.faults.call("legal", "play", self.about, partial(state.play, move, seat))

    def _options(self) -> Any:
        """The settled options, after a check that they are the same once written and read again."""
        options = self.game.settle(self.game.read_options(self.given), self.seats)
        again = self.game.write_options(options, self.seats)
        other = self.game.settle(self.game.read_options(again), self.seats)
        if other != options:
            wrong = f"{options} are written as {again}, but read back as {other}"
            self.faults.add("options", "options", wrong, self.where)
        return options

    def _start(self, chance: Chance) -> State:
        def start() -> State:
            return self.game.start(self.options, self.seats, chance)

        return self.faults.call("start", "start", self.where, start)

    def _unknown_deal(self) -> None:
        """Check that a match whose first deal is unknown waits for it, and can be shown."""
        state = self._start(Chance(None))
        if state.missing is None:
            return
        if state.to_move() or any(state.legal_moves(seat) for seat in range(1, self.seats + 1)):
            wrong = f"{state.missing} has no outcome yet, but somebody may move"
            self.faults.add("start", "to_move", wrong, self.where)
        for viewer in (PUBLIC, 1, ALL):
            self.faults.call("start", "view", self.where, partial(state.view, viewer))

    def _view(self, viewer: int) -> Any:
        return self.faults.call("folding", "view", self.where, lambda: self.state.view(viewer))

    def _look(self) -> None:
        """Check the laws of the present position; those that take long, at every few plies only."""
        self.where = f"{self.about}, ply {self.plies}"
        faults, state = self.faults, self.state
        for viewer, table in self.tables.items():
            if viewer != ALL:
                self.hands.see(self.layout, viewer, table)
        for function, wrong in layouts.of_table(self.layout, self.tables[ALL], self.seats):
            faults.add("layout", function, wrong, self.where)
        self.digests.see(faults, self.where, state)
        if self.plies > _EARLY and self.plies % _EVERY and not state.is_over:
            return
        position.moves_of(faults, self.where, self.game, state, self.seats)
        position.refusals(faults, self.where, self.game, state, self.seats)
        position.result(faults, self.where, self.game, state, self.options, self.seats)
        position.rounds(faults, self.where, state, self.round)
        self._situations()
        self._deal_again()

    def _situations(self) -> None:
        """Check that the situation of each seat is a text of one line."""
        for seat in range(1, self.seats + 1):
            situation = partial(self.state.situation, seat)
            text = self.faults.call("situation", "situation", self.where, situation)
            if not isinstance(text, str) or "\n" in text:
                wrong = f"{text!r} of seat {seat} should be a text of one line"
                self.faults.add("situation", "situation", wrong, self.where)

    def _deal_again(self) -> None:
        """Check that a copy dealt again by the game (`Analysing.redeal`) looks the same to one
        seat, another seat at each ply. In games with moves at once, only that dealing works, since
        it takes back other seats' choices.
        """
        redeal, state = self.game.analysis.redeal, self.state
        if redeal is None or state.is_over:
            return
        seat = 1 + self.plies % self.seats
        try:
            other = redeal(state, seat, self.memories[seat].copy(), Lots(self.where))
        except CannotDeal:
            return
        except Exception as error:
            self.faults.raised("redeal", "redeal", self.where, error)
        if state.at_once:
            return
        if other.view(seat) != state.view(seat) or other.legal_moves(seat) != state.legal_moves(
            seat
        ):
            wrong = f"after a redeal, seat {seat} has another table or other moves"
            self.faults.add("redeal", "redeal", wrong, self.where)
        if other.situation(seat) != state.situation(seat):
            wrong = f"the situation of seat {seat} depends on cards that it can't see"
            self.faults.add("situation", "situation", wrong, self.where)

    def _move(self) -> None:
        """Play one move, and check it, its steps and its words."""
        faults, game, state = self.faults, self.game, self.state
        began = process_time()
        players = [game.greedy if self.number % 2 else self.lots] * self.seats
        seat, move = faults.call("player", "greedy", self.where, lambda: next_move(state, players))
        self.seconds += process_time() - began
        if move not in state.legal_moves(seat):
            faults.add(
                "player",
                "greedy",
                f"chooses {move!r} for seat {seat}, which is not legal",
                self.where,
            )
            raise Ended
        if self.plies <= _EARLY:
            position.no_seats(faults, self.where, state, move, self.seats)
        self._marks(move)
        before = {viewer: moving.faces(table) for viewer, table in self.tables.items()}
        pairs = list(
            faults.call(
                "redeal",
                "barred",
                self.where,
                lambda: list(game.analysis.barred(state, move, seat)),
            )
        )
        steps: list[Step] = []
        faults.call("folding", "play", self.where, lambda: state.play(move, seat, steps.append))
        began = process_time()
        faults.call("watching", "play", self.where, lambda: self.bare.play(move, seat))
        self.seconds += process_time() - began
        self.plies += 1
        self.where = f"{self.about}, ply {self.plies} ({seat}:{move})"
        if state.digest() != self.bare.digest():
            wrong = "a match that is watched ends in another position than one that is not"
            faults.add("watching", "play", wrong, self.where)
        for function, wrong in layouts.of_move(game, self.layout, move):
            faults.add("layout", function, wrong, self.where)
        self._steps(steps, before)
        for memory in self.memories:
            memory.bar(pairs)
            for step in steps:
                memory.see(step)
        for words in faults.call(
            "words", "consequences", self.where, lambda: game.words.consequences(move, steps)
        ):
            position.check_words(
                faults, "consequences", f"of {move}", words, self.where, self.seats
            )

    def _steps(self, steps: list[Step], before: dict[int, set[str]]) -> None:
        """Check the steps of a move: they name what the layout has, lead to each viewer's new
        table, and show no hidden card. `before` are the faces that each viewer saw before the move.
        The tables become the new ones.
        """
        faults, state = self.faults, self.state
        for step in steps:
            for function, wrong in layouts.of_step(self.layout, step, self.tables[ALL]):
                faults.add("layout", function, wrong, self.where)
        for wrong in moving.folded(self.tables, steps, self.order, state):
            faults.add("folding", "play", wrong, self.where)
        for wrong in moving.leaked(before, steps, state, self.layout):
            faults.add("hiding", "play", wrong, self.where)

    def _marks(self, move: str) -> None:
        marks = self.faults.call("marks", "marks", self.where, self.state.marks)
        said = list(position.numbered(marks))
        if len(said) < len(marks) or [kind for kind, _ in said] not in (
            [],
            ["#"],
            ["."],
            ["#", "."],
        ):
            self.faults.add(
                "marks", "marks", f"{list(marks)} should be marks: #R, then T.", self.where
            )
        if not self.faults.call(
            "marks", "late", self.where, lambda: self.game.marks(self.state, move)
        ):
            return
        for kind, number in said:
            if number <= (self.round if kind == "#" else self.turn):
                wrong = f"{'round' if kind == '#' else 'turn'} {number} begins again"
                self.faults.add("marks", "marks", wrong, self.where)
            if kind == "#":
                self.round, self.turn = number, 0
            else:
                self.turn = number
