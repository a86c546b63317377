"""JSON Schemas of logs and of the rows of commands, by name; those of query and stats have none."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypedDict

from msgspec import Struct, defstruct
from msgspec.structs import fields

from kifu.notation.diagnostics import Diagnostic
from kifu.notation.schema import Schema, event_schema, record_schema, row_schema
from kifu.store.ask.explore import PlayedOption
from kifu.store.ask.search import COLUMNS, Hit
from kifu.store.index.entry import Bad
from kifu.store.upkeep.manifest import Lag, StatusRow
from kifu.store.upkeep.verify import Difference


class PlayableGame(TypedDict):
    """A game that can be played: its name, title, rules revision, and numbers of seats."""

    game: str
    title: str
    title_ja: str
    rules: int
    seats: str


class Alias(TypedDict):
    """An alias: a name and the name of its person."""

    name: str
    person: str


class DecisionRow(Struct):
    """A judged decision: the `file` and the `record` in it, from 1, then what a `Judgement` says of
    it, with the best option, the win shares of that and of the played move, and the `reason`, ""
    where none is said.
    """

    file: str
    record: int
    ply: int
    seat: int
    player: str
    move: str
    glyph: str
    points: float
    points_se: float
    loss: float
    se: float
    best: str
    best_share: float
    share: float
    depends: bool
    reason: str


def _quarantined() -> Schema:
    about = "A record in quarantine: where it is, its first error, and how many it has."
    columns = [("path", str), *((field.name, field.type) for field in fields(Bad))]
    return row_schema(defstruct("Bad", columns, namespace={"__doc__": about}))


#: Name -> what the schema describes, and what makes it.
SCHEMAS: dict[str, tuple[str, Callable[[], Schema]]] = {
    "record": ("a record as a line of a log", record_schema),
    "event": ("a line of a live log below its first one", event_schema),
    "check": ("a row of kifu check", lambda: row_schema(Diagnostic)),
    "games": ("a row of kifu games", lambda: row_schema(PlayableGame)),
    "analyse": ("a row of kifu analyse", lambda: row_schema(DecisionRow)),
    "find": ("a row of kifu find", lambda: row_schema(Hit, COLUMNS)),
    "explore": (
        "a row of kifu explore",
        lambda: row_schema(PlayedOption, optional=("kind", "move")),
    ),
    "quarantine": ("a row of kifu quarantine list", _quarantined),
    "player": ("a row of kifu player list", lambda: row_schema(Alias)),
    "verify": ("a row of kifu verify", lambda: row_schema(Difference)),
    "status": ("a row of kifu status", lambda: row_schema(StatusRow)),
    "lags": ("a row of kifu status --logs", lambda: row_schema(Lag)),
}
