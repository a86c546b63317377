"""Backup: an archive with its logs, its people file and a manifest in one folder, and back again.

The folder is a working archive: its sources are in it, those from elsewhere under `elsewhere`.
"""

from __future__ import annotations

import os
import shutil
import stat
from pathlib import Path, PurePosixPath

import msgspec
from msgspec import Struct

from kifu.notation.errors import KifuError, UsageError
from kifu.notation.files import whole_folder
from kifu.notation.full_disk import written
from kifu.store import database
from kifu.store.index.moved import relocate
from kifu.store.leftovers import replacing
from kifu.store.paths import fingerprint, located
from kifu.store.people_file import people_of
from kifu.store.upkeep.manifest import logs

#: The names in a backup of what is no log.
ARCHIVE, PEOPLE, MANIFEST = "archive.duckdb", "archive.duckdb.people", "manifest.json"
#: The folder of logs from outside the archive's folder.
ELSEWHERE = "elsewhere"
_CHUNK = 1 << 20
#: The largest manifest that is read.
_LARGEST = 256 << 20


class BackupFile(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A file of a backup: its path in there, its bytes and their BLAKE2b digest (16 bytes, hex),
    and where it was.
    """

    path: str
    size: int
    digest: str
    was: str


class BackupManifest(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a backup holds: the archive, its people file if it has one, and its logs."""

    kind: str = "kifu backup"
    version: int = 1
    files: list[BackupFile]


class BackedUp(Struct):
    """How many `logs` were copied, and in `said` a line of text for each log that could not be, or
    that has changed since it was indexed.
    """

    logs: int
    said: list[str]


def back_up(archive: str, out: str, wait: float) -> BackedUp:
    """Write a backup into the new folder `out`, which appears whole or not at all. A log that can't
    be copied is left out, and the result says why.

    The caller holds the archive's lock; other processes are waited for up to `wait` seconds. Raises
    UsageError if `out` already exists, ArchiveError if there is no archive, and KifuError if `out`
    can't be written.
    """
    with database.reading(archive, wait) as connection:
        known = logs(connection, archive)
        rows = connection.execute("SELECT DISTINCT path FROM source").fetchall()
    names = {name for (name,) in rows}
    database.settle(archive, wait)
    if os.path.lexists(out):
        raise UsageError(f"{out} already exists; a backup needs a new folder")
    with whole_folder(Path(out), 0o700) as folder:
        files = [_copied(archive, folder, ARCHIVE)]
        if os.path.exists(people_of(archive)):
            files.append(_copied(people_of(archive), folder, PEOPLE))
            (folder / PEOPLE).chmod(0o600)
        inside = {ARCHIVE, PEOPLE, MANIFEST, f"{ARCHIVE}.lock"}
        places = _places(sorted(names), inside)
        done = BackedUp(0, [])
        by_path = {log.path: log for log in known}
        for name, place in places.items():
            path = located(name, archive)
            log = by_path[path]
            try:
                file = _copied(path, folder, place)
            except (OSError, ValueError) as error:
                why = error.strerror if isinstance(error, OSError) else None
                done.said.append(f"{path} is not in the backup: {why or error}")
                continue
            files.append(file)
            done.logs += 1
            if (file.size, file.digest) != (log.size, log.digest):
                done.said.append(f"{path} has changed since it was indexed; it is copied as it is")
        renamed = {name: place for name, place in places.items() if name != place}
        if renamed:
            with database.writing(str(folder / ARCHIVE), wait) as connection:
                relocate(connection, renamed)
            database.settle(str(folder / ARCHIVE), wait)
            files[0] = _described(folder / ARCHIVE, ARCHIVE, files[0].was)
        data = msgspec.json.format(msgspec.json.encode(BackupManifest(files=files)), indent=1)
        with written(folder / MANIFEST, "no backup was made"):
            (folder / MANIFEST).write_bytes(data + b"\n")
    return done


def restore(folder: str, archive: str) -> int:
    """Restore the backup in `folder` as the archive at the path `archive`, with its logs beside it.
    Returns the number of logs.

    The caller holds the archive's lock. All files are compared with the manifest before any is
    written. Raises KifuError for a damaged backup, and UsageError if a file already exists with
    other bytes; a file that exists with the same bytes stays.
    """
    root = Path(folder)
    files = _read(root).files
    target = Path(archive)
    places = {file.path: _target(file.path, target) for file in files}
    for file in files:
        if _described(_inside(root, file.path), file.path, file.was) != file:
            raise KifuError(
                f"{root / file.path} differs from what was backed up; nothing was restored"
            )
        place = places[file.path]
        if os.path.lexists(place) and not _is_same(place, file):
            raise UsageError(f"{place} already exists; restore into another folder")
    # The archive comes last: before it is there, nobody takes the rest for one.
    for file in sorted(files, key=lambda file: file.path == ARCHIVE):
        _install(root / file.path, places[file.path], file.path == PEOPLE)
    return sum(file.path not in (ARCHIVE, PEOPLE) for file in files)


def _places(names: list[str], taken: set[str]) -> dict[str, str]:
    """Where each source goes in the backup, by its name: to the same relative path if it is in the
    archive's folder, otherwise under `ELSEWHERE`. These paths are added to `taken`, the paths that
    are in use already.
    """
    places: dict[str, str] = {}
    for name in names:
        place = name
        if name in taken or not _is_plain(name):
            number = 1
            while (place := f"{ELSEWHERE}/{number}/{os.path.basename(name)}") in taken:
                number += 1
        taken.add(place)
        places[name] = place
    return places


def _is_plain(name: str) -> bool:
    """Whether a source can keep its name in a backup: a path within the archive's folder, and none
    that a backup uses itself.
    """
    parts = PurePosixPath(name).parts
    own = parts[:1] == (ELSEWHERE,) or name.startswith((ARCHIVE, MANIFEST))
    return not (own or os.path.isabs(name) or ".." in parts)


def _copied(path: str, folder: Path, place: str) -> BackupFile:
    """Copy the file `path` to `place`, a relative path in `folder`. Returns its entry for the
    manifest. Raises OSError, but KifuError if the disk is full: then there can be no backup at all.
    """
    target = folder / place
    target.parent.mkdir(parents=True, exist_ok=True)
    with open(os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0)), "rb") as source:
        if not stat.S_ISREG(os.fstat(source.fileno()).st_mode):
            raise OSError("it is not a file")
        with written(target, "no backup was made"), target.open("xb") as out:
            shutil.copyfileobj(source, out, _CHUNK)
            out.flush()
            os.fsync(out.fileno())
    return _described(target, place, os.path.abspath(path))


