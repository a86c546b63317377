"""The handshake: whoever works for a lake has the very same kifu, with the same games.

Rows that another version has written would be another answer to the same question, and nobody
would notice. So each process tells what it is, and one that is not the same is refused.
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path

from msgspec import Struct

import kifu
from kifu.notation.errors import KifuError
from kifu.replay.registry import game, game_names
from kifu.replay.rule_data import contents_in_use
from kifu.store.database import SCHEMA


class Kifu(Struct, frozen=True):
    """What a process works with: the archive's schema, a digest of kifu's own source files, each
    game with its rules revision and a digest of its files, and digests of the rule data.
    """

    schema: int
    source: str
    games: tuple[tuple[str, int, str], ...]
    rule_data: tuple[str, ...]


def own() -> Kifu:
    """What this process works with."""
    data = sorted(_digest([content]) for content in contents_in_use())
    return Kifu(SCHEMA, _source(), _games(), tuple(data))


def vet(mine: Kifu, required: Kifu) -> None:
    """Raise KifuError unless `mine`, a worker's kifu, equals `required`."""
    for name, what in (
        ("schema", "another schema"),
        ("source", "another version of kifu"),
        ("games", "other games"),
        ("rule_data", "other rule data"),
    ):
        if getattr(mine, name) != getattr(required, name):
            raise KifuError(
                f"a worker has {what} than this process: install the same kifu, games and rule "
                "data on every machine, and start the workers again"
            )


@lru_cache(maxsize=1)
def _source() -> str:
    roots = sorted(Path(path) for path in kifu.__path__)
    named = sorted(
        (path.relative_to(root).as_posix(), path) for root in roots for path in root.rglob("*.py")
    )
    return _digest(part for name, path in named for part in (name.encode(), path.read_bytes()))


def _games() -> tuple[tuple[str, int, str], ...]:
    return tuple((name, game(name).rules, _digest_of_game(name)) for name in sorted(game_names()))


@lru_cache(maxsize=64)
def _digest_of_game(name: str) -> str:
    """A digest of the Python files in the folder of the game `name`."""
    file = sys.modules[game(name).options.__module__].__file__
    return _digest(sorted(path.read_bytes() for path in Path(file or "").parent.glob("*.py")))


def _digest(parts: Iterable[bytes]) -> str:
    running = hashlib.blake2b(digest_size=16)
    for part in parts:
        running.update(len(part).to_bytes(8, "big") + part)
    return running.hexdigest()
