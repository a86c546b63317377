"""Ways of playing on: what is by lot, strangers' games, and decisions that depend on them."""

from __future__ import annotations

from typing import Any

import pytest
from tests.docs.packages import ROOT, module_of
from tests.replay.cases import SHORT
from tests.replay.fake_engine import MadeWorlds

from kifu.replay import registry
from kifu.replay.analysis.decisions import Playback, Viewpoint
from kifu.replay.analysis.odds import Odds
from kifu.replay.analysis.trying import Onward, WorldPlayer, _PlainTrial, trial_of
from kifu.replay.analysis.valuing import Plan, Valuer
from kifu.replay.analysis.ways import CARELESS, REFERENCE, SIMPLE
from kifu.replay.chance import Chance, derived_seed
from kifu.replay.lots import QuickLots
from kifu.replay.match import replay
from kifu.replay.players.simulate import simulate
from kifu.replay.table import PUBLIC

EVERY = (REFERENCE, SIMPLE, CARELESS)


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
    return trial.worth(world, moment.viewer, moment.options, Onward(way, text))


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
    assert valuer.judged(moment).depends == depends


def test_a_position_is_worth_what_its_own_player_makes_of_it_in_all_worlds() -> None:
    """It plays on as seldom as one time in three, and what was played is worth nothing."""
    course, moment = begun("nimmt")
    valuer = Valuer(course.game, course.options, course.seats, course.state, Plan(24))
    rivals = len(course.state.scores()) - 1
    own = moment.options[moment.played - 1]

    class Deciding(MadeWorlds):
        def choice(self, world: Any, seat: int, onward: Onward) -> str:
            return own if onward.way == CARELESS else moment.options[moment.played]

    place = moment.options.index(own)
    valuer.trial = Deciding(lambda option, way: 12 * rivals * (option == place))
    judgement = valuer.judged(moment)
    assert judgement.options[0].move == own
    assert judgement.gain == -4


@pytest.mark.parametrize(("gap", "noise", "worlds"), [(9, 6, 50), (0, 6, 50), (0, 60, 200)])
def test_a_decision_ends_when_its_best_option_is_clearly_ahead_or_errors_are_small(
    gap: int, noise: int, worlds: int
) -> None:
    """In 50 worlds at least, and whichever option was played."""
    course, moment = begun("nimmt")
    for played in range(2):
        moment.played = played
        valuer = Valuer(course.game, course.options, course.seats, course.state, Plan(200))
        lots, tried = QuickLots("noise"), [0, 0]

        def made(option: int, way: int, lots: QuickLots = lots, tried: list[int] = tried) -> int:
            tried[option == 1] += 1
            return gap * (option == 1) + lots.below(noise)

        valuer.trial = MadeWorlds(made)
        valuer.judged(moment)
        assert tried[1] == worlds


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


def test_a_wish_is_played_where_seats_act_at_once() -> None:
    """The passes of seat 2 of Hearts, which is not the first that has to pass, differ."""
    hearts = module_of(ROOT / "examples/hearts/hearts.py").GAME
    state = hearts.start(hearts.read_options({"target": "1"}), 4, Chance(derived_seed("wish")))
    trial = trial_of(hearts, state, Odds([], [1, 2, 3, 4]), in_stretch=False)
    options = state.legal_moves(2)[::60]
    assert state.next_seat == 1
    assert len({*trial.worth(state, 2, options, Onward(REFERENCE, ""))[len(options) :]}) > 1
