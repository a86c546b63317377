"""The lock of a run: one process indexes into an archive at a time.

DuckDB's own lock is held for a commit only, so that questions are answered between commits;
this one is held for the whole run. It is the kernel's lock on a file beside the archive, so
it ends with its process, however that ends.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import IO

from kifu.notation.errors import Busy


@contextmanager
def indexing(archive: str) -> Iterator[None]:
    """Hold the lock of `archive`. Raises Busy with the process that holds it."""
    path = f"{archive}.lock"
    held = _locked(path)
    while held is None:
        held = _locked(path)
    with held:
        held.truncate()
        held.write(str(os.getpid()))
        held.flush()
        try:
            yield
        finally:
            os.unlink(path)


def _locked(path: str) -> IO[str] | None:
    """The lock file, locked; None where its last holder removed it just now: try again."""
    import fcntl

    file = open(path, "a+", encoding="ascii")  # noqa: SIM115 (closed by the caller)
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        file.seek(0)
        holder = file.read(20).strip() or "unknown"
        file.close()
        archive = path.removesuffix(".lock")
        raise Busy(f"{archive} is being indexed by process {holder}; try again later") from None
    if os.path.exists(path) and os.path.samestat(os.stat(path), os.fstat(file.fileno())):
        return file
    file.close()
    return None
