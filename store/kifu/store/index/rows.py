"""Rows: what entries bring to the archive's tables, column by column.

The process that reads records lays them out like this, so that the one that commits them has next
to nothing to do for each of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
from msgspec import Struct, field

from kifu.replay.analysis.judgement import Analysis
from kifu.store.identity import Variant
from kifu.store.index.course import Course, Detail
from kifu.store.index.entry import Entry
from kifu.store.index.facts import Chair
from kifu.store.index.remarks import Remark

#: The values of each column, all of one length.
Columns = dict[str, list[Any]]

#: The place of a record: the columns of `place` that its reader knows.
PLACE = ("number", "line", "offset", "size", "form")
#: Columns of `record` that are fields of an entry, and those that are named otherwise there.
_FIELDS = (
    "play", "record", "date", "event", "site", "termination", "finished", "drawn", "rounds",
    "turns", "plies", "opening", "deal", "warnings", "replayed",
)  # fmt: skip
_DAYS = {"date_from": "first_day", "date_to": "last_day"}


class Rows(Struct):
    """The rows of some entries, one entry after the other.

    `records` has one row for each: the columns of `place` and of `record`, with texts for what
    DuckDB reads from a text (lists, the position, and `names` with NUL between), `variant` as an
    index in `variants`, and `tags`, how many rows of `tags` the entry has; of `chairs` it has
    `seats`, of `remarks` it has `notes`. `variants` come with all their options.
    `courses` and `analyses` have one item for each record.
    """

    records: Columns = field(default_factory=dict)
    chairs: Columns = field(default_factory=dict)
    tags: Columns = field(default_factory=dict)
    remarks: Columns = field(default_factory=dict)
    courses: list[Course] = field(default_factory=list)
    analyses: list[Analysis | None] = field(default_factory=list)
    variants: list[tuple[Variant, list[tuple[str, str]]]] = field(default_factory=list)

    def __len__(self) -> int:
        return len(self.courses)

    def detail(self, n: int) -> Detail:
        """What was found out about record `n`, from 0."""
        return self.courses[n].detail(self.records["replayed"][n])

    def add(self, more: Rows) -> None:
        """Append the rows of `more`, which is used up by that."""
        before = len(self.variants)
        if before and more.courses:
            more.records["variant"] = [before + at for at in more.records["variant"]]
        for held, given in zip(self._tables(), more._tables(), strict=True):
            for name, values in given.items():
                held.setdefault(name, []).extend(values)
        self.courses += more.courses
        self.analyses += more.analyses
        self.variants += more.variants

    def _tables(self) -> Iterator[Columns]:
        yield from (self.records, self.chairs, self.tags, self.remarks)


def rows_of(entries: Sequence[Entry]) -> Rows:
    """The rows of `entries` in their order."""
    variants: dict[Variant, int] = {}
    settings = []
    for entry in entries:
        if entry.variant not in variants:
            variants[entry.variant] = len(variants)
            settings.append((entry.variant, entry.settings))
    tags = [tag for entry in entries for tag in entry.tags]
    fields = _columns(Entry, entries)
    records = {name: fields[name] for name in (*PLACE, *_FIELDS)}
    records |= {name: fields[day] for name, day in _DAYS.items()}
    return Rows(
        records=records
        | {
            "variant": [variants[entry.variant] for entry in entries],
            "seats": list(map(len, fields["chairs"])),
            # No name has NUL in it.
            "names": ["\0".join([chair.name for chair in entry.chairs]) for entry in entries],
            "scores": list(map(_scores, entries)),
            "winners": list(map(_winners, entries)),
            # As text: DuckDB reads a column of Python ints as signed.
            "position": [_decimal(entry.position) for entry in entries],
            "tags": list(map(len, fields["tags"])),
            "notes": list(map(len, fields["remarks"])),
        },
        chairs=_columns(Chair, [chair for entry in entries for chair in entry.chairs]),
        tags={"name": [name for name, _ in tags], "value": [value for _, value in tags]},
        remarks=_columns(Remark, [remark for entry in entries for remark in entry.remarks]),
        courses=list(map(Course, fields["events"], fields["faced"], fields["played"])),
        analyses=fields["analysis"],
        variants=settings,
    )


def _columns(kind: type[Struct], items: Sequence[Struct]) -> Columns:
    rows = map(msgspec.structs.astuple, items)
    columns = map(list, zip(*rows, strict=True)) if items else [[] for _ in kind.__struct_fields__]
    return dict(zip(kind.__struct_fields__, columns, strict=True))


def _scores(entry: Entry) -> str | None:
    return _listed([chair.score for chair in entry.chairs if chair.score is not None])


def _winners(entry: Entry) -> str | None:
    return _listed([seat for seat, chair in enumerate(entry.chairs, 1) if chair.won])


def _listed(numbers: list[int]) -> str | None:
    """Numbers as DuckDB reads a list from a text; None for none."""
    return str(numbers) if numbers else None


def _decimal(number: int | None) -> str | None:
    return None if number is None else str(number)
