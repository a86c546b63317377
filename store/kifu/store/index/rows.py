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

from kifu.notation.dates import time_of_match
from kifu.replay.analysis.judgement import Analysis
from kifu.store.fold import folded
from kifu.store.identity import Variant
from kifu.store.index.course import Course, Detail
from kifu.store.index.entry import Entry, covered, opening
from kifu.store.index.facts import Facts
from kifu.store.index.packed import (
    GAPS,
    MARKED,
    NUL,
    Packed,
    gapped,
    marked,
    packed,
    piece,
    written,
)
from kifu.store.index.remarks import Remark

#: The values of each column, all of one length.
Columns = dict[str, list[Any]]

#: The place of a record: the columns of `place` that its reader knows.
PLACE = ("number", "line", "offset", "size", "form")
#: What the texts of some columns mean, as `packed.insert` takes it.
RECORD_MEANING = {
    "names": "string_split({0}, between)",
    **dict.fromkeys(("date", "time", "event", "event_folded", "site", "termination", "opening"),
                    MARKED),
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
        pieces = list(named(self.records))
        columns["names"], columns["between"] = [], []
        for texts, names in pieces:
            changed = {text: list(map(change, some)) for text, some in names.items()}
            for name, text in _names([changed[each] for each in texts]).items():
                columns[name].append(text)

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


def named(records: Packed) -> Iterator[tuple[list[str], dict[str, list[str]]]]:
    """Of each piece the column `names`, and what names each of its texts has."""
    between = records.columns.get("between", ())
    for texts, sign in zip(records.each("names"), between, strict=True):
        yield texts, {text: text.split(sign) for text in dict.fromkeys(texts)}


def rows_of(entries: Sequence[Entry]) -> Rows:
    """The rows of `entries`, which are those of one piece, in their order."""
    if not entries:
        return Rows()
    variants: dict[Variant, int] = {}
    settings = []
    for entry in entries:
        if entry.variant not in variants:
            variants[entry.variant] = len(variants)
            settings.append((entry.variant, entry.facts.settings))
    at = written([variants[entry.variant] for entry in entries])
    return Rows(
        records=piece(len(entries), _records(entries) | {"variant": at}),
        chairs=_chairs(entries),
        tags=_tags([tag for entry in entries for tag in entry.tags]),
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


def _records(entries: Sequence[Entry]) -> dict[str, str]:
    """The columns of `records`, but for the variant."""
    readings = [entry.reading for entry in entries]
    facts = [entry.facts for entry in entries]
    seats = [entry.record.seats for entry in entries]
    return {
        "number": written([reading.number for reading in readings]),
        "line": written([reading.line for reading in readings], gapped),
        "offset": written([reading.offset for reading in readings]),
        "size": written([reading.size for reading in readings]),
        "form": packed([reading.form for reading in readings]),
        "record": packed([entry.id for entry in entries]),
        "seats": written([len(names) for names in seats]),
        "tags": written([len(entry.tags) for entry in entries]),
        "notes": written([len(entry.remarks) for entry in entries]),
        **_names(seats),
        **_said([entry.named for entry in entries]),
        **_found(facts),
        **_details([found.course for found in facts]),
    }


def _said(named: Sequence[dict[str, str]]) -> dict[str, str]:
    """What the tags of each record say."""
    events = [tags.get("Event") for tags in named]
    dates = [tags.get("Date") for tags in named]
    days = list(map(covered, dates))
    times = map(time_of_match, dates, [tags.get("Time") for tags in named])
    fold = {event: event and folded(event) for event in set(events)}
    return {
        "date": written(dates, marked),
        "date_from": packed([first for first, _ in days]),
        "date_to": packed([last for _, last in days]),
        "time": written(list(times), marked),
        "event": written(events, marked),
        "event_folded": written([fold[event] for event in events], marked),
        "site": written([tags.get("Site") for tags in named], marked),
        "termination": written([tags.get("Termination") for tags in named], marked),
    }


def _found(facts: Sequence[Facts]) -> dict[str, str]:
    """What is known of each match."""
    return {
        "play": packed([found.play for found in facts]),
        "scores": packed([found.listed for found in facts]),
        "winners": written([found.winners for found in facts], _listed),
        "drawn": written([found.drawn for found in facts], gapped),
        "finished": written([found.finished for found in facts]),
        "rounds": written([found.rounds for found in facts], gapped),
        "turns": written([found.turns for found in facts], gapped),
        "plies": written([found.plies for found in facts]),
        "opening": written([opening(found.moves) for found in facts], marked),
        "deal": written([found.deal for found in facts], gapped),
        "position": written([found.position for found in facts], gapped),
        "warnings": written([found.warnings for found in facts]),
        "replayed": written([found.replayed for found in facts]),
    }


def _details(courses: Sequence[Course]) -> dict[str, str]:
    """What was taken down of each match."""
    return {
        "events": written([course.events is not None for course in courses]),
        "situations": written([course.faced is not None for course in courses]),
        "moves": written([course.played is not None for course in courses]),
    }


def _listed(values: Sequence[float]) -> str:
    """Values as DuckDB reads a list from a text; "" for none."""
    return str(values) if values else ""


def _names(seats: Sequence[list[str]]) -> dict[str, str]:
    """The names of each record in a text, and what is between them: no name has it."""
    between = _absent("".join(["".join(names) for names in seats]))
    return {"names": written(seats, between.join), "between": between}


def _absent(text: str) -> str:
    """A character that `text` does not have."""
    return next(char for char in map(chr, range(31, 0x110000)) if char not in text)


def _tags(tags: Sequence[tuple[str, str]]) -> Packed:
    values = [value for _, value in tags]
    if not values:
        return Packed()
    text = packed(values)
    small = text.lower() if _is_plain(text) else packed(list(map(folded, values)))
    return piece(
        len(tags), {"name": packed([name for name, _ in tags]), "value": text, "folded": small}
    )


def _is_plain(text: str) -> bool:
    """Whether to fold the values of a text is to write them small: all of them at once."""
    if not text.isascii() or not text.replace(NUL, "").isprintable():
        return False
    return not any(blank in f"{NUL}{text}{NUL}" for blank in (f"{NUL} ", f" {NUL}", "  "))


def _chairs(entries: Sequence[Entry]) -> Packed:
    """A row for each seat of each entry."""
    facts = [(len(entry.record.seats), entry.facts) for entry in entries if entry.record.seats]
    texts = {"seat": NUL.join([_numbers(seats) for seats, _ in facts])}
    texts["score"] = NUL.join([_parted(found.listed, seats) for seats, found in facts])
    if any(found.winners for _, found in facts):
        texts["place"] = NUL.join([_parted(_listed(found.places), n) for n, found in facts])
        texts["won"] = NUL.join([_parted(_listed(_won(found, n)), n) for n, found in facts])
        texts["share"] = NUL.join([_parted(_listed(found.shares), n) for n, found in facts])
    else:
        texts |= dict.fromkeys(("place", "won", "share"), "")
    # Where there is nothing but gaps, that is one value for all rows.
    same = {name: text if text.strip(NUL) else "" for name, text in texts.items()}
    return piece(sum(seats for seats, _ in facts), same)


def _won(found: Facts, seats: int) -> list[bool]:
    return [seat in found.winners for seat in range(1, seats + 1)] if found.winners else []


def _parted(listed: str, seats: int) -> str:
    """The values of a list as packed ones, nothing but gaps where there is no list."""
    return listed[1:-1].replace(", ", NUL) if listed else NUL * (seats - 1)


@lru_cache(maxsize=64)
def _numbers(seats: int) -> str:
    return NUL.join(map(str, range(1, seats + 1)))


def _columns(kind: type[Struct], items: Sequence[Struct]) -> Columns:
    rows = map(msgspec.structs.astuple, items)
    columns = map(list, zip(*rows, strict=True)) if items else [[] for _ in kind.__struct_fields__]
    return dict(zip(kind.__struct_fields__, columns, strict=True))
