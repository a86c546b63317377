"""How fast this machine is at the moment, to compare figures of two days."""

from __future__ import annotations

import tempfile
from functools import partial
from pathlib import Path

from benchmarks.matches import nimmt_matches
from benchmarks.measure import Task, medians, replay_all


def pace() -> float:
    """Decisions a second of the bare replay of `make bench`."""
    with tempfile.TemporaryDirectory() as folder:
        matches = nimmt_matches(100, Path(folder))
        task = Task("bare replay", partial(replay_all, matches), matches.decisions, "decisions")
        return task.amount / medians([task], 7)[task.name]
