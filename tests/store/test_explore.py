"""Explore: what was played in a situation; positions named by file, record and ply."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from typing import Any

import pytest
from msgspec.structs import replace

from kifu.notation.errors import KifuError, UsageError
from kifu.notation.record import Note, Record
from kifu.replay.decision import decisions
from kifu.replay.match import replay
from kifu.replay.players.simulate import simulate
from kifu.replay.registry import game, game_names
from kifu.store import Archive, Filters
from kifu.store.ask.explore import BY, situation_named
from kifu.store.index.course import situation_key

from .conftest import Write, archive_first, stopped


@pytest.fixture(scope="module")
def matches() -> list[Record]:
    return list(simulate(game("nimmt"), 40, seats=2, seed="explore", options={"rounds": "2"}))


def by_hand(records: Sequence[Record], key: str) -> tuple[Counter[str], dict[str, float], set[int]]:
    """How often each move was played in a situation, what it won, and in which matches."""
    played: Counter[str] = Counter()
    won: dict[str, float] = defaultdict(float)
    where = set()
    for number, record in enumerate(records):
        match = replay(record)
        assert match.state is not None
        winners = match.state.winners()
        state = replay(record).position(0)
        for seat, move in match.plies:
            if f"{situation_key(game('nimmt'), state.situation(seat)):016x}" == key:
                played[move] += 1
                won[move] += (seat in winners) / len(winners)
                where.add(number)
            state.play(move, seat)
    return played, won, where


@pytest.mark.matrix
@pytest.mark.parametrize("name", game_names())
@archive_first
def test_each_move_knows_how_the_match_ended_for_its_seat(
    archive: Archive, write: Write, name: str
) -> None:
    own = game(name)
    records = [
        record
        for options in own.option_sets
        for record in simulate(own, 1, options=options, seed="ends")
    ]
    cut = [stopped(record, 9) for record in records[:2]]
    archive.index([write("a.kifu", [*records, *cut])], situations=True)
    assert archive.query("SELECT count(*) AS n FROM games WHERE NOT finished") == [{"n": len(cut)}]
    for row in archive.query(
        "SELECT situation, count(*) AS times, sum(share) AS won, count(share) AS decided, "
        "avg(score) FILTER (finished) AS mean FROM situations "
        "JOIN seats USING (match, seat) JOIN games USING (match) GROUP BY situation "
        "QUALIFY row_number() OVER (PARTITION BY bool_and(finished) ORDER BY situation) <= 3"
    ):
        found = archive.explore(Filters(situation=row["situation"]))
        choices = found.choices
        assert found.times == row["times"]
        assert sum(choice["decided"] for choice in choices) == row["decided"]
        assert sum(choice["won"] for choice in choices) == pytest.approx(row["won"] or 0)
        for choice in choices:
            if choice["win_share"] is not None:
                assert choice["win_low"] is not None and choice["win_high"] is not None
                assert choice["win_low"] <= choice["win_share"] <= choice["win_high"]
            if choice["score_low"] is not None:
                assert choice["mean_score"] is not None and choice["score_high"] is not None
                assert choice["score_low"] <= choice["mean_score"] <= choice["score_high"]
        means = [choice["mean_score"] for choice in choices if choice["mean_score"] is not None]
        assert (not means) == (row["mean"] is None)
        if len(choices) == 1 and means:
            assert means == pytest.approx([row["mean"]])
        everywhere = archive.explore(Filters(situation=row["situation"], game=name))
        assert everywhere == found


def test_moves_are_counted_with_their_results(
    archive: Archive, write: Write, matches: list[Record]
) -> None:
    path = write("a.kifu", matches)
    noted = replace(matches[0], notes=[Note(at=1, text="once more")])
    archive.index([path, write("b.jsonl", [noted])], situations=True)
    key = situation_named(f"{path}#2@0")
    played, won, where = by_hand(matches, key)
    found = archive.explore(Filters(situation=key), by="move")
    assert (found.situation, found.times, found.matches) == (key, played.total(), len(where))
    assert {choice["move"]: choice["times"] for choice in found.choices} == played
    assert {choice["move"]: choice["won"] for choice in found.choices} == {
        m: won[m] for m in played
    }
    times = [choice["times"] for choice in found.choices]
    assert times == sorted(times, reverse=True)
    assert sum(choice["share"] for choice in found.choices) == pytest.approx(1)
    for choice in found.choices:
        assert choice["decided"] == choice["times"]
        assert choice["win_share"] == choice["won"] / choice["times"]
    hits = archive.find(Filters(situation=key)).hits
    assert len(hits) == len(where)
    assert archive.explore(Filters(situation=key, same_deal=hits[0].id)).matches == 1
    assert archive.explore(Filters(situation=key, game="nimmt"), by="move") == found
    alone = archive.explore(Filters(situation=key, source=str(path)))
    assert alone.times == played.total()
    assert archive.explore(Filters(situation=key, game="chronicle")).choices == []


def test_frequent_situations_are_those_that_explore_knows(
    archive: Archive, write: Write, matches: list[Record]
) -> None:
    cut = stopped(matches[0], 9)
    archive.index([write("a.kifu", [*matches[1:], cut])], situations=True)
    finished = Filters(turns_min=20)
    found = list(archive.frequent(finished, least=5))
    assert len(found) > 10 and found == sorted(found, key=lambda each: each.situation)
    for each in found[:15]:
        known = archive.explore(Filters(situation=each.situation, turns_min=20))
        assert each.times == known.times
        choices = {choice["kind"]: choice for choice in known.choices}
        assert {kind.kind: kind.times for kind in each.kinds} == {
            kind: choice["times"] for kind, choice in choices.items()
        }
        for kind in each.kinds:
            own = choices[kind.kind]
            if kind.win_share is None or kind.win_low is None or kind.win_high is None:
                assert kind.times < 5 or each.times > known.matches
                continue
            assert kind.win_share == pytest.approx(own["win_share"])
            assert kind.win_low <= (own["win_low"] or 0) + 1e-9
            assert kind.win_high >= (own["win_high"] or 0) - 1e-9
    every = Counter(each.times for each in archive.frequent(finished, least=1))
    assert sum(every[times] for times in every if times >= 5) == len(found)
    some = list(archive.frequent(finished, least=1, most=len(found)))
    assert len(some) <= len(found) and min(each.times for each in some) >= 5
    assert list(archive.frequent(Filters(game="yuhodo"))) == []
    with pytest.raises(UsageError, match="1 or more"):
        list(archive.frequent(least=0))


def test_a_seat_that_faces_the_same_often_counts_once_for_the_interval(
    archive: Archive, write: Write
) -> None:
    played = simulate(game("yuhodo"), 12, seats=2, seed="often", options={"games": "1"})
    archive.index([write("a.kifu", list(played))], situations=True)
    often = max(archive.frequent(least=10), key=lambda each: each.kinds[0].times)
    kind = often.kinds[0]
    assert kind.times > 60
    assert kind.win_low is not None and kind.win_high is not None
    assert kind.win_high - kind.win_low > 1.96 * (0.25 / 24) ** 0.5


@pytest.mark.matrix
@pytest.mark.parametrize("name", game_names())
@archive_first
def test_moves_are_counted_by_the_kinds_that_their_game_names(
    archive: Archive, write: Write, name: str
) -> None:
    records = list(simulate(game(name), 2, seed="kinds", players=["random"]))
    archive.index([write("a.jsonl", records)], situations=True, moves=True)
    expected: Counter[str] = Counter()
    for record in records:
        expected.update(made.kind or "" for made in decisions(replay(record)))
    assert set(expected) <= set(game(name).archive.classes)
    for view in ("moves", "situations"):
        rows = archive.query(f"SELECT kind, count(*) AS times FROM {view} GROUP BY kind")
        assert {row["kind"]: row["times"] for row in rows} == expected
    (most,) = archive.query(
        "SELECT situation, count(*) AS times FROM situations "
        "GROUP BY situation ORDER BY times DESC, situation LIMIT 1"
    )
    kinds, moves = [archive.explore(Filters(situation=most["situation"]), by) for by in BY]
    assert kinds.times == moves.times == most["times"]
    assert all(choice["kind"] and choice["move"] is None for choice in kinds.choices)
    assert all(choice["move"] and choice["kind"] is None for choice in moves.choices)
    assert len(kinds.choices) <= len(moves.choices)


@pytest.mark.parametrize("by", ["suit", ""])
def test_moves_are_counted_by_kind_or_move_only(archive: Archive, write: Write, by: Any) -> None:
    archive.index([write("a.kifu", [])])
    with pytest.raises(UsageError, match="by kind or move"):
        archive.explore(Filters(situation="0" * 16), by=by)


def test_a_situation_that_nobody_faced_has_no_moves(
    archive: Archive, write: Write, matches: list[Record]
) -> None:
    archive.index([write("a.kifu", matches[:2])], situations=True)
    found = archive.explore(Filters(situation="0" * 16))
    assert (found.times, found.matches, found.choices) == (0, 0, [])
    for wrong in ("xyz", "0" * 15, "0" * 17, "'"):
        with pytest.raises(UsageError, match="16 hex digits"):
            archive.find(Filters(situation=wrong))
        with pytest.raises(UsageError, match="16 hex digits"):
            archive.explore(Filters(situation=wrong))
    with pytest.raises(UsageError, match="name the situation to explore"):
        archive.explore(Filters())


def test_a_situation_is_named_by_file_record_ply_and_seat(
    write: Write, matches: list[Record]
) -> None:
    path, nimmt = write("odd #3@4.kifu", matches[:3]), game("nimmt")
    for number, ply, seat in ((1, 5, 1), (2, 5, 2), (3, 1, 1)):
        state = replay(matches[number - 1]).position(ply)
        expected = f"{situation_key(nimmt, state.situation(seat)):016x}"
        assert situation_named(f"{path}#{number}@{ply}", seat) == expected
    assert situation_named(f"{path}@1") == situation_named(f"{path}#1@1", 2)
    assert situation_named("0123456789abcdef") == "0123456789abcdef"
    for wrong, why in (
        ("@999", "there is no ply 999"),
        ("#4@0", "has no record 4; it has 3"),
        (f"@{len(replay(matches[0]).plies)}", "no seat is to move here: the match is over"),
    ):
        with pytest.raises(KifuError, match=why):
            situation_named(f"{path}{wrong}")
    with pytest.raises(KifuError, match="there is no seat 3; the record has 2"):
        situation_named(f"{path}@1", 3)
    for wrong in ("games.kifu", "games.kifu@", "@3", "games.kifu@last"):
        with pytest.raises(UsageError, match="names no position"):
            situation_named(wrong)
    with pytest.raises(FileNotFoundError):
        situation_named("missing.kifu@0")
