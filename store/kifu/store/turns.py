"""Turns: who waits to write to an archive goes before those who come to read it.

Readers share the file, so that between them they could hold it without a gap, and a writer would
wait for ever. So a writer that waits has the kernel's lock on a file beside the archive, and
readers who come meanwhile stand back for a while.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from kifu.notation import flock

#: Seconds that a reader stands back at most: one who reads already may be waiting for this one.
LONGEST = 5.0
#: Seconds between two looks.
PACE = 0.01


@contextmanager
def going_first(archive: str) -> Iterator[None]:
    """Let readers who come stand back until the context ends."""
    path = _sign(archive)
    file = os.open(path, os.O_RDWR | os.O_CREAT, 0o666)
    try:
        flock.share(file)
        yield
    finally:
        Path(path).unlink(missing_ok=True)
        os.close(file)


def stand_back(archive: str, wait: float) -> None:
    """Wait, for `wait` seconds and `LONGEST` at most, until no writer is waiting."""
    until = time.monotonic() + min(wait, LONGEST)
    while flock.is_held(_sign(archive)) and time.monotonic() < until:
        time.sleep(PACE)


def _sign(archive: str) -> str:
    return f"{os.path.realpath(archive)}.turn"
