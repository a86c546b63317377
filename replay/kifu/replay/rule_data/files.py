"""Files of rule data: TOML that names a game and gives parts of its rules.

A file may come from anybody. It is small, it is read whole, and whatever in it is not understood
is refused with its place; nothing is guessed.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
from typing import Any

from msgspec import Struct

from kifu.notation.errors import KifuError
from kifu.replay.rule_data.part import NAME

#: No file is larger: many times what is needed, and what the TOML reader takes a second for at
#: worst.
LARGEST = 8 * 1024

#: Game -> "module:function" that takes the parts of a file and returns what options name them by.
READERS = {"magimiles": "kifu.replay.games.magimiles.data_file:use"}


class DataError(KifuError):
    """A file of rule data that can't be used; the message says where and what was expected."""


class Loaded(Struct, frozen=True):
    """A file in use: its game, and for each part of the rules the option that names it."""

    game: str
    options: dict[str, str]


def use_data(path: str | Path) -> Loaded:
    """Load a file of rule data, so that records which name its parts can be replayed in this
    process.

    Loading it again changes nothing. Raises DataError with the place of what is wrong, KifuError
    where too many are in use, or OSError.

    >>> use_data("examples/magimiles-data.toml").options["cycle"]
    'sums@f25dec13'
    """
    with open(path, "rb") as file:
        content = file.read(LARGEST + 1)
    try:
        return use_content(content)
    except DataError as error:
        raise DataError(f"{path}: {error}") from None


def use_content(content: bytes) -> Loaded:
    """Load a file of rule data, given as its bytes, so that records which name its parts can be
    replayed in this process. Raises DataError with the place of what is wrong, and KifuError where
    too many are in use.
    """
    loaded = _use(_parsed(content))
    if content not in _contents:
        _contents.append(content)
    return loaded


def contents_in_use() -> list[bytes]:
    """The bytes of every rule-data file that was loaded into this process, for `use_content` in
    another one.
    """
    return _contents.copy()


def _use(document: dict[str, Any]) -> Loaded:
    game = document.pop("game", None)
    if not isinstance(game, str) or game not in READERS:
        raise DataError(f"game: expected {' or '.join(READERS)}, not {shown(game)}")
    name = document.pop("name", None)
    if not isinstance(name, str) or not re.fullmatch(NAME, name):
        raise DataError(f"name: expected a-z, then a-z 0-9 _ -, 16 at most, not {shown(name)}")
    module, _, function = READERS[game].partition(":")
    loaded = Loaded(game, getattr(import_module(module), function)(name, document))
    if loaded not in _loaded:
        _loaded.append(loaded)
    return loaded


#: What is in use, in the order given.
_loaded: list[Loaded] = []
_contents: list[bytes] = []


def names_in_use(game: str) -> list[str]:
    """What records can write to refer to the rule data that was loaded for a game, as OPTION=NAME;
    kifu's own data are not listed.
    """
    return [
        f"{option}={name}"
        for loaded in _loaded
        if loaded.game == game
        for option, name in loaded.options.items()
    ]


def _parsed(content: bytes) -> dict[str, Any]:
    if len(content) > LARGEST:
        raise DataError(f"rule data are {LARGEST} bytes at most")
    try:
        return tomllib.loads(content.decode("utf-8"))
    except UnicodeDecodeError as error:
        raise DataError(f"this is not UTF-8, at byte {error.start}") from None
    except (ValueError, RecursionError) as error:
        raise DataError(f"this is not TOML: {error}") from None


def shown(value: object) -> str:
    """A value from a file as it is shown in an error message: short, on one line, and safe however
    deep or large it is.

    >>> shown("red"), shown(None), shown([1]), shown(7), shown(1 << 99999)
    ("'red'", 'nothing', 'a list', '7', 'a huge number')
    """
    if value is None:
        return "nothing"
    if isinstance(value, (dict, list)):
        return "a table" if isinstance(value, dict) else "a list"
    if isinstance(value, int) and abs(value) > 10**9:
        return "a huge number"
    text = ascii(value)
    return text if len(text) <= 40 else text[:40] + "..."


def only_keys(table: Mapping[str, Any], allowed: list[str], place: str) -> None:
    """Raise DataError for a key of `table` that is not in `allowed`; `place` is the table's place
    in the file ("": the top).
    """
    for key in table:
        if key not in allowed:
            where = place or "the top of the file"
            there_are = ", ".join(allowed)
            raise DataError(f"{where}: there is no key {shown(key)}; the keys are {there_are}")
