"""Export: matches of an archive written back as records, in the order of their logs.

The archive itself holds no records: they are read back from their sources, each of which is read
once.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack
from itertools import groupby
from typing import BinaryIO, TypeVar

from msgspec import Struct

from kifu.notation.disk import is_same_file, open_file
from kifu.notation.errors import NotationError, UsageError
from kifu.notation.files import Form, form_of, read_stream, writer
from kifu.notation.record import Reading, Record
from kifu.store import people, tables
from kifu.store.ask.filters import Filters, at_source
from kifu.store.ask.search import select
from kifu.store.erasure import concealed
from kifu.store.identity import record_id
from kifu.store.index.ingest import Follow
from kifu.store.paths import located
from kifu.store.tables import Connection, fetched

#: Up to this many unwanted records are read and skipped; past more of them, reading starts there.
_GAP = 50


class RecordAddress(Struct, frozen=True):
    """Where a record is: its id `record`, the `source` as the archive names it, its `number` there
    (from 1), and the `offset` of its first byte in the file, unpacked.
    """

    record: str
    source: str
    number: int
    offset: int


Place = TypeVar("Place", bound=RecordAddress)


class Lost(Struct, frozen=True):
    """A record that is left out, and why: it is at none of its places any more, or what was asked
    for can't be made of it.
    """

    record: str
    why: str


def retrieve(archive: str, places: Sequence[RecordAddress]) -> Record | Lost:
    """The record that is at `places`, read from the first place where it still is. There must be at
    least one place, all of the same record, sorted by source and number; `archive` is the archive's
    path, to whose folder the names of sources are relative. If the record is at none, a `Lost` with
    the reasons of all places; no OSError is raised. Names are as in the log, erased ones too.
    """
    whys = []
    for _, found in retrieve_each(archive, places):
        if isinstance(found, Record):
            return found
        whys.append(found.why)
    return Lost(places[0].record, "; ".join(whys))


def retrieve_each(archive: str, places: Iterable[Place]) -> Iterator[tuple[Place, Record | Lost]]:
    """Read the record at each of `places`, which must be sorted by source and number; `archive` is
    the archive's path, to whose folder the names of sources are relative. Yields each place, in
    this order, with its record, or with a `Lost` where the record has changed or can't be read; no
    OSError is raised. After one that can't be read, later ones of its source may be lost that
    `retrieve` finds. Names are as in the log, erased ones too.

    Each source is opened and gone through once, a packed one too. It is opened when its first place
    is asked for, and closed after its last one, or when the iterator is closed.
    """
    for name, group in groupby(places, key=lambda place: place.source):
        path, source = located(name, archive), None
        with ExitStack() as ending:
            for place in group:
                try:
                    if source is None:
                        source = _Source(ending.enter_context(open_file(path)), form_of(path))
                    found = _checked(place, path, source.at(place))
                except (OSError, UsageError) as error:  # also if its name is not that of a log
                    why = f"{getattr(error, 'strerror', None) or error}"
                    found = Lost(place.record, f"{path}: {why.removeprefix(f'{path}: ')}")
                yield place, found


def _checked(place: RecordAddress, path: str, reading: Reading | None) -> Record | Lost:
    """The record of `reading`, if its id is that of the record indexed at `place`; otherwise a
    `Lost` that says that the file at `path` has changed, also if `reading` is None or has no
    record. The findings of `reading` make no difference.
    """
    record = reading.record if reading else None
    if record is None or record_id(record) != place.record:
        return Lost(place.record, f"{path} has changed since it was indexed; run kifu index again")
    return record


class _Source:
    """An open `file` of records from which single ones are read, in ascending order of their
    places.
    """

    def __init__(self, file: BinaryIO, form: Form) -> None:
        self._file = file
        self._form = form
        self._readings: Iterator[Reading] = iter(())
        self._reading: Reading | None = None
        self._number = 0

    def at(self, place: RecordAddress) -> Reading | None:
        """What is read at exactly the offset of `place`; None if nothing begins there. It may be a
        reading without a record. Places must be asked for in ascending order; the records between
        them are skipped or, if they are many and the file is not packed, leapt over. For the first
        place and after a leap, reading begins at the offset, whether or not a record begins there
        (in a packed file, always at the beginning). The number and line of a reading, and those in
        its findings, count from where reading began, so they may be too small. Raises OSError if
        the file can't be read; what is asked for later may then be None.
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
        """Start reading at `place`, or at the file's beginning if it is packed. Afterwards
        `_reading` is the first reading from there (None at the end of the file), and `_readings`
        gives those after it. Their numbers and lines count from 1, wherever `place` is. `_number`
        stays as it is: the caller sets it. Raises OSError if the file can't be read.
        """
        kind, compression = self._form
        start = 0 if compression else place.offset
        self._file.seek(start)
        self._readings = read_stream(self._file, kind, compression, offset=start)
        self._reading = next(self._readings, None)


class Exported(Struct):
    """How many records were `written`, and those that were `lost`: they could not be read or
    written, each with the reason.
    """

    written: int
    lost: list[Lost]


