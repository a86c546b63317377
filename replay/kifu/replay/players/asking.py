"""Whom to ask for the next move, and what comes of what all of them wish."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from kifu.notation.errors import KifuError
from kifu.replay.elements.arrays import zeros
from kifu.replay.game import State
from kifu.replay.states.coded import Coded, as_coded
from kifu.replay.states.playout import Policy, ask

#: Chooses a move for a seat, "" where the seat may pass and does.
Player = Callable[[State, int], str]


class BadWish(KifuError):
    """A player wished for a move that its seat may not make now, or failed to wish for any."""


def may_pass(state: State, seat: int) -> bool:
    """Whether `seat`, which may act, need not: it acts out of turn, or nobody is on turn and a
    higher seat may act. Never where seats act at once.
    """
    if state.at_once:
        return False
    return seat != (state.next_seat or state.to_move()[-1])


def next_move(state: State, players: Sequence[Player]) -> tuple[int, str]:
    """The seat that makes the next move, and the move, as the game decides from the wishes of all
    seats that may act: `players`, in seat order, are asked for them. `state` does not change.

    A player may be asked in a position that follows from the wishes of others and is none of the
    match: in Atarayo the seat called upon, whether it counters. Raises BadWish, with the seat, if a
    player wishes for what its seat may not do.
    """
    coded = as_coded(state)
    if coded is None:
        return _next_plain(state, players)
    asked, wishes = coded.copy() if coded.out_of_turn else coded, zeros(coded.n + 1)
    seat = ask(asked, _Wishing(players), wishes)
    return seat, coded.lexicon.token(wishes[seat])


class _Wishing(Policy):
    """Players, in seat order, that are asked for codes."""

    def __init__(self, players: Sequence[Player]) -> None:
        self.players = players

    def choose(self, state: Coded, seat: int, may_pass: bool) -> int:
        move = self.players[seat - 1](state, seat)
        code = state.lexicon.code(move)
        # Where nobody else is asked, playing the move tells as much.
        if (move or not may_pass) and (state.out_of_turn or not code):
            _demand(move, state.offers(seat), seat)
        return code


def _next_plain(state: State, players: Sequence[Player]) -> tuple[int, str]:
    """`next_move` for a state whose moves are no numbers. Where several seats wish to act, its
    method `resolve` (see docs/adding-a-game.md) says which does; without one the lowest does, and
    the seat on turn last.
    """
    acting, wishes, resolve = state.to_move(), {}, getattr(state, "resolve", None)
    for seat in acting:
        if may_pass(state, seat) and (move := players[seat - 1](state, seat)):
            _demand(move, state.legal_moves(seat), seat)
            if resolve is None:
                return seat, move
            wishes[seat] = move
    last = state.next_seat or acting[-1]
    wishes[last] = players[last - 1](state, last)
    return resolve(wishes) if resolve else (last, wishes[last])


def _demand(move: str, allowed: Sequence[str], seat: int) -> None:
    """Raise BadWish unless the player of `seat` wishes for one of the `allowed` moves."""
    if move not in allowed:
        listed = " ".join(allowed[:20])
        raise BadWish(f"the player of seat {seat} wished for {move}; the seat may play {listed}")
