"""Entries: what the archive keeps of a record as it was read, replayed and checked.

`examine` is a pure function of the reading, so that it can run in any process. A record goes in
if its header and main line are sound; what is wrong in a variation, and every warning, is
counted and does no harm. Any other goes to quarantine. The process that reads records writes a line
of JSON for each of them (see `kifu.store.tables`), so that the one that commits them has next to
nothing to do for each.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from kifu.notation.comments import days, time_of_match
from kifu.notation.errors import Diagnostic
from kifu.notation.record import Reading, Record, plies
from kifu.notation.tags import REMARK
from kifu.replay.form import game_form
from kifu.replay.game import State
from kifu.replay.judgements.notes import ENGINE_TAG
from kifu.replay.match import Match, check, replay
from kifu.replay.ranking import first_of_sides, most_first, shares
from kifu.replay.registry import game
from kifu.replay.verdict import is_sound
from kifu.store.erasure import NOBODY, SILENT, Erasure, concealed
from kifu.store.fold import folded
from kifu.store.identity import (
    Variant,
    chronicle_id,
    deal_id,
    play_id,
    record_id,
    unfinished_id,
    variant_of,
)
from kifu.store.index.course import Detail, Event, Moves, course_of
from kifu.store.index.remarks import JudgedRows, Remark, analysis_of, judged, remarks
from kifu.store.tables import Unsigned

#: The options of a variant with their values, all of them.
Settings = list[tuple[str, str]]


class Seat(Struct, omit_defaults=True, gc=False):
    """A row of the table `seat`, with its player's `name` instead of an id. `side` is the first
    seat of its team, None if no seat has a partner. `place` is 1 for the best, `share` is its part
    of the win, from 0 to 1. The result's fields are None where it is not known.
    """

    seat: int
    name: str
    side: int | None = None
    score: int | None = None
    place: int | None = None
    won: bool | None = None
    share: float | None = None


class Tag(Struct, gc=False):
    """A row of the table `tag`; `folded` is the value as searches compare it."""

    name: str
    value: str
    folded: str


class Row(Struct, kw_only=True, omit_defaults=True, gc=False):
    """All rows of one sound record: the columns of `place` and `record`, then lists of its rows in
    other tables. `play` is the id of its match and `record` that of the record, 32 hex digits;
    `play` is "" for an unfinished match until `extract_of` sets it. `variant` is an index into the
    variants of its `Extract`.
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
    seated: list[Seat] = []
    tags: list[Tag] = []
    notes: list[Remark] = []
    happened: list[Event] = []
    played: Moves | None = None
    judged: JudgedRows | None = None


class Entry(Struct, gc=False):
    """A sound record: its `row`, its variant, and all options of that variant."""

    row: Row
    variant: Variant
    settings: Settings


#: Whole numbers that the archive's columns can hold.
LARGEST = 2**31 - 1
#: This many first moves of a match are kept for questions.
OPENING = 24


