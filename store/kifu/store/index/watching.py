"""Watching a folder: what is written in it goes into the archive as it comes.

Only the files that changed are looked at. A live log that grows is read on with every move, so
that the archive has its match as far as it has come. A file that is taken away stays in the
archive.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from threading import Event

from kifu.notation.errors import Busy, KifuError
from kifu.store.archive import Archive
from kifu.store.fold import is_unicode
from kifu.store.index.changes import changes
from kifu.store.index.ingest import IndexSettings, Report


def watch(
    archive: Archive,
    folder: str,
    settings: IndexSettings,
    say: Callable[[str], None],
    done: Callable[[Report], None],
    *,
    poll: float | None = None,
    stop: Event | None = None,
) -> None:
    """Index the files of records in `folder`, then whatever changes there, until `stop` is set
    (None: for ever).

    `say` gets a line for everything out of the ordinary, `done` the report of every run that read
    something, or failed to. `poll` is the pause of `changes`. While another process holds the
    archive, changes wait. Raises KifuError if `folder` is no folder, what `changes` raises, and
    what `Archive.index` raises except Busy and FileNotFoundError.
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
            report = archive.index(paths, say, settings=settings)
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
