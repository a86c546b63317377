"""Times: the matches of one evening are in the order in which they were played."""

from __future__ import annotations

from datetime import time

import pytest
from msgspec.structs import replace

from kifu.notation.record import Record
from kifu.site.website.matches import matches
from kifu.store import Archive

from .conftest import written

#: The Date and the Time of each match, in the order in which they were played.
PLAYED = [
    ("2026-11", "08:00"),
    ("2026-11-20", "23:59"),
    ("2026-11-21T19:30:00Z", None),
    ("2026-11-21", "20:05"),
    ("2026-11-21", "20:05:30"),
    ("2026-11-21", "21:00:00+09:00"),
    ("2026-11-21", None),
    ("2026-11-22", "9:15"),
    ("yesterday", "10:00"),
]
#: The order in which they are in the log.
SHUFFLED = [6, 2, 8, 4, 0, 7, 3, 1, 5]
NAMES = [f"Cup {n}" for n in range(len(PLAYED))]


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory, played: list[Record], holder: str) -> Archive:
    folder = tmp_path_factory.mktemp("times")
    records = []
    for record, (date, at), name in zip(played, PLAYED, NAMES, strict=False):
        given = [("Event", name), ("Date", date), ("Time", at)]
        tags = [(key, value) for key, value in given if value is not None]
        records.append(replace(record, tags=tags, seats=["Aki", "Ben", "千恵"]))
    archive = Archive(folder / holder)
    archive.index([written(folder, "a.jsonl", [records[at] for at in SHUFFLED])])
    return archive


def test_the_matches_of_an_evening_are_found_in_the_order_of_their_times(filled: Archive) -> None:
    found = filled.find()
    assert [hit.event for hit in found.hits] == NAMES
    assert [hit.time for hit in found.hits[1:5]] == ["23:59:00", "19:30:00", "20:05:00", "20:05:30"]
    assert [hit.event for hit in filled.find(limit=3).hits] == NAMES[:3]


def test_the_view_games_has_the_time(filled: Archive) -> None:
    rows = filled.query("SELECT event, time FROM games WHERE time > '20:30:00' ORDER BY time")
    assert [tuple(row.values()) for row in rows] == [("Cup 5", time(21)), ("Cup 1", time(23, 59))]


def test_ratings_go_by_months_and_then_by_what_has_no_date(filled: Archive) -> None:
    months = [(row["month"], row["matches"]) for row in filled.stats("history", players=["Aki"])]
    assert months == [("2026-11", 8), (None, 9)]


def test_a_site_has_the_latest_match_first(filled: Archive) -> None:
    found = [match.event for match in matches(filled.path, "en")]
    dated = NAMES[5:0:-1]
    assert [name for name in found if name in dated] == dated
