"""An archive and a lake of the same logs, asked the same: `python -m benchmarks.lake_pair MATCHES`.

So many matches of all games, a sixth of them each and as many of nimmt again, in logs with
duplicates, other notes, bad records, a log that grew and one that changed, with aliases, a new name
and an erasure (`tests.store.lake_pair.mix`). Every row of every view, pages of hits, every topic of
statistics and the copies of matches must be the same, before the lake is compacted and after.
Prints how many rows were compared for each question, and the processor time of each step.
"""

from __future__ import annotations

import resource
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory
from types import SimpleNamespace
from typing import Any

from tests.store.lake_pair import Pair, mix

from kifu.store import Archive
from kifu.store.upkeep import erasing

#: Logs of five games, and one log of nimmt after an erasure.
_PARTS = 6


def main(matches: int) -> None:
    """Compare them; raises AssertionError for the first question whose answers differ."""
    # What an erased name is called depends on a secret.
    vars(erasing)["os"] = SimpleNamespace(urandom=bytes)
    with TemporaryDirectory() as folder:
        pair = Pair(Path(folder))
        timed("indexed", mix, pair, -(-matches // _PARTS))
        print(f"{pair.archive.find().total} matches", flush=True)
        rows = timed("compared", pair.vet)
        for question, number in rows.items():
            print(f"  {question:20} {number:10} rows")
        timed("compacted", pair.do, Archive.compact)
        again = timed("compared once more", pair.vet)
        assert again == rows
        print(f"equal: {len(rows)} questions, {sum(rows.values())} rows, twice")


def timed(what: str, work: Any, *given: Any) -> Any:
    """What the work gives; print its processor time and the process's largest memory so far."""
    begun = time.process_time()
    found = work(*given)
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    print(f"{what}: {time.process_time() - begun:.0f} s of processor, {most} MB", flush=True)
    return found


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 480)
