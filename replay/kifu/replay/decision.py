"""Decisions: the moves of a record one by one, each with what its player could see and do.

A record is replayed in one go. The position before a move, what follows from it and its round are
computed only when you ask for them, which is cheapest in the order of the moves.
"""

from __future__ import annotations

from msgspec import Struct

from kifu.notation.diagnostics import Findings
from kifu.replay.elements.circumstances import class_of, legal_of, round_of, turn_of
from kifu.replay.game import Game, State
from kifu.replay.match import Match, NoPosition
from kifu.replay.observer import Observer
from kifu.replay.table import Step, Table
from kifu.replay.track import Track


class Decision(Struct, eq=False, gc=False):
    """One move of a match: its ply from 1, the seat that made it, and its token."""

    ply: int
    seat: int
    move: str
    _course: _Course

    @property
    def round(self) -> int | None:
        """The number of the round of this move, from 1; None if the game has no rounds."""
        return round_of(self._course.circumstances(self.ply)) or None

    @property
    def turn(self) -> int | None:
        """The number of the turn of this move, from 1; None before the first turn (in a draft, for
        example), and if the game has no turns.
        """
        return turn_of(self._course.circumstances(self.ply)) or None

    @property
    def legal(self) -> int:
        """How many moves were legal for the seat, as `legal_moves` lists them; 65,535 for more."""
        return legal_of(self._course.circumstances(self.ply))

    @property
    def kind(self) -> str | None:
        """The name of the move's class, one of the game's `classes`; None if it has no class."""
        place = class_of(self._course.circumstances(self.ply))
        return list(self._course.game.archive.classes)[place - 1] if place else None

    @property
    def cards(self) -> list[str]:
        """The cards that the move's token names, in that order; empty for a move without any, such
        as taking a row.
        """
        return self._course.game.cards(self.move)

    @property
    def legal_moves(self) -> list[str]:
        """Every token that the seat could have played, with the one that it played, in the order of
        the game's page.
        """
        return self._course.before(self.ply).legal_moves(self.seat)

    @property
    def state(self) -> State:
        """The position before the move, as a copy that may be played on."""
        return self._course.before(self.ply)

    @property
    def game(self) -> Game:
        """The game that was played."""
        return self._course.game

    @property
    def steps(self) -> list[Step]:
        """What happened on the table by this move: the move itself, and its consequences (a deal, a
        score).
        """
        found: list[Step] = []
        self.state.play(self.move, self.seat, found.append)
        return found

    def view(self, viewer: int | None = None) -> Table:
        """The table before the move as `viewer` (PUBLIC, a seat, ALL; by default the seat that made
        it) saw it.
        """
        return self._course.before(self.ply).view(self.seat if viewer is None else viewer)

    def __repr__(self) -> str:
        return f"Decision(ply={self.ply}, seat={self.seat}, move={self.move!r})"


def decisions(match: Match) -> list[Decision]:
    """The moves of a match's main line, up to the first illegal one. Raises NoPosition where the
    record can't be set up, or has no rules. O(moves); each view or state asked for in the order of
    the moves plays one move more.

    >>> from kifu.notation.record import Record
    >>> from kifu.replay import replay
    >>> match = replay(Record(
    ...     game="nimmt", rules=1, seats=["Aki", "Ben"], moves="#1 1. 59 1 r4", end="*",
    ...     seed="shake256-1:00112233445566778899aabbccddeeff",
    ... ))
    >>> [(made.ply, made.seat, made.move, made.turn) for made in decisions(match)]
    [(1, 1, '59', 1), (2, 2, '1', 1), (3, 2, 'r4', 1)]
    >>> decisions(match)[2].legal_moves, decisions(match)[0].view().zones["row/4"]
    (['r1', 'r2', 'r3', 'r4'], ['13'])
    """
    if match.line is None:
        why = "; ".join(finding.message for finding in match.findings) or "it has no rules"
        raise NoPosition(f"the {match.record.game or 'nameless'} record can't be replayed: {why}")
    course = _Course(match)
    return [Decision(ply, seat, move, course) for ply, (seat, move) in enumerate(match.plies, 1)]


class _Course:
    """The moves of a match, with their circumstances once somebody has asked for them."""

    __slots__ = ("_circumstances", "game", "match")

    def __init__(self, match: Match) -> None:
        assert match.game is not None
        self.game = match.game
        self.match = match
        self._circumstances: list[int] = []

    def circumstances(self, ply: int) -> int:
        """Round, turn, class and number of legal moves of the move at `ply` (from 1), packed (see
        `elements.circumstances`).
        """
        if not self._circumstances:
            observer = Observer()
            line = Track(self.game, self.match.position(0), self.match.record.moves, Findings())
            line.observer = observer
            line.advance(len(self.match.plies))
            self._circumstances = observer.moves
        return self._circumstances[ply - 1]

    def before(self, ply: int) -> State:
        """The position before the move at `ply` (from 1), as a copy that may be played on."""
        return self.match.position(ply - 1)
