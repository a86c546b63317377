"""Drafts of files, each written beside the file that it is to replace, and what a run that was
killed has left of them beside an archive.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from kifu.store.journal import journal_of, wal_of

#: The endings of drafts: files that are to replace the archive, or its people file.
DRAFTS = (".compact", ".rebuilt", ".people.new")


@contextmanager
def replacing(path: str, draft: str) -> Iterator[None]:
    """A context in which the caller writes the file `draft`; when it ends, the draft becomes the
    file at `path` in one step. If the caller left no draft, or anything is raised, the old file
    stays.
    """
    remove(draft)
    try:
        yield
        if os.path.exists(draft):
            os.replace(draft, path)
    finally:
        remove(draft)


def remove_drafts(archive: str) -> None:
    """Remove drafts of the archive's file that a killed run has left. The caller holds the
    archive's lock.
    """
    for end in DRAFTS:
        remove(archive + end)


def remove(draft: str) -> None:
    """Remove a draft of an archive, if it exists, with the files that DuckDB and kifu make beside
    it.
    """
    for path in (draft, f"{draft}.new"):
        for leftover in (path, wal_of(path), journal_of(path), f"{path}.lock", f"{path}.turn"):
            Path(leftover).unlink(missing_ok=True)
        remove_spilled(path)


def remove_spilled(archive: str) -> None:
    """Remove the files into which DuckDB puts rows of the archive for lack of memory. No other
    process may be using the archive.
    """
    folder = Path(f"{os.path.realpath(archive)}.tmp")
    if folder.is_dir() and not folder.is_symlink():
        for file in folder.glob("duckdb_temp_*"):
            file.unlink(missing_ok=True)
        with suppress(OSError):  # it holds something else
            folder.rmdir()
