"""Parameters: the values that stand beside a question's SQL, and which of them can be asked for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kifu.notation.errors import UsageError
from kifu.store.fold import is_unicode

#: The largest number that a question may name.
_LARGEST = 2**62


def vet(parameters: Sequence[Any]) -> None:
    """Refuse what DuckDB could not take: no record can hold it either. Raises UsageError.

    >>> vet(["千恵", 7, ["a", "b"]])
    >>> vet([2**70])
    Traceback (most recent call last):
    kifu.notation.errors.UsageError: no number in an archive is as large as 1180591620717411303424
    """
    for value in parameters:
        if isinstance(value, list):
            vet(value)
        elif isinstance(value, str) and not is_unicode(value):
            raise UsageError(f"what is asked for is not UTF-8: {value!r}")
        elif isinstance(value, int) and abs(value) > _LARGEST:
            raise UsageError(f"no number in an archive is as large as {value}")
