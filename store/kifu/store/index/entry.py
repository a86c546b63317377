"""Entries: what the archive keeps of a record as it was read, replayed and checked.

`examine` is a pure function of the reading, so that it can run in any process. A record goes in
if its header and main line are sound; what is wrong in a variation, and every warning, is
counted and does no harm. Any other goes to quarantine.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from msgspec import Struct

from kifu.notation.diagnostics import Diagnostic
from kifu.notation.reading import Reading
from kifu.notation.record import Record
from kifu.notation.tags import REMARK
from kifu.replay.analysis.judgement import Analysis
from kifu.store.dates import days
from kifu.store.identity import Variant, record_id
from kifu.store.index.course import Course, Detail, Event, Faced
from kifu.store.index.facts import Chair, Facts, by_record, by_replay
from kifu.store.index.judged import analysis_of
from kifu.store.index.played import Played
from kifu.store.index.remarks import Remark, remarks

#: Whole numbers that the archive's columns can hold.
LARGEST = 2**31 - 1
#: This many first moves of a match are kept for questions.
OPENING = 24


class Entry(Struct, kw_only=True, gc=False):
    """A sound record. `record` and `play` are its two ids (32 hex digits), `deal` that of the first
    deal; `play` is "" until the match is over, since it then depends on the record's source.
    `settings` are all options of the game, `options` those that differ from their default, written
    as in a tag. `tags` are those without a field of their own. `opening` are the first `OPENING`
    moves in game form, without marks, None for a game without rules. `first_day` and `last_day`
    (ISO) are what `date` covers, None if it can't be read. `position` is the digest of the position
    after the last ply, as a number. `events`, `faced` and `played` are None if nobody asked for
    them. `replayed` is False if the record was trusted. `analysis` is what the record says of its
    decisions.
    """

    number: int
    line: int | None
    offset: int
    size: int
    form: str
    record: str
    play: str
    game: str
    rules: int
    options: str
    settings: list[tuple[str, str]]
    chairs: list[Chair]
    tags: list[tuple[str, str]]
    date: str | None
    first_day: str | None
    last_day: str | None
    event: str | None
    site: str | None
    termination: str | None
    finished: bool
    drawn: bool | None
    rounds: int | None
    turns: int | None
    plies: int
    opening: str | None
    deal: str | None
    position: int | None
    remarks: list[Remark]
    warnings: int
    replayed: bool
    events: list[Event] | None
    faced: Faced | None
    played: Played | None
    analysis: Analysis | None

    @property
    def variant(self) -> Variant:
        """Game, rules, options and number of seats."""
        return self.game, self.rules, self.options, len(self.chairs)

    @property
    def detail(self) -> Detail:
        """What was found out about it."""
        return Course(self.events, self.faced, self.played).detail(self.replayed)


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


def examine(reading: Reading, detail: Detail) -> Entry | Bad:
    """What the archive keeps of `reading`.

    O(moves of the record, variations included), and without a replay O(size).
    """
    facts = by_replay(reading, detail) if detail.replayed else by_record(reading)
    if not isinstance(facts, Facts):
        return _bad(reading, facts)
    assert reading.record is not None
    entry = _entry(reading, reading.record, facts)
    too_large = _too_large(entry)
    return entry if too_large is None else _bad(reading, [too_large])


def _entry(reading: Reading, record: Record, facts: Facts) -> Entry:
    tags = [pair for pair in record.tags if pair[0] != REMARK]
    # Of tags with the same name the first one counts.
    named = dict(reversed(tags))
    date = named.get("Date")
    first_day, last_day = _covered(date)
    return Entry(
        number=reading.number,
        line=reading.line,
        offset=reading.offset,
        size=reading.size,
        form=reading.form,
        record=record_id(record),
        play=facts.play,
        game=record.game,
        rules=record.rules or 0,
        options=facts.options,
        settings=facts.settings,
        chairs=facts.chairs,
        tags=tags,
        date=date,
        first_day=first_day,
        last_day=last_day,
        event=named.get("Event"),
        site=named.get("Site"),
        termination=named.get("Termination"),
        finished=facts.finished,
        drawn=facts.drawn,
        rounds=facts.rounds,
        turns=facts.turns,
        plies=facts.plies,
        opening=None if facts.moves is None else _opening(facts.moves),
        deal=facts.deal,
        position=facts.position,
        remarks=remarks(record, facts.plies),
        warnings=facts.warnings,
        replayed=facts.replayed,
        events=facts.course.events,
        faced=facts.course.faced,
        played=facts.course.played,
        analysis=analysis_of(record, facts.plies),
    )


@lru_cache(maxsize=4096)
def _covered(date: str | None) -> tuple[str, str] | tuple[None, None]:
    """The first and the last day (ISO) that a Date tag covers."""
    covered = days(date) if date else None
    return (covered[0].isoformat(), covered[1].isoformat()) if covered else (None, None)


def _opening(moves: str) -> str:
    return " ".join(moves.split(" ", OPENING)[:OPENING])


def _too_large(entry: Entry) -> Diagnostic | None:
    """What to say of a number that the archive's columns can't hold."""
    scores = [chair.score or 0 for chair in entry.chairs]
    plies = [remark.ply for remark in entry.remarks]
    for code, what, numbers in (
        ("KF302", "a score", scores),
        ("KF205", "the ply of a note", plies),
    ):
        if numbers and (max(numbers) > LARGEST or min(numbers) < -LARGEST):
            message = f"{what} is beyond {LARGEST}, the most that an archive can hold"
            return Diagnostic(code=code, message=message)
    return None


def _bad(reading: Reading, errors: Sequence[Diagnostic]) -> Bad:
    first = errors[0] if errors else None
    ply = first.ply if first else None
    return Bad(
        number=reading.number,
        line=(first.line if first else None) or reading.line,
        column=first.column if first else None,
        offset=reading.offset,
        size=reading.size,
        ply=ply if ply is not None and abs(ply) <= LARGEST else None,
        code=first.code if first else "KF201",
        message=first.message if first else "nothing could be read here",
        errors=len(errors),
    )
