"""Export: matches of an archive written back as records.

They are in the order of their days and times. The archive itself holds no records: they are read
back from their sources, each of which is read once, and wait in a table of their own (see `spool`).
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import groupby
from typing import Any, BinaryIO, Literal

from msgspec import Struct

from kifu.notation.disk import scratch_folder
from kifu.notation.errors import KifuError, NotationError, UsageError
from kifu.notation.files import Form, Writer, form_of, read_at, read_stream, writer
from kifu.notation.log import decode_json, encode_json
from kifu.notation.reading import Reading
from kifu.notation.record import Record, tag
from kifu.store import people, tables
from kifu.store.ask.filters import Filters, at_source
from kifu.store.ask.search import select
from kifu.store.database import BOUNDS
from kifu.store.erasure import NOBODY, Erasure, concealed
from kifu.store.errors import cleaned, is_damage
from kifu.store.identity import record_id
from kifu.store.interrupting import as_ctrl_c
from kifu.store.paths import located
from kifu.store.tables import Connection

#: Up to this many unwanted records are read and skipped; past more of them, reading starts there.
_GAP = 50


class RecordAddress(Struct, frozen=True):
    """Where a record is: its id, the source as the archive names it, its number and first byte."""

    record: str
    source: str
    number: int
    offset: int


class Lost(Struct, frozen=True):
    """A record that is left out, and why: it is at none of its places any more, or what was asked
    for can't be made of it.
    """

    record: str
    why: str


def retrieve(archive: str, places: Sequence[RecordAddress]) -> Record | Lost:
    """The record that is at `places`, all of them of one record and at least one: read from the
    first place where it still is; `Lost` where it is at none.
    """
    tried = []
    for place in places:
        path = located(place.source, archive)
        try:
            found = _checked(place, path, read_at(path, place.offset))
        except OSError as error:
            found = _unread(place, path, error)
        except LookupError:
            found = _checked(place, path, None)
        if isinstance(found, Record):
            return found
        tried.append(found.why)
    return Lost(places[0].record, "; ".join(tried))


def retrieve_each(
    archive: str, places: Iterable[RecordAddress]
) -> Iterator[tuple[RecordAddress, Record | Lost]]:
    """Read the record at each of `places`, which must be sorted by source and number. Yields each
    place with its record, or with `Lost` where it has changed or can't be read.

    Each source is read once from beginning to end, a packed one too.
    """
    for name, group in groupby(places, key=lambda place: place.source):
        path = located(name, archive)
        rest = iter(group)
        try:
            with open(path, "rb") as file:
                source = _Source(file, form_of(path))
                for place in rest:
                    yield place, _met(source, place, path)
        except OSError as error:
            for place in rest:
                yield place, _unread(place, path, error)


def _met(source: _Source, place: RecordAddress, path: str) -> Record | Lost:
    try:
        return _checked(place, path, source.at(place))
    except OSError as error:
        return _unread(place, path, error)


def _checked(place: RecordAddress, path: str, reading: Reading | None) -> Record | Lost:
    """The record of `reading`, if it is the one that was indexed at `place`."""
    record = reading.record if reading else None
    if record is None or record_id(record) != place.record:
        return Lost(place.record, f"{path} has changed since it was indexed; run kifu index again")
    return record


def _unread(place: RecordAddress, path: str, error: OSError) -> Lost:
    return Lost(place.record, f"{path}: {error.strerror or error}")


class _Source:
    """An open file of records whose places are asked for in their order."""

    def __init__(self, file: BinaryIO, form: Form) -> None:
        self._file = file
        self._form = form
        self._readings: Iterator[Reading] = iter(())
        self._reading: Reading | None = None
        self._number = 0

    def at(self, place: RecordAddress) -> Reading | None:
        """The reading that begins at exactly the offset of `place`; None where none does. Places
        must be asked for in ascending order. Raises OSError.
        """
        is_far = place.number > self._number + _GAP and not self._form.compression
        if self._number == 0 or is_far:
            self._begin(place)
        while self._reading is not None and self._reading.offset < place.offset:
            self._reading = next(self._readings, None)
        self._number = place.number
        found = self._reading
        return found if found is not None and found.offset == place.offset else None

    def _begin(self, place: RecordAddress) -> None:
        """Start reading at `place`, or at the file's beginning if it is packed."""
        kind, compression = self._form
        start = 0 if compression else place.offset
        self._file.seek(start)
        self._readings = read_stream(self._file, kind, compression, offset=start)
        self._reading = next(self._readings, None)


