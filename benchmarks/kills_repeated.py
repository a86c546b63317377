"""What a killed run of `kifu index` repeats: `python -m benchmarks.kills_repeated LOG [KILLS]`.

Each run indexes the log with events, situations and moves into an archive of its own, with two
processes that read, and is killed (SIGKILL) at a random moment of its first twenty seconds. What it
had read and what the archive then has are the work that the next run repeats. The log should take
longer than that. Prints a row for each kill, and the median and the most of all.
"""

from __future__ import annotations

import os
import random
import signal
import sys
import time
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from msgspec import Struct

from kifu.store import Archive
from kifu.store.index.course import Detail
from kifu.store.index.ingest import IndexSettings, Progress

#: A run is killed before it has taken so many seconds.
LATEST = 20.0
ASKED = IndexSettings(detail=Detail(events=True, situations=True, moves=True), jobs=2)


class Repeated(Struct):
    """A kill after so many `seconds`: records that the run had `read`, those that the archive has
    `kept`, and the seconds of work that were `lost`: since the last of the kept ones was in.
    """

    seconds: float
    read: int
    kept: int
    lost: float


def main(log: Path, kills: int) -> int:
    """Kill so often, and print what was found."""
    moments = random.Random(17)
    found = []
    for _ in range(kills):
        with TemporaryDirectory() as folder:
            each = killed(log, Path(folder) / "games.duckdb", moments.uniform(1, LATEST))
        print(
            f"killed after {each.seconds:4.1f} s: {each.read:6,} read, {each.kept:6,} kept, "
            f"{each.read - each.kept:6,} to be read again: {each.lost:4.1f} s of work",
            flush=True,
        )
        found.append(each)
    lost, again = [each.lost for each in found], [each.read - each.kept for each in found]
    print(f"seconds of work repeated: median {median(lost):.1f}, at most {max(lost):.1f}")
    print(f"records read again: median {median(again):,.0f}, at most {max(again):,}")
    return 0


def killed(log: Path, archive: Path, seconds: float) -> Repeated:
    """Index the log in a child that is killed after so many seconds."""
    reader, sink = os.pipe()
    begun = time.monotonic()
    child = os.fork()
    if not child:
        os.close(reader)
        Archive(archive).index([log], advance=lambda so_far: _tell(sink, so_far), settings=ASKED)
        os._exit(1)
    os.close(sink)
    time.sleep(seconds)
    os.kill(child, signal.SIGKILL)
    end = time.monotonic()
    with open(reader, encoding="ascii") as lines:
        course = [(float(at), int(records)) for at, records in map(str.split, lines)]
    _, status = os.waitpid(child, 0)
    assert os.WIFSIGNALED(status), "the log was indexed before it was killed: take a longer one"
    kept = _kept(archive)
    read = max([records for _, records in course], default=0)
    last = max([at for at, records in course if records <= kept], default=begun)
    if kept > read:  # the commit was through, and nobody had heard of it
        last, read = end, kept
    return Repeated(end - begun, read, kept, end - last)


def _tell(sink: int, so_far: Progress) -> None:
    os.write(sink, f"{time.monotonic()} {so_far.records}\n".encode("ascii"))


def _kept(archive: Path) -> int:
    """The records that are in."""
    if not archive.exists():
        return 0
    ((row,),) = [Archive(archive).query("SELECT sum(records) AS kept FROM sources")]
    return int(row["kept"] or 0)


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 25))
