"""Questions to an archive, and how long each takes: warm, and with the file out of the cache."""

from __future__ import annotations

import os
import statistics
import time
from collections.abc import Callable
from pathlib import Path

from kifu.notation import read
from kifu.store import Archive, Filters
from kifu.store.ask.moments import faced

#: Times that a question is asked, warm and cold.
WARM, COLD = 21, 5

Ask = Callable[[], object]


def _record(archive: Archive, log: Path) -> Ask:
    hit = archive.find(limit=1).hits[0].id
    return lambda: archive.record(hit)


def _player(name: str) -> Callable[[Archive, Path], Ask]:
    return lambda archive, _log: lambda: archive.find(Filters(players=[name]), limit=100)


def _deal(archive: Archive, log: Path) -> Ask:
    wanted = archive.find(limit=1).hits[0].id
    return lambda: archive.find(Filters(same_deal=wanted), limit=100)


def _moves(archive: Archive, log: Path) -> Ask:
    words = next(read(log)).record
    assert words is not None
    opening = " ".join(words.moves.split()[2:4])
    return lambda: archive.find(Filters(moves=opening), limit=100)


def _explore(ply: int) -> Callable[[Archive, Path], Ask]:
    def make(archive: Archive, log: Path) -> Ask:
        situation = faced(f"{log}@{ply}")
        return lambda: archive.explore(Filters(situation=situation))

    return make


QUESTIONS: dict[str, Callable[[Archive, Path], Ask]] = {
    "one record by its id, read from its log": _record,
    "find: a player with few matches": _player("player 4321"),
    "find: a player with very many": _player("player 1"),
    "find: a month": lambda archive, _: lambda: archive.find(Filters(date="2020-03"), limit=100),
    "find: an event's name": lambda archive, _: (
        lambda: archive.find(Filters(event_name="cup 77"), limit=100)
    ),
    "find: words of a comment": lambda archive, _: (
        lambda: archive.find(Filters(text="match 4020"), limit=100)
    ),
    "find: the same deal": _deal,
    "find: the first two moves": _moves,
    "explore: a situation in the middle of a match": _explore(61),
    "explore: the first move of all": _explore(0),
    "query: mean score by seat": lambda archive, _: (
        lambda: archive.query("SELECT seat, avg(score) FROM seats GROUP BY seat")
    ),
}


def warm(ask: Ask) -> tuple[float, float]:
    """Median and 95th percentile in milliseconds, once it has been asked."""
    ask()
    taken = sorted(_timed(ask) for _ in range(WARM))
    return statistics.median(taken), taken[int(0.95 * (WARM - 1))]


def cold(ask: Ask, archive: Path) -> float:
    """Median in milliseconds with nothing of the file in the page cache."""
    taken = []
    for _ in range(COLD):
        file = os.open(archive, os.O_RDONLY)
        try:
            os.fsync(file)
            os.posix_fadvise(file, 0, 0, os.POSIX_FADV_DONTNEED)
        finally:
            os.close(file)
        taken.append(_timed(ask))
    return statistics.median(taken)


def _timed(ask: Ask) -> float:
    begun = time.perf_counter()
    ask()
    return 1000 * (time.perf_counter() - begun)
