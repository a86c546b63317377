"""Players: who chooses the moves of a simulated match.

A player is a function from a position and a seat to one of the seat's legal moves, or to "" where
the seat may pass and does. It looks at nothing but that and, where it wants luck, at a stream of
its own that a text determines. One that is Attentive also remembers what its seat saw.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol, runtime_checkable

from kifu.notation.errors import UsageError
from kifu.replay.elements.lots import Lots
from kifu.replay.game import Game, State
from kifu.replay.players.asking import Player, may_pass
from kifu.replay.players.bots import PATIENCE, Bot, Named, Seated, installed, named
from kifu.replay.states.coded import as_coded
from kifu.replay.states.playout import GreedyPolicy, Policy, RandomPolicy, ReferencePolicy
from kifu.replay.table import Step


@runtime_checkable
class Attentive(Protocol):
    """A player that remembers what its seat saw: it is shown the match from its start."""

    def sit_down(self, state: State, options: Any, seats: int, seat: int) -> None:
        """Begin a match for `seats` seats in the position `state`; this player has seat `seat`."""

    def expect(self, state: State, move: str, seat: int) -> None:
        """Called before each move: `seat` is about to play `move` in `state`."""

    def see(self, steps: Sequence[Step]) -> None:
        """Called after each move, with all steps that it caused. They also show what the player's
        seat may not see, which the player must ignore.
        """

    def __call__(self, state: State, seat: int) -> str:
        """The move that the player chooses for `seat` in `state`; "" if it may pass and does."""


#: Makes a player for a game; the text determines everything that the player draws by lot.
Maker = Callable[[Game, str], Player]


def random_player(game: Game, text: str) -> Player:
    """A player that chooses each legal move with the same chance; if it may pass, passing (the
    answer "") is one more choice. `text` is its seed: its k-th choice uses the k-th word of
    `Lots(text)`.

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
        if (coded := as_coded(state)) is not None:
            code = coded.random_code(seat, lots, may_pass(state, seat))
            return coded.lexicon.token(code) if code else ""
        moves = state.legal_moves(seat)
        if may_pass(state, seat):
            moves = [*moves, ""]
        return moves[lots.below(len(moves))]

    return play


def maker_of(who: str | Bot, patience: float = PATIENCE) -> Maker:
    """A function of a game and a text (the seed) that makes the player. `who` is the name of one of
    kifu's players ("random", "greedy", "reference", "strong", "strong:400"), the name of a bot (see
    `bots.named`), or a bot itself; a bot may think for `patience` seconds per move. Raises
    UsageError for an unknown name.

    >>> maker_of("greedy") is PLAYERS["greedy"]
    True
    >>> maker_of("perfect")
    Traceback (most recent call last):
    kifu.notation.errors.UsageError: there is no player 'perfect'; the players are random, ...
    """
    if (bot := bot_of(who)) is not None:
        return lambda game, text: Seated(game, bot, text, patience)
    if who in PLAYERS:
        return PLAYERS[who]
    from kifu.replay.analysis.strong import Strong, worlds_of

    worlds = worlds_of(str(who))
    return lambda game, text: Strong(game, worlds, text)


def bot_of(who: str | Bot) -> Named | None:
    """The bot that `who` is, or that it names; None for kifu's own players. It is loaded, so its
    code runs. Raises UsageError for an unknown name.
    """
    if not isinstance(who, str):
        return Named(who, f"{who.__module__}:{getattr(who, '__qualname__', type(who).__name__)}")
    if who in PLAYERS or who.partition(":")[0] == STRONG:
        return None
    if ":" not in who and who not in (others := installed()):
        names = ", ".join([*PLAYERS, f"{STRONG}[:WORLDS]", *others])
        message = (
            f"there is no player {who!r}; the players are {names}, and bots as MODULE:FUNCTION"
        )
        raise UsageError(message)
    return named(who)


#: The players that can be asked for by name, beside STRONG with a number of worlds after it.
PLAYERS: dict[str, Maker] = {
    "random": random_player,
    "greedy": lambda game, text: game.greedy,
    "reference": lambda game, text: game.analysis.reference or game.greedy,
}
STRONG = "strong"
#: The same as policies for states whose moves are numbers: they choose the same moves.
POLICIES: dict[str, Callable[[str], Policy]] = {
    "random": lambda text: RandomPolicy(Lots(text)),
    "greedy": lambda text: GreedyPolicy(),
    "reference": lambda text: ReferencePolicy(),
}
