"""Marks: what a commit leaves in the table's log for those who were at work meanwhile."""

from __future__ import annotations

import hashlib
from collections.abc import Sized

#: The mark of a commit after which somebody is erased.
ERASED = "kifu erased"


def mark(name: str) -> str:
    """The mark that a commit with rows of this log leaves; the table's log tells no names."""
    return f"log {hashlib.blake2b(name.encode(), digest_size=16).hexdigest()}"


def epoch(pseudonyms: Sized) -> int:
    """How many names are erased: files that are written know of so many."""
    return len(pseudonyms)
