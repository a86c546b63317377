"""Absorbing: an archive takes over the aliases and erasures of another one, then indexes its logs.

A match that both have becomes one match with the places of both, as with any two logs.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from kifu.store import erasure, people
from kifu.store.index.ingest import Report
from kifu.store.people_file import People
from kifu.store.unfinished import FILE, mark
from kifu.store.upkeep.erasing import erase_again

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


class Absorbed(Struct):
    """What indexing the other archive's logs did, and the aliases that were left out because the
    name is another person's here.
    """

    report: Report
    aliases: list[people.Alias]


def merge(connection: DuckDBPyConnection, theirs: People) -> list[people.Alias]:
    """Add another archive's erasures and aliases to the open one. Names that either archive has
    erased are erased in its rows. Returns the aliases that are left out because the name is another
    person's here.
    """
    erasure.add(connection, theirs.erasure)
    known = erasure.erasure(connection)
    for pseudonym in erase_again(connection, known) if known.pseudonyms else []:
        mark(connection, FILE, pseudonym)
    own = dict(people.aliases(connection))
    persons = set(own.values())
    left = []
    for name, person in theirs.aliases:
        if known.of(name) or known.of(person):
            continue
        if own.get(name, person) != person or name in persons or person in own:
            left.append((name, person))
        else:
            people.keep(connection, [(name, person)])
    people.remove_unused(connection)
    return left
