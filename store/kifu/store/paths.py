"""Sources: the files of records that an archive knows, and how it names them.

A source inside the folder of the archive (at any depth) is named relative to it, with `/`
between, so that the folder can be moved as a whole; any other source by its absolute path.
"""

from __future__ import annotations

import errno
import glob
import hashlib
import os
import stat
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path

from msgspec import Struct

from kifu.notation.disk import open_file
from kifu.notation.errors import UsageError
from kifu.notation.files import files_within, form_of
from kifu.store.fold import is_unicode

#: Bytes that are digested at once; those before them count by their digest.
BLOCK = 4 << 20


class Fingerprint(Struct, frozen=True):
    """What `fingerprint` finds about a file: its `size` in bytes and its `digest`; `prefix`, the
    digest of as many first bytes as were asked for (None if the file is shorter, or none were asked
    for); and `chain`, the digest of its whole blocks ("" if it has none), from which the digest of
    the file can be continued when it has grown.
    """

    size: int
    digest: str
    prefix: str | None
    chain: str = ""


def sources(paths: Iterable[str | os.PathLike[str]]) -> tuple[list[str], list[str]]:
    """Two lists. First, the files of records that `paths` name, as they are named, in their order;
    one that is named twice comes once, by its first name (a link counts as a file of its own).
    Second, a line for the user about each folder that can't be read, and about each entry in a
    folder that is named like a file of records but is a pipe or device or has a name that is not
    UTF-8. Folders are searched at any depth (see `files_within`). Other files in them, hidden files
    and folders, and links to folders are passed over; a broken link that is named like a file of
    records is in the first list. A folder without files of records adds nothing. Both lists are []
    without `paths`. No file is opened.

    A path that does not exist may be a pattern with `*`, `?` and `[...]`, `**` for folders at any
    depth. What it matches counts as named, sorted; hidden names match only a pattern with the dot.
    Raises FileNotFoundError for a path that does not exist and for a pattern that matches nothing,
    and another OSError for a path that can't be looked at. Raises UsageError for `-`, for a pipe or
    device, and for a named file with another ending than those of records or with a name that is
    not UTF-8.
    """
    found: dict[str, str] = {}
    unfit: list[str] = []

    def closed(error: OSError) -> None:
        unfit.append(f"{error.filename}: {error.strerror}")

    for path in _expanded(paths):
        if path == "-":
            raise UsageError("standard input can't be indexed: an archive refers back to its files")
        if os.path.isdir(path):
            for name in files_within(path, closed):
                if is_unicode(os.path.abspath(name)):
                    found.setdefault(os.path.abspath(name), name)
                else:
                    unfit.append(_not_utf8(name))
        else:
            if not stat.S_ISREG(os.stat(path).st_mode):
                raise UsageError(f"{path} is neither a file nor a folder")
            form_of(path)
            if not is_unicode(os.path.abspath(path)):
                raise UsageError(_not_utf8(path))
            found.setdefault(os.path.abspath(path), path)
    return list(found.values()), unfit


def is_pattern(path: str) -> bool:
    """Whether the path is a pattern for other paths: it has a `*`, a `?` or a `[`, and
    there is no file, folder or link of exactly this name.
    """
    return glob.has_magic(path) and not os.path.lexists(path)


def _expanded(paths: Iterable[str | os.PathLike[str]]) -> Iterator[str]:
    """Yield the paths, as text; in place of a pattern, what it matches, sorted. What a pattern may
    have is said at `sources`; a path that exists is none. Raises FileNotFoundError for a pattern
    that matches nothing, when its turn comes; other paths are yielded unchecked.
    """
    for given in paths:
        path = os.fspath(given)
        if is_pattern(path):
            found = sorted(glob.glob(path, recursive=True))
            if not found:
                raise FileNotFoundError(errno.ENOENT, "no file or folder matches", path)
            yield from found
        else:
            yield path


def total_size(files: Iterable[str]) -> int:
    """The sum of the sizes, in bytes, of those of `files` that can be looked at; the others count
    as 0. A path that comes twice counts once, but two paths of one file (a link, say) count twice.
    0 without `files`. Raises ValueError for a path with a NUL character.
    """
    return sum(size for size, *_ in stamps(files).values())


