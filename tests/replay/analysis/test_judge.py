"""Judging whole matches: sums, sameness, what a seat can't know, and what can't be judged."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from unittest.mock import patch

import msgspec
import pytest
from msgspec.structs import replace
from tests.replay.cases import SHORT

from kifu.notation.errors import UsageError
from kifu.notation.record import Record
from kifu.replay import NotJudged, judge, registry, replay
from kifu.replay.analysis.decisions import Follower, Playback
from kifu.replay.analysis.values import is_decided
from kifu.replay.analysis.valuing import Plan, Valuer
from kifu.replay.chance import Chance, derived_seed
from kifu.replay.judgements.judgement import Analysis
from kifu.replay.players.simulate import simulate


def match(players: Sequence[str] = ("greedy", "random", "greedy"), **options: str) -> Record:
    """A short match of three."""
    given = {"rounds": "1", **options}
    game = registry.game("nimmt")
    (record,) = simulate(game, 1, seats=3, seed="judged", options=given, players=players)
    return record


def encoded(analysis: Analysis) -> bytes:
    return msgspec.json.encode(analysis)


@pytest.fixture(scope="module")
def analysis() -> Analysis:
    return judge(match(), budget=3)


def test_partners_have_the_chance_of_their_side() -> None:
    game = registry.game("magimiles")
    options = SHORT["magimiles"]
    (record,) = simulate(game, 1, seats=4, seed="sides", options=options, players=["greedy"])
    analysis = judge(record, budget=8, seats=[1, 2])
    for _, chances in analysis.chances:
        assert chances[:2] == chances[2:] and sum(chances[:2]) == pytest.approx(1)
    assert analysis.chances[-1][1] in ([1, 0, 1, 0], [0, 1, 0, 1])


def test_who_plays_like_the_worlds_gains_little_and_a_random_player_loses_points() -> None:
    players = ("reference", "random", "greedy")
    one, other = judge(match(players), budget=60, seats=[1, 2]).seats
    assert one.gain is not None and one.gain_se is not None
    assert abs(one.gain) < 4 * one.gain_se < one.points
    assert other.gain is not None and -other.points < other.gain < one.gain - 3 * one.gain_se


@pytest.mark.parametrize("name", registry.BUILT_IN)
def test_an_option_that_a_game_gets_later_changes_nothing(name: str) -> None:
    game = registry.game(name)
    later = msgspec.defstruct("Later", [("later", bool, False)], bases=(game.options,), frozen=True)
    found = []
    for each in (game, replace(game, options=later)):
        options = each.read_options(SHORT[name])
        seats = each.seats(options)[0]
        options = each.settle(options, seats)
        state = each.start(options, seats, Chance(derived_seed("later")))
        (seat, *_) = state.to_move()
        moment = Follower(each, options, state, seats, [seat]).moment(state, seat)
        decision = Valuer(each, options, seats, state, Plan(2)).judged(moment)
        found.append(msgspec.json.encode(decision))
    assert found[0] == found[1]


def test_public_chances_are_shares_of_one_match(analysis: Analysis) -> None:
    plies = [ply for ply, _ in analysis.chances]
    assert plies == sorted(plies) and plies[0] == 0 and plies[-1] == analysis.through
    for _, chances in analysis.chances:
        assert sum(chances) == pytest.approx(1)


def test_only_choices_are_judged_and_each_with_all_its_options(analysis: Analysis) -> None:
    """Of ten cards the last one is no choice."""
    chosen = [each for each in analysis.judgements if each.move.isdigit()]
    assert len(chosen) == 27
    assert [len(each.options) for each in chosen[::3]] == [*range(10, 1, -1)]
    for each in analysis.judgements:
        points = [option.points for option in each.options]
        assert points == sorted(points, reverse=True)
        assert each.move in [option.move for option in each.options]


def test_a_countered_call_is_judged_as_the_call_that_its_seat_wished_for() -> None:
    game = registry.game("atarayo")
    (record,) = simulate(game, 1, seats=4, seed="countered 7", players=["greedy"])
    playback = Playback(replay(record))
    shared = {ply for ply, (_, move) in enumerate(playback.plies, 1) if move[2:] and move[0] == "A"}
    calls = {
        moment.ply: moment.options[moment.played]
        for moment in playback.moments(frozenset({1, 2, 3, 4}))
        if moment.options and moment.ply in shared
    }
    assert shared and calls == {ply: f"A{playback.plies[ply - 1][0]}" for ply in shared}


@pytest.fixture(scope="module")
def alone() -> Analysis:
    """The same match, of which only seat 2 is judged."""
    return judge(match(), budget=3, seats=[2])


def test_the_same_call_gives_the_same_bytes(alone: Analysis) -> None:
    assert encoded(judge(match(), budget=3, seats=[2])) == encoded(alone)


@pytest.mark.campaign
def test_another_seed_gives_other_worlds(alone: Analysis) -> None:
    assert judge(match(), budget=3, seats=[2], seed="2").judgements != alone.judgements


def test_one_seat_is_judged_as_among_all(analysis: Analysis, alone: Analysis) -> None:
    assert alone.judgements == [each for each in analysis.judgements if each.seat == 2]
    assert alone.seats == [analysis.seats[1]]


def test_a_record_that_breaks_off_is_judged_to_there() -> None:
    record = match()
    words = record.moves.split(" ")
    record.moves = " ".join([*words[:9], "r9", *words[9:]])
    analysis = judge(record, budget=2)
    assert analysis.through == 6
    assert "judged up to ply 6" in analysis.note and "r9" in analysis.note


def test_an_unfinished_record_is_judged_as_far_as_it_goes() -> None:
    record = match()
    record.moves = " ".join(record.moves.split(" ")[:9])
    record.end, record.result = "*", None
    analysis = judge(record, budget=2)
    assert analysis.note == ""
    assert len(analysis.seats) == 3


def test_unknown_cards_are_refused() -> None:
    record = Record(
        game="nimmt", rules=1, seats=["A", "B"], chance=[("deal/1", "_ " * 20 + "1 2 3 4")]
    )
    with pytest.raises(NotJudged, match="leaves 20 of its cards unknown, first card 1"):
        judge(record)


def test_a_chronicle_is_refused() -> None:
    with pytest.raises(NotJudged, match="a chronicle has no rules"):
        judge(Record(game="chronicle", rules=0, seats=["A", "B"], moves="e e"))


def test_an_unknown_game_is_refused() -> None:
    with pytest.raises(NotJudged, match="can't be replayed"):
        judge(Record(game="whist", rules=1, seats=["A", "B"]))


def test_a_seat_that_is_not_there_is_refused() -> None:
    with pytest.raises(NotJudged, match="there is no seat 4"):
        judge(match(), seats=[4])


@pytest.mark.parametrize(
    "budget", ["", "1", "0", "-5", "much", "1e3", "00000000299999999", "9" * 30, "²"]
)
def test_a_budget_of_nonsense_is_wrong_usage(budget: str) -> None:
    with pytest.raises(UsageError, match="a budget is"):
        judge(match(), budget=budget)


def test_the_bytes_are_the_same_interpreted_and_compiled() -> None:
    """They change only with the engine's version. Rounds are cut short and valued by their
    scores.
    """
    (record,) = simulate(registry.game("nimmt"), 1, seats=3, seed="bytes", players=["random"])
    words = record.moves.split(" ")
    record.moves, record.end, record.result = " ".join(words[:9]), "*", None
    analysis = judge(record, budget=70)
    assert analysis.through == 6
    digest = hashlib.sha256(encoded(analysis)).hexdigest()[:16]
    assert (analysis.engine.version, digest) == ("8", "852175b7808b7986")


@pytest.mark.matrix
@pytest.mark.parametrize(
    ("name", "seats", "words", "through", "expected"),
    [
        ("atarayo", 3, 30, 17, "66fcb22bafe18a45"),
        ("mutsugo", 2, 30, 22, "5eb29aec8d4053f6"),
        pytest.param("magimiles", 2, 20, 16, "4bc95ef456eb01b1", marks=pytest.mark.campaign),
        ("magimiles", 4, 24, 19, "06fd3cee9ad4e5c9"),
        ("yuhodo", 2, 12, 7, "3110e881deae3f92"),
    ],
)
def test_the_bytes_of_the_other_games_are_the_same_too(
    name: str, seats: int, words: int, through: int, expected: str
) -> None:
    """The beginning of a match, as above."""
    game = registry.game(name)
    (record,) = simulate(game, 1, seats=seats, seed="bytes", players=["random"])
    record.moves = " ".join(record.moves.split(" ")[:words])
    record.end, record.result, record.winner = "*", None, None
    analysis = judge(record, budget=2)
    assert analysis.through == through and len(analysis.judgements) > 4
    digest = hashlib.sha256(encoded(analysis)).hexdigest()[:16]
    assert (analysis.engine.version, digest) == ("8", expected)


def test_a_move_after_which_the_best_one_can_still_be_played_has_lost_nothing() -> None:
    """In Mutsugo most large losses were cards drawn before a set is broken up. A decision between
    such moves alone needs no more worlds.
    """
    game = registry.game("mutsugo")
    (record,) = simulate(game, 1, seats=3, seed="put off", players=["greedy"])
    match, put_off = replay(record), 0
    with patch("kifu.replay.analysis.valuing.is_decided", wraps=is_decided) as asked:
        for found in judge(record, budget=51).judgements:
            best, after = found.options[0], match.position(found.ply)
            if found.move != best.move and best.move in after.legal_moves(found.seat):
                assert (found.loss, found.glyph) == (best.loss, "")
                put_off += 1
    assert put_off and not all(call.args[0].std(1).any() for call in asked.call_args_list)
