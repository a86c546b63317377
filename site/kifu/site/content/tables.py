"""Tables: what lies on the table after a ply, and who may act."""

from __future__ import annotations

from collections.abc import Mapping

from kifu.replay.show.resting_table import RestingTable, resting_table
from kifu.replay.table import Fact
from kifu.replay.timeline import Timeline


def resting_after(timeline: Timeline, ply: int, viewer: int) -> RestingTable:
    """The table after a ply of the main line as `viewer` sees it, before it is cleared."""
    steps = timeline.moments[ply - 1].steps if ply else []
    return resting_table(timeline.table(max(ply - 1, 0), viewer), steps, viewer, timeline.layout)


def seats_to_move(facts: Mapping[str, Fact]) -> list[int]:
    """The seats that may act, from the fact `to_move`.

    >>> seats_to_move({"to_move": "2 3"})
    [2, 3]
    """
    return [int(seat) for seat in str(facts["to_move"]).split()]
