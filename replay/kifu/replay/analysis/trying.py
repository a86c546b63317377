"""Trying options: a world is played on from each of them, by any game's own means.

This module is compiled (see `kifu.notation.native`).
"""

from __future__ import annotations

from typing import Any, NamedTuple, Protocol

from kifu.notation.native import i64, vec
from kifu.replay.analysis.odds import Odds
from kifu.replay.analysis.reached import Reached
from kifu.replay.analysis.rollouts import MOST, finish, try_options
from kifu.replay.analysis.ways import CARELESS, NO_LOTS, REFERENCE, SIMPLE, SLIPS, policy_of
from kifu.replay.codes.arrays import filled
from kifu.replay.codes.coded import Coded, as_coded
from kifu.replay.game import Game, State
from kifu.replay.lots import Lots, QuickLots
from kifu.replay.players.asking import Player, may_pass, next_move


class Onward(NamedTuple):
    """How a world is played on: all seats play in this `way` (REFERENCE, SIMPLE or CARELESS, see
    `ways`), and `text` is the seed of their random choices, which only CARELESS has.

    >>> Onward(CARELESS, "a text").text
    'a text'
    """

    way: int
    text: str


class WorldPlayer(Protocol):
    """Plays worlds (positions with hidden cards dealt at random) on to their ends, and values these
    ends: the end of the stretch (usually a round) or of the match, as it was made for (see
    `trial_of`).
    """

    def worth(self, world: Any, seat: int, options: list[str], onward: Onward) -> list[int]:
        """What the end is worth to `seat` after each of its `options` ("": to pass), when a copy of
        `world` is played on from there. Returns a new list of 2n numbers for n options: first the
        seat's chance to win after each option, times ONE, then its points ahead of its rivals after
        each option, summed over the rivals (see `Odds.ahead`). The lots are the same for every
        option.

        The options must be legal for the seat, or passing if it may: an illegal one raises
        IllegalMove or gives a meaningless value. Of `world` itself at most `one_stretch` is
        changed.
        """

    def chances(self, world: Any) -> vec[i64]:
        """Each seat's chance to win, times ONE, as a new array in seat order; partners each have
        that of their side. All seats play `world` itself on like the reference player, to the end
        that this WorldPlayer was made for: that of the stretch (usually a round) or of the match.
        If the match is over there, the winning sides share ONE; otherwise the chances follow from
        the scores. `world` must not be used afterwards.
        """

    def choice(self, world: Any, seat: int, onward: Onward) -> str:
        """The move that `seat`, which must be able to act, would make in `world` as a player of
        that way; "" to pass. Equal calls give the same move. `world` stays as it is.
        """


def trial_of(game: Game, state: State, odds: Odds, *, in_stretch: bool) -> WorldPlayer:
    """What plays this game's worlds on: quickly if `state`, any state of the game, is a `Coded`,
    otherwise by the rules. If `in_stretch`, worlds end with the stretch (usually a round, see
    `Analysing.stretch`), and `odds` must give the chances there by the scores; otherwise worlds end
    with the match. It keeps `odds`, but not `state`.
    """
    if as_coded(state) is not None:
        return _CodedTrial(odds, in_stretch)
    return _PlainTrial(game, odds, in_stretch)


class _CodedTrial:
    """A WorldPlayer for games whose states are a `Coded`: moves are numbers, and compiled code
    plays.
    """

    def __init__(self, odds: Odds, in_stretch: bool) -> None:
        self.reached = Reached()
        self.odds = odds
        self.in_stretch = in_stretch

    def worth(self, world: Coded, seat: int, options: list[str], onward: Onward) -> list[int]:
        """What the end is worth to `seat` after each of its `options`, as `WorldPlayer.worth`: a
        new list of 2n numbers for n options, first the n chances to win, times ONE, then the n sums
        of points ahead, in the order of `options`; [] without options. The worlds end with the
        stretch if `in_stretch`, otherwise with the match. Of `world` itself only `one_stretch` is
        changed.

        An option is one token, or "" to pass. Raises IllegalMove for a token that is not legal.
        Claims, calls and passing are not checked. Any other text, such as a line of several tokens,
        counts as passing.
        """
        way, text = onward
        world.one_stretch = self.in_stretch
        ends = try_options(
            self.reached, world, seat, options, self.odds, self.in_stretch, way, text
        )
        return [*ends]

    def chances(self, world: Coded) -> vec[i64]:
        """Each seat's chance to win, times ONE, as a new array in seat order; partners each have
        that of their side. All seats play `world` itself on as the reference player: to the end of
        the stretch if `in_stretch`, otherwise of the match. If the match is over there, the winning
        sides share ONE; otherwise the chances follow from the scores. The latter also holds if play
        stops early, without an error: after MOST moves, or at a chance event without an outcome.

        `one_stretch` of `world` is set to `in_stretch`; don't use `world` afterwards.
        """
        world.one_stretch = self.in_stretch
        finish(self.reached, world, self.in_stretch, REFERENCE, NO_LOTS)
        return self.odds.of(self.reached)

    def choice(self, world: Coded, seat: int, onward: Onward) -> str:
        """As `WorldPlayer.choice`: the move that `seat`, which must be able to act, would make in
        `world` as a player of the way in `onward`; "" to pass. `world` stays as it is. A careless
        player draws from lots of its own, made new from the text in `onward` (see `_own_lots`), so
        equal calls give the same move.
        """
        policy = policy_of(onward.way, _own_lots(onward))
        code = policy.choose(world, seat, may_pass(world, seat))
        return world.lexicon.token(code) if code else ""


