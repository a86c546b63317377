"""What installed packages add to kifu by entry points: games, importers, players."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint


@cache
def added(group: str) -> dict[str, EntryPoint]:
    """The entry points of a group (games, importers, players of installed packages) by name, sorted
    by name; {} if there are none. They are looked for once in a process, since that is slow.
    """
    from importlib.metadata import entry_points

    found = {point.name: point for point in entry_points(group=group)}
    return dict(sorted(found.items()))
