"""Changes: which files of records come, grow or go, again and again.

Everything is looked at, again and again: a file whose size, time or inode is another one than
before has changed. What the system would tell of is less: nothing of a shared disk that another
machine writes to, and not always the first files of a new folder.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterable, Iterator, Sequence
from threading import Event

from kifu.notation.errors import KifuError
from kifu.notation.files import files_within

#: Seconds between two looks, where nothing else is said.
PACE = 0.5
#: After a look, there is none for so many times as long as it took.
REST = 10

#: What a file is known by: its size, its time in nanoseconds and its inode.
Stamp = tuple[int, int, int]
Stamps = dict[str, Stamp]


def changes(sources: Sequence[str], stop: Event, pause: float | None = None) -> Iterator[set[str]]:
    """The paths of files of `sources` that came, changed or went, until `stop` is set: one set for
    each look, which may be empty. The first set is always empty: changes count from then on.

    A source is a file, or a folder for all its `files_within`, whose paths are absolute; that of a
    file is as given. Between two looks are at least `pause` seconds (None: `PACE`). Raises
    KifuError for a source that does not exist.
    """
    for source in sources:
        if not os.path.exists(source):
            raise KifuError(f"{source}: there is no such file or folder")
    folders = [source for source in sources if os.path.isdir(source)]
    named = [source for source in sources if source not in folders]
    before: Stamps | None = None
    while not stop.is_set():
        begun = time.monotonic()
        seen = _stamps([*named, *_within(folders)])
        rest = REST * (time.monotonic() - begun)
        known = seen if before is None else before
        yield {path for path in {**known, **seen} if known.get(path) != seen.get(path)}
        before = seen
        stop.wait(max(rest, pause or PACE))


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
