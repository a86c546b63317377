"""Courses: what happens on the way through a match, what its players face, and what they play.

That takes a watcher for every move's events, a look at the table before every move for its
situation, and room for them and for the moves, so an archive has each only where it was asked for.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable
from functools import lru_cache, partial
from itertools import pairwise
from operator import or_
from typing import Any

from msgspec import Struct
from msgspec.structs import astuple

from kifu.notation.comments import first_commands, seconds
from kifu.notation.record import Record
from kifu.replay.chance import Chance
from kifu.replay.codes.coded import as_coded
from kifu.replay.decision import Noted, observe
from kifu.replay.game import Game, State
from kifu.replay.match import Match
from kifu.replay.registry import game as registered
from kifu.replay.table import EVERY, UNKNOWN, Step
from kifu.store.tables import Unsigned


class RoundTotal(Struct, gc=False):
    """A row of the table `round_total`: how many points a seat scored in a round, and its score
    after that round. `round` and `seat` count from 1.
    """

    round: int
    seat: int
    scored: int
    total: int


class Moves(Struct, omit_defaults=True, gc=False):
    """A match's rows for the tables `move` and `situation`, as lists with one item for each move.
    `tokens` are the moves, separated by spaces. `kind` has the number of each move's class in
    `classes`, from 1, or 0 for none.

    With situations, `key` has the key of what the seat faced before each move. `shares` (of the
    win) and `scores` are the match's result, one item for each seat; they are empty if nobody has
    won or the match is not over. With moves, the other lists are filled: `round` and `turn` (0
    before the first), `legal` (the number of legal moves), and `seconds`, `clock` and `utc`, each
    empty if no move has one. `rounds` has an item for each seat and round.
    """

    tokens: str
    seat: list[int]
    kind: list[int] = []
    classes: list[str] = []
    key: list[Unsigned] = []
    shares: list[float] = []
    scores: list[int] = []
    round: list[int] = []
    turn: list[int] = []
    legal: list[int] = []
    seconds: list[float | None] = []
    clock: list[float | None] = []
    utc: list[str | None] = []
    rounds: list[RoundTotal] = []


def moves_of(match: Match, noted: Noted, detail: Detail) -> Moves:
    """The moves of the main line of `match`, up to the first that is illegal or waits for an
    unknown chance event. `noted` is what `decision.observe` noted of this match, with what `detail`
    needs: `legal` for moves, `situations` for situations. `tokens`, `seat`, `kind` and `classes`
    are always filled; `classes` is [] if no move has a class. With situations, `key` is filled,
    too; with moves, all other lists except `shares` and `scores`, which the caller sets (`seconds`,
    `clock` and `utc` only if a move has one). If the record could not be replayed, or its game has
    no rules, all is empty. Lists are shared with `match` and `noted`: don't change them.
    """
    game, line = match.game, match.line
    if game is None or line is None or match.state is None:
        return Moves("", [])
    classes = list(game.archive.classes) if any(noted.kinds) else []
    found = Moves(line.tokens, line.seats, noted.kinds, classes)
    if detail.situations:
        key_of = _key_in(game.name, game.rules, match.options, len(match.record.seats))
        found.key = list(map(key_of, noted.situations))
    if detail.moves:
        found.round, found.turn, found.legal = noted.rounds, noted.turns, noted.legal
        found.seconds, found.clock, found.utc = _clocks(match.record, line.ply)
        found.rounds = _rounds(match.state, noted)
    return found


def _rounds(state: State, noted: Noted) -> list[RoundTotal]:
    """What each seat scored in each completed round, and its score after that round; rounds and
    seats count from 1. Sorted by round and then by seat. [] before the end of the first round, and
    in a game without rounds. A round that the record breaks off in is left out. `state` is the last
    position of the match: if it is over there, the last round is completed, too. `noted` is what
    `decision.observe` noted of the match; both stay as they are.
    """
    totals = noted.totals
    if state.is_over and any(noted.rounds[-1:]):
        totals = [*totals, state.scores()]
    return [
        RoundTotal(number, seat, total - start, total)
        for number, (before, after) in enumerate(pairwise(totals), 1)
        for seat, (start, total) in enumerate(zip(before, after, strict=True), 1)
    ]


#: Seconds since 1970 are for programs; the archive keeps a time of day as a time.
_TIME = re.compile(r"(?a)\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)?")


def _time(text: str) -> str | None:
    """`text` if it is a date and a time of day, with a space between the two made a T:
    `YYYY-MM-DD`, then T or one space, `hh:mm`, perhaps `:ss` with up to 9 decimals, perhaps `Z` or
    the distance from UTC, such as `+01:00` or `+0100`. None for any other text, also with white
    space around it, and for other forms of ISO 8601. That the month, the hour and so on exist is
    not checked.
    """
    return text.replace(" ", "T") if _TIME.fullmatch(text) else None


#: Commands in comments, each with what reads its value: seconds spent, seconds left, date and time.
_CLOCKS: dict[str, Callable[[str], Any]] = {"emt": seconds, "clk": seconds, "utc": _time}


def _clocks(record: Record, plies: int) -> list[list[Any]]:
    """Three lists, in the order of `_CLOCKS`: seconds spent (`emt`), seconds left (`clk`), date and
    time (`utc`). Each has an item for each of the first `plies` moves: the value of the command of
    that name in the move's comment, or None. Of equal commands in a comment the first counts, also
    if it can't be read; of several comments, the first in which it can be. Comments before the
    first move and in variations are left out. A list is empty if no move has a value.
    """
    found: dict[str, dict[int, Any]] = {name: {} for name in _CLOCKS}
    for note in record.notes:
        if note.text is None or "[%" not in note.text or not 1 <= note.at <= plies:
            continue
        said = first_commands(note.text)
        for name in said.keys() & _CLOCKS:
            if (value := _CLOCKS[name](said[name])) is not None:
                found[name].setdefault(note.at, value)
    return [[*map(own.get, range(1, plies + 1))] if own else [] for own in found.values()]


class Event(Struct, omit_defaults=True, gc=False):
    """A row of the table `event`: a step of one of the kinds that the game lists. It has the ply
    that caused it, with its round and turn (None before the first), the seat (0: nobody), `value`,
    by how much that seat's score changed (None: not at all), and the `cards` that moved, without
    unknown ones.
    """

    ply: int
    seat: int
    kind: str
    cards: list[str]
    value: int | None = None
    round: int | None = None
    turn: int | None = None


class Detail(Struct, frozen=True):
    """What is indexed of each match beside its record: `events`, `situations` and `moves`."""

    events: bool = False
    situations: bool = False
    moves: bool = False

    def with_all(self, other: Detail) -> Detail:
        """The detail that includes what either of the two includes."""
        return Detail(*map(or_, astuple(self), astuple(other)))


#: Nothing beside the records themselves.
PLAIN = Detail()


def course_of(match: Match, detail: Detail) -> tuple[list[Event], Moves | None]:
    """The events of the main line of `match`, in their order, and its moves, both up to the first
    move that is illegal or waits for an unknown chance event. Events are the steps of the kinds
    that the game lists in `archive.events`; what comes before the first move, such as the first
    deal, is none. Without events in `detail`, the first is []; without situations and moves, the
    second is None. Otherwise, if the match could not be replayed or its game has no rules, the list
    and the `Moves` are empty. `moves_of` says which lists of the `Moves` are filled: never `shares`
    and `scores`, which the caller sets. The match is not changed.
    """
    happened: list[Event] = []
    if not (detail.events or detail.situations or detail.moves):
        return happened, None
    happening = partial(_see, happened) if detail.events else None
    noted = observe(match, happening, legal=detail.moves, situations=detail.situations)
    for event in happened:
        at = event.ply - 1
        event.round, event.turn = noted.rounds[at] or None, noted.turns[at] or None
    has_moves = detail.situations or detail.moves
    return happened, moves_of(match, noted, detail) if has_moves else None


#: The tokens for an unknown card, and for all cards of a zone.
_FACELESS = (UNKNOWN, EVERY)


def _see(happened: list[Event], ply: int, step: Step, value: int) -> None:
    """Append one event for `step` to `happened`, even if no card moved. `ply` is the move that
    caused it; `value` is by how much the score of the step's seat changed (0 is noted as None). The
    event's cards are those that moved, in order, without unknown ones and without `EVERY`, which
    stands for all cards of a zone: there may be none. Its round and turn stay None: the caller sets
    them.
    """
    cards = [motion.card for motion in step.motions if motion.card not in _FACELESS]
    happened.append(Event(ply, step.seat, step.kind, cards, value or None))


def situation_key(game: Game, situation: str) -> int:
    """The key of a situation, a whole number from 0 to 2**64 - 1: a hash of the game's name, its
    rules revision and `situation`, the text that the rules of `game` make of it
    (`State.situation`).
    """
    text = f"{game.name} {game.rules}\n{situation}"
    digest = hashlib.blake2b(text.encode(), digest_size=8, person=b"situation").digest()
    return int.from_bytes(digest, "little")


@lru_cache(maxsize=8)
def _key_in(name: str, rules: int, options: Struct, seats: int) -> Callable[[int | str], int]:
    """A function that turns what a seat faced, as an item of `Noted.situations` (code or text),
    into the situation's key (see `situation_key`). It serves the matches of one game (`name`,
    `rules` revision, which this kifu must have) with these options, settled as in `Match.options`,
    and this number of seats. It remembers keys, since a few situations occur again and again.
    """
    game = registered(name).revision(rules)
    assert game is not None, "its match was replayed"
    coded = as_coded(game.start(options, seats, Chance(None)))

    @lru_cache(maxsize=_REMEMBERED)
    def key_of(faced: int | str) -> int:
        if not isinstance(faced, str):
            faced = coded.answers.keys.situation_text(coded, faced) if coded else ""
        return situation_key(game, faced)

    return key_of


#: Situations of a game with its options and seats whose keys are remembered.
_REMEMBERED = 1 << 16
