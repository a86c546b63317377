"""Statistics and ratings: what is counted is what the records say, however they came in."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import mean, quantiles, stdev

import duckdb
import pytest
from msgspec.structs import replace

from kifu.notation.errors import UsageError
from kifu.notation.record import Record
from kifu.replay.players.simulate import simulate
from kifu.replay.registry import game
from kifu.store import Archive, Filters
from kifu.store.ask import ratings
from kifu.store.ask.intervals import INTERVALS
from kifu.store.ask.plackett_luce import Order, fit, matches
from kifu.store.ask.stats import TOPICS

from .conftest import Write, shared, stopped, written


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory, played: list[Record], holder: str) -> Path:
    """Thirty one-round matches of Aki, Ben and 千恵, each of them in every seat."""
    folder = tmp_path_factory.mktemp("shelf")
    Archive(folder / holder).index([written(folder, "a.jsonl", played)])
    return folder


@pytest.fixture(scope="module")
def filled(shelf: Path, holder: str) -> Iterator[Archive]:
    yield from shared(shelf, holder)


def scores(record: Record) -> list[int]:
    assert record.result is not None
    return record.result


def won(record: Record, seat: int) -> float:
    """What part of the win the seat has."""
    best = max(scores(record))
    return (scores(record)[seat] == best) / scores(record).count(best)


@pytest.mark.campaign
def test_an_empty_archive_has_rows_for_nothing(archive: Archive, write: Write) -> None:
    archive.index([write("a.jsonl", [])])
    for topic in TOPICS:
        assert archive.stats(topic) == []


def test_games_by_number_of_seats(filled: Archive) -> None:
    (row,) = filled.stats("games")
    assert (row["game"], row["seats"], row["matches"], row["finished"]) == ("nimmt", 3, 30, 30)
    assert (row["mean_turns"], row["least_turns"], row["most_turns"]) == (10, 10, 10)
    assert str(row["first_day"]) == "2026-01-05"
    (length,) = filled.stats("lengths")
    assert (length["turns"], length["matches"]) == (10, 30)
    assert length["mean_moves"] == row["mean_moves"]


def test_seats_with_what_they_would_win_if_they_were_equal(
    filled: Archive, played: list[Record]
) -> None:
    rows = filled.stats("seats")
    wins = [sum(won(record, seat) for record in played) for seat in range(3)]
    assert [row["wins"] for row in rows] == pytest.approx(wins)
    assert sum(row["sole_wins"] for row in rows) == sum(
        scores(record).count(max(scores(record))) == 1 for record in played
    )
    assert sum(row["sole_wins"] + row["shared_wins"] for row in rows) == sum(
        scores(record).count(max(scores(record))) for record in played
    )
    for row in rows:
        assert row["even_share"] == pytest.approx(1 / 3)
        assert row["win_low"] < row["win_share"] < row["win_high"]


def test_a_player_s_results_are_those_of_all_seats(filled: Archive, played: list[Record]) -> None:
    row = next(row for row in filled.stats("players") if row["player"] == "Ben")
    own = [scores(record)[record.seats.index("Ben")] for record in played]
    margin = 2.0452296 * stdev(own) / math.sqrt(30)
    quarters = quantiles(own, n=4, method="inclusive")
    wins = sum(won(record, record.seats.index("Ben")) for record in played)
    assert row["wins"] == pytest.approx(wins)
    assert row["mean_score"] == pytest.approx(mean(own))
    assert row["score_low"] == pytest.approx(mean(own) - margin)
    assert row["score_high"] == pytest.approx(mean(own) + margin)
    names = ("lower_quarter", "median_score", "upper_quarter")
    assert [row[name] for name in names] == quarters
    assert (row["least_score"], row["most_score"]) == (min(own), max(own))
    assert filled.stats("players", players=["ＢＥＮ"]) == [row]


def test_head_to_head(filled: Archive, played: list[Record]) -> None:
    (row,) = (row for row in filled.stats("opponents", players=["Aki"]) if row["opponent"] == "Ben")
    pairs = [
        (scores(record)[record.seats.index("Aki")], scores(record)[record.seats.index("Ben")])
        for record in played
    ]
    order = Counter((own > other) - (own < other) for own, other in pairs)
    assert (row["ahead"], row["behind"], row["level"]) == (order[1], order[-1], order[0])
    ahead = (order[1] + order[0] / 2) / 30
    assert row["ahead_share"] == pytest.approx(ahead)
    assert row["ahead_low"] < ahead < row["ahead_high"]
    differences = [own - other for own, other in pairs]
    margin = 2.0452296 * stdev(differences) / math.sqrt(30)
    assert row["mean_difference"] == pytest.approx(mean(differences))
    assert row["difference_low"] == pytest.approx(mean(differences) - margin)
    assert row["difference_high"] == pytest.approx(mean(differences) + margin)


@pytest.mark.parametrize(
    ("hits", "n", "low", "high"),
    [(0, 10, 0.0, 0.27753), (5, 10, 0.23659, 0.76341), (10, 10, 0.72247, 1.0), (1, 1, 0.20654, 1)],
)
def test_wilson_s_interval(hits: int, n: int, low: float, high: float) -> None:
    with duckdb.connect() as connection:
        connection.execute(INTERVALS)
        ends = "SELECT wilson_end(?, ?, -1), wilson_end(?, ?, 1)"
        ((lower, upper),) = connection.execute(ends, [hits, n, hits, n]).fetchall()
        assert (lower, upper) == (pytest.approx(low, abs=1e-5), pytest.approx(high, abs=1e-5))
        assert lower >= 0 and upper <= 1
        assert connection.execute("SELECT wilson_end(0, 0, 1)").fetchall() == [(None,)]


def test_filters_choose_the_matches_that_count(filled: Archive) -> None:
    (row,) = filled.stats("games", Filters(date="2026-03"))
    assert row["matches"] == filled.find(Filters(date="2026-03")).total
    assert filled.stats("games", Filters(game="none")) == []


def test_an_unfinished_match_has_no_scores_and_no_winner(
    archive: Archive, write: Write, played: list[Record]
) -> None:
    archive.index([write("a.jsonl", [stopped(played[0])])])
    row = archive.stats("players")[0]
    assert (row["matches"], row["decided"], row["wins"]) == (1, 0, 0)
    assert row["win_share"] is row["win_low"] is row["mean_score"] is row["score_low"] is None
    assert archive.stats("ratings") == []


def strengths(records: Sequence[Record]) -> dict[str, float]:
    """The ratings by the results of `records`: whoever has more points comes first."""
    names = sorted({name for record in records for name in record.seats})
    orders = []
    for record in records:
        own = sorted(zip(scores(record), map(names.index, record.seats), strict=True), reverse=True)
        points = [score for score, _ in own]
        places = tuple(points.index(score) + 1 for score in points)
        orders.append(Order(tuple((player,) for _, player in own), places))
    values = 1500 + 400 / math.log(10) * fit(matches(orders)).values
    return dict(zip(names, map(float, values), strict=True))


def test_ratings_are_of_all_matches_whatever_the_order_of_indexing(
    archive: Archive, write: Write, played: list[Record], tmp_path: Path
) -> None:
    months = [
        replace(record, tags=[("Date", f"2026-0{1 + number // 10}-{number:02}")])
        for number, record in enumerate(played[:20], 1)
    ]
    archive.index([write("a.jsonl", months[::2]), write("b.jsonl", months[1::2])])
    expected = strengths(months)
    rows = archive.stats("ratings")
    assert [row["rank"] for row in rows] == [1, 2, 3]
    assert [row["rating_low"] for row in rows] == sorted(
        [row["rating_low"] for row in rows], reverse=True
    )
    for row in rows:
        assert row["rating"] == pytest.approx(expected[row["player"]], abs=0.1)
        assert row["rating_low"] < row["rating"] - 20 < row["rating"] + 20 < row["rating_high"]
        assert row["matches"] == 20
    assert mean(row["rating"] for row in rows) == pytest.approx(1500, abs=0.1)
    other = Archive(tmp_path / "other.duckdb")
    other.index([write("c.jsonl", months[::-1])])
    assert other.stats("ratings") == rows
    history = archive.stats("history")
    assert [row["month"] for row in history[::3]] == ["2026-01", "2026-02", "2026-03"]
    assert [row["matches"] for row in history[::3]] == [9, 19, 20]
    earlier = archive.stats("ratings", Filters(date="2026-01"))
    figures = ("player", "matches", "rating", "rating_low", "rating_high")
    for path, rated in ((history[:3], earlier), (history[-3:], rows)):
        assert sorted([row[name] for name in figures] for row in path) == sorted(
            [row[name] for name in figures] for row in rated
        )
    assert archive.stats("history", players=["Ben"]) == [
        row for row in history if row["player"] == "Ben"
    ]
    (ben,) = archive.stats("ratings", players=["Ben"])
    assert ben == next(row for row in rows if row["player"] == "Ben")


def test_partners_are_rated_as_one_side(archive: Archive, write: Write) -> None:
    records = list(simulate(game("magimiles"), 7, seats=4, seed="sides"))
    for record in records:
        record.seats = ["Aki", "Ben", "千恵", "Dai"]
    archive.index([write("a.jsonl", records)])
    rows = {row["player"]: row for row in archive.stats("ratings")}
    assert rows["Aki"]["rating"] == rows["千恵"]["rating"] != 1500
    assert rows["Aki"]["rating"] + rows["Ben"]["rating"] == pytest.approx(3000, abs=0.1)
    # Who was always together can't be told apart: so the prior alone says how wide they are.
    assert rows["Aki"]["rating_high"] - rows["Aki"]["rating"] > 500


@pytest.mark.matrix
def test_ratings_of_each_event_are_those_of_its_matches(mixed: Archive) -> None:
    by_event = mixed.stats("ratings", by=["event", "game"])
    assert {row["event"] for row in by_event} == {"Cup 0", "Cup 1"}
    for row in by_event:
        (alone,) = mixed.stats(
            "ratings", Filters(tags=[("Event", row["event"])]), players=[row["player"]], by="game"
        )
        assert {name: row[name] for name in alone} == alone


def test_a_match_where_somebody_has_two_seats_is_not_rated(
    archive: Archive, write: Write, played: list[Record]
) -> None:
    double = replace(played[0], seats=["Aki", "Aki", "Ben"])
    archive.index([write("a.jsonl", [double, played[1]])])
    assert {row["matches"] for row in archive.stats("ratings")} == {1}


def test_of_too_many_players_those_with_most_matches_are_rated(
    archive: Archive, write: Write, played: list[Record], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ratings, "MOST", 3)
    records = [replace(played[0], seats=["Dai", "Eri", "Aki"]), *played[1:]]
    archive.index([write("a.jsonl", records)])
    rows = archive.stats("ratings")
    assert {row["player"]: row["matches"] for row in rows} == {"Aki": 29, "Ben": 29, "千恵": 29}


def test_what_makes_no_sense_is_refused(filled: Archive) -> None:
    with pytest.raises(UsageError, match="no topic 'none'; the topics are games, lengths"):
        filled.stats("none")
    with pytest.raises(UsageError, match="rows of seats are not about single players"):
        filled.stats("seats", players=["Aki"])
    with pytest.raises(UsageError, match="not UTF-8"):
        filled.stats("players", players=["\udcff"])


@pytest.mark.campaign
def test_the_largest_scores_are_counted(archive: Archive, write: Write) -> None:
    most = 2**31 - 1
    record = Record(
        game="chronicle", rules=0, seats=["Aki", "Ben"], moves="e", end="=", result=[most, -most]
    )
    archive.index([write("a.jsonl", [record])])
    (aki, _) = archive.stats("opponents")
    assert aki["mean_difference"] == 2 * most
    for topic in TOPICS:
        archive.stats(topic)


@pytest.fixture(scope="module")
def mixed(tmp_path_factory: pytest.TempPathFactory, holder: str) -> Iterator[Archive]:
    """Matches of two variants, in two months and at two events."""
    records: list[Record] = []
    for rounds in ("1", "2"):
        options = {"rounds": rounds}
        records += simulate(game("nimmt"), 4, seats=2, seed=f"by {rounds}", options=options)
    for number, record in enumerate(records):
        record.seats = ["Aki", "Ben"]
        record.tags = [("Date", f"2026-0{number % 2 + 1}-05"), ("Event", f"Cup {number // 2 % 2}")]
    folder = tmp_path_factory.mktemp("mixed")
    Archive(folder / holder).index([written(folder, "a.jsonl", records)])
    yield from shared(folder, holder)


@pytest.mark.matrix(2)
@pytest.mark.parametrize(
    ("by", "expected"),
    [
        ((), {("rounds=1",): 4, ("rounds=2",): 4}),
        ("option", {("rounds=1",): 4, ("rounds=2",): 4}),
        ("game", {(): 8}),
        (("game", "month"), {("2026-01",): 4, ("2026-02",): 4}),
        (("event", "game"), {("Cup 0",): 4, ("Cup 1",): 4}),
        (
            "month",
            {
                (options, month): 2
                for options in ("rounds=1", "rounds=2")
                for month in ("2026-01", "2026-02")
            },
        ),
    ],
)
def test_variants_are_mixed_only_where_that_is_asked(
    mixed: Archive, by: str | tuple[str, ...], expected: dict[tuple[str, ...], int]
) -> None:
    for topic in ("games", "seats", "players", "opponents", "ratings"):
        rows = mixed.stats(topic, by=by)
        names = [name for name in ("options", "month", "event") if name in rows.columns]
        counted = {tuple(row[name] for name in names): row["matches"] for row in rows}
        assert counted == expected, topic


def test_a_seat_has_its_even_share_among_the_like(mixed: Archive) -> None:
    assert {row["even_share"] for row in mixed.stats("seats")} == {0.5}


def test_what_rows_can_not_be_counted_by_is_refused(mixed: Archive) -> None:
    with pytest.raises(UsageError, match="option, month, event, game, not by 'day'"):
        mixed.stats("games", by="day")
    with pytest.raises(UsageError, match="rows of history are by month already"):
        mixed.stats("history", by="month")
