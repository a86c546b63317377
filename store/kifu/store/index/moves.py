"""Moves: those of a match with what belongs to each, and the scores of its rounds."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TypeVar

from msgspec import Struct

from kifu.notation.comments import commands, seconds
from kifu.notation.record import Record
from kifu.replay.elements.circumstances import class_of, legal_of, round_of, turn_of
from kifu.replay.match import Match
from kifu.replay.observer import Observer

T = TypeVar("T")


class RoundTotal(Struct, gc=False):
    """A row of the table `round_total`: what a seat scored in a round, and its score after that."""

    round: int
    seat: int
    scored: int
    total: int


class Moves(Struct, omit_defaults=True, gc=False):
    """The rows of a match in the table `move`, as lists with an item for each move. `tokens` are
    the moves, separated by spaces; `round` and `turn` are 0 where none has begun; `kind` is the
    place of the move's class in `classes`, from 1, or 0. `seconds`, `clock` and `utc` are empty
    where no move has any.
    """

    tokens: str
    round: list[int]
    turn: list[int]
    seat: list[int]
    kind: list[int]
    legal: list[int]
    classes: list[str] = []
    seconds: list[float | None] = []
    clock: list[float | None] = []
    utc: list[str | None] = []
    rounds: list[RoundTotal] = []


def moves_of(match: Match, noted: Observer) -> Moves:
    """The moves of the main line of `match` as rows, up to the first wrong move; `noted` is the
    observer that watched the replay.
    """
    if match.line is None or match.state is None or match.game is None:
        return Moves("", [], [], [], [], [])
    kinds = list(map(class_of, noted.moves))
    spent, clock, utc = _clocks(match.record, match.line.ply)
    return Moves(
        tokens=match.line.tokens,
        round=list(map(round_of, noted.moves)),
        turn=list(map(turn_of, noted.moves)),
        seat=list(match.line.seats),
        kind=kinds,
        legal=list(map(legal_of, noted.moves)),
        classes=list(match.game.archive.classes) if any(kinds) else [],
        seconds=spent,
        clock=clock,
        utc=utc,
        rounds=_rounds(match, noted),
    )


def _rounds(match: Match, noted: Observer) -> list[RoundTotal]:
    """What each seat scored in each round that was played to its end; a match that is over ends its
    last round.
    """
    totals = list(noted.totals)
    if match.state and match.state.is_over and noted.moves and round_of(noted.moves[-1]):
        totals.append(match.state.scores())
    return [
        RoundTotal(number, seat, total - start, total)
        for number, (before, after) in enumerate(pairwise(totals), 1)
        for seat, (start, total) in enumerate(zip(before, after, strict=True), 1)
    ]


#: Seconds since 1970 are for programs; the archive keeps a time of day as a time.
_TIME = re.compile(r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)?")


def _clocks(
    record: Record, plies: int
) -> tuple[list[float | None], list[float | None], list[str | None]]:
    """Three lists with an item for each move, from the commands in comments: seconds spent (`emt`),
    seconds left (`clk`), and date and time as text (`utc`). The first command counts; None for a
    move without one. A list is empty if no move has one.
    """
    spent: dict[int, float] = {}
    clock: dict[int, float] = {}
    utc: dict[int, str] = {}
    for note in record.notes:
        if note.text is None or "[%" not in note.text or not 1 <= note.at <= plies:
            continue
        for name, value in commands(note.text):
            if name == "emt":
                _keep(spent, note.at, seconds(value))
            elif name == "clk":
                _keep(clock, note.at, seconds(value))
            elif name == "utc":
                _keep(utc, note.at, _time(value))
    return _each(spent, plies), _each(clock, plies), _each(utc, plies)


def _keep(found: dict[int, T], ply: int, value: T | None) -> None:
    if value is not None:
        found.setdefault(ply, value)


def _time(text: str) -> str | None:
    return text.replace(" ", "T") if _TIME.fullmatch(text) else None


def _each(values: dict[int, T], plies: int) -> list[T | None]:
    """`values` (by ply) as a list for plies 1 to `plies`, with None where there is no value; an
    empty list if there are no values at all.
    """
    return list(map(values.get, range(1, plies + 1))) if values else []
