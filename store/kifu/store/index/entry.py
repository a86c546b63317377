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

from kifu.notation.dates import days, time_of_match
from kifu.notation.diagnostics import Diagnostic
from kifu.notation.reading import Reading
from kifu.notation.record import Record
from kifu.notation.tags import REMARK
from kifu.replay.check import check
from kifu.replay.judgements.notes import ENGINE_TAG
from kifu.replay.match import Match
from kifu.replay.verdict import is_sound
from kifu.store.erasure import NOBODY, SILENT, Erasure, concealed
from kifu.store.fold import folded
from kifu.store.identity import record_id, variant_of
from kifu.store.index.course import Course, Detail, Onlooker
from kifu.store.index.facts import (
    Results,
    deal_of,
    id_of,
    is_finished,
    moves_in,
    options_of,
    results_of,
)
from kifu.store.index.judged import analysis_of, judged
from kifu.store.index.remarks import Remark, remarks
from kifu.store.index.rows import Entry, Row, Seat, Tag

#: Whole numbers that the archive's columns can hold.
LARGEST = 2**31 - 1
#: This many first moves of a match are kept for questions.
OPENING = 24


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
    onlooker = Onlooker(detail)
    match = check(reading, onlooker.observer)
    findings = reading.diagnostics if match is None else match.findings
    errors = [finding for finding in findings if not is_sound([finding])]
    if match is None or errors:
        return _bad(reading, errors, erased)
    options, settings = options_of(match)
    record = concealed(match.record, erased)
    row = _row(reading, record, match, options, onlooker.course(match))
    too_large = _too_large(row)
    if too_large is not None:
        return _bad(reading, [too_large], erased)
    return Entry(row, variant_of(match.record, options), settings)


def _row(reading: Reading, record: Record, match: Match, options: str, course: Course) -> Row:
    """The row of a reading; `record` is its record without erased names, `options` are those of the
    `match` as a tag has them.
    """
    state, results, moves = match.state, results_of(match), moves_in(match)
    facts = state.facts() if state else {}
    plies = match.line.ply if match.line else len(match.chronicled)
    named = dict(reversed(record.tags))
    notes: list[Remark] = []
    if record.notes or record.tail or REMARK in named:
        notes = remarks(record, plies)
    analysis = analysis_of(record, plies) if ENGINE_TAG in named else None
    event = named.get("Event")
    first, last = covered(named.get("Date"))
    if course.faced is not None:
        course.faced.shares = results.shares
        course.faced.scores = results.scores if is_finished(match) else []
    return Row(
        number=reading.number,
        line=reading.line,
        offset=reading.offset,
        size=reading.size,
        form=reading.form,
        play=id_of(match, options, results, moves),
        record=record_id(match.record),
        variant=0,
        names=record.seats,
        scores=results.scores or None,
        winners=results.winners or None,
        drawn=results.drawn,
        date=named.get("Date"),
        date_from=first,
        date_to=last,
        time=time_of_match(named.get("Date"), named.get("Time")),
        event=event,
        event_folded=None if event is None else folded(event),
        site=named.get("Site"),
        termination=named.get("Termination"),
        finished=is_finished(match),
        rounds=facts.get("rounds"),
        turns=facts.get("turns"),
        plies=plies,
        opening=opening(moves),
        deal=deal_of(match, options),
        position=int(state.digest(), 16) if state else None,
        warnings=len(match.findings),
        events=course.happened is not None,
        situations=course.faced is not None,
        moves=course.played is not None,
        seated=_seats(record.seats, results),
        tags=[Tag(name, value, folded(value)) for name, value in record.tags if name != REMARK],
        notes=notes,
        happened=course.happened or [],
        faced=course.faced,
        played=course.played,
        judged=None if analysis is None else judged(analysis),
    )


def _seats(names: Sequence[str], results: Results) -> list[Seat]:
    """A row of the table `seat` for each seat; score, place and share of the win where they are
    known.
    """
    rows = [Seat(number, name) for number, name in enumerate(names, 1)]
    for row, score in zip(rows, results.scores, strict=False):
        row.score = score
    for row, place in zip(rows, results.places, strict=False):
        row.place = place
    for row, share in zip(rows, results.shares, strict=False):
        row.share, row.won = share, row.seat in results.winners
    return rows


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


def _too_large(row: Row) -> Diagnostic | None:
    """A finding if a score or the ply of a note is too large for the archive's columns, otherwise
    None.
    """
    scores, plies = row.scores, [remark.ply for remark in row.notes]
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
