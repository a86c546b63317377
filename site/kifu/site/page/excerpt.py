"""The excerpt: the plies of a match that are worth showing, as its tags From and To say."""

from __future__ import annotations

import re

from kifu.notation.record import Record, tag

_PLY = re.compile(r"[0-9]{1,7}")


def excerpt(record: Record, plies: int) -> tuple[int, int]:
    """The first and the last ply to show, as the tags From and To say. `plies` is how many plies of
    the record can be replayed.

    The whole match where the tags are missing or impossible.

    >>> excerpt(Record(tags=[("From", "3"), ("To", "7")]), 9), excerpt(Record(), 9)
    ((3, 7), (0, 9))
    >>> excerpt(Record(tags=[("From", "3"), ("To", "77")]), 9)
    (0, 9)
    """
    first = _ply(tag(record, "From"), 0)
    last = _ply(tag(record, "To"), plies)
    return (first, last) if 0 <= first <= last <= plies else (0, plies)


def _ply(value: str | None, otherwise: int) -> int:
    """The ply that a tag's value names; -1 if it is no number, `otherwise` if there is no tag."""
    if value is None:
        return otherwise
    return int(value) if _PLY.fullmatch(value) else -1
