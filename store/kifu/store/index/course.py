"""Courses: what happens on the way through a match, and what its players face.

That takes a watcher for every move's events and a look at the table before every move for its
situation, and room for both, so an archive has either only where it was asked for.
"""

from __future__ import annotations

import hashlib
from functools import lru_cache

from msgspec import Struct

from kifu.notation.errors import UsageError
from kifu.replay.chance import Chance
from kifu.replay.coded import UNFACED, Coded
from kifu.replay.game import Game, State
from kifu.replay.registry import game as registered
from kifu.replay.replayer import Replay
from kifu.replay.table import Step, Watch

#: Ply, seat (0: nobody's) and kind of a step.
Event = tuple[int, int, str]


class Detail(Struct, frozen=True):
    """What is found out about each record: whether it is `replayed`, and then whether its
    `events` and its `situations` are taken down. Raises UsageError where they could not be.
    """

    replayed: bool = True
    events: bool = False
    situations: bool = False

    def __post_init__(self) -> None:
        if not self.replayed and (self.events or self.situations):
            raise UsageError("events and situations are known from a replay: not with --trust")

    def covers(self, other: Detail) -> bool:
        """Whether all that `other` finds out is found out.

        >>> Detail(events=True).covers(Detail()), Detail().covers(Detail(situations=True))
        (True, False)
        """
        return (
            self.replayed >= other.replayed
            and self.events >= other.events
            and self.situations >= other.situations
        )

    def with_all(self, other: Detail) -> Detail:
        """What either of both finds out."""
        return Detail(
            self.replayed or other.replayed,
            self.events or other.events,
            self.situations or other.situations,
        )


class Faced(Struct, gc=False):
    """What the players of a match faced. Item k - 1 of `keys` (8 bytes each, little-endian) and
    of `seats` (a byte each) is the situation in which ply k was played, and the seat that did;
    `moves` are the tokens, with spaces between.
    """

    keys: bytes
    seats: bytes
    moves: str


class Course(Struct):
    """The events of a match in their order, and what was faced; None where nobody asked."""

    events: list[Event] | None = None
    faced: Faced | None = None


class Onlooker:
    """Who looks on while a match is replayed, and takes down what `detail` asks for."""

    def __init__(self, detail: Detail) -> None:
        self._detail = detail
        self._plies = 0
        self._happened: list[Event] = []
        #: For `replay`, which shows the one every move and fills the other, where they are asked.
        self.witness = self._see if detail.events else None
        self.faced: list[int | str] | None = [] if detail.situations else None

    def course(self, match: Replay) -> Course:
        """What was taken down of the good moves of `match`, which it has seen."""
        return Course(
            self._events(match) if self._detail.events else None,
            None if self.faced is None else _faced(match, self.faced),
        )

    def _events(self, match: Replay) -> list[Event]:
        if match.game is None:
            return []
        kinds, plies = match.game.events, match.line.ply if match.line else 0
        return [event for event in self._happened if event[2] in kinds and event[0] <= plies]

    def _see(self, state: State, seat: int) -> Watch:
        self._plies += 1
        return self._watch

    def _watch(self, step: Step) -> None:
        self._happened.append((self._plies, step.seat, step.kind))


def _faced(match: Replay, faced: list[int | str]) -> Faced:
    game, line = match.game, match.line
    if game is None or line is None:
        return Faced(b"", b"", "")
    keys = _keys_of(game.name, match.options, len(match.record.seats))
    return Faced(b"".join(map(keys.__getitem__, faced)), bytes(line.seats), line.tokens)


def situation_key(game: Game, situation: str) -> int:
    """The number by which an archive knows a situation of a game, as its rules name it."""
    return int.from_bytes(_key(game.name, game.rules, situation), "little")


def _key(name: str, rules: int, situation: str) -> bytes:
    text = f"{name} {rules}\n{situation}"
    return hashlib.blake2b(text.encode(), digest_size=8, person=b"situation").digest()


class _Keys(dict[int | str, bytes]):
    """The keys of what is faced in matches of a game with some options and seats, by what a replay
    says of it. They are remembered, because few situations are met again and again.
    """

    def __init__(self, game: Game, state: State) -> None:
        self._game = game
        self._state = state

    def __missing__(self, faced: int | str) -> bytes:
        if len(self) >= _REMEMBERED:
            self.clear()
        situation = ""
        if isinstance(faced, str):
            situation = faced
        elif faced != UNFACED and isinstance(self._state, Coded):
            situation = self._state.situation_text(faced)
        key = self[faced] = _key(self._game.name, self._game.rules, situation)
        return key


@lru_cache(maxsize=8)
def _keys_of(name: str, options: Struct, seats: int) -> _Keys:
    game = registered(name)
    return _Keys(game, game.start(options, seats, Chance(None)))


#: Situations of a game with its options and seats whose keys are remembered.
_REMEMBERED = 1 << 16
