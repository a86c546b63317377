"""Rows: what a sound record brings to the archive's tables.

The process that reads records writes a line of JSON for each of them (see `kifu.store.tables`), so
that the one that commits them has next to nothing to do for each.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from msgspec import Struct

from kifu.notation.dates import time_of_match
from kifu.store.fold import folded
from kifu.store.identity import Variant
from kifu.store.index.course import Event, Situations
from kifu.store.index.entry import Entry, covered, opening
from kifu.store.index.judged import JudgedRows, judged
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
    tables. `number` and `line` count in its piece, `variant` is a place in the piece's variants,
    from 0, and `play` is "" where the match is not over.
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


class PieceRows(Struct, gc=False):
    """The rows of a piece's sound records: a line of JSON for each, how many they are, and the
    variants with all their options. `unfinished` has the numbers of the records whose matches are
    not over, by their places among the rows, from 0; `plays` gets the ids of these matches, which
    depend on the source, and `before` and `above` what is added to numbers and lines of records.
    """

    lines: bytes = b""
    count: int = 0
    unfinished: dict[int, int] = {}
    variants: list[tuple[Variant, Settings]] = []
    before: int = 0
    above: int = 0
    plays: dict[int, str] = {}


_encode = msgspec.json.Encoder().encode_lines


def rows_of(entries: Sequence[Entry]) -> PieceRows:
    """The rows of `entries`, all sound records of a piece, in their order."""
    variants: dict[Variant, int] = {}
    settings = []
    rows = []
    for entry in entries:
        variant = entry.variant
        if variant not in variants:
            variants[variant] = len(variants)
            settings.append((variant, entry.facts.settings))
        rows.append(_row(entry, variants[variant]))
    return PieceRows(
        lines=_encode(rows),
        count=len(rows),
        unfinished={n: row.number for n, row in enumerate(rows) if not row.play},
        variants=settings,
    )


def _row(entry: Entry, variant: int) -> Row:
    reading, record, facts, tags = entry.reading, entry.record, entry.facts, entry.named
    event = tags.get("Event")
    first, last = covered(tags.get("Date"))
    course = facts.course
    return Row(
        number=reading.number,
        line=reading.line,
        offset=reading.offset,
        size=reading.size,
        form=reading.form,
        play=facts.play,
        record=entry.id,
        variant=variant,
        names=record.seats,
        scores=facts.scores or None,
        winners=facts.winners or None,
        drawn=facts.drawn,
        date=tags.get("Date"),
        date_from=first,
        date_to=last,
        time=time_of_match(tags.get("Date"), tags.get("Time")),
        event=event,
        event_folded=None if event is None else folded(event),
        site=tags.get("Site"),
        termination=tags.get("Termination"),
        finished=facts.finished,
        rounds=facts.rounds,
        turns=facts.turns,
        plies=facts.plies,
        opening=opening(facts.moves),
        deal=facts.deal,
        position=facts.position,
        warnings=facts.warnings,
        events=course.happened is not None,
        situations=course.faced is not None,
        moves=course.played is not None,
        seated=_seats(entry),
        tags=[Tag(name, value, folded(value)) for name, value in entry.tags],
        notes=entry.remarks,
        happened=course.happened or [],
        faced=course.faced,
        played=course.played,
        judged=None if entry.analysis is None else judged(entry.analysis),
    )


def _seats(entry: Entry) -> list[Seat]:
    """A row of the table `seat` for each seat; score, place and share of the win where they are
    known.
    """
    facts, names = entry.facts, entry.record.seats
    rows = [Seat(number, name) for number, name in enumerate(names, 1)]
    for row, score in zip(rows, facts.scores, strict=False):
        row.score = score
    for row, place in zip(rows, facts.places, strict=False):
        row.place = place
    for row, share in zip(rows, facts.shares, strict=False):
        row.share, row.won = share, row.seat in facts.winners
    return rows
