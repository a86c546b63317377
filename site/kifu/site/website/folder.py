"""The folder of a site: what is written there, what stays, and what goes.

The file `.kifu-site` tells the folder from others and lists every file that kifu wrote there,
with its size and digest, and what each match's page was made of. Nothing outside of the folder
is ever written, and nothing in it is removed that the list does not have.

Beside its pages are their data, as JSON and as shards. A shard is a script that hands its data to
the page that loads it (static/shards.ts), because a page that is opened from disk can load scripts
and nothing else.
"""

from __future__ import annotations

import hashlib
import os
import re
import stat
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from kifu.notation.disk import made_beside, written
from kifu.notation.errors import KifuError, UsageError
from kifu.store.lock import holding

#: The name of the file that tells a folder of ours from others.
MARKER = ".kifu-site"
#: The lock file of the run that writes into the folder.
LOCK = f"{MARKER}.lock"
#: What makes a folder: a site, or a set of problems.
SITE, PROBLEMS = "kifu site", "kifu problems"
_NAME = r"[a-z0-9_-]+\.(?:html|json|kifu|jsonl|xml|png|svg|js|css)"
#: Every path that a site may have: nothing that a name could lead elsewhere with.
PATH = re.compile(
    r"(?:(?:players|events|games|shared|index|situations)/|matches/[a-z0-9_-]{2}/)?" + _NAME
)
#: A file as the list has it: its size in bytes and its BLAKE2b digest (hex).
Entry = tuple[int, str]
#: The form of the list; it only rises.
_FORM = 3
_LEFTOVER = re.compile(rf"\.(?:{re.escape(MARKER)}|{_NAME})\.[0-9]+(?:\.[0-9]+)?")
#: Writes a file of the site, by its path.
Put = Callable[[str, bytes], None]


class FolderManifest(Struct):
    """The list of a folder that the command `made_by` made. `files` maps each path to its entry;
    `matches` maps the page name of a match to the digest of all that its pages are made of, and the
    paths of its files.
    """

    made_by: str
    form: int = _FORM
    files: dict[str, Entry] = {}
    matches: dict[str, tuple[str, list[str]]] = {}


@contextmanager
def writing(path: str | os.PathLike[str], made_by: str = SITE) -> Iterator[Folder]:
    """A context with the folder at `path`, locked for this run, and created if it does not exist
    (its parent must). `made_by` is the command that makes it. At the beginning, the half-written
    files of a killed run are removed, and a folder without a list gets an empty one. At the end,
    only the lock file is removed. The caller must call `Folder.close` when all is written: without
    it, what was written stays, but the list is still that of the last run.

    Raises UsageError if `path` is not a folder, has files that this command did not make, or its
    list is damaged or of another form; KifuError if its parent does not exist, no lock file can be
    made in it, the disk is full, or the system has no locks; Busy at once if another process is
    writing to it; and any other OSError, for example if the folder can't be created or read.
    """
    folder = Path(path)
    vet(folder, made_by)
    folder.mkdir(exist_ok=True)
    with holding(str(folder / LOCK), os.fspath(path), "is being built") as was_killed:
        if was_killed:
            _remove_leftovers(folder)
        yield Folder(folder, made_by)


