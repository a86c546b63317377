"""The facts of a match: what the archive keeps of it besides the tags of its record."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import msgspec
from msgspec import Struct

from kifu.notation.diagnostics import Diagnostic
from kifu.notation.move_words import unmarked
from kifu.notation.reading import Reading
from kifu.notation.record import Record
from kifu.replay.check import check
from kifu.replay.elements.placing import most_first, shares
from kifu.replay.form import game_form
from kifu.replay.game import State
from kifu.replay.match import Match
from kifu.replay.registry import game
from kifu.replay.verdict import is_sound
from kifu.store.identity import chronicle_id, deal_id, play_id, variant_of
from kifu.store.index.course import Course, Detail, Onlooker


class Facts(Struct, gc=False):
    """What is known of a match. `play` is its id, "" until the match is over; `settings` are all
    options, `options` those that differ from their default, written as in a tag; `moves` are the
    moves in game form, separated by spaces, None for a game without rules; `plies` is their
    number. `position` is the digest of the position after the last ply, as a number. `scores`,
    `places` and `shares` (what part of the win each seat has, see `kifu.replay.elements.placing`)
    are by seat, and empty where nothing says them; `listed` are the scores as a text; `winners`
    are seats in their order.
    """

    play: str
    options: str
    settings: list[tuple[str, str]]
    finished: bool
    moves: str | None
    plies: int
    course: Course
    warnings: int = 0
    rounds: int | None = None
    turns: int | None = None
    deal: str | None = None
    position: int | None = None
    drawn: bool | None = None
    scores: list[int] = []
    listed: str = ""
    winners: list[int] = []
    places: list[int] = []
    shares: list[float] = []


def by_replay(reading: Reading, detail: Detail) -> Facts | list[Diagnostic]:
    """What the archive keeps of the reading's record, found by replaying it; or its errors if it
    has any. `detail` says what to note meanwhile.
    """
    onlooker = Onlooker(detail)
    match = check(reading, onlooker.observer)
    findings = reading.diagnostics if match is None else match.findings
    errors = _errors(findings)
    if match is None or errors:
        return errors
    state = match.state
    facts = state.facts() if state else {}
    options, settings = _options(match)
    moves = None if match.game is None else _moves(match)
    finished = state.is_over if state else match.record.end == "="
    found = Facts(
        play="",
        options=options,
        settings=settings,
        finished=finished,
        moves=moves,
        plies=match.line.ply if match.line else len(match.chronicled),
        course=onlooker.course(match),
        rounds=facts.get("rounds"),
        turns=facts.get("turns"),
        deal=_deal(match, options),
        position=int(state.digest(), 16) if state else None,
        warnings=len(match.findings),
    )
    _add_results(found, match.record, match, state)
    if found.course.faced is not None:
        found.course.faced.shares = found.shares
        found.course.faced.scores = found.scores if finished else []
    if finished and state is not None:
        found.play = play_id(variant_of(match.record, options), moves or "", found.listed)
    elif finished:
        found.play = chronicle_id(match.record)
    return found


def _errors(findings: Sequence[Diagnostic]) -> list[Diagnostic]:
    return [finding for finding in findings if not is_sound([finding])]


def _moves(match: Match) -> str:
    """The moves of the main line in game form, without marks, separated by spaces."""
    # Only a record with actors (`2:7`) can have another order of moves that are made at once.
    if ":" not in match.record.moves and match.line is not None:
        return match.line.tokens
    return unmarked(game_form(match).moves)


def _deal(match: Match, options: str) -> str | None:
    """The id of the first deal (`options` is the text of the tag); None if it is secret, there is
    none, or the record has neither a seed nor chance events.
    """
    record = match.record
    if match.line is None or not (record.seed or record.chance):
        return None
    start = match.position(0)
    if start.missing is not None:
        return None
    return deal_id(variant_of(record, options), start.digest())


def _options(match: Match) -> tuple[str, list[tuple[str, str]]]:
    if match.game is None:
        given = match.record.options
        return _tag_value(given), list(given.items())
    game = match.game
    return _settings(game.name, game.rules, match.options, len(match.record.seats))


@lru_cache(maxsize=1024)
def _settings(
    name: str, rules: int, options: msgspec.Struct, seats: int
) -> tuple[str, list[tuple[str, str]]]:
    """The options of a match as its tag has them, without defaults; and all options as (name,
    value).
    """
    fields = msgspec.structs.fields(type(options))
    every = [(field.encode_name, str(getattr(options, field.name))) for field in fields]
    revision = game(name).revision(rules)
    assert revision is not None, "its options were read"
    return _tag_value(revision.write_options(options, seats)), every


def _tag_value(options: dict[str, str]) -> str:
    return " ".join([f"{name}={value}" for name, value in options.items()])


def _add_results(found: Facts, record: Record, match: Match, state: State | None) -> None:
    """Fill in scores, winners, shares and places: from the last `state` of the replay or, where it
    is None, from what the record states.
    """
    seats = len(record.seats)
    scores = record.result or [] if state is None else state.scores()
    if len(scores) == seats:
        found.scores = list(scores)
        found.listed = str(found.scores)
    winners = _winners(record, state)
    if not winners:
        return
    found.winners = [seat for seat in range(1, seats + 1) if seat in winners]
    if match.game is None:
        found.shares, found.drawn = shares(seats, winners, []), False
        found.places = most_first(found.scores, winners) if found.scores else []
        return
    found.shares = shares(seats, winners, match.game.ranking.teams(match.options, seats))
    found.drawn = match.game.is_draw(winners, match.options, seats)
    if found.scores:
        found.places = match.game.ranking.places(found.scores, winners)


def _winners(record: Record, state: State | None) -> Sequence[int]:
    if state is None or not state.is_over:
        return record.winner or []
    return state.winners()
