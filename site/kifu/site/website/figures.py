"""Figures: what an archive counts, in the shape in which the pages show it, and mistakes: which
kinds of moves cost a player most, and the moments to look at again.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Any

from msgspec import Struct

from kifu.replay.registry import UnknownGame, game
from kifu.site.look.charts import Dated
from kifu.site.texts import SITE
from kifu.site.website.matches import ListedMatch
from kifu.store import Archive, Filters

Row = dict[str, Any]
#: The most kinds of moves that are told apart for a player in a game.
KINDS = 20


class Figures(Struct, frozen=True):
    """The statistics that the pages show, as rows of `kifu.store.ask.stats`. By person: `players`
    (results), `opponents`, `mistakes`. By game: `games`, `seats`, `lengths`. By game, then person:
    `ratings` (the best person first) and `strengths`. `histories` has the rating after each month,
    by (game, person).

    Strengths and mistakes are only those of judged matches and of persons who publish them (see
    `consent`).
    """

    players: dict[str, list[Row]]
    opponents: dict[str, list[Row]]
    games: dict[str, list[Row]]
    seats: dict[str, list[Row]]
    lengths: dict[str, list[Row]]
    ratings: dict[str, dict[str, Row]]
    histories: dict[tuple[str, str], list[Dated]]
    strengths: dict[str, dict[str, Row]] = {}
    mistakes: dict[str, list[Row]] = {}


def figures(
    archive: str,
    filters: Filters | None = None,
    judged: frozenset[str] = frozenset(),
) -> Figures:
    """Query all figures over the matches that pass `filters` (None: all); all variants (options) of
    a game count together. Results and ratings are of everybody, strengths and mistakes only of the
    persons `judged` (present names), none by default. Everything is empty if no match passes. The
    archive is opened anew for each statistic, and waited for if it is locked.

    Raises ArchiveError, also for a name in `judged` that the archive does not have; Busy if it
    stays locked; LimitHit if memory is short; and UsageError for a filter that nothing can match.
    """
    asked = Archive(archive)
    return Figures(
        players=_by("player", asked.stats("players", filters, by="game")),
        opponents=_by("player", asked.stats("opponents", filters, by="game")),
        games=_by("game", asked.stats("games", filters, by="game")),
        seats=_by("game", asked.stats("seats", filters, by="game")),
        lengths=_by("game", asked.stats("lengths", filters, by="game")),
        ratings=_of_each(asked.stats("ratings", filters, by="game")),
        histories=_histories(asked, filters),
        strengths=_of_each(_strengths(asked, filters, judged)),
        mistakes=mistakes(asked, filters, judged),
    )


def standings(matches: Sequence[ListedMatch]) -> list[Row]:
    """The standings of an event: for each person with a place in some of `matches`, a row with
    `player`, `matches` (how many these are), `wins` (a shared win counts in part) and `mean_place`.
    A person with several seats in a match counts once for each of them that has a place. Sorted by
    mean place, the best first, then by wins, the most first, then by name. [] if nobody has a
    place.
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


