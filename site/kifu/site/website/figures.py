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
        ratings=_ratings(asked, filters),
        accuracies=accuracies(asked),
    )


def _by(name: str, rows: list[Row]) -> dict[str, list[Row]]:
    grouped: dict[str, list[Row]] = defaultdict(list)
    for row in rows:
        grouped[row[name]].append(row)
    return dict(grouped)


def _ratings(asked: Archive, filters: Filters | None) -> dict[str, dict[str, Rating]]:
    """The ratings by game and person, ordered by the value that a player is worth at least, the
    best first.
    """
    histories: dict[str, dict[str, list[Rated]]] = defaultdict(lambda: defaultdict(list))
    worth: dict[tuple[str, str], float] = {}
    dates: dict[str, str] = {}  # each in memory once, however many matches have it
    with asked.counting("history", filters, by="game") as rows:
        at = [rows.columns.index(name) for name in _HISTORY]
        for row in rows:
            game, player, date, mu, sigma, ordinal = (row[place] for place in at)
            date = dates.setdefault(date or "", date or "")
            histories[game][player].append(Rated(mu, sigma, date))
            worth[game, player] = ordinal
    ratings = {}
    for game, players in histories.items():
        order = sorted(players, key=lambda player: (-worth[game, player], player))
        ratings[game] = {
            player: Rating(rank, worth[game, player], players[player])
            for rank, player in enumerate(order, 1)
        }
    return ratings


_HISTORY = ("game", "player", "date", "mu", "sigma", "ordinal")