def _described(path: Path, place: str, was: str) -> BackupFile:
    """The manifest's entry for the file at `path`: its size and digest, its `place` in the backup,
    and the path where it `was` before.
    """
    seen = fingerprint(path)
    return BackupFile(path=place, size=seen.size, digest=seen.digest, was=was)


def _read(root: Path) -> BackupManifest:
    """The manifest of the backup in the folder `root`. Raises KifuError for one that is not a
    backup's.
    """
    path = _inside(root, MANIFEST)
    with path.open("rb") as file:
        # A buffer as large as the most that is read would be made at once.
        data = file.read(min(path.stat().st_size, _LARGEST))
    try:
        found = msgspec.json.decode(data, type=BackupManifest)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise KifuError(f"{path} is damaged: {error}") from None
    places = [file.path for file in found.files]
    if (found.kind, found.version) != ("kifu backup", 1) or places.count(ARCHIVE) != 1:
        raise KifuError(f"{path} is not the manifest of a backup, or was made by a newer kifu")
    return found


def _inside(root: Path, place: str) -> Path:
    """The path of the file at `place` in the folder `root`. Raises KifuError if `place` leads out
    of that folder, through a link as well, or is not a file.
    """
    pure = PurePosixPath(place)
    path = root / place
    if pure.is_absolute() or ".." in pure.parts or not pure.parts or "\0" in place:
        raise KifuError(f"{root}: the backup's path {place!r} points outside of the backup")
    steps = [root.joinpath(*pure.parts[: n + 1]) for n in range(len(pure.parts))]
    if any(step.is_symlink() for step in steps) or not path.is_file():
        raise KifuError(f"{path} is missing or is not a file: this is not a complete backup")
    return path


def _target(place: str, archive: Path) -> Path:
    if place == ARCHIVE:
        return archive
    if place == PEOPLE:
        return Path(people_of(str(archive)))
    return archive.parent / place


def _is_same(path: Path, file: BackupFile) -> bool:
    if path.is_symlink() or not path.is_file():
        return False
    return _described(path, file.path, file.was) == file


def _install(source: Path, target: Path, is_private: bool) -> None:
    """Copy the file `source` to `target`, in one step; with `is_private`, only the owner may read
    it. Does nothing if `target` exists: the caller has checked that it is the same.
    """
    if os.path.lexists(target):
        return
    target.parent.mkdir(parents=True, exist_ok=True)
    draft = target.with_name(f".{target.name}.restoring")
    mode = 0o600 if is_private else 0o666
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL
    with (
        written(target, "files restored before it are kept: make room, and restore again"),
        replacing(str(target), str(draft)),
        source.open("rb") as file,
        open(os.open(draft, flags, mode), "wb") as out,
    ):
        shutil.copyfileobj(file, out, _CHUNK)
        out.flush()
        os.fsync(out.fileno())
