"""Accuracy: how well players chose in matches that an engine judged, for their pages."""

from __future__ import annotations

from collections import defaultdict
from itertools import groupby
from operator import itemgetter
from typing import Any

from msgspec import Struct

from kifu.site.website.charts import Dated
from kifu.store import Archive


class Accuracy(Struct, frozen=True):
    """One player's matches of a game that one engine judged with one sight: the mean accuracy,
    the win share that 100 choices lost (in per cent), the mean luck (None where none is known),
    and the accuracy of each match with half its interval of 95 %, in the order of their days.
    """

    game: str
    engine: str
    sight: str
    matches: int
    accuracy: float
    loss: float
    luck: float | None
    history: list[Dated]


#: Matches that go on are left out: what was lost would give hands away.
_QUERY = """
    SELECT
        person, game, engine, sight, date, accuracy, accuracy_low, accuracy_high, lost, choices,
        luck_deal AS luck
    FROM accuracies JOIN games USING (match) JOIN seats USING (match, seat)
    WHERE finished AND accuracy IS NOT NULL AND choices > 0
    ORDER BY
        person, game, engine, sight, date_from NULLS LAST, time NULLS LAST, date NULLS LAST,
        match, seat
"""


def accuracies(archive: Archive) -> dict[str, list[Accuracy]]:
    """What is known of each person. Raises ArchiveError."""
    found: dict[str, list[Accuracy]] = defaultdict(list)
    groups = groupby(archive.query(_QUERY), itemgetter("person", "game", "engine", "sight"))
    for (person, *about), rows in groups:
        found[person].append(_accuracy(list(rows), *about))
    return dict(found)


def _accuracy(rows: list[dict[str, Any]], game: str, engine: str, sight: str) -> Accuracy:
    luck = [row["luck"] for row in rows if row["luck"] is not None]
    return Accuracy(
        game=game,
        engine=engine,
        sight=sight,
        matches=len(rows),
        accuracy=sum(row["accuracy"] for row in rows) / len(rows),
        loss=100 * sum(row["lost"] for row in rows) / sum(row["choices"] for row in rows),
        luck=sum(luck) / len(luck) if luck else None,
        history=[Dated(row["accuracy"], _half(row), row["date"] or "") for row in rows],
    )


def _half(row: dict[str, Any]) -> float:
    """Half of an interval; 0 without one."""
    low, high = row["accuracy_low"], row["accuracy_high"]
    return 0.0 if low is None or high is None else max(0.0, high - low) / 2
