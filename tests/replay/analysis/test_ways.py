"""Ways of playing on: what is by lot, strangers' games, and decisions that depend on them."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from tests.replay.cases import SHORT
from tests.replay.fake_engine import MadeWorlds

from kifu.replay import registry
from kifu.replay.analysis.decisions import Playback, Viewpoint
from kifu.replay.analysis.odds import Odds
from kifu.replay.analysis.trying import Onward, WorldPlayer, _PlainTrial, trial_of
from kifu.replay.analysis.valuing import FIRST, Plan, Valuer
from kifu.replay.analysis.ways import CARELESS, REFERENCE, SIMPLE, WAYS, way_of
from kifu.replay.elements.arrays import zeros
from kifu.replay.players.simulate import simulate
from kifu.replay.replayer import replay
from kifu.replay.table import PUBLIC

EVERY = (REFERENCE, SIMPLE, CARELESS)


def test_each_half_of_the_worlds_is_shared_evenly_among_the_ways() -> None:
    for half in (0, 1):
        counted = Counter(way_of(world) for world in range(half, 4 * WAYS, 2))
        assert counted == dict.fromkeys(range(WAYS), 2)


def begun(name: str) -> tuple[Playback, Viewpoint]:
    """The first choice of a short match."""
    game = registry.game(name)
    options = SHORT[name]
    seats = game.seats(game.read_options(options))[0]
    (record,) = simulate(game, 1, seats=seats, seed="ways", options=options, players=["greedy"])
    course = Playback(replay(record))
    moments = course.moments(frozenset(range(1, seats + 1)))
    return course, next(moment for moment in moments if moment.viewer != PUBLIC)


def tried(trial: WorldPlayer, world: Any, moment: Viewpoint, way: int, text: str) -> list[int]:
    """What each option is worth in a world that is played on in a way."""
    count = len(moment.options)
    shares, points = zeros(count), zeros(count)
    trial.add(world, moment.viewer, moment.options, Onward(way, text), shares, points, 0)
    return [*shares, *points]


@pytest.mark.matrix
@pytest.mark.parametrize("name", registry.BUILT_IN)
def test_a_game_of_strangers_is_played_on_in_the_same_ways(name: str) -> None:
    """And what is left to lot is the same for each option, and again for the same text."""
    course, moment = begun(name)
    valuer = Valuer(course.game, course.options, course.seats, course.state, Plan(2))
    odds = Odds([], valuer.sides)
    ways = (
        trial_of(course.game, course.state, odds, in_stretch=False),
        _PlainTrial(course.game, odds, False),
    )
    world = next(valuer.worlds(moment))
    for way in EVERY:
        own, strange = (tried(trial, world, moment, way, "a text") for trial in ways)
        assert own == strange
        for text in ("a text", "b", "c", "d"):
            chosen = {trial.choice(world, moment.viewer, Onward(way, text)) for trial in ways}
            assert len(chosen) == 1 and chosen < {*moment.options, ""}
        again = [tried(ways[0], world, moment, way, text) for text in ("a text", "b", "c", "d")]
        assert again[0] == own
        assert (len({*map(tuple, again)}) > 1) == (way == CARELESS)


@pytest.mark.parametrize(
    ("worth", "depends"),
    [
        # One option is better in each way,
        (lambda place, way: 10 if place == 1 else 0, False),
        # the best one is another in one of the ways,
        (lambda place, way: (0, 20)[way == CARELESS] if place else 9, True),
        # and it is so for a little that gets no mark.
        (lambda place, way: (0, 1)[way == CARELESS] if place else 0, False),
    ],
)
def test_a_decision_says_whether_it_depends_on_how_others_play(worth: Any, depends: bool) -> None:
    course, moment = begun("nimmt")
    valuer = Valuer(course.game, course.options, course.seats, course.state, Plan(96))
    valuer.trial = MadeWorlds(worth)
    judgement = valuer.judged(moment).judgement
    assert judgement.depends == depends
    for option in judgement.options:
        assert len(option.ways) in (0, WAYS)
        assert option.ways == [] or option.move in (judgement.options[0].move, judgement.move)


def test_a_position_is_worth_what_its_own_player_makes_of_it_in_all_worlds() -> None:
    """The option that it would play has bad luck up to the first check, and drops out there."""
    course, moment = begun("nimmt")
    valuer = Valuer(course.game, course.options, course.seats, course.state, Plan(2 * FIRST))
    played, other, own = (moment.options[moment.played - turn] for turn in range(3))
    points = len(course.state.scores()) - 1  # as many as make one point ahead of the rivals

    class LateLuck(MadeWorlds):
        worlds = 0

        def add(self, world: Any, seat: int, options: list[str], *args: Any) -> None:
            self.worlds += len(options) > 1
            worth = {own: -8 if self.worlds <= FIRST else 0, other: self.worlds % 7 % 2}
            self.worth = lambda place, way: points * worth.get(options[place], 0)
            super().add(world, seat, options, *args)

        def choice(self, world: Any, seat: int, onward: Onward) -> str:
            return own

    valuer.trial = LateLuck(lambda place, way: 0)
    decision = valuer.judged(moment)
    assert decision.judgement.move == played and decision.worlds == 2 * FIRST
    assert decision.gain == 4


def test_the_strong_player_thinks_of_reference_players_alone() -> None:
    course, moment = begun("nimmt")
    valuer = Valuer(course.game, course.options, course.seats, course.state, Plan(4))
    seen: set[int] = set()

    def worth(place: int, way: int) -> int:
        seen.add(way)
        return 0

    valuer.trial = MadeWorlds(worth)
    valuer.choice(moment)
    assert seen == {REFERENCE}
