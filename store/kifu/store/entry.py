"""Entries: what the archive keeps of a record as it was read, replayed and checked.

`examine` is a pure function of the reading and of the place it was found in, so that it can
run in any process. A record goes in if its header and main line are sound; what is wrong in a
variation, and every warning, is counted and does no harm. Any other goes to quarantine.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from functools import lru_cache

import msgspec
from msgspec import Struct

from kifu.notation.diagnostics import Diagnostic
from kifu.notation.log import encode_json
from kifu.notation.reading import Reading
from kifu.notation.record import Record, tag
from kifu.notation.words import plies
from kifu.replay.check import check
from kifu.replay.form import game_form
from kifu.replay.registry import game
from kifu.replay.replayer import Replay, position
from kifu.replay.verdict import is_sound
from kifu.store.dates import days
from kifu.store.remarks import Remark, remarks

#: Whole numbers that the archive's columns can hold.
LARGEST = 2**31 - 1
#: So many first moves of a match are kept for questions.
OPENING = 24


class Chair(Struct, gc=False):
    """One seat of a match. `score`, `place` and `won` are None where nothing says them."""

    name: str
    score: int | None
    place: int | None
    won: bool | None


class Entry(Struct, kw_only=True, gc=False):
    """A sound record. `record` and `play` are its two ids (32 hex digits), `deal` that of the
    first deal. `settings` are all options of the game, `options` those that differ from their
    default as a tag has them. `tags` are those without a field of their own. `first_day` and
    `last_day` (ISO) are what `date` covers, None where it can't be read. `opening` are the first
    `OPENING` moves in game form, without marks; None for a game without rules. `position` is the
    digest behind the last ply, as a number.
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
    rounds: int | None
    turns: int | None
    plies: int
    opening: str | None
    deal: str | None
    position: int | None
    remarks: list[Remark]
    warnings: int


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


def examine(reading: Reading, source: str) -> Entry | Bad:
    """What the archive keeps of `reading`, the record of the source named `source`.

    O(moves of the record, variations included).
    """
    match = check(reading)
    findings = reading.diagnostics if match is None else match.findings
    errors = [finding for finding in findings if not is_sound([finding])]
    if match is None or errors:
        return _bad(reading, errors)
    entry = _entry(reading, match, source)
    for code, what, numbers in (
        ("KF302", "a score", [chair.score or 0 for chair in entry.chairs]),
        ("KF205", "the ply of a note", [remark.ply for remark in entry.remarks]),
    ):
        if any(abs(number) > LARGEST for number in numbers):
            message = f"{what} is beyond {LARGEST}, the most that an archive can hold"
            return _bad(reading, [Diagnostic(code=code, message=message)])
    return entry


def record_id(record: Record) -> str:
    """The id of everything in the record, in whichever form it is written."""
    return _hash("record", encode_json(record))


def _entry(reading: Reading, match: Replay, source: str) -> Entry:
    record, state = match.record, match.state
    facts = state.facts() if state else {}
    options, settings = _options(match)
    moves = None if match.game is None else _moves(match)
    identity = record_id(record)
    date = tag(record, "Date")
    covered = days(date) if date else None
    return Entry(
        number=reading.number,
        line=reading.line,
        offset=reading.offset,
        size=reading.size,
        form=reading.form,
        record=identity,
        play=_play_id(match, options, moves, identity, f"{source}\n{reading.number}"),
        game=record.game,
        rules=record.rules or 0,
        options=options,
        settings=settings,
        chairs=_chairs(match),
        tags=[(name, value) for name, value in record.tags if name != ";"],
        date=date,
        first_day=covered[0].isoformat() if covered else None,
        last_day=covered[1].isoformat() if covered else None,
        event=tag(record, "Event"),
        site=tag(record, "Site"),
        termination=tag(record, "Termination"),
        finished=_is_finished(match),
        rounds=facts.get("rounds"),
        turns=facts.get("turns"),
        plies=len(match.plies),
        opening=None if moves is None else " ".join(moves[:OPENING]),
        deal=_deal_id(match, options),
        position=int(state.digest(), 16) if state else None,
        remarks=remarks(record, len(match.plies)),
        warnings=len(match.findings),
    )


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


def _is_finished(match: Replay) -> bool:
    return match.state.is_over if match.state else match.record.end == "="


def _play_id(match: Replay, options: str, moves: list[str] | None, record: str, place: str) -> str:
    """The id of the match itself: the same from whichever log it was read.

    Game, rules, options, number of seats, moves in game form, and the scores, which tell deals
    apart that the moves do not. A match that goes on is known by its source; one without rules
    has no moves to compare, so only the whole record can tell.
    """
    if not _is_finished(match):
        return _hash("unfinished", place.encode())
    if moves is None or match.state is None:
        return _hash("without rules", record.encode())
    parts = [*_setup(match, options), " ".join(moves), repr(match.state.scores())]
    return _hash("play", "\n".join(parts).encode())


def _moves(match: Replay) -> list[str]:
    """The moves in game form, without marks.

    Only where actors are written can seats that act at once stand in another order.
    """
    if ":" not in match.record.moves:
        return [token for _, token in match.plies]
    return plies(game_form(match).moves)


def _deal_id(match: Replay, options: str) -> str | None:
    """The id of the first deal, seed or written out; None where there is none or it is secret."""
    record = match.record
    if match.game is None or not (record.seed or record.chance):
        return None
    start = position(record, 0)
    if start.missing is not None:
        return None
    parts = [*_setup(match, options), start.digest()]
    return _hash("deal", "\n".join(parts).encode())


def _setup(match: Replay, options: str) -> list[str]:
    record = match.record
    return [record.game, str(record.rules), options, str(len(record.seats))]


def _hash(kind: str, data: bytes) -> str:
    person = kind.encode().ljust(16, b"\0")
    return hashlib.blake2b(data, digest_size=16, person=person).hexdigest()


def _tag_value(options: dict[str, str]) -> str:
    return " ".join([f"{name}={value}" for name, value in options.items()])


@lru_cache(maxsize=1024)
def _written(name: str, options: msgspec.Struct, seats: int) -> tuple[str, list[tuple[str, str]]]:
    """A game's options (a frozen Struct) as a tag has them, and every one of them."""
    fields = msgspec.structs.fields(type(options))
    every = [(field.encode_name, str(getattr(options, field.name))) for field in fields]
    return _tag_value(game(name).write_options(options, seats)), every


def _options(match: Replay) -> tuple[str, list[tuple[str, str]]]:
    if match.game is None:
        given = match.record.options
        return _tag_value(given), list(given.items())
    return _written(match.game.name, match.options, len(match.record.seats))


def _chairs(match: Replay) -> list[Chair]:
    """The seats with their results: the replay's, or the record's own where no rules say."""
    record, state = match.record, match.state
    if state is not None:
        scores = state.scores()
        winners = state.winners() if state.is_over else record.winner
    else:
        scores = record.result or []
        winners = record.winner
    chairs = []
    for seat, name in enumerate(record.seats, 1):
        score = scores[seat - 1] if len(scores) == len(record.seats) else None
        won = seat in winners if winners else None
        place = _place(seat, scores, winners) if winners and score is not None else None
        chairs.append(Chair(name, score, place, won))
    return chairs


def _place(seat: int, scores: list[int], winners: list[int]) -> int:
    """Winners are first; behind them the score counts, and equal scores share a place."""
    if seat in winners:
        return 1
    score = scores[seat - 1]
    ahead = [k in winners or other > score for k, other in enumerate(scores, 1)]
    return 1 + sum(ahead)
