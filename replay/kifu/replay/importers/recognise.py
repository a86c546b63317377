"""Which importer a log is for, recognised by its contents, never from its name."""

from __future__ import annotations

import shlex

from kifu.notation.errors import KifuError
from kifu.notation.header import IS_SHOGI, sign_of_shogi
from kifu.replay.importers import bga_packets, traces
from kifu.replay.importers.doubt import Doubt


class NotRecognised(KifuError):
    """No importer of kifu's own knows this log."""


def recognise(data: bytes, name: str) -> tuple[str, str]:
    """The name of the importer for the log `data`, called `name`, and the reason. Raises
    NotRecognised.

    >>> recognise(b'[{"rounds": [], "playerCount": 2}]', "log.json")
    ('traces', 'its matches have rounds and a playerCount')
    """
    try:
        first, _ = bga_packets.documents(data, [])[0]
    except Doubt:
        if sign_of_shogi(data.decode("utf-8-sig", "replace")) is not None:
            raise NotRecognised(f"{name}: {IS_SHOGI}") from None
        if data.removeprefix(b"\xef\xbb\xbf").lstrip().startswith(b"[Game "):
            raise _are_records(name) from None
        raise NotRecognised(f"{name} is not JSON, and no importer reads anything else") from None
    if (why := bga_packets.signs(data)) is not None:
        return "bga", why
    if (why := traces.signs(first)) is not None:
        return "traces", why
    if isinstance(first, dict) and first.keys() >= {"game", "rules", "seats"}:
        raise _are_records(name)
    raise NotRecognised(f"{name} is not a log that kifu knows (bga, traces); name its importer")


def _are_records(name: str) -> NotRecognised:
    return NotRecognised(
        f"{name} is a file of records already; `kifu check {shlex.quote(name)}` checks them"
    )
