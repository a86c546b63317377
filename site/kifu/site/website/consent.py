"""Consent: of whom a site publishes what an engine says of their moves.

Results are what happened at a table; a verdict on a person's play is for that person to publish. So
a player's page has no mistakes and no strength unless the site's settings name the player, or ask
for everyone's. A player who was erased or anonymised has none at all.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from kifu.notation.rows import printable
from kifu.replay.anonymise import PSEUDONYM
from kifu.site.content.audience import ERASED
from kifu.store import opening, people
from kifu.store.errors import ArchiveError
from kifu.store.gathering import Say


class Consent(Struct, frozen=True):
    """The players whose judged moves are published: those with one of the `names` (aliases too), or
    all with `everyone`.
    """

    names: tuple[str, ...] = ()
    everyone: bool = False


def consenting(archive: str, consent: Consent, persons: Iterable[str], say: Say) -> frozenset[str]:
    """Those of `persons` (present names of players) whose judged moves may be published by
    `consent`; never an erased or anonymised player. `consent` may name players by an alias, and in
    any spelling that is equal when folded. `say` gets a line for each name in `consent` that no
    player has, that several have, or that belongs to an erased or anonymised player; these names
    are passed over. With consent for everyone, all other `persons` are taken, without a check that
    the archive has them. Empty if `consent` names nobody and is not for everyone: then the archive
    is not opened.

    A locked archive is waited for. Raises ArchiveError if it can't be read, Busy if it stays
    locked, LimitHit if memory is short, UsageError for a name in `consent` that is not UTF-8 (and
    for a lake without the packages for it), and KifuError if an interrupted checkpoint can't be
    repaired.
    """
    if not consent.names and not consent.everyone:
        return frozenset()
    named: set[str] = set()

    def is_hidden(person: str) -> bool:
        """Whether this is the name of an erased or anonymised player, also of another archive."""
        return bool(ERASED.fullmatch(person) or PSEUDONYM.fullmatch(person))

    with opening.reading(archive) as connection:
        for name in consent.names:
            try:
                own = people.named(connection, name)
            except ArchiveError as error:
                say(f"no judgements of {printable(name)}: {printable(str(error))}")
                continue
            ((person,),) = connection.execute(_PERSON, [own]).fetchall()
            named.add(person)
            if is_hidden(person):
                why = "erased and anonymised players have none"
                say(f"no judgements of {printable(name)}: {why}")
    asked = (person for person in persons if consent.everyone or person in named)
    return frozenset(person for person in asked if not is_hidden(person))


_PERSON = """
    SELECT person.name FROM player JOIN player AS person ON person.id = player.person
    WHERE player.name = ?
"""
