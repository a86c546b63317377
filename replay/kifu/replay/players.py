"""Players: who chooses the moves of a simulated match.

A player is a function from a position and a seat to one of the seat's legal moves. It looks at
nothing but that and, where it wants luck, at a stream of its own that a text determines.
"""

from __future__ import annotations

import hashlib
import struct
from collections.abc import Callable, Iterator

from kifu.replay.game import Game, State

Player = Callable[[State, int], str]

#: Makes a player for a game; the text determines everything that the player draws by lot.
Maker = Callable[[Game, str], Player]


def random_player(game: Game, text: str) -> Player:
    """A player that takes every legal move with the same chance, in an order fixed by `text`.

    The k-th choice uses the k-th word of the stream that `_words` describes.

    >>> from kifu.replay.chance import Chance, derived_seed
    >>> from kifu.replay.registry import game
    >>> nimmt = game("nimmt")
    >>> state = nimmt.start(nimmt.read_options({}), 2, Chance(derived_seed("doc")))
    >>> one, other = random_player(nimmt, "a text"), random_player(nimmt, "a text")
    >>> [one(state, 1), one(state, 2)] == [other(state, 1), other(state, 2)]
    True
    """
    words = _words(text)

    def play(state: State, seat: int) -> str:
        moves = state.legal_moves(seat)
        return moves[(next(words) * len(moves)) >> 64]

    return play


def greedy_player(game: Game, text: str) -> Player:
    """The game's own simple player; it draws no lots."""
    return game.greedy


#: The players that can be asked for by name.
PLAYERS: dict[str, Maker] = {"random": random_player, "greedy": greedy_player}


def _words(text: str) -> Iterator[int]:
    """64-bit words: blocks of SHAKE-256 over `kifu/player:BLOCK:TEXT`, little-endian."""
    block = 0
    while True:
        stream = hashlib.shake_256(f"kifu/player:{block}:{text}".encode("utf-8", "surrogatepass"))
        yield from struct.unpack("<64Q", stream.digest(512))
        block += 1
