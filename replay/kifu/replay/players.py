"""Players: who chooses the moves of a simulated match.

A player is a function from a position and a seat to one of the seat's legal moves, or to "" where
the seat may pass and does. It looks at nothing but that and, where it wants luck, at a stream of
its own that a text determines.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from kifu.replay.coded import Coded
from kifu.replay.game import Game, State
from kifu.replay.lots import Lots
from kifu.replay.playout import GreedyPolicy, Policy, RandomPolicy

Player = Callable[[State, int], str]

#: Makes a player for a game; the text determines everything that the player draws by lot.
Maker = Callable[[Game, str], Player]


def random_player(game: Game, text: str) -> Player:
    """A player that takes every legal move with the same chance, in an order fixed by `text`;
    where it may pass, that counts as one more.

    The k-th choice uses the k-th word of `Lots`.

    >>> from kifu.replay.chance import Chance, derived_seed
    >>> from kifu.replay.registry import game
    >>> nimmt = game("nimmt")
    >>> state = nimmt.start(nimmt.read_options({}), 2, Chance(derived_seed("doc")))
    >>> one, other = random_player(nimmt, "a text"), random_player(nimmt, "a text")
    >>> [one(state, 1), one(state, 2)] == [other(state, 1), other(state, 2)]
    True
    """
    lots = Lots(text)

    def play(state: State, seat: int) -> str:
        if isinstance(state, Coded):
            code = state.random_code(seat, lots, may_pass(state, seat))
            return state.lexicon.token(code) if code else ""
        moves = state.legal_moves(seat)
        if may_pass(state, seat):
            moves = [*moves, ""]
        return moves[lots.below(len(moves))]

    return play


def greedy_player(game: Game, text: str) -> Player:
    """The game's own simple player; it draws no lots."""
    return game.greedy


#: The players that can be asked for by name.
PLAYERS: dict[str, Maker] = {"random": random_player, "greedy": greedy_player}
#: The same as policies for states whose moves are numbers: they choose the same moves.
POLICIES: dict[str, Callable[[str], Policy]] = {
    "random": lambda text: RandomPolicy(Lots(text)),
    "greedy": lambda text: GreedyPolicy(),
}


def may_pass(state: State, seat: int) -> bool:
    """Whether `seat`, which may act, may also leave it to somebody else to go on: it acts out of
    turn, or nobody is on turn and a higher seat may act too.
    """
    if state.at_once:
        return False
    return seat != (state.next_seat or state.to_move()[-1])


def next_move(state: State, players: Sequence[Player]) -> tuple[int, str]:
    """Who acts next, and how. `players` are in seat order; those who may pass are asked first,
    in the order of seats.
    """
    acting = state.to_move()
    asked = [seat for seat in acting if may_pass(state, seat)]
    for seat in asked:
        if move := players[seat - 1](state, seat):
            return seat, move
    seat = state.next_seat if state.next_seat in acting else acting[-1]
    return seat, players[seat - 1](state, seat)
