"""What each option of a decision is worth: the means over worlds, with common worlds for all."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain, islice
from math import fsum
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from kifu.replay.analysis.dealing import CannotDeal, WorldChance
from kifu.replay.analysis.decisions import NotJudged, Viewpoint
from kifu.replay.analysis.equity import equity_of
from kifu.replay.analysis.judgement import Judgement, Option
from kifu.replay.analysis.likely import BEFORE, PART, Walk
from kifu.replay.analysis.odds import Odds
from kifu.replay.analysis.public import CURVES, PLAIN, tempered
from kifu.replay.analysis.race import Race
from kifu.replay.analysis.trying import Onward, WorldPlayer, trial_of
from kifu.replay.analysis.ways import REFERENCE, way_of
from kifu.replay.elements.arrays import zeros
from kifu.replay.elements.lots import QuickLots
from kifu.replay.elements.mistakes import Marks
from kifu.replay.elements.placing import first_of_sides
from kifu.replay.game import Game, State

#: After this many worlds, and again and again, each time after twice as many at most, a check
#: decides whether they are enough and which options drop out.
FIRST = 32
#: The public chance is the mean of this many worlds, or of the budget if that is less.
PUBLIC_WORLDS = 200
#: So many times as many where worlds are played to the end of the match, since each of them says
#: only who wins it.
WHOLE_MATCHES = 4


class Plan(Struct, frozen=True):
    """How much work a decision gets: at most `worlds` worlds, fewer if the standard error of its
    loss is `until` or less before (0: if the loss was the same in all worlds). All random numbers
    come from `seed`. `sight` is "seat", or "all" to see every hand.
    """

    worlds: int
    until: float = 0.0
    seed: str = "1"
    sight: str = "seat"


class ValuedDecision(Struct, frozen=True):
    """A judgement with what sums over a match need: the value of the option that was `played`, and
    that of the position (`base`): what it is worth if the seat itself goes on like the others do in
    each world. Both are win shares. `gain` is how much more the played one is worth than the
    position, in points or win share as the game marks. Then what was at `stake` in win share and in
    points (what a draw by lot would have lost), how many `worlds` it took, and how many stretches
    had `begun` before.
    """

    judgement: Judgement
    played: float
    base: float
    gain: float
    stake: float
    points_stake: float
    worlds: int
    begun: int


class Valuer:
    """Values moments of one match; `state` is a position of it. The result depends only on the plan
    and on what the moment's viewer saw or, with the sight "all", on the position. Worlds are played
    on by `trial` or, without one, to the end of the stretch or of the match.
    """

    def __init__(
        self,
        game: Game,
        options: Any,
        seats: int,
        state: State,
        plan: Plan,
        trial: WorldPlayer | None = None,
    ) -> None:
        self.game = game
        self.plan = plan
        self.sides = first_of_sides(seats, game.ranking.teams(options, seats))
        equity = equity_of(game.name, game.write_options(options, seats), seats)
        weights = [] if equity is None else equity.weights
        self.public_worlds = min(plan.worlds, PUBLIC_WORLDS)
        if equity is None:
            self.public_worlds *= WHOLE_MATCHES
        odds = Odds(weights, self.sides)
        self.trial = trial or trial_of(game, state, odds, in_stretch=equity is not None)

    def worlds(self, moment: Viewpoint) -> Iterator[Any]:
        """Endless random worlds: positions that look to the moment's viewer like the real one."""
        plan = self.plan
        text = f"kifu/world:{plan.seed}:{moment.viewer}:{plan.sight}:{moment.saw}"
        lots = QuickLots(text)
        if plan.sight == "all":
            return iter(lambda: _seen_through(moment.state, lots), None)
        walks = [self._walk(moment, lots) for _ in range(2)] if moment.past else []
        if walks and walks[0].is_led:
            return _walked(walks, lots)
        return iter(lambda: self._dealt(moment, lots), None)

    def _dealt(self, moment: Viewpoint, lots: QuickLots) -> Any:
        assert self.game.analysis.redeal is not None
        try:
            return self.game.analysis.redeal(moment.state, moment.viewer, moment.memory, lots)
        except CannotDeal as error:
            raise NotJudged(f"the record can't be analysed: {error}") from None

    def _walk(self, moment: Viewpoint, lots: QuickLots) -> Walk:
        past = moment.past
        return Walk(
            self._dealt(moment, lots),
            moment.viewer,
            [each.position for each in past],
            [each.seat for each in past],
            [each.code for each in past],
        )

    def judged(self, moment: Viewpoint) -> ValuedDecision:
        """The judgement of this moment's decision, with the values of its options."""
        race = self._raced(moment)
        judgement = self._judgement(moment, race)
        options = judgement.options
        played, position = _option(options, judgement.move), race.position()
        return ValuedDecision(
            judgement,
            played.share,
            position.share,
            _value(played, race.marks) - _value(position, race.marks),
            judgement.loss + played.share - fsum([one.share for one in options]) / len(options),
            judgement.points + played.points - fsum([one.points for one in options]) / len(options),
            race.worlds,
            moment.begun,
        )

    def clear(self, moment: Viewpoint) -> Judgement | None:
        """The judgement of this moment's decision if one option is clearly the best: each other
        one, the played one too, would be marked; in the worlds of each way of playing on (see
        `ways`) alone it is the best, too, and the played one would be marked; and the played one
        has no higher win share. Otherwise None. All worlds of the plan are tried, six or more, and
        no option drops out, so it does not matter what is best in the mean of the ways.
        """
        race = self._new_race(moment, moment.played)
        for _ in self._tried(race, moment, self.worlds(moment), self.plan.worlds, way_of):
            pass
        judgement = self._judgement(moment, race)
        best, second, *_ = judgement.options
        is_clear = (
            judgement.glyph
            and race.glyph(second.move)
            and race.is_best_in_each_way(best.move)
            and best.share >= _option(judgement.options, judgement.move).share
        )
        return judgement if is_clear else None

    def choice(self, moment: Viewpoint) -> str:
        """The option with the highest value or, if that is not better by more than the standard
        error of the difference, the move of the reference policy, by which worlds are played on.

        As many rollouts as the plan has worlds for each option, in rounds that take the same number
        of them: after each round the worse half of the options drops out (sequential halving:
        Karnin et al. 2013).
        """
        worlds = self.worlds(moment)
        first = next(worlds)
        base = self.trial.choice(first, moment.viewer, Onward(REFERENCE, ""))
        worlds = chain([first], worlds)
        count = len(moment.options)
        place = moment.options.index(base) if base in moment.options else 0
        race = self._new_race(moment, place)
        rounds = (count - 1).bit_length()
        for _ in range(rounds):
            each = max(1, self.plan.worlds * count // (rounds * len(race.options)))
            for _ in self._tried(race, moment, worlds, race.worlds + each, lambda world: REFERENCE):
                pass
            race.halve()
        if base not in moment.options:
            return race.best()
        for values in (race.shares, race.points):
            best = race.surely_better(values)
            if best != base:
                return best
        return base

    def _raced(self, moment: Viewpoint) -> Race:
        """Try the moment's options until the plan has enough worlds. Returns the race with their
        values, and that of the position.
        """
        plan = self.plan
        race = self._new_race(moment, moment.played)
        worlds = self.worlds(moment)
        enough = min(FIRST, plan.worlds)
        while True:
            for world, onward in self._tried(race, moment, worlds, enough, way_of):
                self._value_position(race, world, moment.viewer, onward)
            if enough == plan.worlds:
                return race
            se = race.lost().se
            if se <= plan.until:
                return race
            race.narrow()
            enough = min(plan.worlds, _next_check(enough, se, plan.until))

    def _tried(
        self,
        race: Race,
        moment: Viewpoint,
        worlds: Iterator[Any],
        enough: int,
        way_of: Callable[[int], int],
    ) -> Iterator[tuple[Any, Onward]]:
        """Try the options still in the race in worlds taken from `worlds` until it has had `enough`
        in all, and yield each world with how it is played on. `way_of` gives the way (see `ways`)
        of a world, by its number from 0.
        """
        race.make_room(enough)
        seat, options, shares, points = moment.viewer, race.options, race.shares, race.points
        text = f"kifu/ways:{self.plan.seed}:{seat}:{self.plan.sight}:{moment.saw}"
        for world in islice(worlds, enough - race.worlds):
            onward = Onward(way_of(race.worlds), f"{text}:{race.worlds}")
            at = race.worlds * len(options)
            self.trial.add(world, seat, options, onward, shares, points, at)
            race.worlds += 1
            yield world, onward

    def _value_position(self, race: Race, world: Any, seat: int, onward: Onward) -> None:
        """Add to the race what its last `world` is worth to `seat` if that plays on itself."""
        move = self.trial.choice(world, seat, onward)
        if move not in race.options:
            share, point = zeros(1), zeros(1)
            self.trial.add(world, seat, [move], onward, share, point, 0)
            race.add_to_position(share[0], point[0])
            return
        at = (race.worlds - 1) * len(race.options) + race.options.index(move)
        race.add_to_position(race.shares[at], race.points[at])

    def _judgement(self, moment: Viewpoint, race: Race) -> Judgement:
        options, marks = race.valued(), race.marks
        move, loss, points = moment.options[moment.played], race.lost(), race.lost_points()
        main = points if marks.by_points else loss
        options.sort(key=lambda one: -_value(one, marks))
        best = options[0].move
        apart = race.errors(best)
        return Judgement(
            moment.ply,
            moment.viewer,
            move,
            loss.loss,
            loss.se,
            points.loss,
            points.se,
            [
                replace(
                    one,
                    se=None if one.move == best else apart[one.move],
                    ways=race.parted(one.move) if one.move in (best, move) else [],
                )
                for one in options
            ],
            marks.glyph(main.loss, main.se),
            self.plan.sight,
        )

    def chances(self, moment: Viewpoint) -> list[float]:
        """Each seat's chance to win (a team's for each partner), in seat order, as the moment's
        viewer can judge it (see `public`). The chances of all sides add up to 1.
        """
        plain = self.plain_chances(moment)
        curve = CURVES.get(self.game.name, PLAIN)
        of = dict(zip(plain, tempered([*plain.values()], curve), strict=True))
        return [of[side] for side in self.sides]

    def plain_chances(self, moment: Viewpoint) -> dict[int, float]:
        """The chance to win of each side (its first seat -> the chance) if all seats play equally
        well from now on.
        """
        totals = dict.fromkeys(self.sides, 0)
        for world in islice(self.worlds(moment), self.public_worlds):
            shares = self.trial.chances(world)
            for side in totals:
                totals[side] += shares[side - 1]
        whole = sum(totals.values())
        return {side: total / whole for side, total in totals.items()}

    def _new_race(self, moment: Viewpoint, played: int) -> Race:
        """A race of the moment's options before its first world; `played` is the index of the one
        played.
        """
        rivals = sum(side != self.sides[moment.viewer - 1] for side in self.sides)
        return Race(moment.options, played, rivals, self.game.analysis.marks)


def _option(options: list[Option], move: str) -> Option:
    return next(option for option in options if option.move == move)


def _value(option: Option, marks: Marks) -> float:
    """The value of an option in the unit by which the game marks decisions."""
    return option.points if marks.by_points else option.share


def _next_check(worlds: int, se: float, until: float) -> int:
    """How many worlds there should be when the standard error is looked at again. It is `se` now,
    after `worlds` worlds, and should become `until`: a little more than that takes, twice as many
    at most.
    """
    if not until:
        return 2 * worlds
    needed = int(1.05 * worlds * (se / until) ** 2) + 8
    return min(2 * worlds, max(needed, worlds + worlds // 8))


def _walked(walks: list[Walk], lots: QuickLots) -> Iterator[Any]:
    """Worlds without end, taken from two walks in turn."""
    cards = len(walks[0].cards)
    for walk in walks:
        walk.go(BEFORE * cards, lots)
    while True:
        for walk in walks:
            walk.go(1 + cards // PART, lots)
            world = walk.world.copy()
            world.chance = WorldChance(lots)
            yield world


def _seen_through(state: Any, lots: QuickLots) -> Any:
    """A copy of the position in which all hidden cards are the real ones (sight "all"), and only
    later chance events are random, by `lots`.
    """
    world = state.copy()
    world.chance = WorldChance(lots)
    return world
