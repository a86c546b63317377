"""The people file: what no log says of an archive's players, in a file beside the archive.

Aliases and erasures can't be read from the logs again. They are in `ARCHIVE.people`, which only its
owner may read, and the archive has a copy of what it was last brought up to. The file counts: a
change is written there first, in one step, and where the archive's copy differs, the next process
that writes brings the archive up to the file (see `rewriting.bring_up`). So the archive may be
deleted and indexed again.
"""

from __future__ import annotations

import os
import stat
from typing import TYPE_CHECKING, Annotated, Literal

import msgspec
from msgspec import Meta, Struct

from kifu.notation.errors import KifuError
from kifu.store.erasure import Erasure
from kifu.store.leftovers import replacing

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

#: The largest file that is read.
LARGEST = 256 << 20
#: In the table `meta`: the content of the file that the archive was last brought up to.
_NAME = "people"

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

    def with_erased(self, other: People) -> People:
        """This, with the erasures of `other`, too, and without aliases of erased names."""
        secrets = sorted({*self.secrets, *other.secrets})
        erased = sorted({**dict(self.erased), **dict(other.erased)}.items())
        of = Erasure(secrets, dict(erased)).of
        aliases = [pair for pair in sorted(self.aliases) if not any(map(of, pair))]
        return People(aliases=aliases, erased=erased, secrets=secrets)


def people_of(archive: str) -> str:
    """The path of the archive's people file: beside the archive's own file, where `archive` is a
    link to that.

    >>> os.path.basename(people_of("club.duckdb"))
    'club.duckdb.people'
    """
    return f"{os.path.realpath(archive)}.people"


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
    return _decoded(data, path)


def _decoded(data: bytes | str, where: str) -> People:
    try:
        return msgspec.json.decode(data, type=People)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise KifuError(
            f"{where} is damaged: {error}. It holds the archive's aliases and erasures; "
            "restore it from a backup, or move it away to continue with those in the "
            "archive itself"
        ) from None


def of(connection: DuckDBPyConnection) -> People:
    """The aliases and erasures that the open archive was last brought up to."""
    rows = connection.execute("SELECT value FROM meta WHERE name = ?", [_NAME]).fetchall()
    return _decoded(rows[0][0], "the table meta") if rows else People()


def erasure(connection: DuckDBPyConnection) -> Erasure:
    """The erasures that the open archive was last brought up to."""
    return of(connection).erasure


def note(connection: DuckDBPyConnection, said: People) -> None:
    """Note in the open archive that it was brought up to `said`."""
    connection.execute("DELETE FROM meta WHERE name = ?", [_NAME])
    connection.execute("INSERT INTO meta VALUES (?, ?)", [_NAME, _encoded(said).decode()])


def write(archive: str, said: People) -> None:
    """Replace the archive's people file by one with the content `said`, in one step. Raises
    KifuError, and leaves the old file, if the new one can't be written.
    """
    path = people_of(archive)
    draft = f"{path}.new"
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