class Exported(Struct):
    """How many records were written, and those that could not be read or written, with the
    reason. Of a data set also how many of the written ones have no moves in the table of moves, and
    how many names were looked for (None: they were to stay).
    """

    written: int
    lost: list[Lost]
    without_moves: int = 0
    names: int | None = None


#: Which names the players have.
Names = Literal["logged", "now"]
#: Called before each record with how many there are.
Advance = Callable[[int], None]


def export(
    connection: Connection,
    archive: str,
    filters: Filters,
    out: str,
    force: bool,
    advance: Advance,
    names: Names,
    erased: Erasure | None,
) -> Exported:
    """Write one record of each match that passes `filters` to the file `out`, whose name decides
    the form (see `form_of`; `-` is text on standard output). `names` says how players are called:
    as their logs have it, or as the archive calls them `now`. Players who are in `erased` (of
    another archive) get pseudonyms, too. `advance` is called before each record with the number of
    all records.

    The file appears whole, when everything is written. Raises UsageError if it exists, unless
    `force` is set; if it is the archive or one of its logs; and for a name of another form. Raises
    KifuError if it can't be written. A record that can't be read, or that the form can't hold, is
    in the result's `lost`.
    """
    spare_the_logs(connection, archive, out)
    with scratch_beside(out) as scratch, writer(out, force) as file:
        lost = spool(scratch, connection, archive, filters, names, erased, advance)
        return Exported(_to_file(scratch, file, lost), lost)


def each(
    connection: Connection, archive: str, filters: Filters
) -> Iterator[tuple[str, Record | Lost]]:
    """For each match that passes `filters`: its id and one of its records, in the order of the
    sources.
    """
    select(connection, archive, filters)
    return ((row["match"], record) for row, record in found_records(connection, archive, filters))


def spare_the_logs(connection: Connection, archive: str, out: str) -> None:
    """Raise UsageError if the path `out`, which is about to be overwritten, is the archive itself
    or one of its logs.
    """
    if out == "-" or not os.path.exists(out):
        return
    names = connection.execute("SELECT path FROM source").fetchall()
    for path in (archive, *(located(name, archive) for (name,) in names)):
        if os.path.exists(path) and os.path.samefile(path, out):
            raise UsageError(f"{out} is the archive itself or one of its logs; name another file")


Row = dict[str, Any]
Found = Iterator[tuple[Row, Record | Lost]]

#: The selected records in the order of their sources, each with one place.
_SELECTED = """
    WITH placed AS (
        SELECT place.record AS key, min(struct_pack(
            path := source.path, number := place.number, "offset" := place."offset")) AS at
        FROM place JOIN source ON source.id = place.source
        WHERE place.record IN (SELECT key FROM selected) AND {here} GROUP BY place.record
    )
    SELECT
        described.* REPLACE (
            hex_id(match) AS match, hex_id(deal) AS deal, hex_id(described.record) AS record
        ),
        row_number() OVER (
            ORDER BY selected.first, selected.last, selected.time, placed.at
        ) AS turn, placed.at.path, placed.at.number, placed.at."offset"
    FROM placed JOIN described() AS described USING (key) JOIN selected USING (key)
    ORDER BY placed.at
"""
#: A place of each selected record.
_PLACED = """
    SELECT hex_id(record.record), min(struct_pack(
        path := source.path, number := place.number, "offset" := place."offset")) AS spot
    FROM selected JOIN record USING (key) JOIN place ON place.record = key
    JOIN source ON source.id = place.source WHERE {here} GROUP BY ALL ORDER BY spot
"""
_EVERYWHERE = """
    SELECT source.path, place.number, place."offset"
    FROM record JOIN place ON place.record = record.key JOIN source ON source.id = place.source
    WHERE record.record = CAST(? AS UUID) ORDER BY ALL
"""


def addresses(connection: Connection, archive: str, filters: Filters) -> list[RecordAddress]:
    """A place of one record of each match that passes `filters`, in the order of the sources."""
    select(connection, archive, filters)
    here, at = at_source(filters, archive)
    rows = connection.execute(_PLACED.format(here=here), at).fetchall()
    return [RecordAddress(record, *place.values()) for record, place in rows]


