"""Which importer a log is for, recognised by its contents, never from its name."""

from __future__ import annotations

import shlex

import msgspec

from kifu.notation.errors import KifuError
from kifu.notation.header import IS_SHOGI, sign_of_shogi
from kifu.replay.importers import bga_packets, traces


class NotRecognised(KifuError):
    """No importer of kifu's own knows this log."""


def recognise(data: bytes, name: str) -> tuple[str, str]:
    """The name of the importer for the log `data`, called `name`, and the reason. Raises
    NotRecognised.

    >>> recognise(b'[{"rounds": [], "playerCount": 2}]', "log.json")
    ('traces', 'its matches have rounds and a playerCount')
    """
    first = _first_document(data)
    if first is None:
        if sign_of_shogi(data.decode("utf-8-sig", "replace")) is not None:
            raise NotRecognised(f"{name}: {IS_SHOGI}")
        if data.removeprefix(b"\xef\xbb\xbf").lstrip().startswith(b"[Game "):
            raise _are_records(name)
        raise NotRecognised(f"{name} is not JSON, and no importer reads anything else")
    if (why := bga_packets.signs(data)) is not None:
        return "bga", why
    if (why := traces.signs(first[0])) is not None:
        return "traces", why
    if isinstance(first[0], dict) and first[0].keys() >= {"game", "rules", "seats"}:
        raise _are_records(name)
    raise NotRecognised(f"{name} is not a log that kifu knows (bga, traces); name its importer")


def _are_records(name: str) -> NotRecognised:
    return NotRecognised(
        f"{name} is a file of records already; `kifu check {shlex.quote(name)}` checks them"
    )


def _first_document(data: bytes) -> tuple[object] | None:
    """The JSON of the whole log, or of its first line that is JSON, in a tuple of one (it may be
    null); None if there is no JSON.
    """
    for text in (data, *data.splitlines()[:100]):
        try:
            return (msgspec.json.decode(text),)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            continue
    return None
