"""Judging whole matches: sums, sameness, what a seat can't know, and what can't be judged."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

import msgspec
import pytest
from msgspec.structs import replace
from tests.replay.cases import SHORT, some_of

from kifu.notation.errors import UsageError
from kifu.notation.record import Record
from kifu.replay import NotJudged, judge, registry
from kifu.replay.analysis.decisions import Playback
from kifu.replay.analysis.judgement import Analysis, Judgement
from kifu.replay.analysis.reports import parts_of, skills
from kifu.replay.analysis.valuing import Plan, ValuedDecision, Valuer
from kifu.replay.players.simulate import simulate
from kifu.replay.replayer import replay


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


def test_luck_and_skill_add_up_to_the_result(analysis: Analysis) -> None:
    end = analysis.chances[-1][1]
    for report in analysis.seats:
        assert report.luck_deal is not None
        assert report.luck_others is not None and report.skill is not None
        total = report.luck_deal + report.luck_others + report.skill
        assert total == pytest.approx(end[report.seat - 1] - 1 / 3, abs=1e-9)


def test_over_all_seats_luck_adds_up_to_nothing_and_skill_too(analysis: Analysis) -> None:
    assert any(report.skill for report in analysis.seats)
    assert sum(report.skill or 0.0 for report in analysis.seats) == pytest.approx(0)
    lucks = [(report.luck_deal or 0.0) + (report.luck_others or 0.0) for report in analysis.seats]
    assert any(lucks) and sum(lucks) == pytest.approx(0)


def test_what_one_seat_gained_is_the_others_bad_play_and_not_their_bad_luck() -> None:
    """Three decisions worth an even share each; the first seat gained .3 in its own."""
    parts = parts_of([[choice(1, 1 / 3 + 0.3)], [choice(2)], [choice(3)]], [1.0, 0.0, 0.0], [])
    assert [part.deal for part in parts] == [0.0] * 3
    assert [part.skill for part in parts] == pytest.approx([0.3, -0.15, -0.15])
    assert [part.others for part in parts] == pytest.approx([1.1 / 3, -0.55 / 3, -0.55 / 3])


@pytest.mark.matrix
@pytest.mark.parametrize(("name", "seats"), [("mutsugo", 2), ("magimiles", 4)])
def test_the_parts_add_up_in_every_game_also_in_teams(name: str, seats: int) -> None:
    game = registry.game(name)
    options = SHORT[name]
    (record,) = simulate(game, 1, seats=seats, seed="parts", options=options, players=["random"])
    analysis = judge(record, budget=2)
    results = analysis.chances[-1][1]
    for report, result in zip(analysis.seats, results, strict=True):
        assert None not in (report.luck_deal, report.luck_others, report.skill)
        total = sum(part or 0.0 for part in (report.luck_deal, report.luck_others, report.skill))
        assert total == pytest.approx(result - 1 / 2, abs=1e-9)


def test_partners_have_the_chance_of_their_side_and_points_ahead_of_their_rivals() -> None:
    """The last decision of a match that is known to its end is worth its result."""
    game = registry.game("magimiles")
    options = SHORT["magimiles"]
    (record,) = simulate(game, 1, seats=4, seed="sides", options=options, players=["greedy"])
    analysis = judge(record, budget=8, sight="all", seats=[1, 2])
    for _, chances in analysis.chances:
        assert chances[:2] == chances[2:] and sum(chances[:2]) == pytest.approx(1)
    assert analysis.chances[-1][1] in ([1, 0, 1, 0], [0, 1, 0, 1])
    last = analysis.judgements[-1]
    played = next(each for each in last.options if each.move == last.move)
    scores = record.result or []
    rival = scores[last.seat % 4]
    assert played.points == pytest.approx(scores[last.seat - 1] - rival)
    assert played.share == analysis.chances[-1][1][last.seat - 1]


def test_who_plays_like_the_worlds_gains_little_and_a_random_player_loses_points() -> None:
    one, other, _ = judge(match(("reference", "random", "greedy")), budget=60).seats
    assert one.gain is not None and one.gain_se is not None and other.gain_se is not None
    assert abs(one.gain) < 4 * one.gain_se < one.points
    assert other.gain is not None and -other.points < other.gain < -2 * other.gain_se


def test_a_gain_is_in_win_share_where_the_game_marks_by_it() -> None:
    """Each seat's skill is what it gained, less the others' gain shared out."""
    (record,) = simulate(
        registry.game("mutsugo"), 1, seats=3, seed="gain", options=SHORT["mutsugo"],
        players=["random", "reference", "greedy"],
    )  # fmt: skip
    seats = judge(record, budget=48).seats
    gains = [seat.gain or 0.0 for seat in seats]
    assert all(gains)
    assert [seat.skill for seat in seats] == pytest.approx(skills(gains, []))


def choice(seat: int, played: float = 1 / 3) -> ValuedDecision:
    """A decision whose position is worth a third."""
    judgement = Judgement(1, seat, "1", 0, 0, 0, 0, [])
    return ValuedDecision(judgement, played, 1 / 3, played - 1 / 3, 0.0, 0.0, 1, 0)


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
    among = analysis.seats[1]
    assert among.luck_others is not None and among.skill is not None
    assert alone.seats == [replace(among, luck_others=None, skill=None)]


@pytest.mark.parametrize(
    ("until", "worlds"),
    some_of([(0.0, 200), (0.9, 32), (1e-9, 200)], [(0.9, 32), (1e-9, 200)]),
)
def test_until_stops_early(until: float, worlds: int) -> None:
    """At a choice among six cards."""
    course = Playback(replay(match()))
    plan = Plan(worlds=200, until=until)
    valuer = Valuer(course.game, course.options, course.seats, course.state, plan)
    moments = course.moments(frozenset({2}))
    late = next(each for each in moments if each.viewer == 2 and len(each.options) == 6)
    assert valuer.judged(late).worlds == worlds


def test_every_hand_seen_is_another_sight() -> None:
    seen = judge(match(), budget=4, sight="all")
    assert seen.engine.sight == "all"
    assert {each.sight for each in seen.judgements} == {"all"}


def test_a_record_that_breaks_off_is_judged_to_there() -> None:
    record = match()
    words = record.moves.split(" ")
    record.moves = " ".join([*words[:9], "r9", *words[9:]])
    analysis = judge(record, budget=2)
    assert analysis.through == 6
    assert "judged up to ply 6" in analysis.note and "r9" in analysis.note
    assert [report.luck_deal for report in analysis.seats] == [None] * 3


def test_an_unfinished_record_has_no_luck() -> None:
    record = match()
    record.moves = " ".join(record.moves.split(" ")[:9])
    record.end, record.result = "*", None
    analysis = judge(record, budget=2)
    assert analysis.note == ""
    assert [report.skill for report in analysis.seats] == [None] * 3


def test_unknown_cards_are_refused() -> None:
    record = Record(
        game="nimmt", rules=1, seats=["A", "B"], chance=[("deal/1", "_ " * 20 + "1 2 3 4")]
    )
    with pytest.raises(NotJudged, match="cards 1-20 are not known in the Chance tag of deal/1"):
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


@pytest.mark.parametrize("budget", ["", "1", "0", "-5", "much", "1e3", "9" * 30, "²"])
def test_a_budget_of_nonsense_is_wrong_usage(budget: str) -> None:
    with pytest.raises(UsageError, match="a budget is"):
        judge(match(), budget=budget)


@pytest.mark.parametrize("until", [-0.1, 1.0, float("nan")])
def test_an_error_of_nonsense_is_wrong_usage(until: float) -> None:
    with pytest.raises(UsageError, match="standard error"):
        judge(match(), until=until)


def test_the_bytes_are_the_same_interpreted_and_compiled() -> None:
    """They change only with the engine's version. Rounds are cut short and valued by their scores,
    and hands are led by what was played.
    """
    (record,) = simulate(registry.game("nimmt"), 1, seats=3, seed="bytes", players=["random"])
    words = record.moves.split(" ")
    record.moves, record.end, record.result = " ".join(words[:9]), "*", None
    analysis = judge(record, budget=70, until=0.05)
    assert analysis.through == 6
    digest = hashlib.sha256(encoded(analysis)).hexdigest()[:16]
    assert (analysis.engine.version, digest) == ("7", "742c2a5da7bae13f")


@pytest.mark.matrix
@pytest.mark.parametrize(
    ("name", "seats", "words", "through", "expected"),
    [
        ("atarayo", 3, 30, 17, "cb03ffd695829f09"),
        ("mutsugo", 2, 30, 22, "bbd6390b3dee7599"),
        pytest.param("magimiles", 2, 20, 16, "50e49d019bb5c0fe", marks=pytest.mark.campaign),
        ("magimiles", 4, 24, 19, "6640b0ca8f44fd6a"),
        ("yuhodo", 2, 12, 7, "f47f9f9c8506488a"),
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
    assert (analysis.engine.version, digest) == ("7", expected)