def stored(path: str, archive: str) -> str:
    """The name by which the archive or lake at the path `archive` knows the source at `path`:
    relative to the folder that `archive` is in, with `/` between, for a source within that folder
    (at any depth), otherwise absolute. Relative paths are taken from the working directory. No file
    is looked at, so links are not followed, and neither path need exist. For the URL of a lake, the
    name is absolute.

    >>> stored("/data/2026/a.kifu", "/data/games.duckdb"), stored("/x.kifu", "/data/g.duckdb")
    ('2026/a.kifu', '/x.kifu')
    """
    absolute = Path(os.path.abspath(path))
    folder = Path(os.path.abspath(archive)).parent
    if absolute.is_relative_to(folder):
        return absolute.relative_to(folder).as_posix()
    return absolute.as_posix()


def located(name: str, archive: str) -> str:
    """The path of the source that the archive or lake at the path `archive` knows as `name`: `name`
    within the folder that `archive` is in, relative to the working directory if `archive` is; an
    absolute `name` itself. A NUL, which somebody else's archive may have, is no part of a path: it
    becomes U+FFFD. Nothing else is checked: `..` in a name stays, and no file need be there.

    >>> located("2026/a.kifu", "data/games.duckdb")
    'data/2026/a.kifu'
    """
    return str(Path(archive).parent / name.replace("\0", "\ufffd"))


#: What a file is known by: its size, its time in nanoseconds and its inode.
Stamp = tuple[int, int, int]


def stamps(paths: Iterable[str]) -> dict[str, Stamp]:
    """(size in bytes, time when its content or its permissions last changed, in nanoseconds since
    1970, inode) of each of `paths`, by the path as it is given; a link counts as the file that it
    leads to. Paths that can't be looked at are left out; {} without `paths`. Raises ValueError for
    a path with a NUL character.
    """
    found = {}
    for path in paths:
        with suppress(OSError):
            about = os.stat(path)
            found[path] = (about.st_size, about.st_ctime_ns, about.st_ino)
    return found


def fingerprint(path: str | os.PathLike[str], prefix: int = -1, chain: str = "") -> Fingerprint:
    """A file's size in bytes, its digest, the digest of its first `prefix` bytes (None if it has
    fewer, or for -1), and its chain for a later call. Without a `chain`, reads the whole file.

    `chain` saves reading a file that has only grown: it is the `Fingerprint.chain` of the file when
    it was `prefix` bytes long. The whole blocks of that time are then trusted, and only the bytes
    after them are read; the file must still have at least `prefix` bytes, which is not checked.

    A block has `BLOCK` bytes (4 MiB). Each one is digested by BLAKE2b (16 bytes, hex) together with
    the digest of the blocks before it, and so is the rest, even an empty one. The digest of a file
    smaller than a block is that of its bytes. Raises OSError, also for what is no ordinary file
    (see `open_file`), and ValueError for a path with a NUL character.
    """
    at = prefix // BLOCK * BLOCK if chain else 0
    first = None
    with open_file(path) as file:
        file.seek(at)
        while True:
            block = file.read(BLOCK)
            end = at + len(block)
            if at <= prefix <= end:
                first = _digest(chain, block[: prefix - at])
            digest = _digest(chain, block)
            if len(block) < BLOCK:
                return Fingerprint(end, digest, first, chain)
            at, chain = end, digest


def _digest(chain: str, block: bytes) -> str:
    """BLAKE2b (16 bytes, hex) of the digest `chain` of all blocks before ("": none), and of
    `block`.
    """
    digest = hashlib.blake2b(chain.encode(), digest_size=16)
    digest.update(block)
    return digest.hexdigest()


def _not_utf8(name: str) -> str:
    """A line for the user about a file whose name is not UTF-8; it shows `name` as its `repr`, so
    that it can be printed.
    """
    return f"an archive can't hold a file name that is not UTF-8: {name!r}"