class _PlainTrial:
    """A WorldPlayer for games whose states are no `Coded`: it plays by the rules, with the game's
    own reference player (or `greedy`, without one).
    """

    def __init__(self, game: Game, odds: Odds, in_stretch: bool) -> None:
        self.game = game
        self.odds = odds
        self.in_stretch = in_stretch
        self._reference = game.analysis.reference or game.greedy

    def worth(self, world: State, seat: int, options: list[str], onward: Onward) -> list[int]:
        """As `WorldPlayer.worth`: a new list of 2n numbers for n options, first the n chances to
        win, times ONE, then the n sums of points ahead; [] without options. `world` stays as it is,
        and the random choices are the same for each option. Raises IllegalMove if an option, or a
        choice of the game's own players, is not legal.
        """
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
        """Each seat's chance to win, times ONE, as a new array in seat order; partners each have
        that of their side. The game's own reference player (or `greedy`, without one) plays `world`
        itself on for all seats: to the end of the stretch if `in_stretch`, otherwise of the match.
        Don't use `world` afterwards. IllegalMove if a choice of that player is not legal.
        """
        self._finish(world, self.game.analysis.stretch(world), self._reference)
        return self._shares(world)

    def choice(self, world: State, seat: int, onward: Onward) -> str:
        """As `WorldPlayer.choice`: the move that `seat`, which must be able to act, would make in
        `world` as a player of the way in `onward`; "" to pass. Whether the move is legal is not
        checked. `world` stays as it is. Where the way is careless, new lots are made from the text
        in `onward` (see `_own_lots`), so equal calls give the same move.
        """
        return self._player(onward.way, _own_lots(onward))(world, seat)

    def _shares(self, state: State) -> vec[i64]:
        """Each seat's chance to win, times ONE, in seat order as a new array, where `state` is the
        end of a stretch or match. If the match is over, k winning sides have ONE // k each (each
        partner the whole of it), and all others 0. Otherwise the chances follow from the scores and
        from how many rounds are over (`"rounds"` of `facts()`); see `Odds.shares`. `state` stays as
        it is.
        """
        if not state.is_over:
            return self.odds.shares(filled(state.scores()), state.facts()["rounds"])
        return self.odds.won(state.winners())

    def _player(self, way: int, lots: Lots) -> Player:
        """The player who plays worlds on in this way: for SIMPLE the game's `greedy`, for REFERENCE
        the game's reference player (or `greedy`, without one), for CARELESS a new player who
        chooses as that one does but slips (see `_careless`). Only the careless one keeps `lots` and
        draws by them.
        """
        if way == SIMPLE:
            return self.game.greedy
        return _careless(self._reference, lots) if way == CARELESS else self._reference

    def _finish(self, state: State, here: int, player: Player) -> None:
        """Let `player` play `state` itself on for all seats: to the end of the match, to a chance
        event without an outcome or, if `in_stretch`, until the number of the stretch (usually that
        of the round) is no longer `here`. After MOST moves it just stops, without an error.
        IllegalMove if a choice of the player is not legal.
        """
        for _ in range(MOST):
            if state.missing is not None or not state.to_move():
                return
            if self.in_stretch and self.game.analysis.stretch(state) != here:
                return
            _play_wish(state, "", 0, player)


def _play_wish(state: State, wish: str, seat: int, player: Player) -> None:
    """Play one move in `state` itself. `seat` wishes for `wish` ("": to pass), `player` chooses for
    every other seat; with `seat` 0, `player` chooses for all. Some seat must be able to act. Raises
    IllegalMove for a move that is not legal.

    If `seat` is on turn, or acts at once with others, and doesn't pass, its wish is played and
    nobody else is asked. Otherwise `next_move` decides, and the move played may be another seat's:
    so with claims and calls.
    """

    def asked(state: State, other: int) -> str:
        return wish if other == seat else player(state, other)

    if wish and (seat == state.next_seat or state.at_once):
        state.play(wish, seat)
    else:
        actor, move = next_move(state, [asked] * len(state.scores()))
        state.play(move, actor)


def _own_lots(onward: Onward) -> Lots:
    """Lots for one seat's choice alone, made from the text of `onward` at each call, so equal calls
    give equal lots. They have nothing to do with the lots by which the world is played on. Only a
    careless way draws any; the others get NO_LOTS, which all share.
    """
    return QuickLots(f"{onward.text}:own") if onward.way == CARELESS else NO_LOTS


def _careless(player: Player, lots: Lots) -> Player:
    """A new player that chooses as `player` does, except that one time in SLIPS it returns any
    legal move with equal chances, drawn by `lots`; if the seat may pass, "" (to pass) is one more.
    The seat must be able to act. Each choice moves `lots` on by one or two numbers; the state stays
    as it is.
    """

    def choose(state: State, seat: int) -> str:
        if lots.below(SLIPS):
            return player(state, seat)
        moves = [*state.legal_moves(seat), *([""] if may_pass(state, seat) else [])]
        return moves[lots.below(len(moves))]

    return choose