def mistakes(
    archive: Archive, filters: Filters | None, persons: Iterable[str]
) -> dict[str, list[Row]]:
    """What those of `persons` (present names) who have judged matches did wrong: person -> a list
    with a row for each game, sorted by the game's name. A row has `game`, `engine`, and `kinds`:
    the KINDS kinds of moves that lost most in all, the worst first. A kind is a row of the
    statistic `mistakes-by-kind` (`kind`, `choices`, `blunders`, `mistakes`, `doubtful`,
    `lost_in_all` and others), with its rows of `worst-mistakes` as `worst`; its `kind` is None for
    moves of which no kind is known. Persons without judged matches are left out, and so are names
    that are only aliases; {} for no persons, without opening the archive.

    All this is over the finished matches that pass `filters` (None: all). Only judgements by what
    the player could know count. If several engines judged a player in a game, only those of the
    engine that judged most decisions count. Raises ArchiveError, also for a name that the archive
    does not have; Busy if the archive stays locked; LimitHit if memory is short; and UsageError for
    a filter that nothing can match.
    """
    names = sorted(persons)
    if not names:
        return {}
    worst: dict[tuple[Any, ...], list[Row]] = defaultdict(list)
    for row in archive.stats("worst-mistakes", filters, names, by="game"):
        worst[_key(row)].append(row)
    kinds: dict[tuple[str, str], dict[str, list[Row]]] = defaultdict(dict)
    for row in archive.stats("mistakes-by-kind", filters, names, by="game"):
        engines = kinds[row["player"], row["game"]]
        engines.setdefault(row["engine"], []).append(row | {"worst": worst[_key(row)]})
    made: dict[str, list[Row]] = defaultdict(list)
    for (player, name), engines in sorted(kinds.items()):
        engine = max(sorted(engines), key=lambda each: sum(row["choices"] for row in engines[each]))
        costly = sorted(engines[engine], key=lambda row: -row["lost_in_all"])[:KINDS]
        if player in names:
            made[player].append({"game": name, "engine": engine, "kinds": costly})
    return dict(made)


def is_by_points(name: str) -> bool:
    """Whether the mistakes in a game are counted in points (True) or as win share (False). True for
    a game that is not installed.
    """
    try:
        return game(name).analysis.marks.by_points
    except UnknownGame:
        return True


def kind_title(name: str, kind: str | None, language: str) -> str:
    """The name of a kind of move in a language; `kind` itself if the game is not installed or has
    no such kind. For None the words "all kinds".
    """
    if kind is None:
        return SITE["any_kind"].text(language)
    try:
        classes = game(name).archive.classes
    except UnknownGame:
        return kind
    return classes[kind].text(language) if kind in classes else kind


def _by(name: str, rows: list[Row]) -> dict[str, list[Row]]:
    """Rows grouped by their value in the column `name`, each group in its old order."""
    grouped: dict[str, list[Row]] = defaultdict(list)
    for row in rows:
        grouped[row[name]].append(row)
    return dict(grouped)


def _of_each(rows: Iterable[Row]) -> dict[str, dict[str, Row]]:
    """One row for each game and player, as `found[game][player]`; of several, the last."""
    found: dict[str, dict[str, Row]] = defaultdict(dict)
    for row in rows:
        found[row["game"]][row["player"]] = row
    return dict(found)


def _histories(asked: Archive, filters: Filters | None) -> dict[tuple[str, str], list[Dated]]:
    """The ratings of each player by (game, player), one after each month, the earliest first; the
    last one has the date "" if there are matches without a date. `half` is the distance to the
    lower end of the 95 % interval. `filters` choose the matches (None: all); {} if none can be
    rated. Raises ArchiveError, Busy or LimitHit, and UsageError for a filter that nothing can
    match.
    """
    histories: dict[tuple[str, str], list[Dated]] = defaultdict(list)
    with asked.counting("history", filters, by="game") as rows:
        for game, player, month, _, rating, low, _ in rows:
            histories[game, player].append(Dated(rating, rating - low, month or ""))
    return dict(histories)


def _strengths(asked: Archive, filters: Filters | None, judged: frozenset[str]) -> Iterable[Row]:
    """The rows of the statistic `strength` about the persons `judged` (present names): one for each
    game, engine and person. They are sorted by `choices`, so of the rows of a person in a game, the
    last is by the engine that judged most decisions. [] if `judged` is empty; then the archive is
    not opened. A person without judged decisions has no row. Raises ArchiveError, Busy or LimitHit,
    and UsageError for a filter that nothing can match.
    """
    rows = asked.stats("strength", filters, by="game") if judged else []
    return sorted((row for row in rows if row["player"] in judged), key=lambda row: row["choices"])


def _key(row: Row) -> tuple[Any, ...]:
    """What links a row of `worst-mistakes` to its kind: player, game, engine and kind."""
    return tuple(row[name] for name in ("player", "game", "engine", "kind"))
