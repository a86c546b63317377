"""A draw in the archive: 1/k of a win for each of k, counted apart from wins alone."""

from __future__ import annotations

import pytest

from kifu.notation.record import Record
from kifu.replay.players.simulate import simulate
from kifu.replay.registry import game
from kifu.store import Archive, Filters
from kifu.store.ask.explore import situation_named

from .conftest import Write


@pytest.fixture(scope="module")
def matches() -> list[Record]:
    """Six matches of Mutsugo, the last one a draw."""
    found = simulate(game("mutsugo"), 6, seats=2, seed="draw", options={"target": "42"})
    records = list(found)
    for record in records:
        record.seats = ["Aki", "Ben"]
    assert [len(record.winner or []) for record in records] == [1, 1, 1, 1, 1, 2]
    return records


def test_shared_and_sole_wins_are_counted_apart(
    archive: Archive, write: Write, matches: list[Record]
) -> None:
    archive.index([write("a.kifu", matches)])
    sole = [sum(record.winner == [seat] for record in matches) for seat in (1, 2)]
    for topic in ("players", "seats"):
        rows = archive.stats(topic)
        assert [row["sole_wins"] for row in rows] == sole
        assert [row["shared_wins"] for row in rows] == [1, 1]
        assert [row["wins"] for row in rows] == [wins + 0.5 for wins in sole]
        assert sum(row["win_share"] for row in rows) == pytest.approx(1)
    (row,) = archive.stats("games")
    assert (row["shared_wins"], row["draws"]) == (1, 1)
    hits = archive.find().hits
    assert sorted(bool(hit.drawn) for hit in hits) == [False] * 5 + [True]
    people = archive.query(
        "SELECT person AS player, wins, sole_wins, shared_wins FROM players ORDER BY 1"
    )
    assert [list(person.values()) for person in people] == [
        [name, wins + 0.5, wins, 1] for name, wins in zip(("Aki", "Ben"), sole, strict=True)
    ]


def test_a_draw_is_level_for_opponents_and_ratings(
    archive: Archive, write: Write, matches: list[Record]
) -> None:
    archive.index([write("a.kifu", matches[5:])])
    rows = archive.stats("opponents")
    assert [(row["ahead"], row["behind"], row["level"]) for row in rows] == [(0, 0, 1)] * 2
    assert len({row["rating"] for row in archive.stats("ratings")}) == 1


def test_partners_win_as_one_side(archive: Archive, write: Write) -> None:
    found = list(simulate(game("magimiles"), 5, seats=4, seed="draw"))
    archive.index([write("a.kifu", found)])
    for row in archive.stats("seats"):
        assert row["shared_wins"] == 0
        assert row["even_share"] == 0.5
    (row,) = archive.stats("games")
    assert (row["shared_wins"], row["draws"]) == (0, 0)


def test_a_draw_is_half_a_win_where_moves_are_counted_too(
    archive: Archive, write: Write, matches: list[Record]
) -> None:
    path = write("a.kifu", matches[5:])
    archive.index([path], situations=True)
    situation = situation_named(f"{path}@0")
    for choice in archive.explore(Filters(situation=situation), by="move").choices:
        assert choice["decided"] == choice["times"]
        assert (choice["won"], choice["win_share"]) == (choice["times"] / 2, 0.5)


def test_partners_who_win_alone_have_the_whole_win_each(archive: Archive, write: Write) -> None:
    found = next(iter(simulate(game("magimiles"), 1, seats=4, seed="team")))
    path = write("a.kifu", [found])
    archive.index([path], situations=True)
    shares = {row["seat"]: row["share"] for row in archive.query("FROM seats")}
    assert sorted(shares.values()) == [0, 0, 1, 1]
    situations = archive.query(
        "SELECT situation, sum(share) AS won FROM situations JOIN seats USING (match, seat) "
        "GROUP BY situation ORDER BY situation LIMIT 20"
    )
    assert {row["won"] for row in situations} >= {0, 1}
    for row in situations:
        explored = archive.explore(Filters(situation=row["situation"]), by="move")
        assert sum(choice["won"] for choice in explored.choices) == row["won"]
