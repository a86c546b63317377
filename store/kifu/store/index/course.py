"""Courses: what happens on the way through a match, and what its players face.

That takes a watcher for every move's events and a look at the table before every move for its
situation, so an archive has either only where it was asked for.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from functools import lru_cache

from msgspec import Struct

from kifu.notation.errors import UsageError
from kifu.replay.game import Game, State
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
    """Who looks on while a match of `seats` is replayed, and takes down what `detail` asks for."""

    def __init__(self, detail: Detail, seats: int) -> None:
        self._detail = detail
        self._faces = detail.situations
        self._seats = seats
        self._plies = 0
        self._situations: list[str] = []
        self._happened: list[Event] = []
        self._follow = self._watch if detail.events else None
        self.witness = self._see if detail.events or detail.situations else None

    def course(self, match: Replay) -> Course:
        """What was taken down of the good moves of `match`, which it has seen."""
        detail, game = self._detail, match.game
        happened: list[Event] = []
        faced = Faced(b"", b"", "")
        if game is not None:
            happened = [
                event
                for event in self._happened
                if event[2] in game.events and event[0] <= len(match.plies)
            ]
            keys = list(map(_keys(game.name, game.rules), self._situations))
            seats = bytes([seat for seat, _ in match.plies])
            moves = " ".join([token for _, token in match.plies])
            faced = Faced(b"".join(keys[: len(seats)]), seats, moves)
        return Course(happened if detail.events else None, faced if detail.situations else None)

    def _see(self, state: State, seat: int) -> Watch | None:
        self._plies += 1
        # Whoever wrote the record may have named any seat, and moves behind the end of the match.
        playable = state.missing is None and (state.next_seat or not state.is_over)
        if self._faces and playable and 0 < seat <= self._seats:
            self._situations.append(state.situation(seat))
        return self._follow

    def _watch(self, step: Step) -> None:
        self._happened.append((self._plies, step.seat, step.kind))


def situation_key(game: Game, situation: str) -> int:
    """The number by which an archive knows a situation of a game, as its rules name it."""
    return int.from_bytes(_keys(game.name, game.rules)(situation), "little")


@lru_cache(maxsize=16)
def _keys(name: str, rules: int) -> Callable[[str], bytes]:
    """Gives the key of a situation of a game, and remembers it: few are met again and again."""

    @lru_cache(maxsize=1 << 16)
    def key(situation: str) -> bytes:
        text = f"{name} {rules}\n{situation}"
        return hashlib.blake2b(text.encode(), digest_size=8, person=b"situation").digest()

    return key
