"""Mistakes: which kinds of moves cost a player most, and the moments to look at again."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import Any

from msgspec import Struct

from kifu.store import Archive, Filters

#: The most kinds of moves that are told apart for a player in a game.
KINDS = 20


class Mistake(Struct, frozen=True, gc=False):
    """A marked decision: what it lost, in points and as win share, and where it is: the match and
    the record that has the judgement, by their ids, the ply and the seat.
    """

    mark: str
    points: float
    loss: float
    match: str
    record: str
    ply: int
    seat: int


class KindOfMove(Struct, frozen=True, gc=False):
    """A player's judged choices of a kind of move (None where kinds are not known): how many, how
    many of them were marked, the points that they lost in all, and the worst ones.
    """

    kind: str | None
    choices: int
    blunders: int
    mistakes: int
    doubtful: int
    lost_in_all: float
    worst: list[Mistake]

    @property
    def marked(self) -> int:
        """How many of the choices have a mark."""
        return self.blunders + self.mistakes + self.doubtful


class Mistakes(Struct, frozen=True):
    """A player's judged choices in a game by kind of move, those that lost most first, as one
    engine judged them.
    """

    game: str
    engine: str
    kinds: list[KindOfMove]


def mistakes(
    archive: Archive, filters: Filters | None, persons: Iterable[str]
) -> dict[str, list[Mistakes]]:
    """For each of `persons` (names): the mistakes in each game, over the finished matches that pass
    `filters` (None: all). Only judgements by what the player could know count. If several engines
    judged a player in a game, by the one that judged most.
    """
    names = sorted(persons)
    if not names:
        return {}
    worst: dict[tuple[Any, ...], list[Mistake]] = defaultdict(list)
    with archive.counting("worst-mistakes", filters, names, by="game") as rows:
        for player, game, engine, sight, kind, mark, loss, points, *place in rows:
            if sight == "seat":
                found = Mistake(mark, points, loss, *place)
                worst[player, game, engine, kind].append(found)
    kinds: dict[tuple[str, str], dict[str, list[KindOfMove]]] = defaultdict(dict)
    with archive.counting("mistakes-by-kind", filters, names, by="game") as rows:
        for player, game, engine, sight, kind, choices, blunders, marked, doubtful, lost in rows:
            if sight == "seat":
                moments = worst[player, game, engine, kind]
                counted = KindOfMove(kind, choices, blunders, marked, doubtful, lost, moments)
                kinds[player, game].setdefault(engine, []).append(counted)
    made: dict[str, list[Mistakes]] = defaultdict(list)
    asked = frozenset(names)
    for (player, game), engines in sorted(kinds.items()):
        engine = max(sorted(engines), key=lambda each: _choices(engines[each]))
        ordered = sorted(engines[engine], key=lambda each: -each.lost_in_all)
        if player in asked:
            made[player].append(Mistakes(game, engine, ordered[:KINDS]))
    return dict(made)


def _choices(kinds: list[KindOfMove]) -> int:
    return sum(kind.choices for kind in kinds)
