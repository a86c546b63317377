"""Whom to ask for the next move, and what comes of what all of them wish."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from kifu.notation.errors import KifuError
from kifu.notation.words import Words
from kifu.replay.elements.arrays import zeros
from kifu.replay.game import Game, IllegalMove, State
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


def why_not(game: Game, state: State, seat: int, move: str) -> Words | None:
    """Why `seat` may not wish for `move` in `state`; None if it may, because it could be shown the
    move (see `Offers.visible`), or the move is a legal combination of cards.
    """
    together = game.offers.combination(state, seat) is not None
    if not together and move in game.offers.visible(state, seat):
        return None
    try:
        state.copy().play(move, seat)
    except IllegalMove as error:
        return error.reason
    return None if together else FOR_OTHERS


#: Why a seat may not wish for a move that is legal because of what it can't see.
FOR_OTHERS = Words(
    "say only what your own seat does; others are asked themselves",
    "自分の席の手だけを書きます。ほかの席には別に尋ねます",
)


def next_move(state: State, players: Sequence[Player]) -> tuple[int, str]:
    """The seat that makes the next move, and the move, as the game decides from the wishes of all
    seats that may act: `players`, in seat order, are asked for them. `state` does not change.

    A player may be asked in a position that follows from the wishes of others and is none of the
    match: in Atarayo the seat called upon, whether it counters. Raises BadWish if a player wishes
    for what is no move of the game; whether its seat may make the move is for `why_not`, or shows
    when it is played.
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
        if move and not code:
            raise BadWish(f"seat {seat} wished for {move[:80]!r}; that is no move of the game")
        return code


def _next_plain(state: State, players: Sequence[Player]) -> tuple[int, str]:
    """`next_move` for a state whose moves are no numbers. Where several seats wish to act, its
    method `resolve` (see docs/adding-a-game.md) says which does; without one the lowest does, and
    the seat on turn last.
    """
    acting, wishes, resolve = state.to_move(), {}, getattr(state, "resolve", None)
    for seat in acting:
        if may_pass(state, seat) and (move := players[seat - 1](state, seat)):
            if resolve is None:
                return seat, move
            wishes[seat] = move
    last = state.next_seat or acting[-1]
    wishes[last] = players[last - 1](state, last)
    return resolve(wishes) if resolve else (last, wishes[last])
