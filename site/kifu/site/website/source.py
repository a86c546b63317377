"""Sources: an archive to make a site of, and the records that it speaks of.

Record files become an archive first, in a folder that is gone afterwards: so a site of files
finds copies, persons and ratings exactly as one of an archive does.
"""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from contextlib import contextmanager
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, TypeVar

from msgspec.structs import replace

from kifu.notation.errors import UsageError
from kifu.notation.files import form_of
from kifu.notation.record import Record
from kifu.store import Archive, opening, people
from kifu.store.ask.retrieve import Lost, Place, retrieve, retrieve_each
from kifu.store.erasure import concealed, erasure
from kifu.store.index.ingest import Asked
from kifu.store.lakes import is_lake, place_of

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

Say = Callable[[str], None]
T = TypeVar("T")

#: What the archive of a site of record files is called, in a folder of its own.
ARCHIVE = "site.duckdb"

_PLACES = """
    SELECT hex_id(record.record), source.path, place.number, place."offset"
    FROM record JOIN place ON place.record = record.key
    JOIN source ON source.id = place.source
    WHERE record.main ORDER BY source.path, place.number
"""


@contextmanager
def opened(sources: Sequence[str], jobs: int, say: Say) -> Iterator[str]:
    """The path of the one archive that `sources` name, or of one made from the files and folders of
    records; `say` gets a line for everything that is left out. Raises as `sole_archive` does.
    """
    named = sole_archive(sources)
    if named:
        yield named
        return
    with TemporaryDirectory(prefix="kifu-site-") as folder:
        archive = os.path.join(folder, ARCHIVE)
        gather(archive, sources, jobs, say)
        yield archive


def sole_archive(sources: Sequence[str]) -> str | None:
    """The file of the one archive that `sources` name; None where they are files and folders of
    records. Raises UsageError for a mixture.
    """
    archives = [path for path in sources if is_archive(path)]
    if archives and len(sources) > 1:
        raise UsageError(
            f"{archives[0]} is an archive: build a site from one archive, or from record files"
        )
    return place_of(archives[0]) if archives else None


def gather(archive: str, sources: Iterable[str], jobs: int, say: Say) -> None:
    """Bring the archive of a site up to its files and folders of records; `say` gets a line for
    everything that is left out. Raises what `Archive.index` raises.
    """
    into = Archive(archive)
    report = into.index(sources, lambda line: None, asked=Asked(jobs=jobs))
    for line in report.failed:
        say(f"left out: {line}")
    for bad in into.quarantine():
        place = f"{bad['path']}, record {bad['number']}"
        say(f"left out: {place}: {bad['code']} {bad['message']}")


def is_archive(path: str) -> bool:
    """Whether a source is an archive: a lake, or a file whose name says no form of records."""
    if path == "-":
        raise UsageError(
            "a site can't be built from standard input; name files, folders or an archive"
        )
    if is_lake(path):
        return True
    if os.path.isdir(path):
        return False
    try:
        form_of(path)
    except UsageError:
        return True
    return False


def records(
    archive: str, wanted: AbstractSet[str], wait: float
) -> Iterator[tuple[str, Record | Lost]]:
    """The records with the ids `wanted`, in the order of their sources, each of which is read once;
    a record that has moved is looked for elsewhere. Erased players have pseudonyms, and all others
    their present names.
    """
    with opening.reading(archive, wait) as connection:
        known = erasure(connection)
        called = dict(people.aliases(connection))
        firsts, others = _places(connection, wanted)
    for place, record in retrieve_each(archive, used_up(firsts)):
        if isinstance(record, Lost) and place.record in others:
            record = retrieve(archive, [place, *others[place.record]])
        if isinstance(record, Record):
            record = concealed(record, known)
            if not called.keys().isdisjoint(record.seats):
                record = replace(record, seats=[called.get(name, name) for name in record.seats])
        yield place.record, record


def _places(
    connection: DuckDBPyConnection, wanted: AbstractSet[str]
) -> tuple[list[Place], dict[str, list[Place]]]:
    """The first place of each record that is `wanted`, in their order, and the other places of
    those that have several. A name of a source and an id are in memory once.
    """
    left = {record: record for record in wanted}
    sources: dict[str, str] = {}
    firsts: list[Place] = []
    others: dict[str, list[Place]] = defaultdict(list)
    cursor = connection.execute(_PLACES)
    while rows := cursor.fetchmany(5000):
        for record, source, number, offset in rows:
            first = left.pop(record, None)
            place = Place(first or record, sources.setdefault(source, source), number, offset)
            if first:
                firsts.append(place)
            elif record in wanted:
                others[record].append(place)
    return firsts, others


def used_up(items: list[T]) -> Iterator[T]:
    """The items in their order; each leaves the list as it comes, where many would take room twice.

    >>> items = [1, 2, 3]
    >>> for item in used_up(items):
    ...     print(item, len(items))
    1 2
    2 1
    3 0
    """
    items.reverse()
    while items:
        yield items.pop()


def pseudonyms(archive: str, wait: float) -> list[str]:
    """The pseudonyms of erased players, who are not named anywhere on the site."""
    with opening.reading(archive, wait) as connection:
        return sorted(erasure(connection).pseudonyms.values())
