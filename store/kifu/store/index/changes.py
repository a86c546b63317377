"""Changes: which files of records come, grow or go, again and again.

The system tells of changes in folders at once (by way of watchfiles, an extra that is imported
only here). It does not tell of all: the first files of a new folder may be there before anybody
listens to it, a queue can be full, and what another machine writes to a shared disk is not heard
of. So everything is also looked at from time to time: a file whose size, time or inode is another
one than before has changed. Where that has to do, it is done more often.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from threading import Event

from kifu.notation.errors import KifuError, UsageError, install_extra
from kifu.notation.files import files_within, is_within

#: Seconds between two looks at whether to stop, and at files that were named themselves.
PACE = 0.5
#: Seconds between two looks at everything where the system tells of changes; more where a look
#: takes longer than a fiftieth of that.
SWEEP = 20.0
#: Seconds between two looks at everything where it turns out that the system tells of none.
POLL = 2.0

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
    heard = (
        _notified(folders, stop, say) if folders and poll is None else _polled(stop, poll or PACE)
    )
    next(heard, None)
    before = _stamps([*named, *_within(folders)])
    yield set()
    for paths in heard:
        at = [*named, *(_within(folders) if paths is None else _looked_up(paths, folders, before))]
        known = before if paths is None else {path: before[path] for path in at if path in before}
        seen = _stamps(at)
        yield {path for path in {**known, **seen} if known.get(path) != seen.get(path)}
        for path in list(known):
            del before[path]
        before |= seen


def _polled(stop: Event, pause: float) -> Iterator[set[str] | None]:
    """None, which asks the caller to look at all files: at once, and then every `pause` seconds
    until `stop` is set.
    """
    yield None
    while not stop.wait(pause):
        yield None


def _notified(
    folders: Sequence[str], stop: Event, say: Callable[[str], None]
) -> Iterator[set[str] | None]:
    """The paths that the system reports, and from time to time None, which asks the caller to look
    at all files. If the system can't report changes, `say` gets a line and None comes more often.
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
    swept = time.monotonic()
    pause = SWEEP
    try:
        for batch in batches:
            yield {path for _, path in batch}
            begun = time.monotonic()
            if begun > swept + pause:
                yield None
                swept = time.monotonic()
                pause = max(SWEEP, 50 * (swept - begun))
    except OSError as error:
        say(f"the system can't report changes ({error}), so kifu looks for them every {POLL:.0f} s")
        yield from _polled(stop, POLL)


def _within(folders: Iterable[str]) -> Iterator[str]:
    """Every file of records in the folders, at any depth (see `files_within`), by its absolute
    path.
    """
    for folder in folders:
        yield from files_within(os.path.abspath(folder), lambda error: None)


def _looked_up(paths: Iterable[str], folders: Sequence[str], known: Stamps) -> Iterator[str]:
    """The files to look at, of the `paths` that the system reported: a reported folder gives all
    files in it. Without files that are neither in `known` nor within `folders` with a name of a
    file of records.
    """
    for path in sorted(paths):
        for file in _within([path]) if os.path.isdir(path) else [path]:
            if file in known or any(_is_in(file, folder) for folder in folders):
                yield file


def _is_in(path: str, folder: str) -> bool:
    folder = os.path.abspath(folder)
    return path.startswith(os.path.join(folder, "")) and is_within(folder, path)


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
