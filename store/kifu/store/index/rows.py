"""Rows: what entries bring to the archive's tables, column by column.

The process that reads records lays them out like this, so that the one that commits them has next
to nothing to do for each of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import Any

import msgspec
from msgspec import Struct, field

from kifu.replay.analysis.judgement import Analysis
from kifu.store.fold import folded
from kifu.store.identity import Variant
from kifu.store.index.course import Course, Detail
from kifu.store.index.entry import Entry, covered, opening
from kifu.store.index.facts import Facts
from kifu.store.index.packed import GAPS, MARKED, NUL, Packed, gapped, marked, pack, packed
from kifu.store.index.remarks import Remark

#: The values of each column, all of one length.
Columns = dict[str, list[Any]]

#: The place of a record: the columns of `place` that its reader knows.
PLACE = ("number", "line", "offset", "size", "form")
#: What the texts of some columns mean, as `packed.insert` takes it.
RECORD_MEANING = {
    "names": "string_split({0}, between)",
    **dict.fromkeys(("date", "event", "event_folded", "site", "termination", "opening"), MARKED),
    **dict.fromkeys(("date_from", "date_to", "drawn", "rounds", "turns", "deal", "position",
                     "scores", "winners"), GAPS),
}  # fmt: skip
SEAT_GAPS = dict.fromkeys(("score", "place", "won", "share"), GAPS)


class Rows(Struct):
    """The rows of some entries, one entry after the other.

    `records` has one row for each: the columns of `place` and of `record`, with `variant` as an
    index in the piece's item of `variants`, which come with all their options, `names` with
    `between` between them, and `tags`, how many rows of `tags` the entry has; of `chairs` it has
    `seats`, of `remarks` it has `notes`. `before` and `above` are what is added to the numbers
    and lines of each piece. `courses` and `analyses` go by the entry's place, from 0, for those
    that have any.
    """

    records: Packed = field(default_factory=Packed)
    chairs: Packed = field(default_factory=Packed)
    tags: Packed = field(default_factory=Packed)
    remarks: Columns = field(default_factory=dict)
    courses: dict[int, Course] = field(default_factory=dict)
    analyses: dict[int, Analysis] = field(default_factory=dict)
    variants: list[list[tuple[Variant, list[tuple[str, str]]]]] = field(default_factory=list)
    before: list[int] = field(default_factory=list)
    above: list[int] = field(default_factory=list)

    def __len__(self) -> int:
        return len(self.records)

    def details(self) -> list[Detail]:
        """What was found out about each record."""
        replayed = self.records.values("replayed")
        return [self.course(n).detail(said == "True") for n, said in enumerate(replayed)]

    def course(self, n: int) -> Course:
        """What was taken down of record `n`, from 0."""
        return self.courses.get(n, _NO_COURSE)

    def change_names(self, change: Callable[[str], str]) -> None:
        """Replace each name by what `change` makes of it."""
        columns = self.records.columns
        pieces = list(names_of(self.records))
        columns["names"], columns["between"] = [], []
        for names in pieces:
            for name, texts in _names([list(map(change, some)) for some in names]).items():
                columns[name].append(packed(texts))

    def add(self, more: Rows) -> None:
        """Append the rows of `more`, which is used up by that."""
        start = len(self)
        self.courses |= {start + n: course for n, course in more.courses.items()}
        self.analyses |= {start + n: analysis for n, analysis in more.analyses.items()}
        self.records.add(more.records)
        self.chairs.add(more.chairs)
        self.tags.add(more.tags)
        for name, values in more.remarks.items():
            self.remarks.setdefault(name, []).extend(values)
        self.variants += more.variants
        self.before += more.before
        self.above += more.above


_NO_COURSE = Course()


def names_of(records: Packed) -> Iterator[list[list[str]]]:
    """The names of each of `records`, piece by piece."""
    between = records.columns.get("between", ())
    for names, sign in zip(records.each("names"), between, strict=True):
        yield [text.split(sign) for text in names]


def rows_of(entries: Sequence[Entry]) -> Rows:
    """The rows of `entries`, which are those of one piece, in their order."""
    if not entries:
        return Rows()
    variants: dict[Variant, int] = {}
    settings = []
    at = []
    for entry in entries:
        variant = entry.variant
        if variant not in variants:
            variants[variant] = len(variants)
            settings.append((variant, entry.facts.settings))
        at.append(str(variants[variant]))
    tags = [tag for entry in entries for tag in entry.tags]
    values = [value for _, value in tags]
    return Rows(
        records=pack(_records(entries) | {"variant": at}),
        chairs=_chairs(entries),
        tags=pack(
            {
                "name": [name for name, _ in tags],
                "value": values,
                "folded": list(map(folded, values)),
            }
        ),
        remarks=_columns(Remark, [remark for entry in entries for remark in entry.remarks]),
        courses={
            n: entry.facts.course
            for n, entry in enumerate(entries)
            if entry.facts.course != _NO_COURSE
        },
        analyses={n: entry.analysis for n, entry in enumerate(entries) if entry.analysis},
        variants=[settings],
        before=[0],
        above=[0],
    )


def _records(entries: Sequence[Entry]) -> dict[str, list[str]]:
    """The columns of `records`, but for the variant."""
    readings = [entry.reading for entry in entries]
    facts = [entry.facts for entry in entries]
    seats = [entry.record.seats for entry in entries]
    named = [entry.named for entry in entries]
    events = [tags.get("Event") for tags in named]
    dates = [tags.get("Date") for tags in named]
    days = list(map(covered, dates))
    return {
        "number": [str(reading.number) for reading in readings],
        "line": gapped([reading.line for reading in readings]),
        "offset": [str(reading.offset) for reading in readings],
        "size": [str(reading.size) for reading in readings],
        "form": [reading.form for reading in readings],
        "play": [found.play for found in facts],
        "record": [entry.id for entry in entries],
        "seats": [str(len(names)) for names in seats],
        **_names(seats),
        "scores": [str(found.scores) if found.scores else "" for found in facts],
        "winners": [str(found.winners) if found.winners else "" for found in facts],
        "drawn": gapped([found.drawn for found in facts]),
        "date": marked(dates),
        "date_from": [first for first, _ in days],
        "date_to": [last for _, last in days],
        "event": marked(events),
        "event_folded": marked([event and _folded(event) for event in events]),
        "site": marked([tags.get("Site") for tags in named]),
        "termination": marked([tags.get("Termination") for tags in named]),
        "finished": [str(found.finished) for found in facts],
        "rounds": gapped([found.rounds for found in facts]),
        "turns": gapped([found.turns for found in facts]),
        "plies": [str(found.plies) for found in facts],
        "opening": marked([opening(found.moves) for found in facts]),
        "deal": gapped([found.deal for found in facts]),
        "position": gapped([found.position for found in facts]),
        "notes": [str(len(entry.remarks)) for entry in entries],
        "warnings": [str(found.warnings) for found in facts],
        "replayed": [str(found.replayed) for found in facts],
        "events": [str(found.course.events is not None) for found in facts],
        "situations": [str(found.course.faced is not None) for found in facts],
        "moves": [str(found.course.played is not None) for found in facts],
        "tags": [str(len(entry.tags)) for entry in entries],
    }


_folded = lru_cache(maxsize=1024)(folded)


def _names(seats: Sequence[Sequence[str]]) -> dict[str, list[str]]:
    """The names of each record in a text, and what is between them: no name has it."""
    between = _absent("".join(["".join(names) for names in seats]))
    return {
        "names": [between.join(names) for names in seats],
        "between": [between] * len(seats),
    }


def _absent(text: str) -> str:
    """A character that `text` does not have."""
    return next(char for char in map(chr, range(31, 0x110000)) if char not in text)


def _chairs(entries: Sequence[Entry]) -> Packed:
    """A row for each seat of each entry."""
    facts = [(len(entry.record.seats), entry.facts) for entry in entries if entry.record.seats]
    count = sum(seats for seats, _ in facts)
    if not count:
        return Packed()
    columns = {
        "seat": [_numbers(seats) for seats, _ in facts],
        "score": [_joined(found.scores, seats) for seats, found in facts],
        "place": [_joined(found.places, seats) for seats, found in facts],
        "won": [_won(found, seats) for seats, found in facts],
        "share": [_joined(found.shares, seats) for seats, found in facts],
    }
    texts = {name: [NUL.join(values)] for name, values in columns.items()}
    gaps = NUL * (count - 1)
    return Packed([count], {name: [""] if text == [gaps] else text for name, text in texts.items()})


def _won(found: Facts, seats: int) -> str:
    if not found.winners:
        return NUL * (seats - 1)
    return NUL.join([str(seat in found.winners) for seat in range(1, seats + 1)])


def _joined(values: Sequence[object], seats: int) -> str:
    """The values of the seats, nothing but gaps where nobody knows them."""
    return NUL.join(map(str, values)) if values else NUL * (seats - 1)


@lru_cache(maxsize=64)
def _numbers(seats: int) -> str:
    return NUL.join(map(str, range(1, seats + 1)))


def _columns(kind: type[Struct], items: Sequence[Struct]) -> Columns:
    rows = map(msgspec.structs.astuple, items)
    columns = map(list, zip(*rows, strict=True)) if items else [[] for _ in kind.__struct_fields__]
    return dict(zip(kind.__struct_fields__, columns, strict=True))
