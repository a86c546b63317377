"""Folders of records: which of the files in them are read."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable, Iterator

from kifu.notation.errors import UsageError
from kifu.notation.files import form_of


def files_within(folder: str, failed: Callable[[OSError], None]) -> Iterator[str]:
    """The files in `folder`, at any depth, whose names end like those of files of records.

    In the order of their names, those of a folder before those of the folders in it. Hidden files
    and folders and links to folders are left out; a broken link is not. `failed` is called with the
    error for each folder that can't be read, and for each pipe or device with such a name.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     for name in ("b.jsonl.gz", "a.kifu", "notes.txt", ".hidden.kifu"):
    ...         open(os.path.join(folder, name), "w").close()
    ...     [os.path.basename(path) for path in files_within(folder, print)]
    ['a.kifu', 'b.jsonl.gz']
    """
    for parent, within, names in os.walk(folder, onerror=failed):
        within[:] = sorted(name for name in within if name[0] != ".")
        for name in sorted(names):
            path = os.path.join(parent, name)
            if name[0] == "." or not _has_form(name) or os.path.isdir(path):
                continue
            if _is_special(path):
                failed(OSError(errno.EINVAL, "it is not a file", path))
            else:
                yield path


def is_within(folder: str, path: str) -> bool:
    """Whether `path`, below `folder`, is a file that `files_within` gives, by its name and kind.

    >>> is_within("logs", "logs/2026/a.kifu"), is_within("logs", "logs/.trash/a.kifu")
    (True, False)
    """
    parts = os.path.relpath(path, folder).split(os.sep)
    return (
        not any(part[0] == "." for part in parts) and _has_form(parts[-1]) and not _is_special(path)
    )


def _has_form(name: str) -> bool:
    try:
        form_of(name)
    except UsageError:
        return False
    return True


def _is_special(path: str) -> bool:
    return os.path.exists(path) and not os.path.isfile(path)
