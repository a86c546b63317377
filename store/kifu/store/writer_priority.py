"""Writer priority: new readers of an archive wait while a writer waits for it.

Readers share the file, so together they could hold it without a gap, and a writer would wait for
ever. A writer that waits therefore holds the kernel's lock on a file beside the archive, and new
readers wait for a while when they find it locked. Several writers can wait at once and share the
lock, which the library `filelock` does not offer for such files.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from kifu.notation import flock

#: The most seconds that a new reader waits: another reader may be waiting for this one to finish.
LONGEST = 5.0
#: Seconds between two looks.
PACE = 0.01


@contextmanager
def waiting_to_write(archive: str) -> Iterator[None]:
    """Hold the lock that makes new readers of the archive wait, until the context ends."""
    path = _sign(archive)
    file = os.open(path, os.O_RDWR | os.O_CREAT, 0o666)
    try:
        flock.share(file)
        yield
    finally:
        Path(path).unlink(missing_ok=True)
        os.close(file)


def let_writers_go_first(archive: str, wait: float) -> None:
    """Called by a reader: wait while a writer waits, at most `wait` seconds and never longer than
    `LONGEST`.
    """
    until = time.monotonic() + min(wait, LONGEST)
    while flock.is_held(_sign(archive)) and time.monotonic() < until:
        time.sleep(PACE)


def _sign(archive: str) -> str:
    return f"{os.path.realpath(archive)}.turn"
