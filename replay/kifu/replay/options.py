"""Options: a game's msgspec Struct on one side, a record's `key=value` strings on the other.

The Struct is the whole specification: its field order is the page's order, its types say what
is allowed (`Literal`, an int with `msgspec.Meta(ge=, le=)`, or a str with
`msgspec.Meta(pattern=, examples=)`), its `__post_init__` refuses combinations that the page
forbids. An option whose default depends on the seats or on other options may be None, which is
its default; `Game.settle` fills it in.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cache, lru_cache
from types import UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

import msgspec

from kifu.notation.errors import UsageError


class OptionError(ValueError):
    """An option that the game does not have, or a value that it does not allow.

    `token` is what is wrong as it is written, `expected` what would have been right (both empty for
    options that don't go together), `code` the code of its diagnostic.
    """

    code = "KF403"

    def __init__(self, message: str, token: str, expected: list[str]) -> None:
        super().__init__(message)
        self.token = token
        self.expected = expected


class InJapanese(msgspec.Struct, frozen=True):
    """An option in Japanese: what it and those of its values that are words are called, and what
    it means.
    """

    title: str
    meaning: str
    values: Mapping[str, str] = {}


class MissingData(OptionError):
    """An option that names rule data of a user's, which nobody has given (see `rule_data`)."""

    code = "KF418"


def read_options(kind: type[msgspec.Struct], given: Mapping[str, str]) -> Any:
    """The options that a record gives (name -> text) as an object of the Struct `kind`, the others
    at their defaults. They are not settled: a default of None stays None (see `Game.settle`).
    Raises OptionError, with what is allowed, for an unknown option, a value that is not allowed or
    not written in its usual way (`01`), and a combination that `kind` refuses. For rule data that
    are not loaded this is a MissingData, a subclass of OptionError.

    >>> class Options(msgspec.Struct, frozen=True):
    ...     target: int = 66
    >>> read_options(Options, {"target": "40"})
    Options(target=40)
    >>> read_options(Options, {"goal": "40"})
    Traceback (most recent call last):
    kifu.replay.options.OptionError: there is no option 'goal'; the options are target
    """
    fields = _fields(kind)
    values: dict[str, Any] = {}
    for name, text in given.items():
        if name not in fields:
            raise OptionError(
                f"there is no option {name!r}; the options are {', '.join(fields)}",
                name,
                list(fields),
            )
        values[name] = _read_value(kind, name, text)
    try:
        return kind(**values)
    except OptionError:
        raise
    except ValueError as error:
        raise OptionError(str(error), "", []) from None


def write_options(
    options: msgspec.Struct,
    settle: Callable[[msgspec.Struct], msgspec.Struct] = lambda options: options,
) -> dict[str, str]:
    """The options that differ from their defaults (name -> text as in a record), in the order of
    the rules page; {} if none does. Where the default is None, it stands for the value that
    `settle` fills in: `settle` gets a copy of `options` with None there, and that option is left
    out if it then has the same value. What `settle` raises comes through. `options` are not
    changed.

    >>> class Options(msgspec.Struct, frozen=True):
    ...     target: int = 66
    ...     rounds: int = 0
    >>> write_options(Options(rounds=3))
    {'rounds': '3'}
    """
    written = {}
    for name, field in _fields(type(options)).items():
        value = getattr(options, field.name)
        if value == field.default:
            continue
        if field.default is None:
            without = settle(msgspec.structs.replace(options, **{field.name: None}))
            if value == getattr(without, field.name):
                continue
        written[name] = str(value)
    return written


def allowed(field: msgspec.structs.FieldInfo) -> list[str]:
    """The values that an option (its field) allows, as texts: all of them in order, or one
    `from..to` for a whole number, or examples; [] if its type has none of these.
    """
    kind, meta = _unwrapped(field)
    if get_origin(kind) is Literal:
        return [str(value) for value in get_args(kind)]
    if meta.ge is not None and meta.le is not None:
        return [f"{meta.ge}..{meta.le}"]
    return [str(value) for value in meta.examples or ()]


def meaning(field: msgspec.structs.FieldInfo) -> str:
    """What an option (its field) means, in an English phrase; "" if the game doesn't say."""
    _kind, meta = _unwrapped(field)
    return meta.description or ""


def in_japanese(title: str, meaning: str, **values: str) -> dict[str, InJapanese]:
    """The Japanese title and meaning of an option, and the Japanese words (`values`) for those of
    its values that are words, for `extra` of its `msgspec.Meta`.

    >>> said = in_japanese("カードセット", "使うカード", standard="通常", tactics="戦術")
    >>> said["ja"].values["tactics"]
    '戦術'
    """
    return {"ja": InJapanese(title, meaning, values)}


def japanese(field: msgspec.structs.FieldInfo) -> InJapanese | None:
    """The Japanese words of an option (its field); None if the game has none."""
    _kind, meta = _unwrapped(field)
    found: InJapanese | None = (meta.extra or {}).get("ja")
    return found


def options_given(texts: Iterable[str], flag: str = "--option") -> dict[str, str]:
    """The options of a command (key -> value) from texts `KEY=VALUE`, each given with `flag`. The
    first `=` divides a text; what is before or after it may be empty, and is not checked. {} for no
    texts. Raises UsageError, which names `flag`, for a text without `=`, and for a key that is
    given twice.

    >>> options_given(["rounds=3"])
    {'rounds': '3'}
    """
    given: dict[str, str] = {}
    for text in texts:
        key, equals, value = text.partition("=")
        if not equals:
            raise UsageError(f"{flag} {text}: expected KEY=VALUE")
        if key in given:
            raise UsageError(f"{flag} {text}: {key}={given[key]} was given already")
        given[key] = value
    return given


@cache
def _fields(kind: type[msgspec.Struct]) -> dict[str, msgspec.structs.FieldInfo]:
    """The fields of a Struct, in its order, by the name that a record has for them (`encode_name`;
    the attribute is called `name`). They come from a cache: resolving their types takes longer than
    a replay. The dict is shared: don't change it.
    """
    return {field.encode_name: field for field in msgspec.structs.fields(kind)}


def _unwrapped(field: msgspec.structs.FieldInfo) -> tuple[Any, msgspec.Meta]:
    """The type of a field without `| None`, and its `Meta` (an empty one if it has none)."""
    kind, notes = field.type, []
    while get_origin(kind) in (Annotated, Union, UnionType):
        if get_origin(kind) is Annotated:
            kind, *further = get_args(kind)
            notes += further
        else:
            kind = next(one for one in get_args(kind) if one is not type(None))
    return kind, next((note for note in notes if isinstance(note, msgspec.Meta)), msgspec.Meta())


# To convert one value takes longer than to start a match; few are kept, as they may be long texts.
@lru_cache(maxsize=16)
def _read_value(kind: type[msgspec.Struct], name: str, text: str) -> Any:
    """The value that `text` means for the option `name` of the Struct `kind`. Raises OptionError
    for a text that the field does not allow, also for a whole number written like `+1` or `01`.
    """
    field = _fields(kind)[name]
    try:
        value = msgspec.convert(text, type=field.type, strict=False)
    except msgspec.ValidationError:
        value = None
    # A whole number has one way of writing it: no sign, space or zero in front.
    if value is None or str(value) != str(text):
        expected = allowed(field)
        choices = " or ".join(expected) or "another value"
        message = f"option {name}={text}: expected {choices}"
        raise OptionError(message, f"{name}={text}", expected)
    return value