class Folder:
    """The folder of a site, while it is written. `before` is the list of the last run, `now` that
    of this run, which decides at the end which files stay; `written` counts new and changed files.
    """

    def __init__(self, path: Path, made_by: str) -> None:
        """Read the list of the last run in the folder `path`, which must exist; if there is none,
        write an empty one. Nothing is locked (see `writing`). Raises UsageError if the list is
        damaged, of a folder that another command made, or of another form; KifuError if the disk is
        full; and any other OSError.
        """
        self.path = path
        self.before = _read(path / MARKER, made_by)
        self.now = FolderManifest(made_by)
        self.written = 0
        if not (path / MARKER).is_file():
            # From now on it can be told from a folder of others, whatever happens to this run.
            _write(path / MARKER, _data(self.now))

    def is_fresh(self, name: str, key: str) -> bool:
        """Whether the files of the match `name` are all there, with their sizes, and were made from
        the same `key`. If so, they are entered into this run's list (see `leave`); if not, nothing
        is entered. Always False for the key "".
        """
        return bool(key) and self.before.matches.get(name, ("",))[0] == key and self.leave(name)

    def leave(self, name: str) -> bool:
        """Keep the files of the match `name` as they are: enter them into this run's list, with
        their old key, without making or reading them. Returns whether it did. It enters nothing,
        and returns False, if the last run's list does not have the match, or if one of its files is
        gone or has another size.
        """
        key, paths = self.before.matches.get(name, ("", []))
        if not paths or not all(self._is_there(path) for path in paths):
            return False
        self.keep(name, key, {path: self.before.files[path] for path in paths})
        return True

    def leave_shared(self) -> None:
        """Keep the last run's files in the folder `shared` that are still there with the same size,
        by entering them into this run's list: pages that are kept may need them. They are not read.
        Entries that this run has already made stay. Without such files, nothing is entered.
        """
        for path, entry in self.before.files.items():
            if path.startswith("shared/") and self._is_there(path):
                self.now.files.setdefault(path, entry)

    def keep(self, name: str, key: str, entries: Mapping[str, Entry]) -> None:
        """Enter the files `entries` (by path) into this run's list as the pages of the match
        `name`, made from `key` (for "" the next run makes them again). They must be in the folder
        already; nothing is checked, written or counted in `written`. For a match that is in the
        list, the new key and paths replace the old ones; files that were entered before stay in the
        list.
        """
        self.now.files.update(entries)
        self.now.matches[name] = (key, list(entries))

    def put(self, path: str, data: bytes) -> None:
        """Write `data` as the file at `path`, unless it has exactly these bytes, and enter the file
        into this run's list, but not as a file of a match (see `keep`). Counts it in `written` if
        it was new or different. Missing folders are made.

        Raises ValueError for a path that no site has, UsageError if a folder is in the way,
        KifuError if the disk is full or a folder of the path is a link, and any other OSError; then
        nothing is entered.
        """
        self.now.files[path], is_new = write(self.path, path, data)
        self.written += is_new

    def read(self, path: str) -> bytes | None:
        """The content of the file at `path`; None if it is not in this run's list, also if the last
        run's list has it. Raises KifuError if somebody has changed or removed it since kifu wrote
        it, and OSError if it can't be read.
        """
        if path not in self.now.files:
            return None
        file = self.path / path
        data = file.read_bytes() if file.is_file() else b""
        if entry_of(data) != self.now.files[path]:
            raise KifuError(f"{file} is not as kifu wrote it: build the site again with --rebuild")
        return data

    def close(self) -> int:
        """Remove the files of the last run that are not in this run's list, and write the list,
        unless it is the same. The folder stays locked (see `writing`). Returns how many files left
        the list: also those that were gone already, and those in folders that are links, which are
        not removed. Files that kifu never listed stay.

        Raises OSError if a file can't be removed or the list can't be written, and KifuError if the
        disk is full. The old list then stays, and what was removed before is gone.
        """
        gone = sorted(self.before.files.keys() - self.now.files.keys())
        for path in gone:
            self._remove(path)
        data = _data(self.now)
        if not _holds(self.path / MARKER, data):
            _write(self.path / MARKER, data)
        return len(gone)

    def _remove(self, path: str) -> None:
        """Remove the file at `path` if it exists, and then its folder if that is empty and two
        levels deep (`matches/01`). Does nothing if it is in a folder that is a link. Raises OSError
        if the file can't be removed, or is a folder.
        """
        file = self.path / path
        if _linked(self.path, path):
            return
        file.unlink(missing_ok=True)
        if path.count("/") == 2:
            with suppress(OSError):
                file.parent.rmdir()

    def _is_there(self, path: str) -> bool:
        """Whether the last run's list has the file at `path`, and it still exists with the same
        size; its content is not read.
        """
        entry = self.before.files.get(path)
        file = self.path / path
        return entry is not None and file.is_file() and file.stat().st_size == entry[0]


def write(folder: Path, path: str, data: bytes) -> tuple[Entry, bool]:
    """Write `data` as the file at `path` in the folder, in one step, unless it has exactly these
    bytes; folders that are missing are made. Returns its entry for the list (which is not changed),
    and whether it was written. Several processes may call it at once for different files.

    Raises ValueError for a path that no site has, UsageError if a folder is in the way of the file,
    KifuError if the disk is full or a folder of the path is a link, and any other OSError (no
    permission, a file in the way of a folder). The old file then stays.
    """
    if not PATH.fullmatch(path):
        raise ValueError(f"a site has no file {path!r}")
    if linked := _linked(folder, path):
        raise KifuError(
            f"{linked} is a link to another folder; a site must not write outside of its own"
        )
    file = folder / path
    file.parent.mkdir(parents=True, exist_ok=True)
    is_new = not _holds(file, data)
    if is_new:
        _write(file, data)
    return entry_of(data), is_new


def entry_of(data: bytes) -> Entry:
    """The entry, for a folder's list, of a file with these bytes: their number, and their BLAKE2b
    digest of 16 bytes as hexadecimal text. Nothing is entered.
    """
    return len(data), hashlib.blake2b(data, digest_size=16).hexdigest()


