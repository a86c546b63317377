"""Where the secret seed of a match that is still played is kept: in a file beside its log.

The log shows only the seed's commit until the end, so it may be shown to anybody; the file of the
seed may not, and only its owner may read it. It is there before the log is, and goes when the log
has the seed.
"""

from __future__ import annotations

import contextlib
import os
import secrets
from pathlib import Path

from kifu.notation.disk import written
from kifu.notation.errors import KifuError
from kifu.replay.chance import SEED


def fresh_seed() -> str:
    """A new `Seed` tag's value, from the system's random numbers."""
    return "shake256-1:" + secrets.token_hex(16)


def seed_path(log: Path) -> Path:
    """The file that the seed of the match in `log` is kept in.

    >>> str(seed_path(Path("evening.jsonl")))
    'evening.jsonl.seed'
    """
    return log.with_name(log.name + ".seed")


def keep_seed(log: Path, seed: str) -> None:
    """Write the seed into its file, which only its owner may read, before the log is begun. Raises
    FileExistsError if there is such a file, and KifuError if the disk is full.
    """
    path = seed_path(log)
    with written(path, "the match was not begun"):
        file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        try:
            with open(file, "wb") as out:
                out.write(f"{seed}\n".encode("ascii"))
                out.flush()
                os.fsync(file)
        except OSError:
            path.unlink()
            raise


def kept_seed(log: Path) -> str | None:
    """The seed kept for a log; None if it has no such file. Raises KifuError if the file holds no
    seed.
    """
    try:
        with open(seed_path(log), "rb") as file:
            seed = file.read(200).decode("ascii", "replace").strip()
    except FileNotFoundError:
        return None
    if not SEED.fullmatch(seed):
        raise KifuError(f"{seed_path(log)} holds no seed; it was changed since kifu wrote it")
    return seed


def forget_seed(log: Path) -> None:
    """Remove the file with the seed, once the log has the seed itself, or if it was never begun."""
    with contextlib.suppress(FileNotFoundError):
        os.unlink(seed_path(log))
