"""Entries: what the archive keeps of a record as it was read, replayed and checked.

`examine` is a pure function of the reading, so that it can run in any process. A record goes in
if its header and main line are sound; what is wrong in a variation, and every warning, is
counted and does no harm. Any other goes to quarantine.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from msgspec import Struct

from kifu.notation.dates import days
from kifu.notation.diagnostics import Diagnostic
from kifu.notation.reading import Reading
from kifu.notation.record import Record
from kifu.notation.tags import REMARK
from kifu.replay.judgements.judgement import Analysis
from kifu.replay.judgements.tags import ENGINE_TAG
from kifu.store.erasure import NOBODY, SILENT, Erasure, concealed
from kifu.store.identity import Variant, record_id, variant_of
from kifu.store.index.course import Detail
from kifu.store.index.facts import Facts, by_replay
from kifu.store.index.judged import analysis_of
from kifu.store.index.remarks import Remark, remarks

#: Whole numbers that the archive's columns can hold.
LARGEST = 2**31 - 1
#: This many first moves of a match are kept for questions.
OPENING = 24


class Entry(Struct, gc=False):
    """A sound record: the `reading`, its `record` without erased names, and the `facts` of its
    match. `id` is that of the record as it was read (32 hex digits), `tags` are those without a
    field of their own and without remarks, and of all those with the same name the first is in
    `named`; `analysis` is what the record says of its decisions.
    """

    reading: Reading
    record: Record
    facts: Facts
    id: str
    tags: list[tuple[str, str]]
    named: dict[str, str]
    remarks: list[Remark]
    analysis: Analysis | None

    @property
    def variant(self) -> Variant:
        """The variant of its record."""
        return variant_of(self.record, self.facts.options)


class Bad(Struct, kw_only=True, gc=False):
    """A record for the quarantine: where it begins, its first error and where that is (`line`,
    `column` and `ply`, which is None too where it is no ply that an archive can hold), and how
    many errors it has.
    """

    number: int
    line: int | None
    column: int | None
    offset: int
    size: int
    ply: int | None
    code: str
    message: str
    errors: int


def examine(reading: Reading, detail: Detail, erased: Erasure = NOBODY) -> Entry | Bad:
    """Replay and check `reading`, and return what the archive keeps of it: an `Entry`, or `Bad` if
    it has an error. `detail` says what to note; names that are `erased` have pseudonyms in it.
    O(moves of the record, variations included).
    """
    facts = by_replay(reading, detail)
    if not isinstance(facts, Facts):
        return _bad(reading, facts, erased)
    entry = _entry(reading, facts, erased)
    too_large = _too_large(entry)
    return entry if too_large is None else _bad(reading, [too_large], erased)


def _entry(reading: Reading, facts: Facts, erased: Erasure) -> Entry:
    assert reading.record is not None
    record = concealed(reading.record, erased)
    tags, plies = record.tags, facts.plies
    named = dict(reversed(tags))
    found: list[Remark] = []
    if record.notes or record.tail or REMARK in named:
        found = remarks(record, plies)
        tags = [pair for pair in tags if pair[0] != REMARK]
    analysis = analysis_of(record, plies) if ENGINE_TAG in named else None
    return Entry(reading, record, facts, record_id(reading.record), tags, named, found, analysis)


@lru_cache(maxsize=4096)
def covered(date: str | None) -> tuple[str | None, str | None]:
    """The first and the last day (ISO) that the value of a Date tag may mean; both None if it is
    missing or can't be read.

    >>> covered("2026-11"), covered(None)
    (('2026-11-01', '2026-11-30'), (None, None))
    """
    found = days(date) if date else None
    return (found[0].isoformat(), found[1].isoformat()) if found else (None, None)


def opening(moves: str | None) -> str | None:
    """The first `OPENING` moves of `moves` (separated by spaces, without marks); None for None."""
    found = None if moves is None else _OPENING.match(moves)
    return found and found[0]


_OPENING = re.compile(rf"[^ ]*(?: [^ ]*){{0,{OPENING - 1}}}")


def _too_large(entry: Entry) -> Diagnostic | None:
    """A finding if a score or the ply of a note is too large for the archive's columns, otherwise
    None.
    """
    scores, plies = entry.facts.scores, [remark.ply for remark in entry.remarks]
    if scores and (max(scores) > LARGEST or min(scores) < -LARGEST):
        return _beyond("KF302", "a score")
    if plies and (max(plies) > LARGEST or min(plies) < -LARGEST):
        return _beyond("KF205", "the ply of a note")
    return None


def _beyond(code: str, what: str) -> Diagnostic:
    message = f"{what} is beyond {LARGEST}, the most that an archive can hold"
    return Diagnostic(code=code, message=message)


def _bad(reading: Reading, errors: Sequence[Diagnostic], erased: Erasure) -> Bad:
    first = errors[0] if errors else None
    message = first.message if first else "nothing could be read here"
    ply = first.ply if first else None
    return Bad(
        number=reading.number,
        line=(first.line if first else None) or reading.line,
        column=first.column if first else None,
        offset=reading.offset,
        size=reading.size,
        ply=ply if ply is not None and abs(ply) <= LARGEST else None,
        code=first.code if first else "KF201",
        message=SILENT if erased.is_named_in(message) else message,
        errors=len(errors),
    )
