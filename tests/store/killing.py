"""Kill index runs: `python killing.py KILLS ARCHIVES PATH...` in a process of its own.

Every run is a child that this process forks before it has threads, so a kill costs no start of
an interpreter. Archives `ARCHIVES/1.duckdb`, `2.duckdb`, ... are each indexed by runs that are
killed at a random moment, until one comes to its end. Behind each kill the rows must equal the
ledger. The number of kills is printed.
"""

from __future__ import annotations

import os
import random
import signal
import sys
import time
import traceback
from pathlib import Path

import duckdb  # noqa: F401  (imported once, for every child)
import numpy  # noqa: F401  (imported once, for every child)

from kifu.replay.registry import game
from kifu.store import Archive
from kifu.store.index import ingest, pieces
from kifu.store.index.course import Detail
from kifu.store.index.ingest import IndexSettings

LEDGER = """
    SELECT
        (SELECT coalesce(sum(placed) + sum(quarantined) - sum(dropped), 0) FROM batch) =
        (SELECT count(*) FROM place) + (SELECT count(*) FROM quarantine) AS same
"""


def main(kills: int, folder: Path, paths: list[str]) -> None:
    # Many small commits, so that a kill is likely to meet one.
    ingest.RECORDS = 3
    pieces.SIZE, pieces.BLOCK = 1, 400
    game("nimmt")
    moments = random.Random(5)
    begun = time.monotonic()
    assert run(folder / "1.duckdb", paths, 3600)
    whole = time.monotonic() - begun
    killed, number = 0, 1
    while killed < kills:
        number += 1
        archive = folder / f"{number}.duckdb"
        while not run(archive, paths, moments.uniform(0, whole / 2)):
            killed += 1
            check(archive)
    print(killed)


def run(archive: Path, paths: list[str], seconds: float) -> bool:
    """Index in a child that is killed after so many seconds; whether it had come to its end."""
    child = os.fork()
    if not child:
        code = 1
        try:
            asked = IndexSettings(detail=Detail(events=True, situations=True))
            Archive(archive, wait=30).index(paths, settings=asked)
            code = 0
        except BaseException:
            traceback.print_exc()
        finally:
            os._exit(code)
    until = time.monotonic() + seconds
    ended, status = os.waitpid(child, os.WNOHANG)
    while not ended and time.monotonic() < until:
        time.sleep(0.001)
        ended, status = os.waitpid(child, os.WNOHANG)
    if not ended:
        os.kill(child, signal.SIGKILL)
        _, status = os.waitpid(child, 0)
    assert not os.WIFEXITED(status) or os.WEXITSTATUS(status) == 0, "a run has failed"
    return os.WIFEXITED(status)


def check(archive: Path) -> None:
    """The rows equal the ledger, asked by a child: this process must stay without threads."""
    if not archive.exists():
        return
    child = os.fork()
    if not child:
        code = 1
        try:
            code = 0 if Archive(archive, wait=30).query(LEDGER) == [{"same": True}] else 2
        except BaseException:
            traceback.print_exc()
        finally:
            os._exit(code)
    _, status = os.waitpid(child, 0)
    assert status == 0, "the rows differ from the ledger"


if __name__ == "__main__":
    main(int(sys.argv[1]), Path(sys.argv[2]), sys.argv[3:])
