"""What `rates` needs of a tree, and what an older tree has in its place.

The only module of the benchmarks that knows older trees: where a name or a shape has changed since
`measure.COMMIT`, it is found here. It imports nothing that an older tree lacks before it is needed.
"""

from __future__ import annotations

from typing import Any

from kifu.replay.replayer import replay

try:
    from kifu.replay.match import Match as _Match
except ImportError:  # before records were replayed once, a record was given to everything
    _Match = None  # type: ignore[assignment, misc]


def replayed(record: Any) -> Any:
    """The argument of all but the rules: a match, in an older tree the record."""
    return record if _Match is None else replay(record)


def views(record: Any) -> int:
    """Make the view of each decision of a record; how many they are."""
    from kifu.replay.decision import decisions

    found = decisions(replayed(record))
    for decision in found:
        decision.view()
    return len(found)


def page(record: Any) -> str:
    """The replay page of a record."""
    from kifu.replay.timeline import timeline
    from kifu.site import render

    return str(render(timeline(replayed(record))))


def line_of(record: Any, state: Any) -> Any:
    """The words of a record as numbers, for `play_line`."""
    return state.lexicon.read_line(record.moves)


def play_line(state: Any, line: Any) -> None:
    """Play a whole line."""
    from kifu.replay.states import coded

    coded.play_line(state, line, 0, line[:], 0, 1 << 40)
