"""Clocks: how long each move took, as far as the comments of a record tell."""

from __future__ import annotations

from kifu.notation.comments import commands, seconds
from kifu.notation.record import Note
from kifu.replay.timeline import Moment


def time_spent(moments: list[Moment]) -> list[float | None]:
    """The seconds that each move took, rounded to a tenth: from its `emt` command or, without one,
    from how much the seat's clock (`clk`) has gone down since its last move. None where neither is
    known; an empty list if that is so for all moves.
    """
    clocks: dict[int, float] = {}
    spent: list[float | None] = []
    for moment in moments:
        if not moment.notes:
            spent.append(None)
            continue
        times = _times(moment.notes)
        took, left = times.get("emt"), times.get("clk")
        if took is None and left is not None and clocks.get(moment.seat, -1) >= left:
            took = clocks[moment.seat] - left
        if left is not None:
            clocks[moment.seat] = left
        spent.append(None if took is None else round(took, 1))
    return spent if any(took is not None for took in spent) else []


def _times(notes: list[Note]) -> dict[str, float]:
    """The seconds in the `emt` and `clk` commands of the notes, by the command's name; of several,
    the last one.
    """
    return {
        name: time
        for note in notes
        for name, argument in commands(note.text or "")
        if name in ("clk", "emt") and (time := seconds(argument)) is not None
    }
