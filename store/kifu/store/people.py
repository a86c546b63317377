"""People: which names are one person's, and by what name that person is called.

Logs keep the names that they have. The people file has the aliases, by which the archive knows the
person of each name (a row of `player`), and everything about players goes by person.
"""

from __future__ import annotations

import os
import shlex
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from pathlib import Path
from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import replace

from kifu.notation.disk import open_file
from kifu.notation.errors import KifuError, UsageError
from kifu.notation.record import Record
from kifu.store import tables
from kifu.store.erasure import Erasure
from kifu.store.errors import ArchiveError
from kifu.store.fold import folded
from kifu.store.lock import replacing
from kifu.store.tables import Connection, vet

#: The largest file that is read.
LARGEST = 256 << 20
#: In the table `meta`: the content of the file that the archive was last brought up to.
_NAME = "people"

_Hex = Annotated[str, Meta(pattern="^[0-9a-f]{32}$")]
_Name = Annotated[str, Meta(min_length=1, max_length=100_000)]


class People(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The content of the people file: `aliases` as (name, name of its person), `erased` as (digest
    of an erased name, its pseudonym), and the `secrets` (32 hex digits each) with which those
    digests were made.
    """

    kind: Literal["kifu people"] = "kifu people"
    version: Literal[1] = 1
    aliases: list[tuple[_Name, _Name]] = []
    erased: list[tuple[_Hex, _Name]] = []
    secrets: list[_Hex] = []

    @property
    def erasure(self) -> Erasure:
        """A property: the erased names as a new `Erasure`, with the digests, pseudonyms and
        secrets; an empty one if nobody is erased.
        """
        return Erasure(self.secrets, dict(self.erased))

    def with_erased(self, other: People) -> People:
        """A copy with the erasures of `other`, too, and without the aliases in which a name occurs
        that either has erased, compared folded. Aliases and digests are sorted; the own secrets
        come first, then those that only `other` has. Aliases of `other` are not taken over. If both
        have a digest, the pseudonym of `other` counts.
        """
        secrets = list(dict.fromkeys(self.secrets + other.secrets))
        erased = sorted({**dict(self.erased), **dict(other.erased)}.items())
        of = Erasure(secrets, dict(erased)).of
        aliases = [pair for pair in sorted(self.aliases) if not any(map(of, pair))]
        return People(aliases=aliases, erased=erased, secrets=secrets)


def people_of(archive: str) -> str:
    """The absolute path of the archive's people file: that of the archive's own file (links are
    followed), with `.people` after it. Neither need exist. A lake has no people file.

    >>> os.path.basename(people_of("club.duckdb"))
    'club.duckdb.people'
    """
    return f"{os.path.realpath(archive)}.people"


def load(path: str) -> People | None:
    """The content of the people file `path`; None if it does not exist, also for a link that leads
    nowhere. Raises KifuError for what is not a people file, for a file that is damaged or larger
    than `LARGEST` (256 MiB), and for one that can't be read.
    """
    try:
        with open_file(path) as file:
            # A buffer as large as the most that is read would be made at once.
            data = file.read(min(os.fstat(file.fileno()).st_size, LARGEST))
    except FileNotFoundError:
        return None
    except OSError as error:
        raise _unfit(f"{path} can't be read: {error.strerror or error}") from None
    return _decoded(data, path)


def _decoded(data: bytes | str, where: str) -> People:
    """The content of a people file, from its JSON. Raises KifuError, which names `where` it is
    from, if it is damaged.
    """
    try:
        return msgspec.json.decode(data, type=People)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise _unfit(f"{where} is damaged: {error}") from None


def _unfit(why: str) -> KifuError:
    """The error to raise for a people file that can not be used; `why`, the beginning of its
    message, names the file and says the reason, without a full stop. The rest says how to get the
    file back. Nothing is raised here.
    """
    return KifuError(
        f"{why}. It holds the archive's aliases and erasures; bring it back from a backup, or move "
        "it away and make it again from the archive: kifu player restore ARCHIVE"
    )


def of(connection: Connection) -> People:
    """The aliases and erasures that the open archive (or lake) was last brought up to, from its
    table `meta`; an empty `People` if there never were any. The people file is not read. Raises
    KifuError if what is there is damaged, and DuckDB's own errors.
    """
    rows = connection.execute("SELECT value FROM meta WHERE name = ?", [_NAME]).fetchall()
    return _decoded(rows[0][0], "the table meta") if rows else People()


def erasure(connection: Connection) -> Erasure:
    """The erasures that the open archive (or lake) was last brought up to, from its table `meta`;
    an empty one if there never were any. The people file is not read. Raises KifuError if what is
    there is damaged, and DuckDB's own errors.
    """
    return of(connection).erasure


def note(connection: Connection, said: People) -> None:
    """Note in the table `meta` of the open archive (or lake) that it was brought up to `said`; an
    earlier note is replaced. Other tables and the people file stay as they are. The caller opens
    the transaction and commits it, or rolls it back after an error. Raises UsageError for a name or
    pseudonym that does not have 1 to 100,000 characters, and UnicodeEncodeError for one that is not
    valid Unicode (the earlier note is deleted by then), and DuckDB's own errors.
    """
    connection.execute("DELETE FROM meta WHERE name = ?", [_NAME])
    connection.execute("INSERT INTO meta VALUES (?, ?)", [_NAME, _encoded(said).decode()])


def write(archive: str, said: People) -> None:
    """Make `said` the content of the people file of the archive at the path `archive` (see
    `people_of`), in one step. An old file is replaced; so is a link, not the file that it leads to.
    Only its owner may read the new one. The content is on the disk before it replaces the old file.
    The archive itself stays as it is. Raises KifuError if the new file can't be written, UsageError
    for a name or pseudonym that does not have 1 to 100,000 characters, and UnicodeEncodeError for
    one that is not valid Unicode; the old file stays then.
    """
    path = people_of(archive)
    try:
        with replacing(path) as draft:
            Path(draft).touch(0o600)
            Path(draft).write_bytes(_encoded(said))
        os.chmod(path, 0o600)  # which the old one may not have had
    except OSError as error:
        raise KifuError(f"{path} can't be written, so nothing was changed: {error}") from None


def _encoded(said: People) -> bytes:
    """The content of a people file: indented JSON in UTF-8, each value on a line of its own, with a
    line break at the end. Raises UsageError for a name or pseudonym that does not have 1 to 100,000
    characters (and, with the same message, for a digest or secret that is not 32 hex digits), and
    UnicodeEncodeError for one that is not valid Unicode.
    """
    content = msgspec.json.encode(said)
    try:
        msgspec.json.decode(content, type=People)
    except msgspec.ValidationError:
        raise UsageError("a name of a player must have 1 to 100,000 characters") from None
    return msgspec.json.format(content, indent=1) + b"\n"


#: A name and the name of its person.
Alias = tuple[str, str]


def alias(connection: Connection, said: People, name: str, of: str) -> People:
    """Return a copy of `said`, the content of a people file, with two persons joined: all names of
    the person who has `name` become names of the person who has `of`, who is called as before. If
    both are different names of one person already, nothing changes. If both mean the same name,
    that name alone becomes a person of its own again (nothing changes if it is no alias). Aliases
    are sorted. Writes nothing.

    The open archive must have been brought up to `said`. Names may be given in another case or
    width if only one person fits. Raises ArchiveError for a name that the archive does not have, or
    that several persons fit, and UsageError for one that is not UTF-8.
    """
    own, other = named(connection, name), named(connection, of)
    persons = dict(said.aliases)
    if own == other:
        persons.pop(own, None)
        return replace(said, aliases=sorted(persons.items()))
    return _called(said, own, persons.get(other, other))


def rename(connection: Connection, said: People, name: str, to: str) -> People:
    """Return a copy of `said`, the content of a people file, in which the person who has `name` is
    called `to`: one of the person's own names, or one that nobody has. The person's other names,
    also the one before, are aliases of `to`. Writes nothing. The open archive must have been
    brought up to `said`. `name` may be given in another case or width if only one person fits. `to`
    is compared with other names exactly as it is written, but folded with erased ones.

    Raises ArchiveError if `to` is somebody else's name (`alias` joins two persons) or was erased,
    and if the archive does not have `name` or several persons fit it; UsageError if `to` is empty
    or only white space, and for a name that is not UTF-8. A `to` that is too long fails only when
    it is written.
    """
    if not to.strip():
        raise UsageError("a name must not be empty")
    vet([to])
    if said.erasure.of(to):
        raise ArchiveError("that name was erased, so nobody can be called by it")
    own, persons = named(connection, name), dict(said.aliases)
    if persons.get(own, own) != persons.get(to, to):
        if to in persons:
            raise ArchiveError(
                f"{to} is another name of {persons[to]}; "
                f"`kifu player alias ARCHIVE {shlex.quote(to)} {shlex.quote(to)}` separates them"
            )
        used = "SELECT 1 FROM player WHERE name = ? AND id IN (SELECT player FROM seat)"
        if to in persons.values() or connection.execute(used, [to]).fetchall():
            raise ArchiveError(
                f"{to} is already a player; if both are one person, use `kifu player alias`"
            )
    return _called(said, own, to)


def _called(said: People, name: str, person: str) -> People:
    """Return a copy of `said` in which the person who has `name` is called `person`: all other
    names of that person, the one before among them, are aliases of `person`, which keeps the
    aliases that it has, and is no alias any more. Aliases are sorted. Nothing is checked: a `name`
    that is no alias is taken for what its person is called.
    """
    persons = dict(said.aliases)
    before = persons.get(name, name)
    moved = [each for each, of in persons.items() if of == before]
    persons.update(dict.fromkeys([*moved, before], person))
    persons.pop(person, None)
    return replace(said, aliases=sorted(persons.items()))


def renamed(record: Record, called: Mapping[str, str]) -> Record:
    """A copy of `record` with the new names in `called` (old -> new) for its seats, which are
    compared exactly; names in tags and comments stay. `record` itself if no seat has an old name.
    """
    if called.keys().isdisjoint(record.seats):
        return record
    return replace(record, seats=[called.get(name, name) for name in record.seats])


def join(connection: Connection, known: Sequence[Alias]) -> None:
    """Set the person of each name in the table `player` (the id of the name that the person is
    called by) by the aliases `known` ([]: none); every other name is a person of its own. The
    person in one alias must not be the name in another, which is not checked. Names in `known` that
    the table lacks are added; names that no seat has and that occur in no alias are deleted. A
    second call changes nothing. The caller opens and commits the transaction; the note in `meta`
    (see `note`) stays as it is.
    """
    connection.execute("UPDATE player SET person = id")
    there = {name for (name,) in connection.execute("SELECT name FROM player").fetchall()}
    add(connection, [name for name in dict.fromkeys(chain(*known)) if name not in there])
    for name, person in known:
        of = "(SELECT id FROM player WHERE name = ?)"
        connection.execute(f"UPDATE player SET person = {of} WHERE name = ?", [person, name])
    remove_unused(connection)


def add(connection: Connection, names: Sequence[str]) -> None:
    """Add `names` to the table `player`, each as a person of its own, with ids above all that are
    there. No name may be there already or come twice; neither is checked. Without `names`, nothing
    is done. The caller opens and commits the transaction.
    """
    if names:
        first = tables.following(connection, "player", "id")
        rows = (
            {"id": n, "name": name, "folded": folded(name), "person": n}
            for n, name in enumerate(names, first)
        )
        tables.insert(connection, "player", rows)


def remove_unused(connection: Connection) -> None:
    """Delete the names that no seat has from the table `player`. Aliases, and names that have
    aliases, stay: the user has given them. The caller commits.
    """
    connection.execute(
        "DELETE FROM player WHERE id = person AND id NOT IN (SELECT player FROM seat) "
        "AND id NOT IN (SELECT person FROM player WHERE id <> person)"
    )


def named(connection: Connection, name: str) -> str:
    """The spelling in the archive of the player's name that `name` means. If some player has
    exactly `name`, that is it. Otherwise it is the first name in the archive (by id) that is equal
    when folded, if all such names are one person's. The answer may be an alias. Raises ArchiveError
    if no name fits, or names of several persons, and UsageError if `name` is not UTF-8.
    """
    vet([name])
    rows = connection.execute(
        "SELECT name, person FROM player WHERE folded = ? ORDER BY name <> ?, id",
        [folded(name), name],
    ).fetchall()
    if not rows:
        raise ArchiveError(_unknown(connection, name))
    if rows[0][0] != name and len({person for _, person in rows}) > 1:
        spellings = ", ".join(spelling for spelling, _ in rows)
        raise ArchiveError(f"{name} may be any of {spellings}; write one of these exactly")
    return str(rows[0][0])


def strangers(connection: Connection, names: Sequence[str]) -> Iterator[str]:
    """Yield a message for the user about each of `names` that no player has, compared folded, in
    their order; with up to three similar names that players do have. Nothing if all are there. Each
    name is looked up when its turn comes, by a query on `connection`, so no rows may be on their
    way from it. If any name is not UTF-8, the first message that is asked for raises UsageError.
    """
    vet(names)
    for name in names:
        query = "SELECT id FROM player WHERE folded = ? LIMIT 1"
        if not connection.execute(query, [folded(name)]).fetchall():
            yield _unknown(connection, name)


def _unknown(connection: Connection, name: str) -> str:
    """The message that the archive has no player `name`, with up to three players' names that are
    similar when folded (see `_ALIKE_FROM`), the most similar first; without a hint if there are
    none. The caller has made sure that the name is missing and that it is UTF-8: neither is checked
    here.
    """
    rows = connection.execute(_ALIKE, {"text": folded(name), "least": _ALIKE_FROM}).fetchall()
    hint = f"; did you mean {' or '.join(near for (near,) in rows)}?" if rows else ""
    return f"the archive has no player {name or repr(name)}{hint}"


#: Names at least this similar to a text (1 is equal).
_ALIKE_FROM = 0.85
_ALIKE = """
    SELECT name FROM player WHERE jaro_winkler_similarity(folded, $text) >= $least
    ORDER BY jaro_winkler_similarity(folded, $text) DESC, name LIMIT 3
"""


def merged(own: People, theirs: People) -> tuple[People, list[Alias]]:
    """Two results. First, a `People` with the aliases, sorted, and the erasures of both archives.
    Second, those aliases of `theirs` that contradict `own` and are not taken over, in their order;
    [] if there are none. An alias contradicts `own` if its name is an alias of another person there
    or has aliases itself, or if the name of its person is an alias there. Aliases in which an
    erased name occurs are left out of the first result. The arguments stay as they are.

    If both have erased the same name, the pseudonym of `own` counts from now on. But if both made
    its digest with the same secret, the pseudonym of `theirs` counts.

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
