"""Changes: which files of records come, grow or go, again and again.

The system tells of changes in folders at once (by way of watchfiles, an extra that is imported
only here). It does not tell of all: the first files of a new folder may be there before anybody
listens to it, a queue can be full, and what another machine writes to a shared disk is not heard
of. So what it tells is only when to look: a file whose size, time or inode is another one than
before has changed. From time to time everything is looked at without being told.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from threading import Event

from kifu.notation.errors import KifuError, UsageError, install_extra
from kifu.notation.files import files_within

#: Seconds between two looks at whether to stop, and at files that were named themselves.
PACE = 0.5
#: Seconds between two looks where the system tells of changes.
SWEEP = 20.0
#: Seconds between two looks where it turns out that the system tells of none.
POLL = 2.0
#: After a look, there is none for so many times as long as it took.
REST = 10

#: What a file is known by: its size, its time in nanoseconds and its inode.
Stamp = tuple[int, int, int]
Stamps = dict[str, Stamp]


def changes(
    sources: Sequence[str],
    stop: Event,
    say: Callable[[str], None],
    poll: float | None = None,
) -> Iterator[set[str]]:
    """The paths of files of `sources` that came, changed or went, until `stop` is set: one set for
    each report or look, which may be empty. The first set is always empty: changes count from then
    on.

    A source is a file, or a folder for all its `files_within`, whose paths are absolute; that of a
    file is as given. With `poll`, everything is looked at every `poll` seconds, without asking the
    system. `say` gets a line if the system can't report changes. Raises KifuError for a source that
    does not exist, and UsageError if there is a folder, no `poll`, and watchfiles is not installed.
    """
    for source in sources:
        if not os.path.exists(source):
            raise KifuError(f"{source}: there is no such file or folder")
    folders = [source for source in sources if os.path.isdir(source)]
    named = [source for source in sources if source not in folders]
    if folders and poll is None:
        looks = _notified(folders, stop, say, PACE if named else SWEEP)
    else:
        looks = _polled(stop, poll or PACE)
    before: Stamps | None = None
    for begun in looks:
        seen = _stamps([*named, *_within(folders)])
        rest = REST * (time.monotonic() - begun)
        known = seen if before is None else before
        yield {path for path in {**known, **seen} if known.get(path) != seen.get(path)}
        before = seen
        stop.wait(rest)


def _polled(stop: Event, pause: float) -> Iterator[float]:
    """The time, at once and then every `pause` seconds until `stop` is set: each is one to look."""
    yield time.monotonic()
    while not stop.wait(pause):
        yield time.monotonic()


def _notified(
    folders: Sequence[str], stop: Event, say: Callable[[str], None], pause: float
) -> Iterator[float]:
    """The time whenever the system reports a change, and after `pause` seconds without one: each is
    one to look. If the system can't report changes, `say` gets a line and they come more often.
    Raises UsageError if watchfiles is not installed.
    """
    try:
        import watchfiles
    except ImportError:
        raise UsageError(
            f"watching needs the package watchfiles: {install_extra('watch')}; or use "
            "--poll SECONDS"
        ) from None
    batches = watchfiles.watch(
        *map(os.path.abspath, folders),
        watch_filter=None,
        stop_event=stop,
        rust_timeout=int(PACE * 1000),
        yield_on_timeout=True,
    )
    looked = float("-inf")
    try:
        for batch in batches:
            now = time.monotonic()
            if batch or now >= looked + pause:
                yield now
                looked = time.monotonic()
    except OSError as error:
        say(f"the system can't report changes ({error}), so kifu looks for them every {POLL:.0f} s")
        yield from _polled(stop, POLL)


def _within(folders: Iterable[str]) -> Iterator[str]:
    """Every file of records in the folders, at any depth (see `files_within`), by its absolute
    path.
    """
    for folder in folders:
        yield from files_within(os.path.abspath(folder), lambda error: None)


def _stamps(paths: Iterable[str]) -> Stamps:
    """The size, time and inode of each of `paths`, by path; without those that are not there."""
    stamps = {}
    for path in paths:
        try:
            found = os.stat(path)
        except OSError:
            continue
        stamps[path] = (found.st_size, found.st_mtime_ns, found.st_ino)
    return stamps
