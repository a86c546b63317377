"""The plan of a run: what of each source is to be read, by what the archive knows of it."""

from __future__ import annotations

import os
import shlex
import time
from collections.abc import Callable, Collection, Iterable

from msgspec import Struct
from msgspec.structs import asdict, replace

from kifu.notation.errors import UsageError
from kifu.replay.rule_data import READERS, names_in_use
from kifu.store.index.course import Detail
from kifu.store.opening import is_lake
from kifu.store.paths import Fingerprint, fingerprint
from kifu.store.tables import Connection


class ReadTask(Struct, frozen=True):
    """Read the log at `path`, which the archive knows as `name`, up to byte `size` of the file.
    Begin with record number `first`, at `line` and at `offset` (bytes of the unpacked file); what
    is read replaces the archive's rows from that record on. `digest` and `chain` are of the whole
    `size` bytes (see `Fingerprint`).

    `modified` is when the file was last written, in nanoseconds since 1970; 0 if that was so lately
    that it may be written again with the same time. `inode` is its file's.
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
    """What the archive has about a source (the columns of the table `source`). `lacking` is how
    many of its records are in quarantine for want of rule data that is in use by now.
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
    """The log at `path` as it is now, to be read from its first record to its end; `name` is the
    archive's name for it (see `paths.stored`). `digest` and `chain` are still "", and `modified` is
    0 if the file was written in the last two seconds. Reads no bytes; a folder or a pipe is not
    refused here. Raises OSError if it can't be looked at.
    """
    about = os.stat(path)
    modified = about.st_mtime_ns if about.st_mtime_ns < time.time_ns() - _FRESH else 0
    return ReadTask(path, name, about.st_size, modified, about.st_ino)


def is_as_known(log: ReadTask, known: Known) -> bool:
    """Whether a log still has the size, time and inode that it had when it was read: then its bytes
    need no comparison. False if its time is 0 (see `ReadTask`) or before 1970. Looks at no file.
    """
    now = log.size, log.modified, log.inode
    return log.modified > 0 and (known.size, known.modified, known.inode) == now


def plan(log: ReadTask, known: Known | None, say: Callable[[str], None]) -> ReadTask | None:
    """What to read of a log (from `log_at`), with the size, digest and chain that its file has now;
    None if there is nothing new. `known` is what the archive has of it (None: nothing). If records
    that the archive has are read again, `say` gets a line with the reason. Raises OSError.

    All of it is read again if the bytes that were read have changed (also if the file is shorter
    now), or if rule data that it lacked is in use now. If it has grown, or was not read to its end,
    reading goes on from the last record that the archive has, which may have been incomplete. To
    see that, the file's bytes are read, unless its size, time and inode are as they were. A file
    with the same inode that has grown is trusted to have the same whole blocks as before; only the
    bytes after these are compared (see `fingerprint`).
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
    """A line for the user, with the log's `path`, that says why all of a known log is read again:
    its earlier bytes have changed (or it has fewer now), or rule data that it lacked is in use now.
    None if there is no reason. `seen` is the fingerprint of its file now, with the `prefix` for the
    size that is `known`. Reads no file.
    """
    if seen.prefix != known.digest:
        return f"{path} has changed: reading it again and replacing its records"
    if known.lacking:
        return f"reading {path} again: rule data is here that {known.lacking} in quarantine lacked"
    return None


def detail_of_run(asked: Detail, known: Iterable[Known]) -> Detail:
    """`asked`, together with all detail that any source in the archive (`known`) has."""
    for source in known:
        asked = asked.with_all(source.detail)
    return asked


def agreed_detail(asked: Detail, known: Collection[Known], holder: str) -> Detail:
    """The detail in which a run indexes: all that any of the sources in the archive or lake at the
    path `holder` has (`known`); what is `asked` if there are none. Raises UsageError, which says
    how to add it, if any source lacks something that is `asked`.
    """
    detail = detail_of_run(asked, known)
    if all(source.detail.with_all(asked) == source.detail for source in known):
        return detail
    options = " ".join(f"--{name}" for name, is_so in asdict(detail).items() if is_so)
    less = f"{holder} was indexed with less detail than this run asks for"
    raise UsageError(f"{less}; {way_to_detail(holder, options)}")


def way_to_detail(holder: str, options: str) -> str:
    """A clause for a message, without a full stop: "`kifu rebuild ARCHIVE OPTIONS` adds it".
    `holder` is the path of the archive, which is quoted for a shell; `options` are those of `kifu
    index` for the detail (such as "--moves"). If `holder` is a lake: "`kifu index NEW.lake LOGS
    OPTIONS` makes a lake that has it". Whether it is one may be looked up on the disk.
    """
    if is_lake(holder):
        return f"`kifu index NEW.lake LOGS {options}` makes a lake that has it"
    return f"`kifu rebuild {shlex.quote(holder)} {options}` adds it"


def known_of(connection: Connection) -> dict[str, Known]:
    """What an open archive or lake has about each source, by its name for it, in the order of their
    ids; {} without sources. `lacking` goes by the rule data that this process uses now. Raises
    DuckDB's errors.
    """
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
