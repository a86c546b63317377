"""Watching a folder: what is written in it goes into the archive as it comes.

Only the files that changed are looked at. A live log that grows is read on with every move, so
that the archive has its match as far as it has come. A file that is taken away stays in the
archive.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from threading import Event

from kifu.notation.errors import Busy, KifuError
from kifu.notation.files import files_within
from kifu.store.archive import Archive
from kifu.store.fold import is_unicode
from kifu.store.index.course import Detail
from kifu.store.index.entering import Report
from kifu.store.index.ingest import Say
from kifu.store.opening import LOG
from kifu.store.paths import Stamp, stamps


def watch(
    archive: Archive,
    folder: str,
    detail: Detail,
    say: Say,
    done: Callable[[Report], None],
    *,
    poll: float | None = None,
    stop: Event | None = None,
) -> None:
    """Index the files of records in `folder`, at any depth, in this `detail`, then whatever appears
    or changes there, until `stop` is set (None: until Ctrl-C). An archive that does not exist is
    created. The records of a file that is deleted stay in the archive.

    `say` gets a line for everything out of the ordinary. `done` gets the report of every run that
    read a record or failed to read a file. `poll` is the least number of seconds between two looks
    (None or 0: 0.5). While another process has locked the archive, changes are kept for the next
    try, and no Busy is raised.

    Raises KifuError if `folder` is not a folder, or the archive's people file is damaged;
    UsageError if `detail` asks for more than the archive has; ArchiveError if the archive can't be
    read or written; and LimitHit. What was committed before stays.
    """
    if not os.path.isdir(folder):
        what = " is not a folder" if os.path.exists(folder) else ": there is no such folder"
        raise KifuError(f"{folder}{what}; name the folder to watch, then the archive")
    pending = {folder}
    waiting = False
    for changed in changes([folder], stop or Event(), poll):
        # Indexing the folder reports a name that an archive can't hold, and continues.
        pending |= {path if is_unicode(path) else folder for path in changed}
        paths = sorted(path for path in pending if os.path.exists(path))
        if not paths:
            pending.clear()
            continue
        try:
            report = archive.index(paths, say, detail=detail)
        except Busy as error:
            if not waiting:
                say(f"{error}; kifu will try again")
            waiting = True
            continue
        except FileNotFoundError:
            continue  # gone between two looks; the next one leaves it out
        pending.clear()
        waiting = False
        if report.records or report.failed:
            done(report)


#: Seconds between two looks, where nothing else is said.
PACE = 0.5
#: After a look, there is none for so many times as long as it took.
REST = 10


def changes(sources: Sequence[str], stop: Event, pause: float | None = None) -> Iterator[set[str]]:
    """Look at `sources` again and again until `stop` is set, and yield after each look the set of
    paths of files that appeared, changed or went since the look before. It may be empty; the first
    set always is. It looks only when the next set is asked for.

    A source is a file, whose path is yielded as given, or a folder, whose `files_within` have
    absolute paths; of a lake, it is the folder of its commits that changes. Between two looks are
    at least `pause` seconds (None or 0: `PACE`, 0.5), and at least `REST` (10) times as long as a
    look takes. Raises KifuError for a source that does not exist, when the first set is asked for;
    a source that goes later counts as a change.
    """
    for source in sources:
        if not os.path.exists(source):
            raise KifuError(f"{source}: there is no such file or folder")
    folders = [source for source in sources if os.path.isdir(source)]
    named = [source for source in sources if source not in folders]
    before: dict[str, Stamp] | None = None
    while not stop.is_set():
        begun = time.monotonic()
        seen = stamps([*named, *_within(folders)])
        rest = REST * (time.monotonic() - begun)
        known = seen if before is None else before
        yield {path for path in {**known, **seen} if known.get(path) != seen.get(path)}
        before = seen
        stop.wait(max(rest, pause or PACE))


def _within(folders: Iterable[str]) -> Iterator[str]:
    """The absolute path of every file of records in the folders, at any depth; and for each folder,
    the path where it has its commits if it is a lake. Folders that can't be read are skipped.
    """
    for folder in folders:
        yield os.path.join(folder, LOG)
        yield from files_within(os.path.abspath(folder), lambda error: None)
