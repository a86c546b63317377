"""Accuracy: how well players chose in matches that an engine judged, for their pages."""

from __future__ import annotations

from collections import defaultdict
from itertools import groupby
from math import fsum, inf, isfinite, sqrt
from operator import itemgetter
from typing import Any

from msgspec import Struct

from kifu.replay.analysis.judgement import unsaid
from kifu.site.page.judgements import NORMAL
from kifu.site.website.charts import Dated
from kifu.store import Archive, Filters
from kifu.store.ask.intervals import student


class Accuracy(Struct, frozen=True):
    """One player's matches of a game that one engine judged with one sight: the points that were
    lost a choice, and the part of those at stake that was not lost (0 to 100), each with the ends
    of its interval; None where these say too little, and `unsaid` is the key of the words that say
    why ("" otherwise). `history` is the accuracy of each match with half its interval of 95 %, in
    the order of their days.
    """

    game: str
    engine: str
    sight: str
    matches: int
    points_lost: float | None
    points_low: float
    points_high: float
    accuracy: float | None
    accuracy_low: float
    accuracy_high: float
    unsaid: str
    history: list[Dated]


#: Matches that go on are left out: what was lost would give hands away.
_QUERY = """
    SELECT
        person, game, engine, sight, date, accuracy, accuracy_low, accuracy_high, choices,
        points_lost, points_se, points_stake, match
    FROM accuracies JOIN games USING (match) JOIN seats USING (match, seat)
    WHERE finished AND accuracy IS NOT NULL AND choices > 0 AND points_stake > 0
    ORDER BY
        person, game, engine, sight, date_from NULLS LAST, time NULLS LAST, date NULLS LAST,
        match, seat
"""


def accuracies(
    archive: Archive, filters: Filters | None, persons: frozenset[str]
) -> dict[str, list[Accuracy]]:
    """For each of `persons` (names): how well they chose in each game, by the engine and sight that
    judged their matches, over the finished matches that pass `filters` (None: all). Without persons
    of whom no match was judged. Raises ArchiveError.
    """
    found: dict[str, list[Accuracy]] = defaultdict(list)
    chosen = None if filters is None else {hit.id for hit in archive.find(filters).hits}
    every = (row for row in archive.query(_QUERY) if chosen is None or row["match"] in chosen)
    groups = groupby(every, itemgetter("person", "game", "engine", "sight"))
    for (person, *about), rows in groups:
        if person in persons:
            found[person].append(_accuracy(list(rows), *about))
    return dict(found)


def _accuracy(rows: list[dict[str, Any]], game: str, engine: str, sight: str) -> Accuracy:
    lost = [row["points_lost"] for row in rows]
    choices, stakes = [row["choices"] for row in rows], [row["points_stake"] for row in rows]
    a_choice = fsum(lost) / fsum(choices)
    a_choice_margin = _margin(lost, choices, [row["points_se"] for row in rows])
    kept = 100 - 100 * fsum(lost) / fsum(stakes)
    kept_margin = 100 * _margin(lost, stakes, [_error(row) for row in rows])
    why = unsaid(sum(choices), 2 * kept_margin if isfinite(a_choice_margin) else None)
    return Accuracy(
        game=game,
        engine=engine,
        sight=sight,
        matches=len(rows),
        points_lost=max(0.0, a_choice) if not why else None,
        points_low=max(0.0, a_choice - a_choice_margin),
        points_high=max(0.0, a_choice + a_choice_margin),
        accuracy=min(100.0, kept) if not why else None,
        accuracy_low=min(100.0, kept - kept_margin),
        accuracy_high=min(100.0, kept + kept_margin),
        unsaid=why,
        history=[_point(row) for row in rows],
    )


def _margin(lost: list[float], weights: list[float], errors: list[float | None]) -> float:
    """Half the width of the 95 % interval of sum(lost) / sum(weights), where each list has an item
    a match: from the differences between matches, or from the `errors` of the single ratios (None:
    unknown), whichever is larger. Infinite for a single match without an error.
    """
    whole, count = fsum(weights), len(lost)
    known = [
        (w * error) ** 2 for w, error in zip(weights, errors, strict=True) if error is not None
    ]
    if count == 1 and not known:
        return inf
    own = NORMAL * sqrt(fsum(known))
    ratio = fsum(lost) / whole
    apart = fsum([(one - ratio * by) ** 2 for one, by in zip(lost, weights, strict=True)])
    between = student(count) * sqrt(apart * count / (count - 1)) if count > 1 else 0.0
    return max(own, between) / whole


def _point(row: dict[str, Any]) -> Dated:
    """A match of a player as a point of the chart: its accuracy, within 0 to 100, and its date."""
    return Dated(min(100.0, max(0.0, row["accuracy"])), _half(row), row["date"] or "")


def _error(row: dict[str, Any]) -> float | None:
    """The standard error of a match's accuracy, on a scale of 0 to 1; None if it is not known."""
    unknown = row["accuracy_low"] is None or row["accuracy_high"] is None
    return None if unknown else _half(row) / NORMAL / 100


def _half(row: dict[str, Any]) -> float:
    """Half the width of the interval of a match's accuracy (0 to 100); 0 if it has none."""
    low, high = row["accuracy_low"], row["accuracy_high"]
    return 0.0 if low is None or high is None else max(0.0, high - low) / 2