def export(
    connection: Connection,
    archive: str,
    filters: Filters,
    out: str,
    force: bool,
    advance: Follow,
) -> Exported:
    """Write one record of each match that passes `filters` (the main one if it passes, otherwise
    the one with the most notes) to the file `out`, in the order of their sources and numbers. The
    name of `out` decides the form (see `form_of`; `-` is text on standard output). Players have the
    names that their logs have, but erased ones are replaced. A record that can't be read, or that
    the form can't hold, is left out. Before each record, also one that is left out, `advance` gets
    its number, from 1, and how many there are. Returns how many were `written` and a list of those
    that were `lost`, with the reasons. If no match passes, the file has no records. Leaves the
    table `selected` on the connection (after an error perhaps, too), which must not have one yet:
    so this can be called once for each connection. `archive` is the archive's path.

    The file appears whole, when everything is written; after an error, it is as it was before (on
    standard output, what was written stays). Raises UsageError if it exists, unless `force` is set;
    even with `force`, if it is a folder, a device, the archive or one of its logs; for a name of
    another form; for a filter that nothing can match; for a `filters.same_deal` that is no id; and
    for more than 100 conditions. Raises ArchiveError if `filters.same_deal` names nothing, or its
    deal is not known; KifuError if the file's folder is missing, the disk is full or the archive's
    erasures can't be read; OSError if the file can't be written for another reason; and DuckDB's
    own errors, also for lack of memory.
    """
    _spare_the_logs(connection, archive, out)
    done = Exported(0, [])
    with writer(out, force) as file:
        total = select(connection, archive, filters)
        found = found_records(connection, archive, filters)
        for place, record in followed(found, total, advance):
            if isinstance(record, Lost):
                done.lost.append(record)
                continue
            try:
                file.write(record)
                done.written += 1
            except NotationError as error:
                done.lost.append(Lost(place.record, str(error)))
    return done


def _spare_the_logs(connection: Connection, archive: str, out: str) -> None:
    """Raise UsageError if the path `out`, which is about to be overwritten, names the file of the
    archive itself or of one of its logs, also by a link. Otherwise, and for "-", do nothing.
    """
    names = connection.execute("SELECT path FROM source").fetchall()
    for path in (archive, *(located(name, archive) for (name,) in names)):
        if is_same_file(path, out):
            raise UsageError(f"{out} is the archive itself or one of its logs; name another file")


class SelectedRecord(RecordAddress, frozen=True):
    """Where a record of the table `selected` is, with its `key`, the id of its `match`, and how
    many `turns` were played, None where no rules checked it.
    """

    key: int
    match: str
    turns: int | None


Found = Iterator[tuple[SelectedRecord, Record | Lost]]

#: The selected records in the order of their sources, each with one place.
_SELECTED = """
    WITH placed AS (
        SELECT place.record AS key, min(struct_pack(
            path := source.path, number := place.number, "offset" := place."offset")) AS at
        FROM place JOIN source ON source.id = place.source
        WHERE place.record IN (SELECT key FROM selected) AND {here} GROUP BY place.record
    )
    SELECT
        hex_id(record.record), placed.at.path, placed.at.number, placed.at."offset", key,
        hex_id(play), turns
    FROM placed JOIN record USING (key) ORDER BY placed.at
"""
#: A match that goes on in two logs is two matches, each with this record.
_EVERYWHERE = """
    SELECT source.path, place.number, place."offset"
    FROM place JOIN source ON source.id = place.source
    WHERE place.record IN (SELECT key FROM record WHERE record = CAST(? AS UUID)) ORDER BY ALL
"""


def places_of(connection: Connection, record: str) -> list[RecordAddress]:
    """Every place of the record with the id `record` (32 hex digits; the id of a match does not
    count), sorted by source and number; [] if the archive has no such record. The places have the
    id as it is given: one with hyphens or capitals finds the same places, but `retrieve` then takes
    the record for a changed one. For text that is no id, DuckDB's own error is raised.
    """
    rows = connection.execute(_EVERYWHERE, [record]).fetchall()
    return [RecordAddress(record, *row) for row in rows]


def followed(found: Found, total: int, advance: Follow) -> Found:
    """Yields what `found` yields: pairs of a place and a record or `Lost`. Before each pair, calls
    `advance` with its number, from 1, and `total`, which is not checked.
    """
    for number, each in enumerate(found, 1):
        advance(number, total)
        yield each


def found_records(connection: Connection, archive: str, filters: Filters) -> Found:
    """Each record in the table `selected` (see `search.select`, which must be called first, with
    the same `filters`) with its first place that `filters.source` allows, in the order of these
    places; nothing if the table is empty. No other filter is looked at; a record without such a
    place is missing. `archive` is the archive's path. Erased names are replaced by their
    pseudonyms.

    If the record is gone or changed at that place, it is read from any other place of the archive,
    also one that `filters.source` does not allow, but yielded with the first place. If it is at
    none, a `Lost` comes in its stead, with the reasons; no OSError is raised.

    Nothing happens before the first item is asked for. Then UsageError is raised for a
    `filters.source` of "", and KifuError if the archive's erasures can't be read; from then on,
    DuckDB's own errors. Until all is taken, the connection must not execute anything else.
    """
    here, at = at_source(filters, archive)
    # While the rows come out of one cursor, other places are asked for by another.
    other = tables.beside(connection)
    known = people.erasure(connection)
    cursor = connection.execute(_SELECTED.format(here=here), at)
    for place, record in retrieve_each(archive, (SelectedRecord(*row) for row in fetched(cursor))):
        if isinstance(record, Lost):
            record = retrieve(archive, places_of(other, place.record))
        yield place, record if isinstance(record, Lost) else concealed(record, known)
