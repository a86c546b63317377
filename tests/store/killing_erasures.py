"""Kill erasures: `python -m tests.store.killing_erasures`, in a process of its own.

Children, forked before this process has threads, erase Benedikt from copies of an archive and its
two logs. Each is killed at a call of its own: before one of those by which kifu replaces a file, or
keeps or removes a journal, as it does around every commit. Erasing him once more must then end it,
at once and after an index run, which ends it in the archive; every byte of every file is looked at.
What is wrong is printed, and how often it was killed.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterable
from functools import partial
from pathlib import Path
from shutil import copytree
from tempfile import TemporaryDirectory
from types import FrameType

from tests.campaigns.kills import at, in_child, played, put

from kifu.replay.registry import game
from kifu.store.index import ingest

CALLS = os.fsync, os.replace, os.unlink
PART = os.path.join("kifu", "store")


def main(root: Path) -> None:
    game("nimmt")
    records, kept = played(4, 2), root / "kept"
    put(kept / "logs" / "a.jsonl", records[:2])
    put(kept / "logs" / "b.kifu", records[2:])
    in_child(lambda: at(kept).index([kept / "logs"]))
    number, left = 0, "killed"
    while left == "killed":
        here = copytree(kept, root / f"{number}")
        left = in_child(partial(erase, here, number))
        later = copytree(here, root / f"{number}, then indexed")
        was_noted = (later / "games.duckdb.people").exists()
        in_child(partial(at(later).index, [later / "logs"]))
        if was_noted and named_in(later.glob("games.*")):
            print(f"{later.name}: the name is in the archive")
        for folder in here, later:
            said = in_child(partial(erase, folder)) or in_child(partial(unlike, folder))
            there = sorted(folder.rglob("*"))
            if said or named_in(there) or len(there) != 5:
                print(f"{folder.name}: {said} {there}")
        number += 1
    print("kills:", number - 1)


def erase(folder: Path, killed_at: int | None = None) -> str:
    """Erase Benedikt from the archive and its logs; before the call with that number, be killed.
    Returns what is said of logs that were not rewritten.
    """
    calls, said = 0, list[str]()

    def count(frame: FrameType, event: str, called: object) -> None:
        nonlocal calls
        if event == "c_call" and called in CALLS and PART in frame.f_code.co_filename:
            if calls == killed_at:
                os.kill(os.getpid(), signal.SIGKILL)
            calls += 1

    if killed_at is not None:
        # In many small commits; what ends it commits as it does by default.
        ingest.SIZE, ingest.RECORDS = 1, 2
        sys.setprofile(count)
    at(folder).erase_everywhere("Benedikt", said.append)
    return "; ".join(said)


def unlike(folder: Path) -> str:
    """Where the archive is not as its logs say, or does not have the four matches."""
    total = at(folder).find().total
    return "; ".join([*map(repr, at(folder).verify()), *[f"{total} matches"] * (total != 4)])


def named_in(files: Iterable[Path]) -> bool:
    return any(b"enedikt" in path.read_bytes() for path in files if path.is_file())


if __name__ == "__main__":
    with TemporaryDirectory() as folder:
        main(Path(folder))
