"""JSON Schemas of logs and of the rows of commands, by name (those of query and stats have none),
and the command `kifu schema`, which prints them.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from typing import TypedDict

import click
from msgspec import defstruct
from msgspec.structs import fields

from kifu.notation import rows
from kifu.notation.diagnostics import Diagnostic
from kifu.notation.errors import KifuError
from kifu.notation.schema import Schema, event_schema, record_schema, row_schema
from kifu.store.ask.explore import PlayedOption
from kifu.store.ask.search import COLUMNS, Hit
from kifu.store.commands.analyse import DecisionRow
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


@click.command()
@click.argument("name", required=False)
@rows.format_option
def schema(name: str | None, form: rows.Format) -> None:
    """List the JSON Schemas of what kifu writes, or print one.

    NAME is that of a schema: record and event for logs, the name of a command for its rows in
    --format json or ndjson, lags for those of status --logs. The rows of query and stats have the
    columns that you ask for, so they have no schema.
    """
    if name is None:
        listed = ({"schema": name, "what": what} for name, (what, _) in SCHEMAS.items())
        rows.write(listed, ["schema", "what"], form, sys.stdout)
        return
    if name not in SCHEMAS:
        raise KifuError(f"there is no schema {name[:80]!r}; the schemas are {', '.join(SCHEMAS)}")
    click.echo(json.dumps(SCHEMAS[name][1](), ensure_ascii=False, indent=2))
