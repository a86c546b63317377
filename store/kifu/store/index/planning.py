"""The plan of a run: what of each source is to be read, by what the archive knows of it."""

from __future__ import annotations

import os
import shlex
import time
from collections.abc import Callable, Collection, Iterable

from msgspec import Struct
from msgspec.structs import asdict, replace

from kifu.notation.errors import UsageError
from kifu.replay.rule_data.files import READERS, names_in_use
from kifu.store.index.course import Detail
from kifu.store.opening import is_lake
from kifu.store.paths import Fingerprint, fingerprint
from kifu.store.tables import Connection


class ReadTask(Struct, frozen=True):
    """Read the first `size` bytes of the log at `path`, known to the archive as `name`, from record
    number `first` on, which begins at `offset` (of the uncompressed stream) and `line`: what is
    read replaces the rows that the archive has of these records. `digest` and `chain` are those of
    the bytes (see `Fingerprint`).
    `modified` is when the file was last written (nanoseconds since 1970), and 0 where it may be
    written again at the same time; `inode` is its file's.
    """

    path: str
    name: str
    size: int
    modified: int = 0
    inode: int = 0
    digest: str = ""
    chain: str = ""
    first: int = 1
    line: int = 1
    offset: int = 0


class Known(Struct, frozen=True):
    """What the archive knows of a source (see the table `source`), and how many of its bad records
    lacked rule data that is in use by now.
    """

    detail: Detail
    lacking: int
    size: int
    digest: str
    chain: str
    modified: int
    inode: int
    records: int
    last_line: int
    last_offset: int
    whole: bool


#: Nanoseconds for which a file may be written again without another time.
_FRESH = 2_000_000_000


def log_at(path: str, name: str) -> ReadTask:
    """The log at `path` as it is now, all of which is to be read; not yet with its digest. Raises
    OSError.
    """
    about = os.stat(path)
    modified = about.st_mtime_ns if about.st_mtime_ns < time.time_ns() - _FRESH else 0
    return ReadTask(path, name, about.st_size, modified, about.st_ino)


def is_as_known(log: ReadTask, known: Known) -> bool:
    """Whether a log has the size, the time and the inode that it had when it was read: then it is
    not read to see whether its bytes are the same.
    """
    now = log.size, log.modified, log.inode
    return log.modified > 0 and (known.size, known.modified, known.inode) == now


def plan(log: ReadTask, known: Known | None, say: Callable[[str], None]) -> ReadTask | None:
    """What to read of a log (see `log_at`) of which the archive has what is `known`; None if it has
    all of it. `say` gets a line, with the reason, if a known log is read again, or read on after
    records that the archive has.

    All of it is read again if it has changed, and if rule data that some of its records lacked is
    in use now. Of a file that has grown, the whole blocks that were read before are not compared
    (see `fingerprint`): its inode and the bytes after them are as they were. Raises OSError.
    """
    if known is not None and is_as_known(log, known):
        seen = Fingerprint(known.size, known.digest, known.digest, known.chain)
    elif known is not None and known.inode == log.inode and known.size < log.size:
        seen = fingerprint(log.path, known.size, known.chain)
    else:
        seen = fingerprint(log.path, known.size if known else -1)
    task = replace(log, size=seen.size, digest=seen.digest, chain=seen.chain)
    if known is None:
        return task
    reason = _reason_to_replace(log.path, known, seen)
    if reason is not None:
        say(reason)
        return task
    if seen.size == known.size and known.whole:
        return None
    # The last record that was read may have been a part of what is there now.
    first = max(known.records, 1)
    if known.records:
        why = "has grown" if known.whole else "was not read to its end"
        say(f"{log.path} {why}: reading on from record {first}")
    return replace(task, first=first, line=known.last_line, offset=known.last_offset)


def _reason_to_replace(path: str, known: Known, seen: Fingerprint) -> str | None:
    """A line for the user that says why all of a known log has to be read again; None if it needn't
    be. `seen` is what the file at `path` has now.
    """
    if seen.prefix != known.digest:
        return f"{path} has changed: reading it again and replacing its records"
    if known.lacking:
        return f"reading {path} again: rule data is here that {known.lacking} in quarantine lacked"
    return None


def detail_of_run(asked: Detail, known: Iterable[Known]) -> Detail:
    """The detail in which a run reads: `asked`, together with all detail that any source in the
    archive (`known`) has, so that the archive stays complete.
    """
    for source in known:
        asked = asked.with_all(source.detail)
    return asked


def agreed_detail(asked: Detail, known: Collection[Known], holder: str) -> Detail:
    """The detail in which a run indexes: that of the sources which the archive or lake at the path
    `holder` has (`known`), or what is `asked` if it has none. Raises UsageError if a source has
    less than is `asked`.
    """
    detail = detail_of_run(asked, known)
    if all(source.detail.with_all(asked) == source.detail for source in known):
        return detail
    options = " ".join(f"--{name}" for name, is_so in asdict(detail).items() if is_so)
    way = f"`kifu rebuild {shlex.quote(holder)} {options}` adds it"
    if is_lake(holder):
        way = f"`kifu index NEW.lake LOGS {options}` makes a lake that has it"
    raise UsageError(f"{holder} was indexed with less detail than this run asks for; {way}")


def known_of(connection: Connection) -> dict[str, Known]:
    """What an open archive knows of each source, by name."""
    in_use = [name for game in READERS for name in names_in_use(game)]
    rows = connection.execute(_SOURCES, {"in_use": in_use}).fetchall()
    return {
        path: Known(Detail(events, situations, moves), *about)
        for path, events, situations, moves, *about in rows
    }


#: The message of KF418 begins with what is lacking.
_SOURCES = """
    WITH bad AS (
        SELECT source AS id, count(*) AS lacking FROM quarantine
        WHERE code = 'KF418' AND list_contains($in_use::VARCHAR[], split_part(message, ' ', 1))
        GROUP BY source
    )
    SELECT
        path, events, situations, moves, coalesce(lacking, 0), size, digest, chain,
        modified, inode, records, last_line, last_offset, whole
    FROM source LEFT JOIN bad USING (id) ORDER BY id
"""
