"""Watching a folder: what is written in it goes into the archive as it comes.

The system tells of changes (by way of watchfiles, an extra that is imported only here); only the
files that changed are looked at. A live log that grows is read again with every move, so that the
archive has its match as far as it has come. A file that is taken away stays in the archive.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from threading import Event

from kifu.notation.errors import Busy, KifuError, UsageError
from kifu.notation.files import form_of
from kifu.store.archive import Archive
from kifu.store.ingest import Asked, Report

#: So often, in milliseconds, it is looked whether to stop, and what could not be indexed because
#: another process held the archive is tried again.
PACE = 500


def watch(
    archive: Archive,
    folder: str,
    asked: Asked,
    say: Callable[[str], None],
    done: Callable[[Report], None],
    stop: Event | None = None,
) -> None:
    """Index what is in `folder`, then what changes in it, until `stop` is set, or for ever.

    `say` gets what is worth a line, `done` the report of every run that read something. While
    another process holds the archive, what changed waits. Raises UsageError where watchfiles is
    not installed, and what `Archive.index` raises but Busy.
    """
    changes = _changes(folder, stop)
    # The system is listening from here on: nothing is missed while the folder is gone through.
    next(changes, None)
    pending = {folder}
    waiting = False
    for changed in _first_nothing(changes):
        pending |= changed
        paths = sorted(path for path in pending if _is_there(path, folder))
        if not paths:
            pending.clear()
            continue
        try:
            report = archive.index(paths, say, asked=asked)
        except Busy as error:
            if not waiting:
                say(f"{error}; what changed waits")
            waiting = True
            continue
        except FileNotFoundError:
            continue  # gone between two looks; the next one leaves it out
        pending.clear()
        waiting = False
        if report.records or report.failed:
            done(report)


def _first_nothing(changes: Iterator[set[str]]) -> Iterator[set[str]]:
    """At once what the folder holds already, then the changes."""
    yield set()
    yield from changes


def _changes(folder: str, stop: Event | None) -> Iterator[set[str]]:
    """The paths that changed, again and again; an empty set where none did for a while."""
    try:
        import watchfiles
    except ImportError:
        message = "watching needs the package watchfiles: pip install 'kifu[watch]'"
        raise UsageError(message) from None
    if not os.path.isdir(folder):
        raise KifuError(f"{folder}: there is no such folder")
    batches = watchfiles.watch(
        os.path.abspath(folder),
        watch_filter=None,
        stop_event=stop,
        rust_timeout=PACE,
        yield_on_timeout=True,
    )
    for batch in batches:
        gone = watchfiles.Change.deleted
        yield {path for change, path in batch if change != gone}


def _is_there(path: str, folder: str) -> bool:
    """Whether the path is one that `kifu index` would find in the folder (see `files_within`)."""
    if path == folder:
        return True
    within = os.path.relpath(path, os.path.abspath(folder)).split(os.sep)
    if any(part.startswith(".") and part != os.pardir for part in within):
        return False
    return os.path.isdir(path) or (os.path.isfile(path) and _has_form(path))


def _has_form(path: str) -> bool:
    try:
        form_of(path)
    except UsageError:
        return False
    return True
