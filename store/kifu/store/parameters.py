"""Parameters: the values of a question beside its SQL, and which of them are possible; literals
where SQL takes no parameter.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kifu.notation.errors import UsageError
from kifu.store.fold import is_unicode

#: The largest number that a question may name.
_LARGEST = 2**62


def vet(parameters: Sequence[Any]) -> None:
    """Raise UsageError for parameters that DuckDB can't take: text that is not UTF-8, and numbers
    beyond 2^62, also in lists. No record can have such a value.

    >>> vet(["千恵", 7, ["a", "b"]])
    >>> vet([2**70])
    Traceback (most recent call last):
    kifu.notation.errors.UsageError: no number in an archive is as large as 1180591620717411303424
    """
    for value in parameters:
        if isinstance(value, list):
            vet(value)
        elif isinstance(value, str) and not is_unicode(value):
            raise UsageError(f"{value!r} is not UTF-8")
        elif isinstance(value, int) and abs(value) > _LARGEST:
            raise UsageError(f"no number in an archive is as large as {value}")


def quoted(text: str) -> str:
    """`text` as a literal of SQL, where no parameter is possible (for paths and the like).

    >>> quoted("club's.duckdb")
    "'club''s.duckdb'"
    """
    return "'" + text.replace("'", "''") + "'"
