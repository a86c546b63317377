"""An importer: matches of 6 nimmt! as the (invented) server Cardhall logs them.

The log has a match on each line, as JSON:

    {"id": 1017, "begun": "2026-11-20T19:30:00Z", "players": ["Aki", "Ben"], "goal": 66,
     "deals": [{"at": 0, "hands": [[59, 3, ...], [1, 77, ...]], "rows": [31, 41, 51, 61]}],
     "actions": [{"seat": 0, "card": 59}, {"seat": 1, "card": 1}, {"seat": 1, "row": 3}],
     "points": [66, 65]}

Seats and rows count from 0. A deal comes after `at` actions. `points` are there once the match is
over.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import IO

import msgspec
from msgspec import Struct

from kifu.notation import Diagnostic, Record, diagnostic
from kifu.replay import Imported, sound_part, source_tag

#: Goes into each record's Source tag. Raise it when the importer makes other records of a log.
VERSION = "1"


class Deal(Struct):
    """The hands of all seats, and the cards that begin the rows, after `at` actions."""

    at: int
    hands: list[list[int]]
    rows: list[int]


class Action(Struct):
    """A card that a seat has chosen or, if every row ends higher, the row that it takes."""

    seat: int
    card: int | None = None
    row: int | None = None


class Match(Struct):
    """A line of the log. Fields that are not here are ignored."""

    id: int
    begun: str
    players: list[str]
    goal: int
    deals: list[Deal]
    actions: list[Action]
    points: list[int] | None = None


def import_cardhall(file: IO[bytes], name: str) -> Iterator[Imported]:
    """The matches of a log, one after the other: no more than one line is in memory."""
    for number, line in enumerate(file, 1):
        if line.strip():
            record, findings = _read(line)
            for finding in findings:
                finding.line = number
            yield Imported([] if record is None else [record], findings)


def _read(line: bytes) -> tuple[Record | None, list[Diagnostic]]:
    """The record of a line as far as the rules agree, and what is wrong with it."""
    try:
        match = msgspec.json.decode(line, type=Match)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        return None, [diagnostic("KF602", f"this line is no match of Cardhall: {error}")]
    record, findings = sound_part(_record(match, line))
    for finding in findings:
        finding.token = f"$.actions[{finding.ply - 1}]" if finding.ply else "$"
    return record, findings


def _record(match: Match, line: bytes) -> Record:
    """What the log says, in kifu's words. It need not be right: `sound_part` checks it."""
    date, _, time = match.begun.partition("T")
    rounds = {deal.at: f"#{n} " for n, deal in enumerate(match.deals, 1)}
    return Record(
        game="nimmt",
        rules=1,
        options={"target": str(match.goal)},
        seats=match.players,
        chance=[(f"deal/{n}", _deal(deal)) for n, deal in enumerate(match.deals, 1)],
        moves=" ".join(
            f"{rounds.get(at, '')}{action.seat + 1}:{_token(action)}"
            for at, action in enumerate(match.actions)
        ),
        result=match.points,
        end="*" if match.points is None else "=",
        tags=[
            ("Site", "Cardhall"),
            ("Id", str(match.id)),
            ("Date", date),
            ("Time", time),
            source_tag("cardhall", VERSION, line),
        ],
    )


def _deal(deal: Deal) -> str:
    """The cards from the top: each hand in seat order, then the first card of each row."""
    return " ".join(str(card) for cards in [*deal.hands, deal.rows] for card in cards)


def _token(action: Action) -> str:
    """A move as the page of 6 nimmt! writes it: `59`, or `r4`."""
    return f"r{action.row + 1}" if action.row is not None else str(action.card)
