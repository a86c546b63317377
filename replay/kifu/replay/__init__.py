"""Rules, chance and replay: from a record to every position of its match.

>>> from kifu.notation import loads
>>> match = replay(loads('''[Game "nimmt"]
... [Rules "1"]
... [Seat "Aki"]
... [Seat "Ben"]
... [Seed "shake256-1:00112233445566778899aabbccddeeff"]
...
... #1 1. 59 1
... *
... '''))
>>> match.state.scores(), match.findings
([66, 66], [])
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from kifu.replay.check import check
from kifu.replay.replayer import NoPosition, Replay, position, replay
from kifu.replay.table import ALL, PUBLIC
from kifu.replay.timeline import NotBegun, Timeline, timeline
from kifu.replay.verdict import is_sound

if TYPE_CHECKING:
    from kifu.replay.form import game_form
    from kifu.replay.recorder import Recorder
    from kifu.replay.recorder_async import AsyncRecorder
    from kifu.replay.rule_data import use_data

#: Imported when somebody asks for them: not every command needs them and, for the recorders, not
#: every system has the lock that they need.
_LATER = {
    "AsyncRecorder": "recorder_async",
    "Recorder": "recorder",
    "game_form": "form",
    "use_data": "rule_data",
}

__all__ = [
    "ALL",
    "PUBLIC",
    "AsyncRecorder",
    "NoPosition",
    "NotBegun",
    "Recorder",
    "Replay",
    "Timeline",
    "check",
    "game_form",
    "is_sound",
    "position",
    "replay",
    "timeline",
    "use_data",
]


def __getattr__(name: str) -> Any:
    if name not in _LATER:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_LATER[name]}"), name)
