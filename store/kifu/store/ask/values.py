"""Values: what DuckDB's rows hold, as bytes for another process."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from typing import Any
from uuid import UUID

import msgspec


def encode(value: Any) -> bytes:
    """`value` as MessagePack.

    >>> decode(encode([2**70, Decimal("0.10"), date(2026, 11, 20), {"a": (None, b"x")}]))
    [1180591620717411303424, Decimal('0.10'), datetime.date(2026, 11, 20), {'a': (None, b'x')}]
    """
    return _encoder.encode(_packed(value))


def decode(data: bytes) -> Any:
    """The value in the bytes that `encode` made."""
    return _decoder.decode(data)


#: Of each type without a form of its own in MessagePack: what makes a text of a value, and a value
#: of the text.
_TEXTS: dict[type, tuple[Callable[[Any], str], Callable[[str], Any]]] = {
    int: (str, int),
    Decimal: (str, Decimal),
    UUID: (str, UUID),
    datetime: (datetime.isoformat, datetime.fromisoformat),
    date: (date.isoformat, date.fromisoformat),
    time: (time.isoformat, time.fromisoformat),
    timedelta: (
        lambda span: f"{span.days} {span.seconds} {span.microseconds}",
        lambda text: timedelta(*map(int, text.split())),
    ),
}
_KINDS = list(_TEXTS)
#: The kinds of a tuple and of a mapping, after those.
_TUPLE, _MAPPING = len(_KINDS), len(_KINDS) + 1


def _packed(value: Any) -> Any:
    if value is None or isinstance(value, bool | str | bytes | float):
        return value
    if isinstance(value, int) and -(2**63) <= value < 2**64:
        return value
    if isinstance(value, list):
        return [_packed(item) for item in value]
    if isinstance(value, tuple):
        return _extended(_TUPLE, [_packed(item) for item in value])
    if isinstance(value, Mapping):
        pairs = [[_packed(key), _packed(item)] for key, item in value.items()]
        return _extended(_MAPPING, pairs)
    to_text, _ = _TEXTS[type(value)]
    return _extended(_KINDS.index(type(value)), to_text(value))


def _extended(kind: int, value: Any) -> msgspec.msgpack.Ext:
    return msgspec.msgpack.Ext(kind, _encoder.encode(value))


def _unpacked(kind: int, data: memoryview) -> Any:
    value = _decoder.decode(data)
    if kind == _TUPLE:
        return tuple(value)
    if kind == _MAPPING:
        return dict(value)
    _, of_text = _TEXTS[_KINDS[kind]]
    return of_text(value)


_encoder = msgspec.msgpack.Encoder()
_decoder = msgspec.msgpack.Decoder(ext_hook=_unpacked)
