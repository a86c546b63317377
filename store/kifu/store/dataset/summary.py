"""What the card of a data set is about: counts and columns.

Nothing in it is text from a record.
"""

from __future__ import annotations

import hashlib
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct

from kifu.notation.version import __version__
from kifu.replay.registry import UnknownGame, game
from kifu.store.dataset.tables import MATCHES, TABLES
from kifu.store.parameters import quoted

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


class Summary(Struct, frozen=True):
    """`games` has name and title of each game that kifu knows; `rows` and `types` (of DuckDB) are
    by table, and `types` by column; `days` are the first and the last.
    """

    licence: str
    is_anonymous: bool
    kifu: str
    games: list[tuple[str, str]]
    days: tuple[str, str] | None
    rows: dict[str, int]
    types: dict[str, dict[str, str]]


def summary(scratch: DuckDBPyConnection, folder: Path, licence: str, is_anonymous: bool) -> Summary:
    """The summary of the data set whose tables are in `folder`."""
    rows, types = {}, {}
    for table in TABLES:
        of = files_of(folder, table.name)
        ((rows[table.name],),) = scratch.execute(f"SELECT count(*) FROM {of}").fetchall()
        described = scratch.execute(f"DESCRIBE FROM {of}").fetchall()
        types[table.name] = {name: kind for name, kind, *_ in described}
    matches = files_of(folder, MATCHES.name)
    ((first, last),) = scratch.execute(
        f"SELECT CAST(min(date_from) AS VARCHAR), CAST(max(date_to) AS VARCHAR) FROM {matches}"
    ).fetchall()
    games = []
    for (name,) in scratch.execute(f"SELECT DISTINCT game FROM {matches} ORDER BY 1").fetchall():
        with suppress(UnknownGame):
            games.append((name, game(name).title.en))
    days = (first, last) if first else None
    return Summary(licence, is_anonymous, __version__, games, days, rows, types)


def files_of(folder: Path, table: str) -> str:
    """SQL for the rows of a table of the data set in `folder`.

    >>> files_of(Path("club"), "moves")
    "read_parquet('club/moves/*.parquet')"
    """
    return f"read_parquet({quoted(f'{folder}/{table}/*.parquet')})"


def digest(path: Path) -> str:
    """The SHA-256 of a file, in hexadecimal."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
