"""Decisions: the moves of a record one by one, each with what its player could see and do.

A record is replayed in one go. The position before a move, what follows from it and its round are
computed only when you ask for them, which is cheapest in the order of the moves.
"""

from __future__ import annotations

from itertools import repeat

from msgspec import Struct

from kifu.notation.record import Record
from kifu.replay.chance import Chance
from kifu.replay.elements.circumstances import class_of, legal_of, round_of, turn_of
from kifu.replay.game import Game, State
from kifu.replay.replayer import NoPosition, Replay, begin
from kifu.replay.replaying.track import Met, Track
from kifu.replay.table import Step, Table


class Decision(Struct, eq=False, gc=False):
    """One move of a match: its ply from 1, the seat that made it, and its token."""

    ply: int
    seat: int
    move: str
    _walk: Walk

    @property
    def round(self) -> int | None:
        """The round in which it was made; None where the game counts none."""
        return round_of(self._walk.met(self.ply)) or None

    @property
    def turn(self) -> int | None:
        """The turn in which it was made; None where the game counts none."""
        return turn_of(self._walk.met(self.ply)) or None

    @property
    def legal(self) -> int:
        """How many moves were legal for the seat, as `legal_moves` lists them; 65,535 for more."""
        return legal_of(self._walk.met(self.ply))

    @property
    def kind(self) -> str | None:
        """The class of the move, one of the game's `classes`; None where it has none."""
        place = class_of(self._walk.met(self.ply))
        return list(self._walk.game.classes)[place - 1] if place else None

    @property
    def cards(self) -> list[str]:
        """The cards that the move names, in the order of its token; none where it takes a row."""
        return self._walk.game.cards(self.move)

    @property
    def legal_moves(self) -> list[str]:
        """Every token that the seat might have played."""
        return self._walk.before(self.ply).legal_moves(self.seat)

    @property
    def state(self) -> State:
        """The position before the move, as a state of one's own, to be played on."""
        return self._walk.before(self.ply).copy()

    @property
    def game(self) -> Game:
        """The game."""
        return self._walk.game

    @property
    def steps(self) -> list[Step]:
        """The move and what followed from it by itself."""
        found: list[Step] = []
        self.state.play(self.move, self.seat, found.append)
        return found

    def view(self, viewer: int | None = None) -> Table:
        """The table before the move as a viewer saw it (see `table`), or else who made it."""
        return self._walk.before(self.ply).view(self.seat if viewer is None else viewer)

    def __repr__(self) -> str:
        return f"Decision(ply={self.ply}, seat={self.seat}, move={self.move!r})"


def decisions(record: Record) -> list[Decision]:
    """The good moves of the record's main line. Raises NoPosition where the record can't be set
    up, or has no rules. O(moves); each view or state asked for in the order of the moves plays
    one move more.

    >>> record = Record(
    ...     game="nimmt", rules=1, seats=["Aki", "Ben"], moves="#1 1. 59 1 r4", end="*",
    ...     seed="shake256-1:00112233445566778899aabbccddeeff",
    ... )
    >>> [(made.ply, made.seat, made.move, made.turn) for made in decisions(record)]
    [(1, 1, '59', 1), (2, 2, '1', 1), (3, 2, 'r4', 1)]
    >>> decisions(record)[2].legal_moves, decisions(record)[0].view().zones["row/4"]
    (['r1', 'r2', 'r3', 'r4'], ['13'])
    """
    track = _track(record)
    track.advance()
    walk = Walk(record, track)
    plies = range(1, track.ply + 1)
    return list(map(Decision, plies, walk.seats, walk.tokens, repeat(walk)))


def _track(record: Record) -> Track:
    match = Replay(record)
    track = None
    if record.game != "chronicle":
        track = begin(match, Chance(record.seed, record.chance))
    if track is None:
        why = "; ".join(finding.message for finding in match.findings) or "it has no rules"
        raise NoPosition(f"the {record.game or 'nameless'} record can't be replayed: {why}")
    return track


class Walk:
    """A way through a record that was replayed as far as `track` has come, for its decisions."""

    __slots__ = ("_at", "_met", "_record", "_state", "game", "seats", "tokens")

    def __init__(self, record: Record, track: Track) -> None:
        self.game = track.game
        self.seats = track.seats
        self.tokens = track.tokens.split(" ") if track.ply else []
        self._record = record
        self._state: State | None = None
        self._at = 0
        self._met: list[int] | None = None

    def met(self, ply: int) -> int:
        """The circumstances of a move as a number; see `circumstances`."""
        if self._met is None:
            track, met = _track(self._record), Met()
            track.met = met
            track.advance(len(self.seats))
            self._met = met.moves
        return self._met[ply - 1]

    def before(self, ply: int) -> State:
        """The position before a move, which nobody else may play on."""
        if self._state is None or self._at >= ply:
            self._state, self._at = _track(self._record).state, 0
        state, seats, tokens = self._state, self.seats, self.tokens
        for at in range(self._at, ply - 1):
            state.play(tokens[at], seats[at])
        self._at = ply - 1
        return state
