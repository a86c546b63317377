"""A reading: one record as it was found in a source, with its place and its findings."""

from __future__ import annotations

from msgspec import Struct

from kifu.notation.diagnostics import Diagnostic, is_error
from kifu.notation.errors import NotationError
from kifu.notation.record import Record

#: What a file may begin with, which means nothing.
BYTE_ORDER_MARK = b"\xef\xbb\xbf"


class Reading(Struct, gc=False):
    """One record as it was read, with its place and findings. Readers never raise on bad input:
    what is wrong is in `diagnostics`.

    `record` is None if nothing could be made of the bytes. `number` counts from 1 in the source,
    `line` from 1 (None at the end of a damaged stream), `offset` and `size` are bytes of the
    uncompressed stream. `form` is `"text"`, `"json"` or `"live"`. `source` are the bytes that the
    record was read from, so that the place of a ply can be found later; it is empty for a record
    that is too large or whose bytes are damaged. For a live log, `plies[k - 1]` is the line of
    `source`, from 0, that made ply k; else `plies` is empty.
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


def sound(reading: Reading) -> Record:
    """The record of a reading without errors. Raises NotationError, with the findings, if it has
    errors.
    """
    errors = [finding for finding in reading.diagnostics if is_error(finding)]
    if errors or reading.record is None:
        first = errors[0]
        place = f"line {first.line}, column {first.column}: " if first.line else ""
        message = f"{place}{first.code} {first.message}"
        raise NotationError(message, reading.diagnostics)
    return reading.record
