"""Figures: what an archive counts, in the shape in which the pages show it."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

from msgspec import Struct

from kifu.site.website.accuracy import Accuracy, accuracies
from kifu.site.website.charts import Rated
from kifu.store import Archive, Filters

Row = dict[str, Any]


class Rating(Struct, frozen=True):
    """A player's rating in a game, its rank there, and how it came about."""

    rank: int
    ordinal: float
    history: list[Rated]


class Figures(Struct, frozen=True):
    """The rows of `kifu.store.ask.stats` by what they speak of: persons (`players`, `opponents`),
    games (`games`, `seats`, `lengths`); each rating by game and person; and how well each person
    chose, as far as matches were judged.
    """

    players: dict[str, list[Row]]
    opponents: dict[str, list[Row]]
    games: dict[str, list[Row]]
    seats: dict[str, list[Row]]
    lengths: dict[str, list[Row]]
    ratings: dict[str, dict[str, Rating]]
    accuracies: dict[str, list[Accuracy]] = {}


def figures(archive: str, wait: float, filters: Filters | None = None) -> Figures:
    """Everything that is counted over the matches that `filters` ask for. Raises ArchiveError."""
    asked = Archive(archive, wait)
    return Figures(
        players=_by("player", asked.stats("players", filters, by="game")),
        opponents=_by("player", asked.stats("opponents", filters, by="game")),
        games=_by("game", asked.stats("games", filters, by="game")),
        seats=_by("game", asked.stats("seats", filters, by="game")),
        lengths=_by("game", asked.stats("lengths", filters, by="game")),
        ratings=_ratings(asked.stats("history", filters, by="game")),
        accuracies=accuracies(asked),
    )


def _by(name: str, rows: list[Row]) -> dict[str, list[Row]]:
    grouped: dict[str, list[Row]] = defaultdict(list)
    for row in rows:
        grouped[row[name]].append(row)
    return dict(grouped)


def _ratings(history: list[Row]) -> dict[str, dict[str, Rating]]:
    """Ranked by what a player is at least worth, the best first."""
    ratings = {}
    for game, rows in _by("game", history).items():
        players = _by("player", rows)
        order = sorted(players, key=lambda player: (-players[player][-1]["ordinal"], player))
        ratings[game] = {
            player: Rating(
                rank,
                players[player][-1]["ordinal"],
                [Rated(row["mu"], row["sigma"], row["date"] or "") for row in players[player]],
            )
            for rank, player in enumerate(order, 1)
        }
    return ratings
