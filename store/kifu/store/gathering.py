"""Gathering: an archive to ask, also where files and folders of records are named.

They become an archive first, in a folder that is gone afterwards: so copies, persons and ratings
are found exactly as in an archive.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager

from kifu.notation.disk import scratch_folder
from kifu.notation.errors import UsageError
from kifu.notation.files import has_form
from kifu.store.archive import Archive
from kifu.store.index.ingest import Say as Say
from kifu.store.opening import is_lake, place_of
from kifu.store.paths import is_pattern

#: What the archive of files and folders is called, in a folder of its own.
ARCHIVE = "gathered.duckdb"


@contextmanager
def opened(sources: Sequence[str], beside: str, jobs: int, say: Say) -> Iterator[str]:
    """A context with the path of an archive. That is the single archive in `sources` (a link is
    resolved), which need not exist and is not opened. If `sources` are files and folders of
    records, it is a temporary archive of them, without events, situations and moves, deleted at the
    end, after an error too. It is beside the path `beside`, or in the system's temporary folder if
    `beside` is `-` or this process can't write there. Without `sources`, that archive is empty.
    `jobs` processes make it; once it is made, `say` gets a line for each record or file that is
    left out. Hidden files in folders are passed over without a line.

    Raises UsageError for several archives, an archive among files, `-`, and a file that can't be
    indexed; FileNotFoundError for a path that does not exist or a pattern that matches nothing,
    another OSError for one that can't be looked at, for links in a circle, and if the temporary
    folder can't be made; and ArchiveError, LimitHit, and KifuError if a process dies or the disk is
    full. All of these come before the context begins.
    """
    named = sole_archive(sources)
    if named:
        yield named
        return
    with scratch_folder(beside) as folder:
        archive = os.path.join(folder, ARCHIVE)
        gather(archive, sources, jobs, say)
        yield archive


def sole_archive(sources: Sequence[str]) -> str | None:
    """The path of the archive, with a link resolved, if `sources` are a single archive, which need
    not exist; None if they are files and folders of records, or empty. A path is an archive as
    `is_archive` says. Raises UsageError for a mixture, several archives, or `-`, and OSError if
    links lead in a circle.
    """
    if "-" in sources:
        raise UsageError(
            "standard input can't be searched; name an archive, or files and folders of records"
        )
    archives = [path for path in sources if is_archive(path)]
    if archives and len(sources) > 1:
        raise UsageError(
            f"{archives[0]} is an archive: name one archive, or files and folders of records"
        )
    return place_of(archives[0]) if archives else None


def gather(archive: str, sources: Iterable[str], jobs: int, say: Say) -> None:
    """Index files and folders of records into the archive at the path `archive`, read by `jobs`
    processes. The archive is created if needed, also if `sources` give no file. Events, situations
    and moves are noted only if the archive has them of earlier sources. At the end, `say` gets a
    line for each file or folder that was left out in this run, then for each record in the
    archive's quarantine, also of earlier runs; nothing if there are none. Hidden and other files in
    folders are passed over without a line. After Ctrl-C, or if a process dies, all that was read
    stays in the archive; after another error, what was committed (at least every ten seconds).
    `say` gets no line then.

    Before anything is written, it raises FileNotFoundError for a path that does not exist or a
    pattern that matches nothing, UsageError for a file that can't be indexed, and another OSError
    for a path that can't be looked at. Later, it raises Busy, LimitHit, ArchiveError, UsageError
    for a new archive with the name of a file of records, KifuError if a process dies, if the people
    file is damaged, or if there is no folder for the archive, and OSError if the lock file can't be
    opened.
    """
    into = Archive(archive)
    report = into.index(sources, jobs=jobs)
    for line in report.failed:
        say(f"left out: {line}")
    for bad in into.quarantine():
        place = f"{bad['path']}, record {bad['number']}"
        say(f"left out: {place}: {bad['code']} {bad['message']}")


def is_archive(path: str) -> bool:
    """Whether the path names an archive. It does if it names a lake (a URL `s3://`, a name that
    ends in `.lake`, or a folder with a Delta table in it). Any other folder, or link to one, is
    none, and so is a pattern such as `logs/*`, unless a file has exactly this name. Any other path
    is one, unless it ends as files of records do (`.kifu`, `.jsonl.gz` and the like); so `-` counts
    as an archive. It need not exist, and what is in a file is not looked at.
    """
    return is_lake(path) or not (os.path.isdir(path) or has_form(path) or is_pattern(path))
