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
    """Index the files of records in `folder`, at any depth, in this `detail` (in more, if the
    archive has more), by this process alone; then index whatever appears or changes there. Hidden
    files and folders, and links to folders, are passed over. Returns when `stop` is set (None:
    never); if it is set at the beginning, nothing is indexed. Ctrl-C raises KeyboardInterrupt. An
    archive that does not exist is created. The records of a file that is deleted stay in the
    archive. If `folder` itself goes, `say` gets a line, and the watch goes on.

    `say` gets a line for everything out of the ordinary. `done` gets the report of every run that
    read a record or failed to read a file; it is not called for other runs. A file that can't be
    read is tried again when it or its permissions change. `poll` is the least number of seconds
    between two looks (None or 0: 0.5). While another process has locked the archive, changes are
    kept for the next try: no Busy is raised, and `say` gets one line.

    Raises KifuError if `folder` is not a folder, and otherwise what `Archive.index` raises, but
    neither Busy nor FileNotFoundError: KifuError if the people file is damaged or there is no
    folder for the archive, UsageError if `detail` asks for more than the archive has, ArchiveError
    if it can't be read or written, LimitHit for lack of memory, OSError if a path can't be looked
    at. What was committed before stays.
    """
    if not os.path.isdir(folder):
        what = " is not a folder" if os.path.exists(folder) else ": there is no such folder"
        raise KifuError(f"{folder}{what}; name the folder to watch, then the archive")
    pending = {folder}
    waiting = is_gone = False
    for changed in changes([folder], stop or Event(), poll):
        was_gone, is_gone = is_gone, not os.path.isdir(folder)
        if is_gone and not was_gone:
            say(f"{folder} is gone; its records stay, and kifu waits until it is there again")
        pending |= changed
        # Indexing the folder reports what an archive can't hold, and continues.
        paths = sorted(
            {
                path if is_unicode(path) and os.path.isfile(path) else folder
                for path in pending
                if os.path.exists(path)
            }
        )
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
    """Look at `sources` again and again, and after each look yield the paths of the files that
    appeared, changed or went since the look before. The first set is empty, since there was no look
    before: what is there already is not yielded. Later sets are empty if nothing changed. It ends
    when `stop` is set, and looks only when the next set is asked for.

    A source is a file or a folder. A file's path is yielded as given. Of a folder, the files of
    records at any depth are yielded, with absolute paths; of a lake, the path of the folder with
    its commits (`_delta_log`), in the lake's path as given. Left out without a message are other
    files in a folder, hidden files and folders, links to folders, pipes, and folders that can't be
    read. Between two looks are at least `pause` seconds (None or 0: `PACE`, 0.5), and at least
    `REST` (10) times as long as a look takes.

    Raises KifuError, when the first set is asked for, if a source does not exist. A source that
    goes later raises nothing: its files count as changed once.
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
    """Yield the paths to look at in the folders. For each folder, this is first the path `LOG`
    (`_delta_log`) in it, after the folder's path as given, where a lake has its commits, whether it
    is there or not; then the absolute path of every file of records, at any depth. Left out without
    a message are hidden files and folders, links to folders, pipes, and folders that can't be read.
    Nothing comes without `folders`.
    """
    for folder in folders:
        yield os.path.join(folder, LOG)
        yield from files_within(os.path.abspath(folder), lambda error: None)
