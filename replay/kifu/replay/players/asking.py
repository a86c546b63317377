"""Whom to ask for the next move, and what comes of what all of them wish."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from kifu.notation.errors import KifuError
from kifu.notation.words import Words
from kifu.replay.codes.arrays import zeros
from kifu.replay.codes.coded import Coded, as_coded
from kifu.replay.codes.playout import Policy, ask
from kifu.replay.game import Game, IllegalMove, State

#: Chooses a move for a seat, "" where the seat may pass and does.
Player = Callable[[State, int], str]


class BadWish(KifuError):
    """A player wished for a move that its seat may not make now, or gave no wish at all: it failed
    or took too long. The message names the seat.
    """


def may_pass(state: State, seat: int) -> bool:
    """Whether `seat`, one of those that may act (see `State.to_move`), may also pass. The seat on
    turn may not or, if nobody is on turn, the highest one that may act; where seats act at once,
    none may. That the seat may act is not checked; if nobody may, it can raise IndexError.
    """
    if state.at_once:
        return False
    return seat != (state.next_seat or state.to_move()[-1])


def why_not(game: Game, state: State, seat: int, move: str) -> Words | None:
    """Why `seat` may not wish for `move` in `state`; None if it may: the move is one that it is
    shown (see `Offers.visible`), or a legal combination of cards. A move that is legal only because
    of what the seat can't see is refused, too, and so is "" (to pass, see `may_pass`). `state` does
    not change. Raises WrongActor for a seat that the match does not have.
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
    """The seat that makes the next move, and its token. The game decides it from the wishes of the
    seats that may act. Nothing is played. `players`, one for each seat in seat order, are asked;
    they get `state` itself or a copy, and must not change it; so `state` does not change.

    Not every seat is always asked. Where seats act at once, one wish is enough, and that seat
    moves. The seat on turn (if there is none, the highest that may act) is asked last, and often
    not at all if another wishes to move; its answer "" is returned as the token. A player may be
    asked in a position that follows from the wishes of others and never comes in the match: in
    Atarayo, the seat called upon, whether it counters.

    Somebody must be able to act: otherwise this may never return. What a player raises comes
    through. In a game whose states are a `Coded`, a wish for what is no token of the game raises
    BadWish. Whether the move is legal is not checked.
    """
    coded = as_coded(state)
    if coded is None:
        return _next_by_words(state, players)
    asked, wishes = coded.copy() if coded.out_of_turn else coded, zeros(coded.n + 1)
    seat = ask(asked, _Wishing(players), wishes)
    return seat, coded.lexicon.token(wishes[seat])


class _Wishing(Policy):
    """A policy that asks players, in seat order, and turns their tokens into codes."""

    def __init__(self, players: Sequence[Player]) -> None:
        self.players = players

    def choose(self, state: Coded, seat: int, may_pass: bool) -> int:
        """The code of the move that the seat's player chooses; 0 (to pass) for "", whatever
        `may_pass` is. Raises BadWish if its answer is no token of the game. Whether the move is
        legal is not checked.
        """
        move = self.players[seat - 1](state, seat)
        code = state.lexicon.code(move)
        if move and not code:
            raise BadWish(f"seat {seat} wished for {move[:80]!r}; that is no move of the game")
        return code


def _next_by_words(state: State, players: Sequence[Player]) -> tuple[int, str]:
    """`next_move` for a state that is no `Coded`. The seats that may pass (see `may_pass`) are
    asked in ascending order, the one that must act last. Where seats act at once, only this last
    one is asked.

    If the state has a method `resolve` (see docs/adding-a-game.md), all are asked, and it decides:
    it gets a dict (seat -> token) of those that wish to move and the last one, even if that
    answered "". Without `resolve`, the first seat that wishes to move does, and no others are
    asked; if none does, the last one's answer is returned, also "". If nobody may act, it can raise
    IndexError.
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
