"""Output onto an input: `--force` overwrites a file, but must not lose records in silence."""

from __future__ import annotations

import os

from kifu.notation.errors import UsageError


def is_same_file(path: str, other: str) -> bool:
    """Whether both paths lead to the same file, directly or by a link. False if one of them is `-`
    or does not exist.

    >>> is_same_file("-", "-"), is_same_file(os.curdir, os.path.join(os.curdir, os.curdir))
    (False, True)
    """
    if "-" in (path, other):
        return False
    try:
        return os.path.samefile(path, other)
    except (OSError, ValueError):
        return False


def would_lose(target: str) -> UsageError:
    """The error to raise where `target` is also read, and not all of its records are written."""
    return UsageError(
        f"{target} is also read, and records in it would be lost, so it was not changed; write to "
        "another file"
    )
