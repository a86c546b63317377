"""Options: a game's msgspec Struct on one side, a record's `key=value` strings on the other.

The Struct is the whole specification: its field order is the page's order, its types say what
is allowed (`Literal`, or an int with `msgspec.Meta(ge=, le=)`), its `__post_init__` refuses
combinations that the page forbids.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec


class OptionError(ValueError):
    """An option that the game does not have, or a value that it does not allow."""

    def __init__(self, message: str, expected: list[str]) -> None:
        super().__init__(message)
        self.expected = expected


def read_options(kind: type[msgspec.Struct], given: Mapping[str, str]) -> Any:
    """The options of a record as a `kind`. Raises OptionError with what is allowed.

    >>> class Options(msgspec.Struct, frozen=True):
    ...     target: int = 66
    >>> read_options(Options, {"target": "40"})
    Options(target=40)
    >>> read_options(Options, {"target": "040"})
    Traceback (most recent call last):
    kifu.replay.options.OptionError: option target=040: write it target=40
    """
    fields = {field.encode_name: field for field in msgspec.structs.fields(kind)}
    values: dict[str, Any] = {}
    for name, text in given.items():
        if name not in fields:
            raise OptionError(f"there is no option {name!r}", sorted(fields))
        values[name] = _read_value(name, text, fields[name])
    try:
        options = kind(**values)
    except ValueError as error:
        raise OptionError(str(error), []) from None
    return options


def write_options(options: msgspec.Struct) -> dict[str, str]:
    """The options that differ from their default, in the page's order.

    >>> class Options(msgspec.Struct, frozen=True):
    ...     target: int = 66
    ...     rounds: int = 0
    >>> write_options(Options(rounds=3))
    {'rounds': '3'}
    """
    written = {}
    for field in msgspec.structs.fields(type(options)):
        value = getattr(options, field.name)
        if value != field.default:
            written[field.encode_name] = str(value)
    return written


def allowed(field: msgspec.structs.FieldInfo) -> list[str]:
    """What a field allows: its values, or one `from..to` for a whole number."""
    kind = msgspec.inspect.type_info(field.type)
    while isinstance(kind, msgspec.inspect.Metadata):
        kind = kind.type
    if isinstance(kind, msgspec.inspect.LiteralType):
        declared = getattr(field.type, "__args__", ())
        return [str(value) for value in declared or kind.values]
    if isinstance(kind, msgspec.inspect.IntType) and kind.ge is not None and kind.le is not None:
        return [f"{kind.ge}..{kind.le}"]
    return []


def meaning(field: msgspec.structs.FieldInfo) -> str:
    """What the option means, in one English phrase; "" where the game does not say."""
    kind = msgspec.inspect.type_info(field.type)
    if isinstance(kind, msgspec.inspect.Metadata) and kind.extra_json_schema:
        return str(kind.extra_json_schema.get("description", ""))
    return ""


def _read_value(name: str, text: str, field: msgspec.structs.FieldInfo) -> Any:
    expected = allowed(field)
    try:
        value = msgspec.convert(text, type=field.type, strict=False)
    except msgspec.ValidationError:
        choices = " or ".join(expected) if expected else "another value"
        raise OptionError(f"option {name}={text}: {choices} was expected", expected) from None
    if str(value) != text:
        raise OptionError(f"option {name}={text}: write it {name}={value}", [str(value)])
    return value
