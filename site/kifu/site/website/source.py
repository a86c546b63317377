"""Sources: the records that a site of an archive shows."""

from __future__ import annotations

from collections.abc import Iterator
from collections.abc import Set as AbstractSet
from typing import TypeVar

from kifu.notation.record import Record
from kifu.store import opening, people
from kifu.store.ask.export import Lost, RecordAddress, retrieve, retrieve_each
from kifu.store.erasure import concealed
from kifu.store.tables import fetched

T = TypeVar("T")

#: Each record that speaks for a match, and all its places.
_PLACES = """
    SELECT hex_id(record.record), list((source.path, place.number, place."offset")
        ORDER BY source.path, place.number) AS places
    FROM record JOIN place ON place.record = record.key JOIN source ON source.id = place.source
    WHERE record.main GROUP BY ALL ORDER BY places
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
        found = fetched(connection.execute(_PLACES))
        places = {
            id_: [RecordAddress(id_, *place) for place in held]
            for id_, held in found
            if id_ in wanted
        }
    for first, record in retrieve_each(archive, [held[0] for held in places.values()]):
        if isinstance(record, Lost):
            record = retrieve(archive, places[first.record])
        if isinstance(record, Record):
            record = people.renamed(concealed(record, known), called)
        yield first.record, record


def used_up(items: list[T]) -> Iterator[T]:
    """The items in their order; each is removed from the list when it is yielded, to save memory.
    The list is empty at the end; until then it has the remaining items in reverse order.

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
