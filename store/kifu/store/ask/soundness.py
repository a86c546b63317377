"""Soundness: what programs give as filters, brought to one form or refused."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct

from kifu.notation.errors import UsageError

_NAMES = ("players", "present", "happened")
_PAIRS = ("options", "tags")
_NUMBERS = ("seat", "score_min", "score_max", "turns_min", "turns_max")


def sound(filters: Struct) -> dict[str, Any]:
    """The values of a `Filters` that have to change: names and pairs as tuples, the result as a
    list, by field. Raises UsageError, which says what is expected, for a value that can't be a
    filter.
    """
    given = {name: getattr(filters, name) for name in filters.__struct_fields__}
    found: dict[str, Any] = {name: _names(name, given[name]) for name in _NAMES}
    found |= {name: _pairs(name, given[name]) for name in _PAIRS}
    for name in _NUMBERS:
        if given[name] is not None and not _is_whole(given[name]):
            raise UsageError(f"{name} is a whole number, not {given[name]!r}")
    if given["seat"] == 0:
        raise UsageError("seats count from 1: there is no seat 0")
    if given["loss_min"] is not None:
        found["loss_min"] = _share("loss_min", given["loss_min"])
    if given["result"] is not None:
        found["result"] = _scores(given["result"])
    for name, value in given.items():
        if name in found or name in _NUMBERS:
            continue
        if value is not None and not isinstance(value, str):
            raise UsageError(f"{name} is a text, not {value!r}")
    return found


def _names(name: str, value: Any) -> tuple[str, ...]:
    if isinstance(value, str):
        return (value,)
    if value is None:
        return ()
    if not _is_listed(value) or not all(isinstance(each, str) for each in value):
        raise UsageError(f'{name} are names: "Aki", or ["Aki", "Ben"], not {value!r}')
    return tuple(value)


def _pairs(name: str, value: Any) -> tuple[tuple[str, str], ...]:
    if value is None:
        return ()
    if name == "tags" and isinstance(value, str):
        return ((value, ""),)
    pairs = list(value.items()) if isinstance(value, Mapping) else value
    if not _is_listed(pairs):
        raise UsageError(f'{name} are pairs: {{"name": "value"}}, not {value!r}')
    found = []
    for pair in pairs:
        if not _is_listed(pair) or len(pair) != 2 or not isinstance(pair[0], str):
            raise UsageError(f'{name} are pairs: {{"name": "value"}}, not {value!r}')
        # Options are texts; a number is what its digits say.
        found.append((pair[0], str(pair[1])))
    return tuple(found)


def _scores(value: Any) -> list[int]:
    if not _is_listed(value) or not all(_is_whole(score) for score in value):
        raise UsageError(f"a result is the scores in seat order: [0, 54, 54], not {value!r}")
    return list(value)


def _share(name: str, value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= 1:
        raise UsageError(f"{name} is a win share from 0 to 1, not {value!r}")
    return float(value)


def _is_whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_listed(value: Any) -> bool:
    """Whether the value is a sequence other than text or bytes."""
    return isinstance(value, Sequence) and not isinstance(value, str | bytes)
