"""Rule data: parts of a game's rules that a user can put in the place of kifu's own.

A record names the data that it was played with: kifu's own by a plain name, a user's by
`NAME@HEX8`, where HEX8 are the first digits of a digest of the data. So a name always means the
same data, and a table for the whole process is safe. `docs/rule-data.md` explains the files.

A file is TOML that names a game and gives parts of its rules. It may come from anybody. It is
small, it is read whole, and whatever in it is not understood is refused with its place; nothing is
guessed.
"""

from __future__ import annotations

import re
import reprlib
from pathlib import Path
from pkgutil import resolve_name
from typing import Any

from msgspec import Struct

from kifu.notation.errors import KifuError
from kifu.notation.words import Words

#: What a user may call data; the digest is appended to it.
NAME = r"[a-z][a-z0-9_-]{0,15}"
#: How a record names a user's data.
FULL_NAME = rf"{NAME}@[0-9a-f]{{8}}"


#: No file is larger: many times what is needed, and what the TOML reader takes a second for at
#: worst.
LARGEST = 8 * 1024

#: Game -> "module:function" that takes the parts of a file and returns what options name them by.
READERS = {"magimiles": "kifu.replay.games.magimiles.data_file:use"}


class DataError(KifuError):
    """A file of rule data that can't be used; `reason` says where and what was expected, and the
    message is the English one.
    """

    def __init__(self, reason: Words) -> None:
        self.reason = reason
        super().__init__(reason.en)


class Loaded(Struct, frozen=True):
    """A file in use: its game, and for each part of the rules that it replaces, the option and the
    name that records give it (`{"cycle": "sums@f25dec13"}`).
    """

    game: str
    options: dict[str, str]


def use_data(path: str | Path) -> Loaded:
    """Load a file of rule data, so that records which name its parts can be replayed in this
    process. Returns its game and what records call its parts. Other processes need `use_content`
    with the bytes that `contents_in_use` gives.

    Loading it again changes nothing. Raises DataError with the path and the place of what is wrong
    (also for a file larger than LARGEST bytes), or OSError if the file can't be read; then nothing
    of it is in use. Raises KifuError if other data in use have the same name and digest as one of
    its parts; the parts before that one are then in use.

    >>> use_data("examples/magimiles-data.toml").options["cycle"]
    'sums@f25dec13'
    """
    with open(path, "rb") as file:
        content = file.read(LARGEST + 1)
    try:
        return use_content(content)
    except DataError as error:
        reason = error.reason
        raise DataError(Words(f"{path}: {reason.en}", f"{path}: {reason.ja}")) from None


def use_content(content: bytes) -> Loaded:
    """Load a file of rule data, given as its bytes, so that records which name its parts can be
    replayed in this process. Returns its game and what records call its parts. The bytes are kept
    for `contents_in_use`. Loading it again changes nothing.

    Raises DataError with the place of what is wrong (also for more than LARGEST bytes); then
    nothing of it is in use. Raises KifuError if other data in use have the same name and digest
    (NAME@HEX8) as one of its parts; the parts before that one are then in use, and the bytes are
    not kept.
    """
    if content not in _in_use:
        _in_use[content] = _use(_parsed(content))
    return _in_use[content]


def contents_in_use() -> list[bytes]:
    """The bytes of every rule-data file that was loaded into this process, in the order loaded, for
    `use_content` in another process; [] if none was.
    """
    return [*_in_use]


def _use(document: dict[str, Any]) -> Loaded:
    """Load a parsed file. Its keys `game` and `name` are removed from `document`; the game's reader
    takes the others. Raises DataError for a wrong game, name or part; then nothing of it is in use.
    Raises KifuError if other data in use have the same name and digest as one of its parts; the
    parts before that one are then in use.
    """
    game = document.pop("game", None)
    if not isinstance(game, str) or game not in READERS:
        games = " or ".join(READERS)
        raise unexpected("game", Words(games, games), game)
    name = document.pop("name", None)
    if not isinstance(name, str) or not re.fullmatch(NAME, name):
        raise unexpected("name", _NAME, name)
    return Loaded(game, resolve_name(READERS[game])(name, document))


#: What is in use, by the bytes of its file, in the order given.
_in_use: dict[bytes, Loaded] = {}


def names_in_use(game: str) -> list[str]:
    """What records can write to refer to the rule data that was loaded for a game, as OPTION=NAME
    in the order loaded; [] if none was. kifu's own data are not listed.
    """
    named = {
        f"{option}={name}": None
        for loaded in _in_use.values()
        if loaded.game == game
        for option, name in loaded.options.items()
    }
    return [*named]


def _parsed(content: bytes) -> dict[str, Any]:
    """The TOML document in the bytes of a file. Raises DataError if it is too large, no UTF-8 or no
    TOML.
    """
    import tomllib  # only here, because magimiles needs just the names of its data

    if len(content) > LARGEST:
        raise DataError(_TOO_LARGE)
    try:
        return tomllib.loads(content.decode("utf-8"))
    except UnicodeDecodeError as error:
        raise DataError(_NOT_UTF_8.filled(error.start)) from None
    except (ValueError, RecursionError) as error:
        raise DataError(_NOT_TOML.filled(error)) from None


_NAME = Words(
    "a-z, then a-z 0-9 _ -, 16 at most", "a〜zのあとにa〜z 0〜9 _ - と続く16文字以内の名前"
)
_TOO_LARGE = Words(
    f"rule data are {LARGEST} bytes at most", f"ルールデータは{LARGEST}バイトまでです"
)
_NOT_UTF_8 = Words("this is not UTF-8, at byte {0}", "UTF-8ではありません({0}バイト目)")
_NOT_TOML = Words("this is not TOML: {0}", "TOMLとして読めません: {0}")


def unexpected(place: str, expected: Words, value: object) -> DataError:
    """The DataError to raise for a `value` at `place` of a file where `expected` should be.

    >>> unexpected("cards.r", Words("a list of numbers", "数字のリスト"), None).reason.ja
    'cards.r: 数字のリストを書いてください(今: なし)'
    """
    found = shown(value)
    return DataError(
        Words(
            f"{place}: expected {expected.en}, not {found.en}",
            f"{place}: {expected.ja}を書いてください(今: {found.ja})",
        )
    )


def shown(value: object) -> Words:
    """A value from a file as it is shown in an error message: short, on one line, and safe however
    deep or large it is; "nothing" for None.

    >>> [shown(value).en for value in ("red", None, [1, 2, 3, 4, 5, 6, 7], 7, 1 << 99999)]
    ["'red'", 'nothing', '[1, 2, 3, 4, 5, 6, ...]', '7', 'a huge number']
    """
    if value is None:
        return Words("nothing", "なし")
    if isinstance(value, int) and abs(value) > 10**9:
        return Words("a huge number", "大きすぎる数")
    try:
        text = reprlib.repr(value)
    except ValueError:  # Python refuses to write a number in it
        text = "..."
    return Words(text, text)
