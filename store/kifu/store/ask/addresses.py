"""Addresses: the ids of an archive's records with their places, held in memory.

To open an archive and to search its ids takes some hundred times as long as to read a record. So a
process that asks for one record after the other holds the ids and places of them all, until the
archive changes. `retrieve` compares what it reads with the id, so an address that is out of date
never leads to another record.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from kifu.store.ask.retrieve import RecordAddress
from kifu.store.erasure import Erasure, erasure
from kifu.store.ids import ends_of
from kifu.store.journal import wal_of

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

#: An archive with more records is searched for each question: a million take 60 MB here.
MOST = 4_000_000
#: More records whose ids begin alike are searched for, too.
_ALIKE = 64

#: By which the bytes of an archive are known to be the same: of its file and its write-ahead log,
#: where each is, its size and when it was written.
State = tuple[tuple[int, int, int] | None, ...]


def state_of(archive: str) -> State:
    """A value that identifies the present content of the archive at the path `archive`: it changes
    with every commit.
    """
    return tuple(_about(path) for path in (archive, wal_of(archive)))


def addresses(connection: DuckDBPyConnection) -> Addresses | None:
    """The ids and places of all records of the open archive; None if it has more than `MOST`
    records.
    """
    ((records,),) = connection.execute("SELECT count(*) FROM record").fetchall()
    return Addresses(connection) if records <= MOST else None


class Addresses:
    """The ids and places of every record of an archive, and what is `erased` from it."""

    def __init__(self, connection: DuckDBPyConnection) -> None:
        # Imported here: it takes longer than a question.
        import numpy as np

        self.erased: Erasure = erasure(connection)
        records = connection.execute(_RECORDS).fetchnumpy()
        places = connection.execute(_PLACES).fetchnumpy()
        paths = connection.execute("SELECT id, path FROM source").fetchall()
        self._sources: dict[int, str] = dict(paths)
        self._record = (records["record_high"], records["record_low"])
        self._keys = records["key"]
        self._sought = [
            (np.argsort(high), high, low, may_be)
            for high, low, may_be in (
                (*self._record, None),
                (records["play_high"], records["play_low"], records["main"]),
            )
        ]
        self._places = [places[name] for name in ("record", "source", "number", "offset")]

    def places(self, wanted: str) -> list[RecordAddress] | None:
        """The places of the one record that `wanted` names: the first digits of its id, or of the
        id of its match. None where no record or several fit. Raises UsageError for text that is not
        an id.
        """
        rows: set[int] = set()
        low, high = ends_of(wanted)
        for order, highs, lows, may_be in self._sought:
            start, end = _range(highs, order, low >> 64, high >> 64)
            if end - start > _ALIKE:
                return None
            for row in order[start:end].tolist():
                found = int(highs[row]) << 64 | int(lows[row])
                if low <= found <= high and (may_be is None or may_be[row]):
                    rows.add(row)
        return self._places_of(rows.pop()) if len(rows) == 1 else None

    def _places_of(self, row: int) -> list[RecordAddress]:
        identity = f"{int(self._record[0][row]):016x}{int(self._record[1][row]):016x}"
        records, sources, numbers, offsets = self._places
        key = self._keys[row]
        start, end = records.searchsorted(key), records.searchsorted(key, "right")
        found = [
            RecordAddress(
                identity, self._sources[int(sources[at])], int(numbers[at]), int(offsets[at])
            )
            for at in range(start, end)
        ]
        return sorted(found, key=lambda place: (place.source, place.number))


class AddressBook:
    """The addresses that a process keeps, from the second question to the same state of the archive
    on: a process that asks twice will probably ask more often.
    """

    def __init__(self) -> None:
        self._state: State = ()
        self._asked = 0
        self._held: Addresses | None = None

    def at(self, state: State, load: Callable[[], Addresses | None]) -> Addresses | None:
        """The addresses of the archive, whose content `state` identifies. The first call with a
        state returns None; the second calls `load` and returns its result, which later calls with
        that state return again.
        """
        if state != self._state:
            self._state, self._asked, self._held = state, 0, None
        self._asked += 1
        if self._asked == 2:
            self._held = load()
        return self._held


def _range(highs: Any, order: Any, low: int, high: int) -> tuple[int, int]:
    """The slice of `order` (the indices that sort `highs`) whose numbers are from `low` to `high`,
    both included, as (start, end).
    """
    kind = highs.dtype.type
    start = highs.searchsorted(kind(low), "left", order)
    return int(start), int(highs.searchsorted(kind(high), "right", order))


def _about(path: str) -> tuple[int, int, int] | None:
    try:
        about = os.stat(path)
    except FileNotFoundError:
        return None
    return about.st_ino, about.st_size, about.st_mtime_ns


def _halves(column: str) -> str:
    digits = f"replace(CAST({column} AS VARCHAR), '-', '')"
    return (
        f"CAST('0x' || {digits}[:16] AS UBIGINT) AS {column}_high, "
        f"CAST('0x' || {digits}[17:] AS UBIGINT) AS {column}_low"
    )


_RECORDS = f"SELECT key, main, {_halves('record')}, {_halves('play')} FROM record"
_PLACES = 'SELECT record, source, number, "offset" FROM place ORDER BY record'
