"""Chosen: the records of an archive that a long piece of work is about, and samples of them.

Nobody can index into an archive that is open, so it is asked first, and its logs are read then.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterable, Iterator
from hashlib import blake2b
from itertools import groupby
from operator import attrgetter
from typing import TypeVar

from kifu.notation.files import read
from kifu.notation.record import Record
from kifu.store.archive import Archive
from kifu.store.ask.filters import Filters
from kifu.store.ask.search import Hit
from kifu.store.erasure import concealed
from kifu.store.identity import record_id

T = TypeVar("T")
#: A record with its file and its number there.
Placed = tuple[str, int, Record]


def chosen(
    archive: Archive,
    filters: Filters,
    choose: Callable[[list[Hit]], list[Hit]],
    lost: Callable[[str], None],
) -> Iterator[Placed]:
    """One record of each match that passes `filters` and whose hit `choose` returns, with its path
    and number, in that order. `lost` gets a line for each record that can't be read any more or has
    changed. Raises ArchiveError.
    """
    hits = choose(archive.find(filters).hits)
    erased = archive.erased()
    hits.sort(key=attrgetter("path", "number"))
    for path, group in groupby(hits, key=attrgetter("path")):
        wanted = {hit.number: hit.record for hit in group}
        try:
            for reading in read(path):
                record = reading.record
                if record and wanted.get(reading.number) == record_id(record):
                    del wanted[reading.number]
                    yield path, reading.number, concealed(record, erased)
                if not wanted:
                    break
        except OSError as error:
            lost(f"{path}: {error.strerror or error}")
            continue
        for number in wanted:
            lost(f"{path}: record {number} has changed since it was indexed; run kifu index again")


def sample(items: Iterable[T], number: int, seed: str, name: Callable[[T], str]) -> list[T]:
    """At most `number` of the items, in the order given. `seed` and the text that `name` returns
    for an item decide which ones, not their order.

    >>> sample("abcdefgh", 3, "1", str), sample("hgfedcba", 3, "1", str)
    (['a', 'c', 'f'], ['f', 'c', 'a'])
    """

    def lot(item: T) -> bytes:
        return blake2b(f"{seed}\n{name(item)}".encode(), digest_size=16).digest()

    lots = ((lot(item), place, item) for place, item in enumerate(items))
    drawn = heapq.nsmallest(number, lots, key=lambda drawn: drawn[:2])
    return [item for _, _, item in sorted(drawn, key=lambda drawn: drawn[1])]
