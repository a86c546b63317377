"""Retrieving: records of the archive, read back from the sources that hold them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import BinaryIO

from msgspec import Struct

from kifu.notation.files import Form, form_of, read_at, read_stream
from kifu.notation.reading import Reading
from kifu.notation.record import Record
from kifu.store.identity import record_id
from kifu.store.paths import located

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
