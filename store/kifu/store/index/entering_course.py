"""Entering courses: the rows of the tables `event` and `situation`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from kifu.store import columns
from kifu.store.index.course import Course

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

#: Courses with the keys of their records.
Keyed = Sequence[tuple[int, Course]]


def enter_courses(connection: DuckDBPyConnection, rows: Keyed) -> None:
    """Enter what happened and what was faced, as far as the courses have it."""
    _enter_events(connection, rows)
    _enter_situations(connection, rows)


def complete(connection: DuckDBPyConnection, rows: Keyed) -> None:
    """Enter what the archive does not have yet of records that it has."""
    columns.register(connection, {"key": [key for key, _ in rows]})
    query = "SELECT key, events, situations FROM record JOIN incoming USING (key)"
    has = {key: flags for key, *flags in connection.execute(query).fetchall()}
    events = [(key, entry) for key, entry in rows if entry.events is not None and not has[key][0]]
    faced = [(key, entry) for key, entry in rows if entry.faced is not None and not has[key][1]]
    _enter_events(connection, events)
    _enter_situations(connection, faced)
    for flag, some in (("events", events), ("situations", faced)):
        if some:
            columns.register(connection, {"key": [key for key, _ in some]})
            keys = "SELECT key FROM incoming"
            connection.execute(f"UPDATE record SET {flag} = true WHERE key IN ({keys})")


def _enter_events(connection: DuckDBPyConnection, rows: Keyed) -> None:
    happened = [(key, *event) for key, entry in rows for event in entry.events or ()]
    if happened:
        names = ("record", "ply", "seat", "kind")
        columns.insert(
            connection, "event", dict(zip(names, zip(*happened, strict=True), strict=True))
        )


def _enter_situations(connection: DuckDBPyConnection, rows: Keyed) -> None:
    """Append one run of rows in the order of their keys."""
    import numpy as np

    faced = [(key, entry.faced) for key, entry in rows if entry.faced and entry.faced.seats]
    if not faced:
        return
    counts = np.array([len(found.seats) for _, found in faced])
    total = int(counts.sum())
    starts = np.repeat(np.cumsum(counts) - counts, counts)
    # One object for each token, however often it was played.
    tokens: dict[str, str] = {}
    moves = [tokens.setdefault(move, move) for _, found in faced for move in found.moves.split()]
    keys = np.frombuffer(b"".join([found.keys for _, found in faced]), dtype="<u8")
    order = np.argsort(keys, kind="stable")
    given = {
        "key": keys,
        "record": np.repeat(np.array([key for key, _ in faced], dtype=np.int64), counts),
        "ply": (np.arange(1, total + 1, dtype=np.int64) - starts).astype(np.int32),
        "seat": np.frombuffer(b"".join([found.seats for _, found in faced]), dtype=np.uint8),
        "move": np.array(moves, dtype=object),
    }
    connection.register("incoming", {name: values[order] for name, values in given.items()})
    names = ", ".join(given)
    connection.execute(f"INSERT INTO situation ({names}) SELECT {names} FROM incoming")
