"""Entering courses: the rows of the tables `event`, `situation` and `move`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from kifu.store import columns
from kifu.store.index.course import Course, Event, Faced
from kifu.store.index.played import Played

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

#: Courses with the keys of their records.
Keyed = Sequence[tuple[int, Course]]


def enter_courses(connection: DuckDBPyConnection, rows: Keyed) -> None:
    """Enter what happened, what was faced and what was played, as far as the courses have it."""
    _enter_events(connection, rows)
    _enter_situations(connection, rows)
    _enter_moves(connection, rows)


def complete(connection: DuckDBPyConnection, rows: Keyed) -> None:
    """Enter what the archive does not have yet of records that it has."""
    columns.register(connection, {"key": [key for key, _ in rows]})
    query = "SELECT key, events, situations, moves FROM record JOIN incoming USING (key)"
    has = {key: flags for key, *flags in connection.execute(query).fetchall()}
    events = [(key, entry) for key, entry in rows if entry.events is not None and not has[key][0]]
    faced = [(key, entry) for key, entry in rows if entry.faced is not None and not has[key][1]]
    moves = [(key, entry) for key, entry in rows if entry.played is not None and not has[key][2]]
    _enter_events(connection, events)
    _enter_situations(connection, faced)
    _enter_moves(connection, moves)
    for flag, some in (("events", events), ("situations", faced), ("moves", moves)):
        if some:
            columns.register(connection, {"key": [key for key, _ in some]})
            keys = "SELECT key FROM incoming"
            connection.execute(f"UPDATE record SET {flag} = true WHERE key IN ({keys})")


def _enter_events(connection: DuckDBPyConnection, rows: Keyed) -> None:
    owners = [key for key, entry in rows for _ in entry.events or ()]
    happened = [event for _, entry in rows for event in entry.events or ()]
    if happened:
        given: dict[str, Sequence[Any]] = {"record": owners}
        for name in Event.__struct_fields__:
            given[name] = [getattr(event, name) for event in happened]
        names = columns.register(connection, given)
        connection.execute(
            f"INSERT INTO event ({names}) SELECT * REPLACE ({_listed('cards')} AS cards) "
            "FROM incoming"
        )


def _enter_moves(connection: DuckDBPyConnection, rows: Keyed) -> None:
    """Append a row for each match, its lists read from texts."""
    lists = [(key, entry.played) for key, entry in rows if entry.played is not None]
    if not lists:
        return
    given: dict[str, Sequence[Any]] = {"record": [key for key, _ in lists]}
    for name in Played.__struct_fields__:
        given[name] = [getattr(moves, name) for _, moves in lists]
    columns.register(connection, given)
    connection.execute(_MOVES)


def _kinds(faced: Sequence[Faced]) -> Any:
    """The class of each move that was played, an array of texts and None."""
    import numpy as np

    names: list[str | None] = []
    # Where the names of each game's classes begin; the first is that of no class.
    begin: dict[tuple[str, ...], int] = {}
    for found in faced:
        classes = tuple(found.classes)
        if classes not in begin:
            begin[classes] = len(names)
            names += [None, *classes]
    starts = [begin[tuple(found.classes)] for found in faced]
    places = np.frombuffer(b"".join([found.kinds for found in faced]), dtype=np.uint8)
    offsets = np.repeat(np.array(starts), [len(found.kinds) for found in faced])
    return np.array(names, dtype=object)[offsets + places]


#: The columns that are laid out as `_by_seat` does.
_BY_SEAT = ("share", "final_score")


def _by_seat(matches: Sequence[tuple[bytes, Sequence[float]]]) -> Any:
    """For each move of each match the value of the seat that made it, not a number where the match
    has no values: an array. A match comes as the seats of its moves, and the values by seat.
    """
    import numpy as np

    # Item 0 is for the matches without values, whose seats are all taken for 0.
    table = np.array([np.nan, *[value for _, values in matches for value in values]])
    seats = np.frombuffer(b"".join([seats for seats, _ in matches]), dtype=np.uint8)
    counts = [len(seats) for seats, _ in matches]
    sizes = np.array([len(values) for _, values in matches])
    before = np.repeat(np.cumsum(sizes) - sizes, counts)
    return table[np.where(np.repeat(sizes > 0, counts), before + seats, 0)]


def _listed(text: str) -> str:
    """SQL for the list of the words in a text, an empty one for none."""
    return f"CASE WHEN {text} = '' THEN CAST([] AS VARCHAR[]) ELSE string_split({text}, ' ') END"


def _noted(text: str) -> str:
    """SQL for the list of the words in a text, `-` as NULL; NULL for an empty text."""
    return f"[nullif(word, '-') FOR word IN string_split(nullif({text}, ''), ' ')]"


_MOVES = f"""
    INSERT INTO move SELECT
        record, {_listed("moves")}, course, starts, nullif(classes, ''), {_listed("totals")},
        {_noted("seconds")}, {_noted("clocks")},
        [TRY_CAST(word AS TIMESTAMPTZ) AT TIME ZONE 'UTC' FOR word IN {_noted("times")}]
    FROM incoming
"""


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
    if any(found.classes for _, found in faced):
        given["kind"] = _kinds([found for _, found in faced])
    given["share"] = _by_seat([(found.seats, found.shares) for _, found in faced])
    given["final_score"] = _by_seat([(found.seats, found.scores) for _, found in faced])
    connection.register("incoming", {name: values[order] for name, values in given.items()})
    known = ", ".join(f"if(isnan({name}), NULL, {name}) AS {name}" for name in _BY_SEAT)
    names = ", ".join(given)
    connection.execute(f"INSERT INTO situation ({names}) SELECT * REPLACE ({known}) FROM incoming")