class Bad(Struct, kw_only=True, gc=False):
    """A record for the quarantine. `number`, `offset` and `size` say where it is. `code` and
    `message` are its first error, `line`, `column` and `ply` the place of that error (None:
    unknown; also for a ply that an archive can't hold). `errors` is how many errors it has.
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


class Extract(Struct, gc=False):
    """What the records of a piece came to. `lines` has a line of JSON with the `Row` of each sound
    record, `count` is how many these are. `variants` are their variants with all options, each
    once: a row's `variant` is an index into them. `bad` are the records for the quarantine.
    """

    lines: bytes
    count: int
    variants: list[tuple[Variant, Settings]]
    bad: list[Bad]


_encode = msgspec.json.Encoder().encode_lines


def extract_of(source: str, found: Iterable[Entry | Bad]) -> Extract:
    """Collect what was `found` of the records of a piece of `source` (the archive's name for the
    log). In the result, `lines` has the rows of the entries, which are the sound records, as lines
    of JSON, and `count` says how many these are; `bad` has the others; both are in the order of
    `found`. `variants` has each variant of the entries once, with all its options, in the order in
    which they first come. For no records, `lines` is b"", `count` is 0, and the lists are empty.
    The entries' rows are changed: each gets its `variant`, which is the place in `variants` (from
    0), and, if the match is unfinished, the id `play`, which depends on the source's name.
    """
    rows: list[Row] = []
    bad: list[Bad] = []
    variants: dict[Variant, Settings] = {}
    places: dict[Variant, int] = {}
    for each in found:
        if isinstance(each, Bad):
            bad.append(each)
            continue
        variants.setdefault(each.variant, each.settings)
        each.row.variant = places.setdefault(each.variant, len(places))
        each.row.play = each.row.play or unfinished_id(source, each.row.number)
        rows.append(each.row)
    return Extract(_encode(rows), len(rows), list(variants.items()), bad)


def examine(reading: Reading, detail: Detail, erased: Erasure = NOBODY) -> Entry | Bad:
    """Replay and check `reading`, which is not changed. Returns an `Entry`, or a `Bad` if nothing
    could be read, its header or main line has an error, or a score is too large for an archive;
    warnings, and errors in variations, are only counted, in the row's `warnings`, as far as `check`
    lists them. Nothing is raised for a bad record. `detail` says what to note. Names that are
    `erased` become pseudonyms where `erasure.concealed` replaces them: line comments, and names
    within a longer text, stay. In the row, `variant` is still 0, and `play` is "" for an unfinished
    match: `extract_of` sets them. O(moves of the record, variations included).
    """
    match = check(reading)
    findings = reading.diagnostics if match is None else match.findings
    errors = [finding for finding in findings if not is_sound([finding])]
    if match is None or errors:
        return _bad(reading, errors, erased)
    options, settings = options_of(match)
    variant = variant_of(match.record, options)
    record = concealed(match.record, erased)
    row = _row(reading, record, match, variant, detail)
    if max(map(abs, row.scores or []), default=0) > LARGEST:
        what = f"a score is beyond {LARGEST}, the most that an archive can hold"
        return _bad(reading, [Diagnostic(code="KF302", message=what)], erased)
    return Entry(row, variant, settings)


def _row(reading: Reading, record: Record, match: Match, variant: Variant, detail: Detail) -> Row:
    """The row of a sound record, read as `reading` and replayed as `match`, which is of this
    `variant`. The names and texts in the row are those of `record`, in which erased names have
    pseudonyms. `match` still has the names of the log; the ids are made from it. Of a tag that
    occurs twice, the first is taken for a column (such as `event`); the list `tags` has both. What
    is noted of the match's events, situations and moves, `detail` says.

    The row's own `variant` is still 0, and its `play` is "" for an unfinished match: `extract_of`
    sets both. What the record does not have is None or [].
    """
    state, results, moves = match.state, results_of(match), moves_in(match)
    facts = state.facts() if state else {}
    plies = match.line.ply if match.line else len(match.chronicled)
    named = dict(reversed(record.tags))
    notes: list[Remark] = []
    if record.notes or record.tail or REMARK in named:
        notes = remarks(record, plies)
    analysis = analysis_of(record, plies) if ENGINE_TAG in named else None
    first, last = covered(named.get("Date"))
    happened, played = course_of(match, detail)
    if played is not None and played.key:
        played.shares = results.shares
        played.scores = results.scores if is_finished(match) else []
    return Row(
        number=reading.number,
        line=reading.line,
        offset=reading.offset,
        size=reading.size,
        form=reading.form,
        play=id_of(match, variant, results, moves),
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
        event=named.get("Event"),
        site=named.get("Site"),
        termination=named.get("Termination"),
        finished=is_finished(match),
        rounds=facts.get("rounds"),
        turns=facts.get("turns"),
        plies=plies,
        opening=opening(moves),
        deal=deal_of(match, variant),
        position=int(state.digest(), 16) if state else None,
        warnings=len(match.findings),
        seated=_seats(record.seats, results),
        tags=[Tag(name, value, folded(value)) for name, value in record.tags if name != REMARK],
        notes=notes,
        happened=happened,
        played=played,
        judged=None if analysis is None else judged(analysis),
    )


def _seats(names: Sequence[str], results: Results) -> list[Seat]:
    """A row of the table `seat` for each of the `names`, numbered from 1. `results` are those of
    the same match; what they lack is None. `won` says whether the seat is one of the winners, who
    in a draw are all that have drawn.
    """
    rows = [Seat(number, name) for number, name in enumerate(names, 1)]
    for at, row in enumerate(rows):
        if results.sides:
            row.side = results.sides[at]
        if results.scores:
            row.score = results.scores[at]
        if results.places:
            row.place = results.places[at]
        if results.shares:
            row.share, row.won = results.shares[at], row.seat in results.winners
    return rows


@lru_cache(maxsize=4096)
def covered(date: str | None) -> tuple[str | None, str | None]:
    """The first and the last day (`YYYY-MM-DD`) that the value of a Date tag covers. It is a year,
    a month or a day, and a time after a day changes nothing (see `comments.days`). Both are None
    for None, and for any other text or a day that doesn't exist.

    >>> covered("2026-11"), covered(None)
    (('2026-11-01', '2026-11-30'), (None, None))
    """
    found = days(date) if date else None
    return (found[0].isoformat(), found[1].isoformat()) if found else (None, None)


def opening(moves: str | None) -> str | None:
    """The first `OPENING` (24) moves of `moves` (separated by spaces, without marks), all of them
    if there are fewer ("" for none); None for None.
    """
    found = None if moves is None else _OPENING.match(moves)
    return found and found[0]


_OPENING = re.compile(rf"[^ ]*(?: [^ ]*){{0,{OPENING - 1}}}")


def _bad(reading: Reading, errors: Sequence[Diagnostic], erased: Erasure) -> Bad:
    """What the quarantine keeps of a record: where it is, its first error and how many `errors`
    there are. `line` is the error's line or, if that is unknown, the line of the record. A ply that
    an archive can't hold becomes None. A message that contains an erased name (see `is_named_in`)
    is replaced by the text `SILENT`, which says that it names an erased player. Without errors, the
    code is `KF201` ("nothing could be read here") and the count is 0.
    """
    nothing = Diagnostic(code="KF201", message="nothing could be read here")
    first = errors[0] if errors else nothing
    message, ply = first.message, first.ply
    return Bad(
        number=reading.number,
        line=first.line or reading.line,
        column=first.column,
        offset=reading.offset,
        size=reading.size,
        ply=ply if ply is not None and abs(ply) <= LARGEST else None,
        code=first.code,
        message=SILENT if erased.is_named_in(message) else message,
        errors=len(errors),
    )


class Results(Struct, gc=False):
    """How a match ended, as far as is known. `scores`, `places` (1 is best) and `shares` (of the
    win, from 0 to 1) are by seat; `winners` are seats in ascending order; each is [] if it is not
    known. `drawn` is None if nobody has won. `sides` has the first seat of each seat's team, and is
    [] if no seat has a partner.
    """

    drawn: bool | None = None
    sides: list[int] = []
    scores: list[int] = []
    winners: list[int] = []
    places: list[int] = []
    shares: list[float] = []


def id_of(match: Match, variant: Variant, results: Results, moves: str | None) -> str:
    """The id of a finished match, 32 hex digits; "" while the match is not over (see
    `is_finished`). If it was replayed, only its `variant`, its `moves` (as `moves_in` gives them)
    and the scores in `results` count, so it is the same for every log: names, tags and notes don't
    count, and the deal only through moves and scores. Otherwise, as in a game without rules, the
    whole record counts and the other arguments don't (see `chronicle_id`, which may raise
    NotationError).
    """
    if not is_finished(match):
        return ""
    if match.state is None:
        return chronicle_id(match.record)
    listed = str(results.scores) if results.scores else ""
    return play_id(variant, moves or "", listed)


def is_finished(match: Match) -> bool:
    """Whether a match is over. If it was replayed, its rules say so, whatever the end of the record
    is: also a record that is cut off may be over. Otherwise, as in a game without rules, it is over
    if its record ends in `=`.
    """
    return match.state.is_over if match.state else match.record.end == "="


def moves_in(match: Match) -> str | None:
    """The moves of the main line in game form: without actors where the game needs none, without
    marks, those made at once in the order of seats, separated by spaces. "" if there are none; None
    for a game without rules. The match is not changed. Meant for a sound record: one with errors
    may raise NotationError.

    Moves that can't be replayed yet, since the seed is not published, are left out; but if the
    record writes actors (`2:7`), all its moves then stay, as they are written.
    """
    if match.game is None:
        return None
    # Only a record with actors (`2:7`) can have another order of moves that are made at once.
    if ":" not in match.record.moves and match.line is not None:
        return match.line.tokens
    if any(note.check or note.line for note in match.record.notes):
        # The game form keeps the order of moves that such a note is between.
        match = replay(replace(match.record, notes=[]))
    return " ".join(plies(game_form(match).moves))


def deal_of(match: Match, variant: Variant) -> str | None:
    """The id (32 hex digits) of the first deal of a match of this `variant`: the position before
    the first move. None in a game without rules, if the record can't be replayed, or if the first
    chance event of more than one card has an unknown one, or is not there.
    """
    deal = next((cards for _, cards in match.events.values() if len(cards) > 1), (0,))
    if 0 in deal:
        return None
    return deal_id(variant, match.position(0).digest())


def options_of(match: Match) -> tuple[str, list[tuple[str, str]]]:
    """(text, pairs): the options of a match as the text of their tag, without defaults ("" for
    none), and all its options, defaults too, as pairs of name and value, both text. In a game
    without rules, both have what the record gives, in its order. Meant for a sound record. Don't
    change the list: in a game with rules, other matches share it.
    """
    if match.game is None:
        given = match.record.options
        return _tag_value(given), list(given.items())
    game = match.game
    return _settings(game.name, game.rules, match.options, len(match.record.seats))


@lru_cache(maxsize=1024)
def _settings(
    name: str, rules: int, options: msgspec.Struct, seats: int
) -> tuple[str, list[tuple[str, str]]]:
    """(text, pairs), as `options_of` returns them, for matches of the game `name` with this
    revision of its rules, these options and this number of seats. The text has only options that
    are not at their default ("" if there are none); the pairs of name and value have all. The game
    must have the revision. The answer is remembered, and later calls return the same list: don't
    change it.
    """
    fields = msgspec.structs.fields(type(options))
    every = [(field.encode_name, str(getattr(options, field.name))) for field in fields]
    revision = game(name).revision(rules)
    assert revision is not None, "its options were read"
    return _tag_value(revision.write_options(options, seats)), every


def _tag_value(options: dict[str, str]) -> str:
    """Options as the value of their tag, `name=value` with spaces between, in the order of the dict
    and not quoted; "" for none.
    """
    return " ".join([f"{name}={value}" for name, value in options.items()])


def results_of(match: Match) -> Results:
    """The result of a match, or its scores so far. They come from its last position or, if there is
    none, from its record. While the match is not over by its rules, its winners are those that the
    record names.

    Lists are in seat order, but `winners` has the numbers of seats, ascending: in a draw, of all
    that have drawn. `scores` is [] unless there is one for each seat. Without winners, `drawn` is
    None, and winners, places and shares are []. With winners, all of them are filled, but without
    scores, `places` is []. In a game without rules, `drawn` is then False. `sides` is [] if no seat
    has a partner. The match is not changed.
    """
    record, state, found = match.record, match.state, Results()
    seats = len(record.seats)
    scores = record.result or [] if state is None else state.scores()
    if len(scores) == seats:
        found.scores = list(scores)
    teams = match.game.ranking.teams(match.options, seats) if match.game else []
    sides = first_of_sides(seats, teams)
    if len({*sides}) < seats:
        found.sides = sides
    winners = _winners(record, state)
    if not winners:
        return found
    found.winners = [seat for seat in range(1, seats + 1) if seat in winners]
    game = match.game
    found.shares = shares(seats, winners, teams)
    found.drawn = game is not None and game.is_draw(winners, match.options, seats)
    if found.scores:
        placed = game.ranking.places if game else most_first
        found.places = placed(found.scores, winners)
    return found


def _winners(record: Record, state: State | None) -> Sequence[int]:
    """The winning seats, numbered from 1; in a draw, the seats of all sides that have drawn. If the
    rules say that the match is over, they are by the rules, ascending; otherwise (also without
    rules, where `state` is None) they are those that the record names, in its order. [] if there
    are none.
    """
    if state is None or not state.is_over:
        return record.winner or []
    return state.winners()
