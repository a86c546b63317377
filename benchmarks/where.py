"""Where the time of `check` goes: cProfile, added up by module and by function."""

from __future__ import annotations

import cProfile
import pstats
from collections import Counter
from collections.abc import Callable
from pathlib import Path

#: How many functions the table shows.
SHOWN = 12

Place = tuple[str, int, str]


def profile_table(title: str, run: Callable[[], object]) -> list[str]:
    """Shares of the time of one run of `run`: of each module, and of its functions."""
    own = own_times(run)
    whole = sum(own.values())
    modules: Counter[str] = Counter()
    functions: Counter[tuple[str, str]] = Counter()
    for (file, _line, function), seconds in own.items():
        modules[module_of(file)] += seconds
        functions[module_of(file), function.strip("<>{}")] += seconds
    rows = [f"| {title} | share | its functions |", "|---|--:|---|"]
    top = dict(functions.most_common(SHOWN))
    for module, seconds in modules.most_common():
        inside = [
            f"{function.replace('|', ' ')} {100 * share / whole:.0f} %"
            for (of, function), share in top.items()
            if of == module
        ]
        if seconds / whole >= 0.01:
            rows.append(f"| {module} | {100 * seconds / whole:.0f} % | {', '.join(inside)} |")
    return [*rows, ""]


def own_times(run: Callable[[], object]) -> Counter[Place]:
    """Seconds that each function took itself; those of built-in ones count for their callers."""
    profiler = cProfile.Profile()
    profiler.runcall(run)
    times: Counter[Place] = Counter()
    stats = pstats.Stats(profiler).stats  # type: ignore[attr-defined]  # public, but not typed
    for place, (_calls, _primitive, own, _all, callers) in stats.items():
        if place[0] != "~" or not callers:
            times[place] += own
        else:
            for caller, (_n, _p, share, _c) in callers.items():
                times[caller] += share
    return times


def module_of(file: str) -> str:
    """`kifu.replay.check` for a file of kifu, the file's name for another."""
    path = Path(file)
    parts = path.with_suffix("").parts
    if "kifu" not in parts:
        return path.stem.strip("<>~") or "built in"
    return ".".join(parts[len(parts) - 1 - parts[::-1].index("kifu") :])
