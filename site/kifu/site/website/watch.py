"""Watching: the pages of a site stay as fresh as the records that they show.

Every change leads to a run that writes only what differs. An archive is queried again; record files
are gathered in an archive that is kept until the watching ends, so that only changed files are read
again.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from threading import Event

from kifu.notation.disk import scratch_folder
from kifu.notation.errors import Busy
from kifu.site.website.build import Built, renew
from kifu.site.website.settings import Settings
from kifu.store.ask.filters import Filters
from kifu.store.fold import is_unicode
from kifu.store.gathering import ARCHIVE, Say, gather, sole_archive
from kifu.store.index.watching import changes

#: Seconds between two runs at the least, so that a match in which moves fall fast is shown move
#: by move without a run for each; where a run takes longer, it is as long as the last one took.
REST = 1.0


def watch(
    sources: Sequence[str],
    out: str,
    settings: Settings,
    jobs: int,
    *,
    say: Say,
    done: Callable[[Built], None],
    poll: float | None = None,
    stop: Event | None = None,
    filters: Filters | None = None,
) -> None:
    """Build the site in the folder `out`, and renew it whenever `sources` change, until `stop` is
    set (None: for ever). The first run begins at once. Other arguments are as for `build`. The
    sources may be one archive, or files and folders of records; these are gathered in a temporary
    archive, which is removed at the end. Without sources, nothing is ever built.

    `poll` is the least number of seconds between two looks at the sources (None or 0: 0.5); if a
    look takes long, there is more time between two (see `changes`). A run begins at least REST
    seconds after the last one ended, and at least as long after it as that one took.

    `done` gets the result of each run. `say` gets a line for everything that is left out, once as
    long as it is left out in each run. Changes wait, and `say` gets one line about it, while
    another process holds the archive or the folder, or a file or folder of records in `sources` is
    missing. They also wait, without a line, if any other file is gone in the middle of a run.

    Raises KifuError at the beginning if a source does not exist, and for a lake at a URL, and
    UsageError for sources that can't be combined. Later raises what `build` raises except Busy and
    FileNotFoundError: UsageError, ArchiveError (also if the archive goes), LimitHit, KifuError,
    PackageNotFoundError and any other OSError. An error ends the watching; the site stays as far as
    it was written.
    """
    stop = stop or Event()
    # A folder that has gone would be taken for an archive.
    archive = sole_archive(sources)
    messages = _Messages(say)
    pending = set(sources)
    due = 0.0
    with scratch_folder(out) as scratch:
        for changed in changes(sources, stop, poll):
            pending |= changed
            begun = time.monotonic()
            if not pending or begun < due:
                continue
            try:
                asked = archive or _gathered(sources, pending, str(scratch), jobs, messages)
                built = renew(asked, out, settings, jobs, say=messages, filters=filters)
            except Busy as error:
                messages.waiting(error)
                continue
            except FileNotFoundError as error:
                # Gone between two looks, which the next one sees; or a source of its own.
                if error.filename in sources:
                    messages.waiting(f"{error.filename} does not exist")
                continue
            pending.clear()
            messages.end()
            due = time.monotonic() + max(REST, time.monotonic() - begun)
            done(built)


def _gathered(sources: Sequence[str], pending: set[str], scratch: str, jobs: int, say: Say) -> str:
    """The path of an archive of the files and folders `sources`, in the folder `scratch`, which is
    created or brought up to date, and stays there. Only the paths in `pending`, which have changed,
    are indexed. But all sources are read if that archive does not exist yet, or if a path in
    `pending` is not Unicode. If a path in `pending` is no file any more, the archive is deleted
    first and made from all sources again. `pending` is not changed.

    `say` gets a line for each file that was left out in this run, and for each record in the
    archive's quarantine, also of earlier runs. Raises FileNotFoundError for a file or folder that
    is gone, and Busy, LimitHit, ArchiveError, KifuError or OSError as `gather` does.
    """
    gathered = os.path.join(scratch, ARCHIVE)
    # An archive keeps what it had of a file that goes; a site does not.
    if not all(map(os.path.isfile, pending)):
        Path(gathered).unlink(missing_ok=True)
    by_itself = os.path.exists(gathered) and all(map(is_unicode, pending))
    gather(gathered, pending if by_itself else sources, jobs, say)
    return gathered


class _Messages:
    """Passes on each message once, and again only after a run that did not repeat it."""

    def __init__(self, say: Say) -> None:
        """Messages go to `say`; none has come yet."""
        self._say = say
        self._before: set[str] = set()
        self._now: set[str] = set()
        self._is_waiting = False

    def __call__(self, line: str) -> None:
        """Pass on `line`, unless it came in this run or the last one already."""
        if line not in self._before | self._now:
            self._say(line)
        self._now.add(line)

    def waiting(self, why: object) -> None:
        """Say why nothing can be done at present, and that kifu will try again; but only once until
        `end` is called, even if the reason changes.
        """
        if not self._is_waiting:
            self._say(f"{why}; kifu will try again")
        self._is_waiting = True

    def end(self) -> None:
        """End a run: a message that came in it is not passed on in the next run, any other message
        is. The next call of `waiting` says something again.
        """
        self._before, self._now = self._now, set()
        self._is_waiting = False