def found_records(connection: Connection, archive: str, filters: Filters) -> Found:
    """Each record in the table `selected` (see `search.select`) with its row, in the order of the
    sources. A record that has changed or is gone at its first place is looked for at its other
    places; if it is at none, there is a `Lost` instead. Names that are erased in the archive are
    replaced.
    """
    here, at = at_source(filters, archive)
    # While the rows come out of one cursor, other places are asked for by another.
    other = tables.beside(connection)
    known = people.erasure(connection)
    cursor = connection.execute(_SELECTED.format(here=here), at)
    rows: dict[str, Row] = {}

    def places() -> Iterator[RecordAddress]:
        for row in tables.fetched_by_name(cursor):
            rows[row["record"]] = row
            yield RecordAddress(row["record"], row["path"], row["number"], row["offset"])

    for place, record in retrieve_each(archive, places()):
        if isinstance(record, Lost):
            elsewhere = other.execute(_EVERYWHERE, [place.record]).fetchall()
            record = retrieve(archive, [RecordAddress(place.record, *each) for each in elsewhere])
        if isinstance(record, Record):
            record = concealed(record, known)
        yield rows.pop(place.record), record


@contextmanager
def scratch_beside(out: str) -> Iterator[Connection]:
    """A context with an empty DuckDB that puts what is too much for the memory beside the path
    `out`. Raises KifuError if that, or what it writes, can't be written.
    """
    import duckdb

    with scratch_folder(out) as folder, as_ctrl_c():
        config = {**BOUNDS, "threads": "1", "temp_directory": str(folder)}
        try:
            with duckdb.connect(config=config) as scratch:
                yield scratch
        except duckdb.IOException as error:
            if is_damage(error):
                raise
            raise KifuError(f"{out} can't be written, so nothing was: {cleaned(error)}") from None


def spool(
    scratch: Connection,
    connection: Connection,
    archive: str,
    filters: Filters,
    names: Names | None,
    erased: Erasure | None,
    advance: Advance,
    meet: Callable[[Record], None] = lambda record: None,
) -> list[Lost]:
    """Put one record of each match that passes `filters` into a new table `kept` of `scratch`: the
    columns of the view `games`, the record as a line of JSON (`log`), its `turn` in the order of
    days and times, its `key` and its place. Returns the records that can't be read. `names`,
    `erased` and `advance` are as in `export`; each record is given to `meet`.
    """
    total = select(connection, archive, filters)
    described = connection.execute(f"DESCRIBE {_SELECTED.format(here='true')}").fetchall()
    fields = "".join([f'"{name}" {kind}, ' for name, kind, *_ in described])
    scratch.execute(f"CREATE TABLE kept ({fields}log VARCHAR)")
    called = dict(people.of(connection).aliases) if names == "now" else {}
    known = erased or NOBODY
    lost: list[Lost] = []

    def rows() -> Iterator[Row]:
        for row, record in found_records(connection, archive, filters):
            advance(total)
            if isinstance(record, Lost):
                lost.append(record)
                continue
            record = people.renamed(concealed(record, known), called)
            meet(record)
            yield {**as_written(row, record), "log": encode_json(record).decode()}

    tables.insert(scratch, "kept", rows())
    return lost


def as_written(row: Row, record: Record) -> Row:
    """A row of `kept` as it is of `record`, in which names are replaced; an id that was computed
    with a name would confirm a guess at it.
    """
    tags = {column: tag(record, name) for column, name in COLUMN_TAGS.items()}
    return {**row, **tags, "players": record.seats, "record": record_id(record)}


#: Columns of a match, and the tags that they are from.
COLUMN_TAGS = {"date": "Date", "event": "Event", "site": "Site", "termination": "Termination"}


def _to_file(scratch: Connection, file: Writer, lost: list[Lost]) -> int:
    """Write the records of the table `kept` in their order, and return how many. One that the form
    of the file can't hold is added to `lost`.
    """
    written = 0
    found = scratch.execute("SELECT record, log FROM kept ORDER BY turn")
    for record, log in tables.fetched(found, 100):
        try:
            file.write(decode_json(log.encode()))
            written += 1
        except NotationError as error:
            lost.append(Lost(record, str(error)))
    return written
