"""The facts of a match: what its replay says of it, besides the tags of its record."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import msgspec
from msgspec import Struct

from kifu.notation.move_words import unmarked
from kifu.notation.record import Record
from kifu.replay.elements.placing import most_first, shares
from kifu.replay.form import game_form
from kifu.replay.game import State
from kifu.replay.match import Match
from kifu.replay.registry import game
from kifu.store.identity import chronicle_id, deal_id, play_id, variant_of


class Results(Struct, gc=False):
    """How a match ended, as far as something says that. `scores`, `places` and `shares` (what part
    of the win each seat has, see `kifu.replay.elements.placing`) are by seat, `winners` are seats
    in their order; each is empty where nothing says it.
    """

    drawn: bool | None = None
    scores: list[int] = []
    winners: list[int] = []
    places: list[int] = []
    shares: list[float] = []


def id_of(match: Match, options: str, results: Results, moves: str | None) -> str:
    """The id of a match whose options are written as in a tag; "" while it is not over."""
    if not is_finished(match):
        return ""
    if match.state is None:
        return chronicle_id(match.record)
    listed = str(results.scores) if results.scores else ""
    return play_id(variant_of(match.record, options), moves or "", listed)


def is_finished(match: Match) -> bool:
    """Whether a match is over: by its rules, or where it has none, as its record says."""
    return match.state.is_over if match.state else match.record.end == "="


def moves_in(match: Match) -> str | None:
    """The moves of the main line in game form, without marks, separated by spaces; None for a game
    without rules.
    """
    if match.game is None:
        return None
    # Only a record with actors (`2:7`) can have another order of moves that are made at once.
    if ":" not in match.record.moves and match.line is not None:
        return match.line.tokens
    return unmarked(game_form(match).moves)


def deal_of(match: Match, options: str) -> str | None:
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


def options_of(match: Match) -> tuple[str, list[tuple[str, str]]]:
    """The options of a match as its tag has them, without defaults; and all options as (name,
    value).
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
    fields = msgspec.structs.fields(type(options))
    every = [(field.encode_name, str(getattr(options, field.name))) for field in fields]
    revision = game(name).revision(rules)
    assert revision is not None, "its options were read"
    return _tag_value(revision.write_options(options, seats)), every


def _tag_value(options: dict[str, str]) -> str:
    return " ".join([f"{name}={value}" for name, value in options.items()])


def results_of(match: Match) -> Results:
    """How a match ended or stands: from its last state, or where it has none, from what its record
    states.
    """
    record, state, found = match.record, match.state, Results()
    seats = len(record.seats)
    scores = record.result or [] if state is None else state.scores()
    if len(scores) == seats:
        found.scores = list(scores)
    winners = _winners(record, state)
    if not winners:
        return found
    found.winners = [seat for seat in range(1, seats + 1) if seat in winners]
    if match.game is None:
        found.shares, found.drawn = shares(seats, winners, []), False
        found.places = most_first(found.scores, winners) if found.scores else []
        return found
    found.shares = shares(seats, winners, match.game.ranking.teams(match.options, seats))
    found.drawn = match.game.is_draw(winners, match.options, seats)
    if found.scores:
        found.places = match.game.ranking.places(found.scores, winners)
    return found


def _winners(record: Record, state: State | None) -> Sequence[int]:
    if state is None or not state.is_over:
        return record.winner or []
    return state.winners()
