"""Absorbing: an archive takes over the aliases and erasures of another one, then indexes its logs.

A match that both have becomes one match with the places of both, as with any two logs.
"""

from __future__ import annotations

from msgspec import Struct

from kifu.store.index.ingest import Report
from kifu.store.people import Alias, People


class Absorbed(Struct):
    """What indexing the other archive's logs did, and the aliases that were left out because the
    name is another person's here.
    """

    report: Report
    aliases: list[Alias]


def merged(own: People, theirs: People) -> tuple[People, list[Alias]]:
    """The aliases and erasures of both archives, without aliases of erased names; and the aliases
    of `theirs` that were left out because the name is another person's in `own`.

    >>> own = People(aliases=[("aki", "Aki")])
    >>> both, left = merged(own, People(aliases=[("ben", "Ben"), ("Aki", "Ben")]))
    >>> both.aliases, left
    ([('aki', 'Aki'), ('ben', 'Ben')], [('Aki', 'Ben')])
    """
    aliases, left = dict(own.aliases), []
    persons = set(aliases.values())
    for name, person in theirs.aliases:
        if aliases.get(name, person) != person or name in persons or person in dict(own.aliases):
            left.append((name, person))
        else:
            aliases[name] = person
    return People(aliases=list(aliases.items())).with_erased(own).with_erased(theirs), left
