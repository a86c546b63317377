"""What to note of each move while a line is replayed, and what was noted of it."""

from __future__ import annotations

from collections.abc import Callable

from kifu.replay.elements.circumstances import (
    COUNTS,
    KINDS,
    PLACES,
    circumstances,
    round_of,
    turn_of,
)
from kifu.replay.game import Game, State
from kifu.replay.states.coded import UNFACED, as_coded, met_by
from kifu.replay.table import Step, Watch

#: Gets the number of the ply that led to a step, the step, and by how much it changed its seat's
#: score (0 for a step of nobody's).
Happening = Callable[[int, Step, int], None]


class Observer:
    """Notes the good moves of a main line while it is replayed.

    - `moves` gets the circumstances of each move: its round, turn and class and the number of legal
      moves, as a number of `circumstances`, at least as much of it as is `wanted`.
    - `totals` gets the scores in seat order where each round began, if COUNTS are wanted.
    - `situations`, if it is a list, gets what the seat of each move faced: a number of
      `Coded.situation_code` or, of a stranger's game, its key.
    - `happening` is called with each step that is among the `events` of the game.
    """

    __slots__ = ("_scores", "happening", "moves", "situations", "totals", "wanted")

    def __init__(
        self,
        wanted: int = PLACES | KINDS | COUNTS,
        happening: Happening | None = None,
        situations: list[int | str] | None = None,
    ) -> None:
        self.wanted = wanted
        self.happening = happening
        self.situations = situations
        self.moves: list[int] = []
        self.totals: list[list[int]] = []
        #: The scores as the last step left them, where `happening` is called.
        self._scores: list[int] = []

    def watch(self, game: Game, state: State, ply: Callable[[], int]) -> Watch | None:
        """A function to give to `State.play` for the next moves, which calls `happening` with their
        steps; None if that is not set. `ply()` must give the number of the move that is being
        played.
        """
        happening, kinds = self.happening, game.archive.events
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

    def look(self, game: Game, state: State, token: str, seat: int) -> Noted:
        """What to note of the move `token` by `seat`, found before it is played in `state`. Give it
        to `keep` once the move was legal.
        """
        faced = None if self.situations is None else _faced(state, seat)
        here = self._circumstances(game, state, token, seat) if self.wanted else None
        before = self.moves[-1] if self.moves else 0
        begins = here is not None and self.wanted & COUNTS and round_of(before) < round_of(here)
        return faced, here, state.scores() if begins else []

    def keep(self, noted: Noted) -> None:
        """Add to the lists what `look` has noted of a move, once that was played."""
        faced, here, scores = noted
        if self.situations is not None and faced is not None:
            self.situations.append(faced)
        if here is not None:
            self.moves.append(here)
        if scores:
            self.totals.append(scores)

    def _circumstances(self, game: Game, state: State, token: str, seat: int) -> int:
        before = self.moves[-1] if self.moves else 0
        coded = as_coded(state)
        if coded is not None:
            return met_by(coded, coded.lexicon.code(token), seat, before, self.wanted)
        number, turn = round_of(before), turn_of(before)
        for mark in game.marks(state, token):
            if mark[0] == "#":
                number = int(mark[1:])
            else:
                turn = int(mark[:-1])
        legal = len(state.legal_moves(seat)) if seat in state.to_move() else 0
        classes, move_class = game.archive.classes, game.archive.move_class
        key = move_class(state, token, seat) if legal and move_class else ""
        kind = list(classes).index(key) + 1 if key in classes else 0
        return circumstances(number, turn, kind, legal)


#: What the seat faced, the circumstances of the move, and the scores where a round begins.
Noted = tuple[int | str | None, int | None, list[int]]


def _faced(state: State, seat: int) -> int | str:
    """The situation of a seat (see `Observer.situations`); UNFACED if it has none: no such seat,
    nobody can act, or, in a stranger's game, it can't act.
    """
    coded = as_coded(state)
    if coded is not None:
        return coded.facing(seat)
    return state.situation(seat) if seat in state.to_move() else UNFACED
