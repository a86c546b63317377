"""Trying options: a world is played on from each of them, by any game's own means."""

from __future__ import annotations

from typing import Any, NamedTuple, Protocol

from kifu.notation.native import i64, vec
from kifu.replay.analysis.kernel import Kernel
from kifu.replay.analysis.odds import Odds
from kifu.replay.analysis.rollouts import MOST, finish, try_options
from kifu.replay.analysis.ways import CARELESS, NO_LOTS, REFERENCE, SIMPLE, SLIPS, policy_of
from kifu.replay.elements.arrays import filled
from kifu.replay.elements.lots import Lots, QuickLots
from kifu.replay.game import Game, State
from kifu.replay.players.asking import Player, may_pass, next_move
from kifu.replay.states.coded import Coded, as_coded


class Onward(NamedTuple):
    """How a world is played on: by players of a `way` (see `ways`), whose lots `text` determines.

    >>> Onward(CARELESS, "a text").text
    'a text'
    """

    way: int
    text: str


class WorldPlayer(Protocol):
    """Plays worlds on."""

    def worth(self, world: Any, seat: int, options: list[str], onward: Onward) -> list[int]:
        """For each of the `options` of `seat` ("": to pass), play a copy of `world` on. What the
        ends are worth to the seat, two numbers for each option: first the chances to win of all,
        times ONE, then the points of all ahead of the seat's rivals (see `Odds.ahead`).
        """

    def chances(self, world: Any) -> vec[i64]:
        """Each seat's chance to win, times ONE, in seat order, after `world` itself was played on
        by the reference policy (see `rollouts.finish`): it must not be used afterwards.
        """

    def choice(self, world: Any, seat: int, onward: Onward) -> str:
        """The move that `seat` would make in `world` as a player of that way; "" to pass. `world`
        stays as it is.
        """


def trial_of(game: Game, state: State, odds: Odds, *, in_stretch: bool) -> WorldPlayer:
    """A WorldPlayer for this game. If `in_stretch`, it plays worlds only to the end of the stretch
    (see `Analysing.stretch`), and `odds` give the chances there.
    """
    if as_coded(state) is not None:
        return _CodedTrial(kernel_of(game.name), odds, in_stretch)
    return _PlainTrial(game, odds, in_stretch)


def kernel_of(game: str) -> Kernel:
    """The kernel of this game; for a game without one, a `Kernel` that loads no world."""
    if game == "nimmt":
        from kifu.replay.games.nimmt.rollouts import Round

        return Round()
    return Kernel()


class _CodedTrial:
    """Worlds whose moves are numbers."""

    def __init__(self, kernel: Kernel, odds: Odds, in_stretch: bool) -> None:
        self.kernel = kernel
        self.odds = odds
        self.in_stretch = in_stretch

    def worth(self, world: Coded, seat: int, options: list[str], onward: Onward) -> list[int]:
        """See `WorldPlayer.worth`. Of `world` itself only `one_stretch` is changed."""
        way, text = onward
        world.one_stretch = self.in_stretch
        ends = try_options(self.kernel, world, seat, options, self.odds, self.in_stretch, way, text)
        return [*ends]

    def chances(self, world: Coded) -> vec[i64]:
        """See `WorldPlayer.chances`. They are those at the end of the stretch if
        `in_stretch`, otherwise at the end of the match.
        """
        world.one_stretch = self.in_stretch
        finish(self.kernel, world, self.in_stretch, REFERENCE, NO_LOTS)
        return self.odds.of(self.kernel)

    def choice(self, world: Coded, seat: int, onward: Onward) -> str:
        policy = policy_of(onward.way, _own_lots(onward))
        code = policy.choose(world, seat, may_pass(world, seat))
        return world.lexicon.token(code) if code else ""


class _PlainTrial:
    """Worlds of a stranger's game."""

    def __init__(self, game: Game, odds: Odds, in_stretch: bool) -> None:
        self.game = game
        self.odds = odds
        self.in_stretch = in_stretch
        self._reference = game.analysis.reference or game.greedy

    def worth(self, world: State, seat: int, options: list[str], onward: Onward) -> list[int]:
        shares, points = [], []
        for option in options:
            state = world.copy()
            here = self.game.analysis.stretch(state)
            player = self._player(onward.way, QuickLots(onward.text))
            _play_wish(state, option, seat, player)
            self._finish(state, here, player)
            shares.append(int(self._shares(state)[seat - 1]))
            points.append(int(self.odds.ahead(filled(state.scores()), seat)))
        return shares + points

    def chances(self, world: State) -> vec[i64]:
        """See `WorldPlayer.chances`: `world` itself is played on."""
        self._finish(world, self.game.analysis.stretch(world), self._reference)
        return self._shares(world)

    def choice(self, world: State, seat: int, onward: Onward) -> str:
        return self._player(onward.way, _own_lots(onward))(world, seat)

    def _shares(self, state: State) -> vec[i64]:
        """Each seat's chance to win in this end of a stretch, times ONE, in seat order."""
        if not state.is_over:
            return self.odds.shares(filled(state.scores()), state.facts()["rounds"])
        return self.odds.won(state.winners())

    def _player(self, way: int, lots: Lots) -> Player:
        """The player by whom worlds go on in this way; only the careless one draws by `lots`."""
        if way == SIMPLE:
            return self.game.greedy
        return _careless(self._reference, lots) if way == CARELESS else self._reference

    def _finish(self, state: State, here: int, player: Player) -> None:
        """Let `player` play `state` itself on for all seats: to the end of the match, to a chance
        event without an outcome or, if worlds end with the stretch, to the end of stretch `here`;
        or for MOST moves, and nothing says so.
        """
        for _ in range(MOST):
            if state.missing is not None or not state.to_move():
                return
            if self.in_stretch and self.game.analysis.stretch(state) != here:
                return
            _play_wish(state, "", 0, player)


def _play_wish(state: State, wish: str, seat: int, player: Player) -> None:
    """Play one move in `state` itself: that which is next if `seat` wishes for `wish` ("": to pass)
    and `player` chooses for all other seats; for `seat` 0, for all seats. Out of turn, another
    seat's move may come first, as in `rollouts.play_after`.
    """

    def asked(state: State, other: int) -> str:
        return wish if other == seat else player(state, other)

    if wish and seat == state.next_seat:
        state.play(wish, seat)
    else:
        actor, move = next_move(state, [asked] * len(state.scores()))
        state.play(move, actor)


def _own_lots(onward: Onward) -> Lots:
    """Lots of its own for the choice of a seat, so that those of the rest of the world are the same
    after each of its moves.
    """
    return QuickLots(f"{onward.text}:own") if onward.way == CARELESS else NO_LOTS


def _careless(player: Player, lots: Lots) -> Player:
    """A player that chooses as `player` does, but one time in SLIPS any legal move, drawn by `lots`
    (see `ways.CarelessPolicy`); it returns "" to pass. It plays nothing in the state.
    """

    def choose(state: State, seat: int) -> str:
        if lots.below(SLIPS):
            return player(state, seat)
        moves = [*state.legal_moves(seat), *([""] if may_pass(state, seat) else [])]
        return moves[lots.below(len(moves))]

    return choose
