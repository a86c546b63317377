"""Mistakes: which kinds of moves cost a player most, and the moments to look at again."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import Any

from kifu.replay.registry import UnknownGame, game
from kifu.site.texts import SITE
from kifu.store import Archive, Filters

Row = dict[str, Any]

#: The most kinds of moves that are told apart for a player in a game.
KINDS = 20


def mistakes(
    archive: Archive, filters: Filters | None, persons: Iterable[str]
) -> dict[str, list[Row]]:
    """For each of `persons` (names) with judged matches, a list with a row for each game: `game`,
    `engine`, and `kinds`, the KINDS kinds of moves that lost most, the worst first. A kind is a row
    of the statistics `mistakes-by-kind`, with its rows of `worst-mistakes` as `worst`. Persons
    without judged matches are left out; {} for no persons.

    Over the finished matches that pass `filters` (None: all). Only judgements by what the player
    could know count. If several engines judged a player in a game, only those of the engine that
    judged most decisions count. Raises ArchiveError, also for a name that the archive does not
    have.
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


def _key(row: Row) -> tuple[Any, ...]:
    """What links a row of `worst-mistakes` to its kind: player, game, engine and kind."""
    return tuple(row[name] for name in ("player", "game", "engine", "kind"))


def is_by_points(name: str) -> bool:
    """Whether the mistakes in a game are counted in points (True) or as win share (False). True for
    a game that is not installed.
    """
    try:
        return game(name).analysis.marks.by_points
    except UnknownGame:
        return True


def kind_title(name: str, kind: str | None, language: str) -> str:
    """The name of a kind of move (None: all kinds) in a language; `kind` itself if the game is not
    installed or has no such kind.
    """
    if kind is None:
        return SITE["any_kind"].text(language)
    try:
        classes = game(name).archive.classes
    except UnknownGame:
        return kind
    return classes[kind].text(language) if kind in classes else kind
