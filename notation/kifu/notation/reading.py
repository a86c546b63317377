"""A reading: one record as it was found in a source, with its place and its findings."""

from __future__ import annotations

from msgspec import Struct

from kifu.notation.diagnostics import Diagnostic
from kifu.notation.record import Record


class Reading(Struct, gc=False):
    """What a reader yields; readers never raise on bad input, they say it here.

    `record` is None if nothing could be made of the bytes. `number` counts from 1 in the source,
    `line` from 1 (None at the end of a damaged stream), `offset` and `size` are bytes of the
    uncompressed stream. `form` is `"text"`, `"json"` or `"live"`. `source` are the bytes that the
    record was read from, so that a ply's place can be found when asked for; empty for a record that
    is too large or whose bytes are damaged. `plies` says of a live log which line of `source`, from
    0, made each ply.
    """

    record: Record | None
    diagnostics: list[Diagnostic]
    number: int
    line: int | None
    offset: int
    size: int
    form: str
    source: bytes = b""
    plies: list[int] = []
