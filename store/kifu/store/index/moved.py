"""Moved logs: a log that the archive knows from another path is recognised by its digest."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import TYPE_CHECKING

from kifu.store import columns
from kifu.store.identity import unfinished_id
from kifu.store.paths import fingerprint

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

#: The size and the digest of each source that was read, by its name.
Seen = Mapping[str, tuple[int, str]]


def moved_from(path: str, gone: Seen) -> str | None:
    """Which of the sources that are `gone` is now at `path`, by its bytes. One that has grown
    meanwhile is recognised if it kept its file name. Raises OSError.
    """
    size = os.path.getsize(path) if gone else 0
    for name, (was, digest) in gone.items():
        is_alike = was == size or (0 < was < size and _last(name) == os.path.basename(path))
        if is_alike and fingerprint(path, was).prefix == digest:
            return name
    return None


def _last(name: str) -> str:
    return name.rpartition("/")[2]


def relocate(connection: DuckDBPyConnection, names: Mapping[str, str]) -> None:
    """Give sources new names, within the open transaction. An unfinished match is known by its
    source, so it gets another id.
    """
    given = {"was": list(names), "path": list(names.values())}
    columns.register(connection, given)
    connection.execute("CREATE TEMP TABLE renamed AS FROM incoming")
    rows = connection.execute(_GOING_ON).fetchall()
    plays = {
        key: unfinished_id(path, number)
        for key, was, path, number, play in rows
        if play == unfinished_id(was, number)
    }
    connection.execute(
        "UPDATE source SET path = renamed.path FROM renamed WHERE source.path = renamed.was"
    )
    if plays:
        columns.register(connection, {"key": list(plays), "play": list(plays.values())})
        connection.execute(
            "UPDATE record SET play = CAST(incoming.play AS UUID), "
            "play_prefix = prefix_of(incoming.play) FROM incoming WHERE record.key = incoming.key"
        )
    connection.execute("DROP TABLE renamed")


_GOING_ON = """
    SELECT record.key, was, renamed.path, number, replace(CAST(play AS VARCHAR), '-', '')
    FROM renamed JOIN source ON source.path = renamed.was
    JOIN place ON place.source = source.id JOIN record ON record.key = place.record
    WHERE NOT finished
"""
