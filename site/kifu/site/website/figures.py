"""Figures: what an archive counts, in the shape in which the pages show it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import Any

from msgspec import Struct, structs

from kifu.site.look.charts import Dated
from kifu.site.website.matches import ListedMatch
from kifu.site.website.mistakes import Mistakes, mistakes
from kifu.store import Archive, Filters

Row = dict[str, Any]


class Rating(Struct, frozen=True):
    """A player's rating in a game with the ends of its interval, its rank there, how many matches
    made it, and what it was after each month.
    """

    rank: int
    rating: float
    low: float
    high: float
    matches: int
    history: list[Dated]


class Strength(Struct, frozen=True):
    """How good a player's judged decisions in a game are: the gain a match (see `store.ask.gains`),
    in `unit` ("points" or "win share"), and the strength on the scale of the ratings (None where
    results give no scale yet), each with the ends of its interval; the rank, how many choices made
    it, and whose judgement it is. `is_headline` says that it leads,
    since its interval is narrower than that of the rating by results; `differs` that the two
    contradict each other, when results lead.
    """

    engine: str
    sight: str
    rank: int
    choices: int
    unit: str
    gain: float
    gain_low: float
    gain_high: float
    strength: float | None
    low: float | None
    high: float | None
    is_headline: bool
    differs: bool


class Figures(Struct, frozen=True):
    """The rows of `kifu.store.ask.stats` by what they speak of: persons (`players`, `opponents`),
    games (`games`, `seats`, `lengths`); each rating and strength by game and person; and which
    mistakes each person made, as far as matches were judged and the persons publish it (see
    `consent`).
    """

    players: dict[str, list[Row]]
    opponents: dict[str, list[Row]]
    games: dict[str, list[Row]]
    seats: dict[str, list[Row]]
    lengths: dict[str, list[Row]]
    ratings: dict[str, dict[str, Rating]]
    strengths: dict[str, dict[str, Strength]] = {}
    mistakes: dict[str, list[Mistakes]] = {}


def figures(
    archive: str,
    wait: float,
    filters: Filters | None = None,
    judged: frozenset[str] = frozenset(),
) -> Figures:
    """Over the matches that pass `filters` (None: all): ratings by results, all counts, and what
    engines say of the persons `judged` (names). Raises ArchiveError.
    """
    asked = Archive(archive, wait)
    return Figures(
        players=_by("player", asked.stats("players", filters, by="game")),
        opponents=_by("player", asked.stats("opponents", filters, by="game")),
        games=_by("game", asked.stats("games", filters, by="game")),
        seats=_by("game", asked.stats("seats", filters, by="game")),
        lengths=_by("game", asked.stats("lengths", filters, by="game")),
        ratings=_ratings(asked, filters),
        strengths=_strengths(asked, filters, judged) if judged else {},
        mistakes=mistakes(asked, filters, judged),
    )


def figure_data(known: Rating | Strength) -> dict[str, Any]:
    """What is known of a player in a game, for the JSON files beside the pages."""
    data = structs.asdict(known)
    data.pop("history", None)
    return data


def _by(name: str, rows: list[Row]) -> dict[str, list[Row]]:
    grouped: dict[str, list[Row]] = defaultdict(list)
    for row in rows:
        grouped[row[name]].append(row)
    return dict(grouped)


def _ratings(asked: Archive, filters: Filters | None) -> dict[str, dict[str, Rating]]:
    """The rating by results, by game and person; in each game the best person comes first."""
    histories: dict[tuple[str, str], list[Dated]] = defaultdict(list)
    with asked.counting("history", filters, by="game") as rows:
        for game, player, month, _, rating, low, _ in rows:
            histories[game, player].append(Dated(rating, rating - low, month or ""))
    ratings: dict[str, dict[str, Rating]] = defaultdict(dict)
    with asked.counting("ratings", filters, by="game") as rows:
        for game, rank, player, matches, rating, low, high, _ in rows:
            history = histories[game, player]
            ratings[game][player] = Rating(rank, rating, low, high, matches, history)
    return dict(ratings)


def _strengths(
    asked: Archive, filters: Filters | None, judged: frozenset[str]
) -> dict[str, dict[str, Strength]]:
    """How good the judged decisions of each of the persons `judged` (names) are, by game and
    person. If several engines have judged a person, by the one that judged most decisions.
    """
    strengths: dict[str, dict[str, Strength]] = defaultdict(dict)
    every = asked.stats("strength", filters, by="game")
    rows = [row for row in every if row["player"] in judged]
    for row in sorted(rows, key=lambda row: int(row["choices"])):
        strengths[row["game"]][row["player"]] = Strength(
            engine=row["engine"],
            sight=row["sight"],
            rank=row["rank"],
            choices=row["choices"],
            unit=row["unit"],
            gain=row["gain"],
            gain_low=row["gain_low"],
            gain_high=row["gain_high"],
            strength=row["strength"],
            low=row["strength_low"],
            high=row["strength_high"],
            is_headline=row["headline"] == "strength",
            differs=row["differ"],
        )
    return dict(strengths)


def standings(matches: Sequence[ListedMatch]) -> list[Row]:
    """A row for each person with a place in some of the matches: how many matches these are, wins
    and mean place. Sorted by mean place, the best first, then by wins.
    """
    places: dict[str, list[int]] = defaultdict(list)
    wins: dict[str, float] = defaultdict(float)
    for match in matches:
        for chair in match.chairs:
            if chair.place is not None:
                places[chair.person].append(chair.place)
                wins[chair.person] += chair.share or 0
    rows: list[Row] = [
        {
            "player": person,
            "matches": len(each),
            "wins": wins[person],
            "mean_place": sum(each) / len(each),
        }
        for person, each in places.items()
    ]
    return sorted(rows, key=lambda row: (row["mean_place"], -row["wins"], row["player"]))