def vet(path: Path, made_by: str) -> None:
    """Check that the command `made_by` may write into the folder `path`; changes nothing. A folder
    that is new or empty is fine, and so is one that has only a lock file or a half-written list of
    kifu's.

    Raises UsageError if there is something else than a folder at `path`, if the folder has files
    but no list, or if the list is another command's, damaged or of another form. Raises KifuError
    if neither it nor its parent exists, and OSError if the folder or the list can't be read.
    Permission to write is not looked at.
    """
    if path.exists() and not path.is_dir():
        raise UsageError(f"{path} is not a folder")
    if not path.exists() and not path.parent.is_dir():
        raise KifuError(f"there is no folder {path.parent} to create {path.name} in")
    known = (path / MARKER).is_file()
    # Before any page, there may be a lock, or a list that is being written.
    if not known and path.exists() and any(MARKER not in each.name for each in path.iterdir()):
        raise UsageError(
            f"{path} has files that kifu did not make, so nothing was written; name a new "
            f"or empty folder, or one that `{made_by}` made"
        )
    _read(path / MARKER, made_by)


def as_json(content: Any) -> bytes:
    r"""`content` as JSON in which `<` is escaped, so that it contains no markup even within a page.

    >>> as_json(["</script>"])
    b'["\\u003c/script>"]'
    """
    return msgspec.json.encode(content).replace(b"<", rb"\u003c")


def put_shard(put: Put, path: str, content: Any) -> bytes:
    """Write the shard `path`.js with `put`: a script that hands `content` to the page that loads
    it, by calling `kifuShard` with the last part of the path and `content`. Returns `content` as
    JSON (without the call). Raises what `put` raises; `Folder.put` raises ValueError, UsageError,
    KifuError and OSError.
    """
    data = as_json(content)
    put(f"{path}.js", b"kifuShard(%s,%s);\n" % (as_json(path.rpartition("/")[2]), data))
    return data


def _holds(file: Path, data: bytes) -> bool:
    """Whether `file` is a regular file, not a link, with exactly these bytes; False if there is no
    such file. Raises OSError if it can't be read.
    """
    try:
        found = file.lstat()
    except FileNotFoundError:
        return False
    is_alike = stat.S_ISREG(found.st_mode) and found.st_size == len(data)
    return is_alike and file.read_bytes() == data


def _linked(folder: Path, path: str) -> Path | None:
    """The innermost folder of `path` that is a link, as a path that begins with `folder`; None if
    none is. `path` is relative to `folder`. Neither `folder` itself nor the file at `path` is
    looked at.
    """
    parents = [folder / each for each in Path(path).parents][:-1]
    return next(filter(Path.is_symlink, parents), None)


def _write(file: Path, data: bytes) -> None:
    """Write the file in one step, in place of the old one; a link is replaced, not followed. If it
    fails, the old file stays, and nothing half-written does. Its folder must exist. Raises
    UsageError if a folder is in the way, KifuError if there is no room for the data, and any other
    OSError, also if no file can be created there.
    """
    scratch, stream = made_beside(file, lambda path: path.open("xb"))
    try:
        with written(file, "pages that were written stay: make room, and build the site again"):
            with stream:
                stream.write(data)
            scratch.replace(file)
    except IsADirectoryError:
        scratch.unlink()
        raise UsageError(f"{file} is a folder, where the site has a file; remove it") from None
    except BaseException:
        scratch.unlink(missing_ok=True)
        raise


def _remove_leftovers(folder: Path) -> None:
    """Remove the files that a killed run had not finished writing (see `made_beside`), at any
    depth, but not in folders that are links. The caller holds the folder's lock. Raises OSError if
    one can't be removed.
    """
    for parent, _, names in os.walk(folder):
        for name in filter(_LEFTOVER.fullmatch, names):
            os.unlink(os.path.join(parent, name))


def _data(manifest: FolderManifest) -> bytes:
    """The list as JSON, its parts sorted, so that the same site gives the same bytes."""
    return msgspec.json.encode(manifest, order="deterministic")


def _read(marker: Path, made_by: str) -> FolderManifest:
    """The list in the file `marker`; an empty list of `made_by` if there is no such file. Entries
    of files with a path that no site has are left out, but matches keep such paths. Raises
    UsageError if the list is damaged, of a folder that another command made, or not of this kifu's
    form; OSError if the file can't be read.
    """
    if not marker.is_file():
        return FolderManifest(made_by)
    try:
        found = msgspec.json.decode(marker.read_bytes(), type=FolderManifest)
    except msgspec.MsgspecError:
        found = FolderManifest("")
    if (found.made_by, found.form) != (made_by, _FORM):
        raise UsageError(
            f"{marker} is damaged, or not what this version of `{made_by}` writes: use a new or "
            "empty folder"
        )
    found.files = {path: entry for path, entry in found.files.items() if PATH.fullmatch(path)}
    return found
