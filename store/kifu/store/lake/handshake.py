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

import kifu
from kifu.notation.errors import KifuError
from kifu.replay.registry import game, game_names
from kifu.replay.rule_data import contents_in_use


@lru_cache(maxsize=1)
def code() -> str:
    """A digest of what this process works with: kifu's own source files, and the Python files in
    the folder of each game.
    """
    named = [path for root in kifu.__path__ for path in Path(root).rglob("*.py")]
    for name in game_names():
        file = sys.modules[game(name).options.__module__].__file__
        named += Path(file or "").parent.glob("*.py")
    return _digest(sorted(path.read_bytes() for path in {*named}))


def code_and_rule_data() -> str:
    """A digest of `code` and of the rule data in use."""
    return _digest([code().encode(), *sorted(contents_in_use())])


def vet(mine: str, required: str) -> None:
    """Raise KifuError unless `mine`, a worker's digest, equals `required`."""
    if mine != required:
        raise KifuError(
            "a worker has another version of kifu, other games or other rule data than this "
            "process: install the same on every machine, and start the workers again"
        )


def _digest(parts: Iterable[bytes]) -> str:
    running = hashlib.blake2b(digest_size=16)
    for part in parts:
        running.update(len(part).to_bytes(8, "big") + part)
    return running.hexdigest()
