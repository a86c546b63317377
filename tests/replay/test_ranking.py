"""Who came in before whom, what a shared win is worth, and what is said of a draw."""

from __future__ import annotations

import pytest

from kifu.replay.match import replay
from kifu.replay.players.simulate import simulate
from kifu.replay.ranking import fewest_first, most_first, shares, sides
from kifu.replay.registry import game
from kifu.replay.sheet import sheet
from kifu.replay.table import ALL
from kifu.replay.timeline import timeline


@pytest.mark.parametrize(
    ("scores", "winners", "most", "fewest"),
    [
        ([5, 9, 7], [2], [3, 1, 2], [2, 1, 3]),
        ([5, 9, 7], [1], [1, 2, 3], [1, 3, 2]),
        ([5, 5, 7, 7], [1, 2], [1, 1, 3, 3], [1, 1, 3, 3]),
        ([5, 9, 9, 2], [2], [3, 1, 2, 4], [3, 1, 4, 2]),
        ([-3, 0, -3], [], [2, 1, 2], [1, 3, 1]),
    ],
)
def test_places_by_more_and_by_fewer_points(
    scores: list[int], winners: list[int], most: list[int], fewest: list[int]
) -> None:
    assert most_first(scores, winners) == most
    assert fewest_first(scores, winners) == fewest


def test_partners_share_nothing() -> None:
    teams = [[1, 3], [2, 4]]
    assert shares(4, [2, 4], teams) == [0, 1, 0, 1]
    assert shares(4, [1, 2, 3, 4], teams) == [0.5] * 4
    assert shares(4, [1, 2, 4], []) == pytest.approx([1 / 3, 1 / 3, 0, 1 / 3])
    assert shares(2, [], []) == [0, 0]
    assert sides([1, 2], [[1, 3]]) == [[1], [2]]


@pytest.mark.parametrize(
    ("name", "seats", "winners", "draw"),
    [
        ("mutsugo", 2, [1, 2], True),
        ("mutsugo", 2, [2], False),
        ("magimiles", 4, [1, 3], False),
        ("magimiles", 4, [1, 2, 3, 4], True),
        ("magimiles", 3, [1, 3], True),
        ("nimmt", 3, [1, 3], False),
        ("yuhodo", 3, [1, 3], False),
        ("atarayo", 3, [1, 3], False),
    ],
)
def test_which_games_have_draws(name: str, seats: int, winners: list[int], draw: bool) -> None:
    rules = game(name)
    options = rules.settle(rules.read_options({}), seats)
    assert rules.is_draw(winners, options, seats) == draw


def test_a_draw_is_called_one_by_show_and_by_the_last_sentence() -> None:
    *_, record = simulate(game("mutsugo"), 6, seats=2, seed="draw", options={"target": "42"})
    assert record.winner == [1, 2]
    record.seats = ["Aki", "Ben"]
    match = replay(record)
    assert "A draw between Aki, Ben" in sheet(match, None, ALL, "en")
    assert "引き分け: Aki, Ben" in sheet(match, None, ALL, "ja")
    last = timeline(match).moments[-1].consequences[-1]
    assert last.en == "It is a draw between {1} and {2}."
    assert last.ja == "{1}と{2}の引き分けです。"
