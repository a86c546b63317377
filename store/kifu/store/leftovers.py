"""Leftovers: what a run that was killed has left beside an archive."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from kifu.store.journal import journal_of, wal_of

#: The endings of drafts: files that are to replace the archive.
DRAFTS = (".compact", ".rebuilt")


def remove_drafts(archive: str) -> None:
    """Remove what was to become the archive's file. For the holder of the archive's lock."""
    for end in DRAFTS:
        remove(archive + end)


def remove(draft: str) -> None:
    """Remove a draft of an archive, with the files beside it."""
    for path in (draft, f"{draft}.new"):
        for leftover in (path, wal_of(path), journal_of(path), f"{path}.lock", f"{path}.turn"):
            Path(leftover).unlink(missing_ok=True)
        remove_spilled(path)


def remove_spilled(archive: str) -> None:
    """Remove the rows that DuckDB wrote to disk for lack of memory. Only for a process that has the
    archive to itself.
    """
    folder = Path(f"{os.path.realpath(archive)}.tmp")
    if folder.is_dir() and not folder.is_symlink():
        for file in folder.glob("duckdb_temp_*"):
            file.unlink(missing_ok=True)
        with suppress(OSError):  # it holds something else
            folder.rmdir()
