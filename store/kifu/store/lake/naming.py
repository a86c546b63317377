"""The names of a lake's files: whether their rows are settled, and which erasures they know of."""

from __future__ import annotations

import re

#: What the names of files begin with: those with the rows that a batch has brought, and those with
#: settled ones (see `settling`).
LOOSE, SETTLED = "b", "s"

_NAME = re.compile(r"t=\w+/([bs])-e(\d+)-[\w-]+\.parquet")


def named(state: str, epoch: int, batch: str) -> str:
    """The beginning of a file's name: `state` is `LOOSE` or `SETTLED`, and its writer knew of
    `epoch` erasures.

    >>> named(LOOSE, 2, "17")
    'b-e2-17'
    """
    return f"{state}-e{epoch}-{batch}"


def is_loose(path: str) -> bool:
    """Whether the rows of the file have not been settled.

    >>> is_loose("t=record/b-e2-17-0f.parquet"), is_loose("t=record/s-e2-all-0f.parquet")
    (True, False)
    """
    return state_of(path) == LOOSE


def state_of(path: str) -> str:
    """`LOOSE` or `SETTLED`; another program's file is loose."""
    found = _NAME.fullmatch(path)
    return found[1] if found else LOOSE


def epoch_of(path: str) -> int | None:
    """How many erasures the file's writer knew of; None for a file that is not the lake's.

    >>> epoch_of("t=record/b-e2-17-0f.parquet"), epoch_of("notes.txt")
    (2, None)
    """
    found = _NAME.fullmatch(path)
    return int(found[2]) if found else None
