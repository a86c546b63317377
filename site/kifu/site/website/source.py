"""Sources: the records that a site of an archive shows."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from collections.abc import Set as AbstractSet
from typing import TYPE_CHECKING, TypeVar

from kifu.notation.record import Record
from kifu.store import opening, people
from kifu.store.ask.export import Lost, RecordAddress, retrieve, retrieve_each
from kifu.store.erasure import concealed
from kifu.store.tables import fetched

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

T = TypeVar("T")

_PLACES = """
    SELECT hex_id(record.record), source.path, place.number, place."offset"
    FROM record JOIN place ON place.record = record.key
    JOIN source ON source.id = place.source
    WHERE record.main ORDER BY source.path, place.number
"""


def records(archive: str, wanted: AbstractSet[str]) -> Iterator[tuple[str, Record | Lost]]:
    """The records with the ids `wanted`, each with its id, in the order of their sources; each
    source is read once. A record that has changed or is gone at its first place is looked for at
    its other places; if it is at none, there is a `Lost` instead. Erased players have pseudonyms,
    all others their present names.
    """
    with opening.reading(archive) as connection:
        known = people.erasure(connection)
        called = dict(people.of(connection).aliases)
        firsts, others = _places(connection, wanted)
    for place, record in retrieve_each(archive, used_up(firsts)):
        if isinstance(record, Lost) and place.record in others:
            record = retrieve(archive, [place, *others[place.record]])
        if isinstance(record, Record):
            record = people.renamed(concealed(record, known), called)
        yield place.record, record


def _places(
    connection: DuckDBPyConnection, wanted: AbstractSet[str]
) -> tuple[list[RecordAddress], dict[str, list[RecordAddress]]]:
    """The first place of each record in `wanted`, sorted by source, and the other places by the
    record's id. Equal ids and names of sources are one str, to save memory.
    """
    left = {record: record for record in wanted}
    sources: dict[str, str] = {}
    firsts: list[RecordAddress] = []
    others: dict[str, list[RecordAddress]] = defaultdict(list)
    for record, source, number, offset in fetched(connection.execute(_PLACES)):
        first = left.pop(record, None)
        place = RecordAddress(first or record, sources.setdefault(source, source), number, offset)
        if first:
            firsts.append(place)
        elif record in wanted:
            others[record].append(place)
    return firsts, others


def used_up(items: list[T]) -> Iterator[T]:
    """The items in their order; each is removed from the list when it is yielded, to save memory.

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


def pseudonyms(archive: str) -> list[str]:
    """The pseudonyms of all erased players in the archive, sorted."""
    with opening.reading(archive) as connection:
        return sorted(people.erasure(connection).pseudonyms.values())
