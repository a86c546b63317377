"""Courses: what happens on the way through a match, and what its players face.

That takes a second pass over the match, with a watcher for its events and a look at the table
before every move for its situations, so an archive has either only where it was asked for.
"""

from __future__ import annotations

import hashlib
from functools import lru_cache

from msgspec import Struct

from kifu.notation.errors import UsageError
from kifu.replay.game import Game
from kifu.replay.replayer import Replay, position
from kifu.replay.table import Step

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


def course(match: Replay, detail: Detail) -> Course:
    """Go through the good moves of a match once more. O(moves)."""
    game = match.game
    if game is None or not (detail.events or detail.situations):
        return Course(
            [] if detail.events else None, Faced(b"", b"", "") if detail.situations else None
        )
    events: list[Event] = []
    keys: list[bytes] = []
    steps: list[Step] = []
    watch = steps.append if detail.events and game.events else None
    state = position(match.record, 0)
    for ply, (seat, token) in enumerate(match.plies, 1):
        if detail.situations:
            keys.append(_key(game.name, game.rules, state.situation(seat)))
        state.play(token, seat, watch)
        if steps:
            events += [(ply, step.seat, step.kind) for step in steps if step.kind in game.events]
            steps.clear()
    faced = None
    if detail.situations:
        seats = bytes([seat for seat, _ in match.plies])
        faced = Faced(b"".join(keys), seats, " ".join([token for _, token in match.plies]))
    return Course(events if detail.events else None, faced)


def situation_key(game: Game, situation: str) -> int:
    """The number by which an archive knows a situation of a game, as its rules name it."""
    return int.from_bytes(_key(game.name, game.rules, situation), "little")


@lru_cache(maxsize=1 << 16)
def _key(name: str, rules: int, situation: str) -> bytes:
    text = f"{name} {rules}\n{situation}"
    return hashlib.blake2b(text.encode(), digest_size=8, person=b"situation").digest()
