"""Cut index runs short: `python cutting.py SIGNAL,... ARCHIVE PATH...` in a process of its own.

`kifu index` runs again and again in a child, which is sent the next of the signals, in turn, after
some records, until it comes to its end. A line is printed for each run: its exit code, and the last
line it wrote.
"""

from __future__ import annotations

import os
import random
import sys
import time
from itertools import cycle
from typing import Any

import duckdb  # noqa: F401  (imported once, for every child)
import numpy  # noqa: F401  (imported once, for every child)

import kifu.store.commands.index  # noqa: F401  (the same)
from kifu import cli
from kifu.replay.registry import game
from kifu.store.index import ingest, workers
from kifu.store.index.entry import examine


def main(signals: list[int], archive: str, paths: list[str]) -> None:
    workers.SIZE = 1
    game("nimmt")
    moments = random.Random(7)
    for number in cycle(signals):
        code, said = run(number, moments.randint(2, 4), archive, paths)
        print(code, said, flush=True)
        if not code:
            break


def run(number: int, records: int, archive: str, paths: list[str]) -> tuple[int, str]:
    """Index in a child that is sent the signal when it looks at record `records` of its run."""
    examined, tell = os.pipe()
    said, stderr = os.pipe()
    child = os.fork()
    if not child:
        os.dup2(stderr, 2)
        index(tell, archive, paths)
    os.close(tell)
    os.close(stderr)
    with open(examined, "rb", buffering=0) as file:
        for _ in range(records):
            file.read(1)
        os.kill(child, number)
        file.read()
    with open(said, encoding="utf-8") as file:
        lines = file.read().splitlines()
    _, status = os.waitpid(child, 0)
    return os.waitstatus_to_exitcode(status), lines[-1] if lines else ""


def index(tell: int, archive: str, paths: list[str]) -> None:
    """Run the command, which says of each record that it looks at it."""

    def slowly(reading: Any, *about: Any) -> Any:
        os.write(tell, b".")
        time.sleep(0.02)
        return examine(reading, *about)

    vars(workers)["examine"] = slowly
    ingest.SECONDS = 0.01
    try:
        sys.argv[1:] = ["index", archive, *paths, "--jobs", "1"]
        cli.main()
    except SystemExit as end:
        os._exit(int(end.code or 0))
    os._exit(99)


if __name__ == "__main__":
    main([int(number) for number in sys.argv[1].split(",")], sys.argv[2], sys.argv[3:])
