"""The people file: what no log says of an archive's players, in a file beside the archive.

Aliases and erasures can't be read from the logs again. They are in `ARCHIVE.people`, which only its
owner may read, and in the archive's own tables, which answer questions. The file counts: it is
replaced in one step before the tables are committed, and these have its digest. Where that is the
digest of another file, or none, the next process that writes brings the archive up to the file (see
`rewriting.bring_up`). So the archive may be deleted and indexed again.
"""

from __future__ import annotations

import hashlib
import os
import stat
from typing import TYPE_CHECKING, Annotated, Literal

import msgspec
from msgspec import Meta, Struct

from kifu.notation.errors import KifuError
from kifu.store import erasure, people
from kifu.store.erasure import Erasure
from kifu.store.leftovers import replacing
from kifu.store.upkeep.erasing import erase_again

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

#: The largest file that is read.
LARGEST = 256 << 20
#: In the table `meta`: the digest of the file whose content the archive has; empty while the space
#: of old rows may still have bytes of erased names.
_SYNCED = "people"

_Hex = Annotated[str, Meta(pattern="^[0-9a-f]{32}$")]
_Name = Annotated[str, Meta(min_length=1, max_length=100_000)]


class People(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The content of the file: aliases with the name of their person, the digests of erased names
    with their pseudonyms, and the secrets with which those digests were made.
    """

    kind: Literal["kifu people"] = "kifu people"
    version: Literal[1] = 1
    aliases: list[tuple[_Name, _Name]] = []
    erased: list[tuple[_Hex, _Name]] = []
    secrets: list[_Hex] = []

    @property
    def erasure(self) -> Erasure:
        """The erased names of the file, as an Erasure."""
        return Erasure(self.secrets, dict(self.erased))


def people_of(archive: str) -> str:
    """The path of the archive's people file: beside the archive's own file, where `archive` is a
    link to that.

    >>> os.path.basename(people_of("club.duckdb"))
    'club.duckdb.people'
    """
    return f"{os.path.realpath(archive)}.people"


def _draft_of(archive: str) -> str:
    return f"{people_of(archive)}.new"


def load(path: str) -> People | None:
    """The content of the people file `path`; None if it does not exist. Raises KifuError for a file
    that is not a people file.
    """
    try:
        file = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0))
    except FileNotFoundError:
        return None
    with open(file, "rb") as held:
        found = os.fstat(held.fileno())
        if not stat.S_ISREG(found.st_mode):
            raise KifuError(f"{path} is not a file; move it away")
        # A buffer as large as the most that is read would be made at once.
        data = held.read(min(found.st_size, LARGEST))
    try:
        return msgspec.json.decode(data, type=People)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise KifuError(
            f"{path} is damaged: {error}. It holds the archive's aliases and erasures; "
            "restore it from a backup, or move it away to continue with those in the "
            "archive itself"
        ) from None


def of(connection: DuckDBPyConnection) -> People:
    """The aliases and erasures in the tables of an open archive, as the people file has them."""
    known = erasure.erasure(connection)
    return People(
        aliases=people.aliases(connection),
        erased=sorted(known.pseudonyms.items()),
        secrets=sorted(known.secrets),
    )


def put(archive: str, connection: DuckDBPyConnection) -> None:
    """Write the people file from the tables of the open archive, unless there is none and nothing
    to write; call it last before committing the transaction. Raises KifuError if it can't be
    written.
    """
    said = of(connection)
    if said != People() or digests(archive, connection) != (None, None):
        write(archive, said)
        note(connection)


def note(connection: DuckDBPyConnection) -> None:
    """Note in the open archive that it has what is in its tables, and nothing else."""
    if _synced(connection) is not None or of(connection) != People():
        _note(connection, _digest(of(connection)))


def note_old_rows(connection: DuckDBPyConnection) -> None:
    """Note in the open archive that bytes of erased names are still in the space of old rows."""
    _note(connection, "")


def _note(connection: DuckDBPyConnection, digest: str) -> None:
    connection.execute("DELETE FROM meta WHERE name = ?", [_SYNCED])
    connection.execute("INSERT INTO meta VALUES (?, ?)", [_SYNCED, digest])


def digests(archive: str, connection: DuckDBPyConnection) -> tuple[str | None, str | None]:
    """The digest of the people file that the open archive has, and that of the file which is there;
    each None for no file. Raises KifuError for a damaged people file.
    """
    there = load(people_of(archive))
    return _synced(connection), None if there is None else _digest(there)


def adopt(connection: DuckDBPyConnection, said: People) -> None:
    """Bring the tables to `said`: aliases are replaced, erasures added, and erased names in the
    rows replaced by their pseudonyms.
    """
    erasure.add(connection, said.erasure)
    if said.erased:
        erase_again(connection, said.erasure)
    connection.execute("UPDATE player SET person = id")
    people.keep(connection, said.aliases)
    people.remove_unused(connection)


def write(archive: str, said: People) -> None:
    """Replace the archive's people file by one with the content `said`, in one step. Raises
    KifuError, and leaves the old file, if the new one can't be written.
    """
    path = people_of(archive)
    draft = _draft_of(archive)
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0)
    try:
        with (
            replacing(path, draft),
            open(os.open(draft, flags, 0o600), "wb") as file,
        ):
            file.write(_encoded(said))
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        raise KifuError(f"{path} can't be written, so nothing was changed: {error}") from None


def _encoded(said: People) -> bytes:
    return msgspec.json.format(msgspec.json.encode(said), indent=1) + b"\n"


def _digest(said: People) -> str:
    return hashlib.blake2b(_encoded(said), digest_size=16).hexdigest()


def _synced(connection: DuckDBPyConnection) -> str | None:
    rows = connection.execute("SELECT value FROM meta WHERE name = ?", [_SYNCED]).fetchall()
    return rows[0][0] if rows else None
