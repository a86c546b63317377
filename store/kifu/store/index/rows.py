"""Rows: what a sound record brings to the archive's tables.

The process that reads records writes a line of JSON for each of them (see `kifu.store.tables`), so
that the one that commits them has next to nothing to do for each.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from msgspec import Struct

from kifu.store.identity import Variant
from kifu.store.index.course import Event, Situations
from kifu.store.index.judged import JudgedRows
from kifu.store.index.moves import Moves
from kifu.store.index.remarks import Remark
from kifu.store.tables import Unsigned

#: The options of a variant with their values, all of them.
Settings = list[tuple[str, str]]


class Seat(Struct, omit_defaults=True, gc=False):
    """A row of the table `seat`, with the name of its player."""

    seat: int
    name: str
    score: int | None = None
    place: int | None = None
    won: bool | None = None
    share: float | None = None


class Tag(Struct, gc=False):
    """A row of the table `tag`."""

    name: str
    value: str
    folded: str


class Row(Struct, kw_only=True, omit_defaults=True, gc=False):
    """The rows of one record: columns of `place` and of `record`, and the rows that it has in other
    tables. `variant` is a place in the piece's variants, from 0.
    """

    number: int
    line: int | None = None
    offset: int
    size: int
    form: str
    play: str
    record: str
    variant: int
    names: list[str]
    scores: list[int] | None = None
    winners: list[int] | None = None
    drawn: bool | None = None
    date: str | None = None
    date_from: str | None = None
    date_to: str | None = None
    time: str | None = None
    event: str | None = None
    event_folded: str | None = None
    site: str | None = None
    termination: str | None = None
    finished: bool
    rounds: int | None = None
    turns: int | None = None
    plies: int
    opening: str | None = None
    deal: str | None = None
    position: Unsigned | None = None
    warnings: int
    events: bool
    situations: bool
    moves: bool
    seated: list[Seat] = []
    tags: list[Tag] = []
    notes: list[Remark] = []
    happened: list[Event] = []
    faced: Situations | None = None
    played: Moves | None = None
    judged: JudgedRows | None = None


class Entry(Struct, gc=False):
    """A sound record: its `row`, its variant, and all options of that."""

    row: Row
    variant: Variant
    settings: Settings


class PieceRows(Struct, gc=False):
    """The rows of a piece's sound records: a line of JSON for each, how many they are, and the
    variants with all their options.
    """

    lines: bytes
    count: int
    variants: list[tuple[Variant, Settings]]


_encode = msgspec.json.Encoder().encode_lines


def rows_of(entries: Sequence[Entry]) -> PieceRows:
    """The rows of `entries`, all sound records of a piece, in their order."""
    variants: dict[Variant, Settings] = {}
    places: dict[Variant, int] = {}
    for entry in entries:
        variants.setdefault(entry.variant, entry.settings)
        entry.row.variant = places.setdefault(entry.variant, len(places))
    return PieceRows(
        lines=_encode([entry.row for entry in entries]),
        count=len(entries),
        variants=list(variants.items()),
    )
