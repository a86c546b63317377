"""Whom to ask for the next move, and who may leave it to others."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from kifu.replay.game import State

#: Chooses a move for a seat, "" where the seat may pass and does.
Player = Callable[[State, int], str]


def may_pass(state: State, seat: int) -> bool:
    """Whether `seat`, which may act, need not: it acts out of turn, or nobody is on turn and a
    higher seat may act. Never where seats act at once.
    """
    if state.at_once:
        return False
    return seat != (state.next_seat or state.to_move()[-1])


def next_move(state: State, players: Sequence[Player]) -> tuple[int, str]:
    """The seat that makes the next move, and the move, as the players (in seat order) choose. Those
    who may pass are asked first, in the order of seats.
    """
    acting = state.to_move()
    asked = [seat for seat in acting if may_pass(state, seat)]
    for seat in asked:
        if move := players[seat - 1](state, seat):
            return seat, move
    seat = state.next_seat if state.next_seat in acting else acting[-1]
    return seat, players[seat - 1](state, seat)
