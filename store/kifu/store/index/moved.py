"""Moved logs: a log that the archive knows from another path is recognised by its digest."""

from __future__ import annotations

import os
from collections.abc import Mapping
from contextlib import suppress
from typing import TYPE_CHECKING

from msgspec import Struct

from kifu.store.identity import unfinished_id
from kifu.store.paths import fingerprint, located

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

    from kifu.store.index.planning import Known

#: The size and the digest of each source that was read, by its name.
Seen = dict[str, tuple[int, str]]


class Moved(Struct, frozen=True):
    """A log at `path` whose source is to be called `name`; the archive knows it as `was`."""

    path: str
    name: str
    was: str

    def notice(self, archive: str) -> str:
        """A line that tells the user the log's old and new path."""
        return f"{self.path} was moved: the archive knew it as {located(self.was, archive)}"


def find_moved(archive: str, logs: Mapping[str, str], known: Mapping[str, Known]) -> list[Moved]:
    """Those of `logs` that the archive knows by an old path, at which there is no file any more.
    `logs` maps the name that a log now has to its path, `known` has the archive's sources by name.
    Files that can't be read are left out.
    """
    fresh = {name: path for name, path in logs.items() if name not in known}
    gone = absent(archive, known) if fresh else {}
    found = []
    for name, path in fresh.items():
        with suppress(OSError):
            was = moved_from(path, gone)
            if was is not None:
                del gone[was]
                found.append(Moved(path, name, was))
    return found


def absent(archive: str, known: Mapping[str, Known]) -> Seen:
    """The size and digest of each source in `known` whose file is gone, by the source's name."""
    return {
        name: (log.size, log.digest)
        for name, log in known.items()
        if not os.path.lexists(located(name, archive))
    }


def moved_from(path: str, gone: Seen) -> str | None:
    """The source in `gone` (see `absent`) whose file is now at `path`, None if none is: one with
    the same bytes, or one with the same file name whose bytes the file begins with. Raises OSError.
    """
    size, last = os.path.getsize(path) if gone else 0, os.path.basename(path)
    for name, (was, digest) in gone.items():
        is_alike = was == size or (0 < was < size and os.path.basename(name) == last)
        if is_alike and fingerprint(path, was).prefix == digest:
            return name
    return None


def relocate(connection: DuckDBPyConnection, names: Mapping[str, str]) -> None:
    """Give sources new names (old -> new) within the open transaction; their unfinished matches get
    new ids, which depend on the source's name.
    """
    plays = ids_of_unfinished(connection, names)
    rename_sources(connection, names)
    rename_matches(connection, plays)


def rename_sources(connection: DuckDBPyConnection, names: Mapping[str, str]) -> None:
    """Give sources new names (old -> new), and change nothing else."""
    connection.execute(
        "UPDATE source SET path = given.path "
        "FROM (SELECT unnest($was) AS was, unnest($path) AS path) AS given "
        "WHERE source.path = given.was",
        {"was": list(names), "path": list(names.values())},
    )


def ids_of_unfinished(connection: DuckDBPyConnection, names: Mapping[str, str]) -> dict[int, str]:
    """The new ids of the unfinished matches whose sources get the new `names` (old -> new), by the
    keys of their records. Changes nothing.
    """
    rows = connection.execute(_GOING_ON, [list(names)]).fetchall()
    return {
        key: unfinished_id(names[was], number)
        for key, was, number, play in rows
        if play == unfinished_id(was, number)
    }


def rename_matches(connection: DuckDBPyConnection, plays: Mapping[int, str]) -> None:
    """Give matches new ids; `plays` has these by the keys of the matches' records."""
    if plays:
        connection.execute(
            "UPDATE record SET play = CAST(given.play AS UUID) "
            "FROM (SELECT unnest($key) AS key, unnest($play) AS play) AS given "
            "WHERE record.key = given.key",
            {"key": list(plays), "play": list(plays.values())},
        )


_GOING_ON = """
    SELECT record.key, source.path, number, replace(CAST(play AS VARCHAR), '-', '')
    FROM source JOIN place ON place.source = source.id JOIN record ON record.key = place.record
    WHERE NOT finished AND source.path IN (SELECT unnest(?))
"""
