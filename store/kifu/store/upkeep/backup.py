"""Backup: an archive with its logs and its people file in one new folder.

The folder is an archive that works where it is: its sources are in it, those from elsewhere under
`elsewhere`. The checksums are the archive's own: it has the digest of each log and of its people
file, which `kifu verify` compares, and DuckDB has one of each block.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Container, Mapping
from contextlib import ExitStack
from pathlib import Path, PurePosixPath

from msgspec import Struct

from kifu.notation.disk import open_file, whole_folder, written
from kifu.notation.errors import UsageError
from kifu.notation.files import has_form
from kifu.store import database
from kifu.store.identity import unfinished_id
from kifu.store.paths import fingerprint
from kifu.store.people import people_of
from kifu.store.tables import Connection
from kifu.store.upkeep.manifest import CHANGED, LogEntry, logs

#: What the archive is called in a backup.
ARCHIVE = "archive.duckdb"
#: The folder of logs from outside the archive's folder.
ELSEWHERE = "elsewhere"
_CHUNK = 1 << 20
_KEPT = "no backup was made"


class BackedUp(Struct):
    """How many `logs` were copied. `said` has a line for the user about each log that was not
    copied, or that has more than what was copied.
    """

    logs: int
    said: list[str]


def back_up(archive: str, out: str) -> BackedUp:
    """Copy the archive, its people file (if there is one) and its logs into the new folder `out`.
    The folder appears whole or not at all, and only its owner may enter it. The archive in it is
    called `archive.duckdb` and works where it is. A log in or below the archive's folder keeps its
    path from there; any other, or one below a folder `elsewhere` there, becomes `elsewhere/N/FILE`,
    with the first free number N from 1. The copied archive knows each copied log by this new path.
    If that differs from the old name, the log's unfinished matches get other ids, which are made
    from the name. Of each log, only the bytes that were indexed are copied.

    Returns how many logs were copied, and lines for the user in `said`: one for each log that was
    left out, and one for each that has more bytes than were indexed ([]: none). A log is left out
    if its name is not that of a file of records, if it can't be read or copied, or if it no longer
    begins with the indexed bytes. The copied archive keeps the records of such a log and knows it
    by its old name; an absolute name still leads to the original.

    The archive keeps its content, but its write-ahead log is merged into its file, even if an error
    follows. The caller holds the archive's lock; a file that another process has locked is waited
    for, up to ten seconds. Raises UsageError if `out` exists, ArchiveError if there is no archive
    or it can't be read, Busy if it stays locked, LimitHit, KifuError if the parent folder of `out`
    is missing or the disk is full, and OSError if `out` may not be written.
    """
    with database.reading(archive) as connection:
        known = {log.name: log for log in logs(connection, archive)}
    database.settle(archive)
    if os.path.lexists(out):
        raise UsageError(f"{out} already exists; a backup needs a new folder")
    done = BackedUp(0, [])
    with whole_folder(Path(out), 0o700) as folder:
        own = folder / ARCHIVE
        for source, target in ((archive, own), (people_of(archive), Path(people_of(str(own))))):
            if os.path.exists(source):
                with written(target, _KEPT):
                    shutil.copyfile(source, target)
                    target.chmod(0o600)
        renamed: dict[str, str] = {}
        for name, log in known.items():
            try:
                place = _free(name, folder, known)
                more = os.path.getsize(log.path) - log.size
                _copy(log, folder / place)
            except (OSError, ValueError) as error:
                done.said.append(
                    f"{log.path} is not in the backup: {getattr(error, 'strerror', None) or error}"
                )
                continue
            renamed[name] = place
            done.logs += 1
            if more:
                done.said.append(f"{log.path}: its last {more} bytes are not indexed, nor copied")
        if renamed:
            with database.writing(str(own)) as connection:
                _rename(connection, {old: new for old, new in renamed.items() if old != new})
            database.settle(str(own))
    return done


def _free(name: str, folder: Path, known: Container[str]) -> str:
    """The path, relative to the backup's `folder`, for the copy of the source called `name`. A
    source in the archive's folder keeps its name. One from elsewhere, or with a name below
    `elsewhere`, gets `elsewhere/N/FILE`. N is the first number from 1 for which no such file exists
    in `folder` and `known`, the names of the archive's sources, lacks that path. Creates nothing.
    Raises ValueError if `name` is not that of a file of records.
    """
    if not has_form(name):
        raise ValueError("its name is not that of a file of records")
    parts = PurePosixPath(name).parts
    if not (os.path.isabs(name) or ".." in parts or parts[0] == ELSEWHERE):
        return name
    number = 1
    while (place := f"{ELSEWHERE}/{number}/{parts[-1]}") in known or (folder / place).exists():
        number += 1
    return place


def _copy(log: LogEntry, target: Path) -> None:
    """Copy those bytes of a log that were indexed to the new file `target`, and make its folder.
    Raises OSError if the log can't be read, does not begin with the bytes that were indexed, or if
    `target` exists or can't be made; and KifuError if the disk is full. No part of a copy is left
    then, but perhaps empty folders.
    """
    left = log.size
    with open_file(log.path) as source, written(target, _KEPT), ExitStack() as undone:
        target.parent.mkdir(parents=True, exist_ok=True)
        with target.open("xb") as out:
            undone.callback(target.unlink)
            while left and (data := source.read(min(left, _CHUNK))):
                out.write(data)
                left -= len(data)
            out.flush()
            os.fsync(out.fileno())
        if fingerprint(target).digest != log.digest:
            raise OSError(CHANGED)
        undone.pop_all()


def _rename(connection: Connection, names: Mapping[str, str]) -> None:
    """Give sources new names (`names`: old to new), all at once, within the open transaction, so
    that the new name of one may be the old name of another. Other sources stay; a name that no
    source has is ignored. No other source may have a new name already, which is not checked. The
    unfinished matches of renamed sources get new ids, since these depend on the source's name.
    """
    for key, was, number, play in connection.execute(_GOING_ON, [list(names)]).fetchall():
        if play == unfinished_id(was, number):
            own = [unfinished_id(names[was], number), key]
            connection.execute("UPDATE record SET play = CAST(? AS UUID) WHERE key = ?", own)
    connection.execute(_RENAME, [list(names), list(names.values())])


_GOING_ON = """
    SELECT record.key, source.path, number, replace(CAST(play AS VARCHAR), '-', '')
    FROM source JOIN place ON place.source = source.id JOIN record ON record.key = place.record
    WHERE NOT finished AND source.path IN (SELECT unnest(?))
"""
#: All at once: the new name of one may be the old name of another.
_RENAME = """
    UPDATE source SET path = given.path
    FROM (SELECT unnest(?) AS was, unnest(?) AS path) AS given WHERE source.path = given.was
"""
