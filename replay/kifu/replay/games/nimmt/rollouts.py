"""6 nimmt! as analysis plays it on: by the rules, but all who choose in a turn are looked at
together, with the players of `players`. Nothing but analysis imports this.

This module is compiled (see `kifu.notation.native`).
"""

from __future__ import annotations

from typing import final

from kifu.notation.native import i64
from kifu.replay.analysis.kernel import NO_MOVE, Kernel
from kifu.replay.analysis.ways import CARELESS, SIMPLE, SLIPS, policy_of
from kifu.replay.elements.lots import Lots
from kifu.replay.games.nimmt.players import SEATS, Turn
from kifu.replay.games.nimmt.position import CHOOSE, HAND, PLACE
from kifu.replay.games.nimmt.rules import Nimmt
from kifu.replay.states.coded import Coded


@final
class Round(Kernel):
    """The rest of a round of 6 nimmt!, played on in a copy of the loaded `world`, which never
    changes.

    If `is_watched`, `taken` has five numbers for each row taken in the last line played, one row
    after the other: how many cards each hand had left, the seat that took it, the row (from 0), the
    card that took it, and the heads. `left` is how many cards each hand has after the turn in which
    the line began.
    """

    def __init__(self) -> None:
        super().__init__()
        self.world: Nimmt | None = None
        self.turn: Turn | None = None
        self.left: i64 = 0
        self.taken: list[int] = []

    def load(self, world: Coded) -> bool:
        """Keep `world` as the position to play on from, and return True; False, with nothing
        changed, unless cards are being chosen or placed and all hands are known. `world` must stay
        as it is as long as it is kept.
        """
        assert isinstance(world, Nimmt)
        if (world.stage != CHOOSE and world.stage != PLACE) or world.unknown_cards() > 0:
            return False
        if world is not self.world:
            self.world, self.turn = world, Turn(world)
        return True

    def play(self, code: i64, seat: i64, way: i64, lots: Lots) -> None:
        """Play the move `code` of `seat` (NO_MOVE: none) in a copy of the world, then all others to
        the end of the round by the players that `way` names, with `lots` for chance; the results
        are read from the copy (see `Kernel.play`).
        """
        assert self.world is not None
        state = self.world.copy()
        state.one_stretch = True
        self.taken = []
        state.taken_rows = self.taken if self.is_watched else None
        self.left = state.left - 1 if state.stage == CHOOSE else state.left
        if code != NO_MOVE:
            state.make(code, seat)
        policy = policy_of(way, lots)
        while True:
            if state.stage == CHOOSE:
                self._choose_all(state, way, lots)
            elif state.stage == PLACE:
                # One seat is asked where its card goes.
                state.make(policy.choose(state, state.next_seat, False), state.next_seat)
            else:
                break
        self.read(state)

    def _choose_all(self, state: Nimmt, way: i64, lots: Lots) -> None:
        """Let all seats that have not chosen choose in `state`, in seat order, by the player that
        `way` names. After the last one the cards are placed.
        """
        turn = self.turn
        assert turn is not None
        turn.look(state)
        for _choice in range(state.waiting):
            seat = state.next_seat
            if way == CARELESS and lots.below(SLIPS) == 0:
                at = HAND * seat + lots.below(turn.left)
            elif way == SIMPLE or state.n > SEATS:
                at = turn.greedy_choice(seat)
            else:
                at = turn.reference_choice(seat)
            state.make(turn.hands[at], seat)

    def following(self) -> Coded:
        """The position in which the last line ended, with the next round dealt by the world's
        chance.
        """
        state = super().following()
        assert isinstance(state, Nimmt)
        state.one_stretch = False
        state.begin_round()
        return state
